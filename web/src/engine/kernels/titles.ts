/**
 * The modules that come with the client: one of each title of the house, fetched when it is needed.
 */
import { type Kernel, KernelTrouble, readKernel } from './kernel.ts'

const addresses = import.meta.glob<string>('$games/*/kernel.wasm', { query: '?url', import: 'default', eager: true })
const byTitle = new Map(Object.entries(addresses).map(([path, address]) => [path.split('/').at(-2)!, address]))
const loaded = new Map<string, Promise<Kernel>>()

/** Where a title's module lies; undefined when it has none. */
export function addressOf(title: string): string | undefined {
  return byTitle.get(title)
}

/**
 * A title's module, read once; KernelTrouble says why there is none. `wanted` is the digest that it
 * must have.
 */
export function loadKernel(title: string, wanted?: string): Promise<Kernel> {
  const address = byTitle.get(title)
  if (address === undefined) return Promise.reject(new KernelTrouble('missing', `${title} has no module`))
  const known = loaded.get(title) ?? readKernel(address)
  loaded.set(title, known)
  known.catch(() => loaded.delete(title)) // the network may be back at the next attempt
  return known.then((kernel) => checked(kernel, wanted))
}

function checked(kernel: Kernel, wanted?: string): Kernel {
  if (wanted !== undefined && wanted !== kernel.about.digest)
    throw new KernelTrouble('version', `${kernel.about.title}: the module is of version ${kernel.about.digest}, not ${wanted}`)
  return kernel
}
