/**
 * Looks ahead from the positions of a finished game while somebody looks at it: what they look at
 * first, and ever deeper.
 */
import { device } from '../engine/device.svelte.ts'
import { here } from '../engine/here.svelte.ts'
import { KernelTrouble, type Kernel } from '../engine/kernels/kernel.ts'
import { openStore, type Store } from '../engine/store.ts'
import type { Positions } from '../net/wire.ts'
import { type Found, together } from './finding.ts'
import type { Course, FromJudge, ToJudge } from './judging.worker.ts'

/**
 * How often each position is looked ahead from, in this order: those in view, then all, then
 * deeper. Then it is enough.
 */
const STAGES: [which: 'here' | 'all', playouts: number][] = [['here', 480], ['all', 120], ['here', 1920], ['all', 480], ['here', 7680], ['all', 1920], ['here', 30720]] // prettier-ignore
/** The most playouts at a time, because another position may come into view meanwhile. */
const SLICE = 960
const SEEDS = 2 ** 39
const SHOW_MS = 300
const KEEP_MS = 4000
/** The number of games whose findings are stored. */
const GAMES = 30
const SHELF = 'review'

interface Kept {
  digest: string
  at: number
  found: (Found | null)[]
}

/**
 * Whether this browser can search at all; otherwise the server or device that has the game is
 * asked.
 */
export const canLook = (): boolean => typeof WebAssembly === 'object' && typeof Worker !== 'undefined' && typeof DecompressionStream !== 'undefined'

async function unpacked(text: string): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
  return new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer())
}

async function kernelFor(id: string, positions: Positions): Promise<Kernel> {
  if (!here.keeps(id)) return (await import('../engine/kernels/titles.ts')).loadKernel(positions.title, positions.digest)
  const kernel = await device.kernel(positions.title)
  if (kernel?.about.digest !== positions.digest) throw new KernelTrouble(kernel ? 'version' : 'missing', positions.title)
  return kernel
}

export class Deepening {
  /** What is known about each decision; a new list whenever there is something to show. */
  found: (Found | undefined)[] = $state.raw([])
  state: 'looking' | 'resting' | 'enough' | 'failed' = $state('looking')
  private readonly known: (Found | undefined)[] = []
  private here: number[] = []
  private busy = false
  private worker: Worker | null = null
  private store: Store | null = null
  private showing = 0
  private keeping = 0
  private tidied = false

  private constructor(
    private readonly id: string,
    readonly positions: Positions,
  ) {}

  /** Start with a game; KernelTrouble and other errors say that this device cannot. */
  static async of(id: string, positions: Positions): Promise<Deepening> {
    if (!positions.digest || !positions.looking) throw new KernelTrouble('missing', positions.title)
    const made = new Deepening(id, positions)
    const [kernel, states] = await Promise.all([kernelFor(id, positions), unpacked(positions.states)])
    await made.remember()
    made.worker = new Worker(new URL('./judging.worker.ts', import.meta.url), { type: 'module' })
    made.worker.onmessage = ({ data }: MessageEvent<FromJudge>) => made.hear(data)
    made.worker.onerror = () => made.fail()
    const { seats, made: taken, players } = positions
    made.tell({ kind: 'course', course: { module: kernel.module, states, seats, made: taken, players } satisfies Course })
    document.addEventListener('visibilitychange', made.seen)
    return made
  }

  /** Somebody looks at the decisions first, …, end - 1: these come first. */
  look(first: number, end: number): void {
    this.here = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i)
    this.next()
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.seen)
    clearTimeout(this.showing)
    this.worker?.terminate()
    this.worker = null
    void this.keep()
  }

  get playouts(): number {
    return this.found.reduce((sum, one) => sum + (one?.playouts ?? 0), 0)
  }

  private readonly seen = (): void => {
    if (document.hidden) void this.keep()
    this.next()
  }

  private tell(message: ToJudge): void {
    this.worker?.postMessage(message)
  }

  /** The next position to search; null when all are done. */
  private wanted(): { n: number; times: number } | null {
    const middle = this.here[0] ?? 0
    const all = this.positions.seats.map((_, n) => n).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    for (const [which, playouts] of STAGES) {
      for (const n of which === 'here' ? this.here : all) {
        const times = playouts - (this.known[n]?.playouts ?? 0)
        if (times > 0) return { n, times: Math.min(times, SLICE) }
      }
    }
    return null
  }

  private next(): void {
    if (this.busy || !this.worker) return
    const wanted = document.hidden ? null : this.wanted()
    this.state = wanted ? 'looking' : document.hidden ? 'resting' : 'enough'
    if (!wanted) return void this.keep()
    this.busy = true
    this.tell({ kind: 'look', look: { ...wanted, seed: Math.floor(Math.random() * SEEDS) } })
  }

  private hear(message: FromJudge): void {
    this.busy = false
    if (message.kind === 'failed') return this.fail()
    const { n, found } = message
    this.known[n] = together(this.known[n], found, this.positions.made[n]!)
    this.showing ||= setTimeout(() => {
      this.showing = 0
      this.found = [...this.known]
    }, SHOW_MS) as unknown as number
    this.keeping ||= setTimeout(() => void this.keep(), KEEP_MS) as unknown as number
    this.next()
  }

  private fail(): void {
    this.close()
    this.state = 'failed'
  }

  private async remember(): Promise<void> {
    this.store = await openStore()
    const [row] = await this.store.read([SHELF, this.id]).catch(() => [])
    const kept = row?.[1] as Kept | undefined
    if (kept?.digest === this.positions.digest) kept.found.forEach((one, n) => (this.known[n] = one ?? undefined))
    this.found = [...this.known]
  }

  /**
   * For the next time. Where there is no room, the next time begins at the beginning, and nothing
   * else is lost.
   */
  private async keep(): Promise<void> {
    clearTimeout(this.keeping)
    this.keeping = 0
    if (!this.store || !this.known.length) return
    const kept: Kept = { digest: this.positions.digest, at: Date.now(), found: this.positions.seats.map((_, n) => this.known[n] ?? null) }
    if ((await this.store.write([[[SHELF, this.id], kept, false]]).catch(() => 'away')) !== 'done') return
    if (this.tidied) return
    this.tidied = true
    const all = await this.store.read([SHELF]).catch(() => [])
    const old = all.sort(([, a], [, b]) => (b as Kept).at - (a as Kept).at).slice(GAMES)
    if (old.length) await this.store.write(old.map(([key]) => [key, null, false]))
  }
}
