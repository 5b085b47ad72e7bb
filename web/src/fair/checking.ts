import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Draw } from '../net/wire.ts'

/**
 * Checking the chance of a finished game without the rules and without asking anybody
 * (docs/fairness.md, section 4).
 */
export const SCHEME = 'hmac-sha256/1'
const SPAN = 1n << 256n

/**
 * What a player kept: the commitment shown before the game, the player's own seeds by seat, how
 * chance was to be drawn.
 */
export interface Kept { commitment: string; seeds: Record<string, string>; chance: string }
/** What does not match; `seat`, `n` and `line` say where. */
export interface Problem { what: 'record' | 'old' | 'scheme' | 'secret' | 'promise' | 'seed' | 'lines' | 'draw'; seat?: number; n?: number; line?: string }
export interface Proof { draws: number; seeds: number; kept: boolean; problems: Problem[] }

interface Read { header: Record<string, string>; told: { decision: number; draw: number; line: string }[] }

/** A record's header, and its lines of chance with the numbers they have. */
export function read(record: string): Read {
  const end = record.indexOf('\n\n')
  const header: Record<string, string> = {}
  for (const line of record.slice(0, end).split('\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0) header[line.slice(0, colon)] = line.slice(colon + 2).trim()
  }
  const told: Read['told'] = []
  let decision = 0
  let draw = 0
  for (const row of record.slice(end + 2).split('\n')) {
    const line = row.trim()
    if (line.startsWith('*')) told.push({ decision, draw: draw++, line })
    else if (line && !line.startsWith(';')) {
      decision++
      draw = 0
    }
  }
  return { header, told }
}

/** What is hashed for a draw. */
export function message(decision: number, draw: number, attempt: number, seeds: Record<string, string>): string {
  const added = Object.keys(seeds).sort((a, b) => Number(a) - Number(b)).map((seat) => `${seat}=${bytesToHex(utf8ToBytes(seeds[seat]!))}`)
  return [SCHEME, decision, draw, attempt, ...added].join(' ')
}

/** The number below `of` that a draw must have had. */
export function drawn(secret: Uint8Array, decision: number, draw: number, of: number, seeds: Record<string, string>): number {
  const n = BigInt(of)
  for (let attempt = 0; ; attempt++) {
    const value = BigInt('0x' + bytesToHex(hmac(sha256, secret, utf8ToBytes(message(decision, draw, attempt, seeds)))))
    if (value < SPAN - (SPAN % n)) return Number(value % n)
  }
}

function secretOf(header: Record<string, string>): Uint8Array | null {
  const text = header['Secret'] ?? ''
  return /^[0-9a-f]{64}$/.test(text) ? hexToBytes(text) : null
}

function seedsOf(header: Record<string, string>): Record<string, string> | null {
  try {
    const found: unknown = JSON.parse(header['Player seeds'] ?? '{}')
    if (typeof found !== 'object' || found === null) return null
    return Object.entries(found).every(([seat, seed]) => /^\d$/.test(seat) && typeof seed === 'string') ? (found as Record<string, string>) : null
  } catch {
    return null
  }
}

/** Compare a finished record with what was stored, and recompute every draw of it. */
export function check(record: string, listed: readonly Draw[], kept: Kept | null): Proof {
  const { header, told } = read(record)
  const seeds = seedsOf(header)
  const secret = secretOf(header)
  const proof: Proof = { draws: told.length, seeds: 0, kept: kept !== null, problems: [] }
  const wrong = (problem: Problem): void => void proof.problems.push(problem)
  if (header['Chance'] === undefined && kept?.chance !== SCHEME) return { ...proof, problems: [{ what: 'old' }] }
  if (header['Chance'] !== SCHEME) return { ...proof, problems: [{ what: 'scheme' }] }
  if (!secret || !seeds) return { ...proof, problems: [{ what: 'record' }] }
  if (bytesToHex(sha256(secret)) !== header['Seed commitment']) wrong({ what: 'secret' })
  if (kept && kept.commitment !== header['Seed commitment']) wrong({ what: 'promise' })
  for (const [seat, seed] of Object.entries(kept?.seeds ?? {})) {
    if (seeds[seat] === seed) proof.seeds++
    else wrong({ what: 'seed', seat: Number(seat) })
  }
  const same = told.length === listed.length && told.every((one, i) => one.decision === listed[i]!.decision && one.draw === listed[i]!.draw && one.line === listed[i]!.line)
  if (!same) wrong({ what: 'lines' })
  const odd = listed.find((d) => !Number.isSafeInteger(d.of) || d.of < 1 || drawn(secret, d.decision, d.draw, d.of, seeds) !== d.value)
  if (odd) wrong({ what: 'draw', n: odd.decision, line: odd.line })
  return proof
}
