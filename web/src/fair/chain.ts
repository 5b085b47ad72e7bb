import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/**
 * Whether a link belongs to the chain of daily deals: hashed once for its day and each day before,
 * it gives the published end.
 */
export function belongs(link: string, start: string, day: string, end: string): boolean {
  const days = Math.round((Date.parse(day) - Date.parse(start)) / 86400000) + 1
  let found = hexToBytes(link)
  for (let n = 0; n < days; n++) found = sha256(found)
  return bytesToHex(found) === end
}
