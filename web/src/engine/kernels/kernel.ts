/** A title's rules and bots as a WebAssembly module: loading one, and calling it.
 *
 * Nothing here knows a page: it runs in the page, in workers and in Node. */

/** What a module says of itself (its section `tafelrunde`). */
export interface About {
  title: string
  /** The digest of the sources of rules and bots: two modules with the same digest play alike. */
  digest: string
  compiler: string
  /** Bytes in a state. */
  state: number
  /** Words of eight bytes in a mask of actions, with 32 actions each. */
  words: number
  actions: number
  /** The most seats that play. */
  seats: number
  parts: number
  /** Settings of the search: horizon, exploration, widening, trust in lore. */
  settings: number[]
  beam: { width: number; breadth: number; depth: number; samples: number }
  tree: { room: number; depth: number; links: number; told: number; seat: number; whole: number; line: number; checks: number; unlikely: number; often: number; near: number }
  /** Of the trees that a network guides. */
  net: { room: number; links: number }
  exports: Record<string, { takes: Kind[]; gives: boolean }>
}

/**
 * How an argument is handed over: an address, an address and the length of a row (sheet, and with
 * smaller numbers bytes and table), or a number.
 */
export type Kind = 'pool' | 'mask' | 'row' | 'half' | 'sheet' | 'bytes' | 'table' | 'number'
const WIDE: readonly Kind[] = ['sheet', 'bytes', 'table']

/** `unsupported`: this browser has no WebAssembly; `unreachable`: the module cannot be fetched;
 *  `damaged`; `version`: made from other rules than wanted; `missing`: the title has no module. */
export type Reason = 'unsupported' | 'unreachable' | 'damaged' | 'version' | 'missing'

export class KernelTrouble extends Error {
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.name = 'KernelTrouble'
    this.reason = reason
  }
}

const SECTION = 'tafelrunde'
const PAGE = 65536
type Export = (...values: (number | bigint)[]) => bigint | undefined

/** A loaded module; each instance of it has its own memory. */
export class Kernel {
  readonly module: WebAssembly.Module
  readonly about: About

  /**
   * KernelTrouble when the module is none of ours, or made from other sources than `wanted` (a
   * digest).
   */
  constructor(module: WebAssembly.Module, wanted?: string) {
    this.module = module
    this.about = described(module)
    if (wanted !== undefined && wanted !== this.about.digest)
      throw new KernelTrouble('version', `${this.about.title}: the module is of version ${this.about.digest}, not ${wanted}`)
  }

  instance(): Instance {
    return new Instance(this)
  }
}

function described(module: WebAssembly.Module): About {
  const [section] = WebAssembly.Module.customSections(module, SECTION)
  try {
    return JSON.parse(new TextDecoder().decode(section)) as About
  } catch {
    throw new KernelTrouble('damaged', 'this is no module of Tafelrunde')
  }
}

/** Read a module from its address, from its bytes, or compiled already. */
export async function readKernel(source: string | URL | BufferSource | WebAssembly.Module, wanted?: string): Promise<Kernel> {
  if (typeof WebAssembly !== 'object') throw new KernelTrouble('unsupported', 'this browser has no WebAssembly')
  if (source instanceof WebAssembly.Module) return new Kernel(source, wanted)
  const content = typeof source === 'string' || source instanceof URL ? await fetched(source) : source
  try {
    return new Kernel(content instanceof Response ? await compiled(content) : await WebAssembly.compile(content), wanted)
  } catch (error) {
    throw error instanceof KernelTrouble ? error : new KernelTrouble('damaged', `the module cannot be read: ${String(error)}`)
  }
}

async function fetched(address: string | URL): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(address)
  } catch (error) {
    throw new KernelTrouble('unreachable', `${String(address)}: ${String(error)}`)
  }
  if (!answer.ok) throw new KernelTrouble('unreachable', `${String(address)}: ${answer.status}`)
  return answer
}

/** Compiled while it is downloaded, if the server sends its type. */
async function compiled(answer: Response): Promise<WebAssembly.Module> {
  const streams = answer.headers.get('content-type')?.startsWith('application/wasm')
  return streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer())
}

/** One memory and the functions that work on it.  Addresses and numbers are plain numbers. */
export class Instance {
  readonly about: About
  readonly memory: WebAssembly.Memory
  private readonly exports: Record<string, Export>
  private end: number

  constructor(kernel: Kernel) {
    this.about = kernel.about
    const { exports } = new WebAssembly.Instance(kernel.module, {})
    this.exports = exports as unknown as Record<string, Export>
    this.memory = exports['memory'] as WebAssembly.Memory
    this.end = (exports['heap'] as WebAssembly.Global).value as number
  }

  /**
   * Call an export; 0 where it gives nothing. An array with rows is handed over as its address and
   * their length.
   */
  call(name: string, ...values: number[]): number {
    const handed: (number | bigint)[] = []
    let at = 0
    for (const kind of this.about.exports[name]!.takes) {
      handed.push(kind === 'number' ? BigInt(values[at]!) : values[at]!)
      at += 1
      if (WIDE.includes(kind)) handed.push(BigInt(values[at++]!))
    }
    return Number(this.exports[name]!(...handed) ?? 0n)
  }

  /** A copy of some bytes of the memory. */
  read(address: number, n: number): Uint8Array {
    return new Uint8Array(this.memory.buffer).slice(address, address + n)
  }

  write(address: number, content: Uint8Array): void {
    new Uint8Array(this.memory.buffer).set(content, address)
  }

  /** The address of n free bytes, set to zero. */
  room(n: number): number {
    const address = this.end
    this.end += Math.ceil(n / 8) * 8
    const missing = this.end - this.memory.buffer.byteLength
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE))
    return address
  }

  /** The address of an array, put there for good. */
  laid(content: Uint8Array | Int32Array): number {
    const address = this.room(content.byteLength)
    this.write(address, new Uint8Array(content.buffer, content.byteOffset, content.byteLength))
    return address
  }

  /** The whole numbers at an address; valid until memory is allocated again. */
  cells(address: number, n: number): BigInt64Array {
    return new BigInt64Array(this.memory.buffer, address, n)
  }

  /** The actions in a mask, ascending. */
  listed(mask: number): number[] {
    const found: number[] = []
    this.cells(mask, this.about.words).forEach((word, w) => {
      const bits = Number(BigInt.asUintN(32, word))
      for (let i = 0; i < 32; i++) if ((bits >>> i) & 1) found.push(32 * w + i)
    })
    return found
  }
}
