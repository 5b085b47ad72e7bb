/** The weights of the titles' networks, for bots that think here for a server's table. */
import { KernelTrouble } from './kernels/kernel.ts'
import { fetchWeights, newestPack } from './pack.ts'

const loaded = new Map<string, Promise<Uint8Array>>()

/** The file of a title's weights, read once; KernelTrouble says why there is none. */
export function loadWeights(title: string): Promise<Uint8Array> {
  const known = loaded.get(title) ?? found(title)
  loaded.set(title, known)
  known.catch(() => loaded.delete(title)) // the network may be back at the next attempt
  return known
}

async function found(title: string): Promise<Uint8Array> {
  try {
    const content = await fetchWeights(await newestPack(), title)
    if (content) return content
  } catch (error) {
    throw new KernelTrouble('unreachable', `the weights of ${title}: ${String(error)}`)
  }
  throw new KernelTrouble('missing', `${title} has no weights`)
}
