/**
 * Thinks for the bots of a server's table, on this device, while somebody looks at the page
 * (docs/offline.md §6).
 */
import type { Table } from '../net/types.ts'
import type { Told } from '../net/wire.ts'
import type { Answer, Budget, Question } from './kernels/asking.ts'

/**
 * Where a player wants bots to think: on the server; here where they know no more than I do; here
 * with all they know.
 */
export const WHERE = ['server', 'open', 'all'] as const
export type Where = (typeof WHERE)[number]
type Think = Extract<Told, { type: 'think' }>
type Enough = Extract<Told, { type: 'enough' }>

/** How long a page that was too slow waits until it makes a new offer. */
const REST_MS = 30_000

/** Bots on this device, and the digest of the module that they think in. */
export interface Bots {
  digest: string
  think(question: Question, budget: Budget, signal: AbortSignal): Promise<Answer>
  close(): void
}
/** What is sent to the table. */
export interface Ways {
  offer(kernel: string | null): void
  thought(ref: string, action: number): void
}

/**
 * Whether this page may offer to think at a table: what its player wants reaches as far as the
 * table asks for.
 */
export function fits(table: Pick<Table, 'thinking' | 'status' | 'mine'>, where: Where): boolean {
  return table.status === 'running' && table.mine.length === 1 && (table.thinking === 'all' ? where === 'all' : table.thinking === 'open' && where !== 'server')
}

/** Whether a network plays at a table. */
const guided = ({ seats }: Pick<Table, 'seats'>): boolean => seats.some(({ level }) => level?.startsWith('master'))

async function employ(title: string, guided: boolean): Promise<Bots> {
  const [{ Device }, { loadKernel }, { loadWeights }] = await Promise.all([import('./kernels/device.ts'), import('./kernels/titles.ts'), import('./weights.ts')])
  // A network is here before the first question: the server does not wait for a download.
  const [kernel] = await Promise.all([loadKernel(title), guided ? loadWeights(title) : null])
  const device = new Device((name) => loadKernel(name), undefined, loadWeights)
  return { digest: kernel.about.digest, think: (question, budget, signal) => device.think(question, budget, signal), close: () => device.close() }
}

export class Helper {
  /** Whether the server may ask this page. */
  offered = $state(false)
  /** How many decisions of bots were computed here. */
  thoughts = $state(0)
  /** Why bots do not think here although they should. */
  trouble: unknown = $state.raw(null)

  private table: { id: string; game: string; guided: boolean } | null = null
  private hidden = false
  private bots: Promise<Bots> | null = null
  private working: AbortController | null = null
  private rest: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly ways: Ways,
    private readonly employs: (title: string, guided: boolean) => Promise<Bots> = employ,
  ) {}

  /** The table or its player's setting has changed; null while there is no connection. */
  follow(table: Table | null, where: Where): void {
    const wanted = table && fits(table, where) ? { id: table.id, game: table.game, guided: guided(table) } : null
    if (!table) this.offered = false // a new connection knows nothing of an old offer
    this.table = wanted
    this.decide()
  }

  /** The page became hidden or visible. */
  look(hidden: boolean): void {
    this.hidden = hidden
    this.decide()
  }

  private decide(): void {
    clearTimeout(this.rest)
    if (this.table && !this.hidden) void this.offer(this.table)
    else this.withdraw()
  }

  private async offer(table: { game: string; guided: boolean }): Promise<void> {
    if (this.offered || this.trouble) return
    try {
      this.bots ??= this.employs(table.game, table.guided)
      const { digest } = await this.bots
      if (this.offered || this.hidden || this.table === null) return // it came from elsewhere meanwhile
      this.offered = true
      this.ways.offer(digest)
    } catch (error) {
      this.fail(error)
    }
  }

  private withdraw(): void {
    this.working?.abort()
    this.working = null
    if (!this.offered) return
    this.offered = false
    this.ways.offer(null)
  }

  private fail(error: unknown): void {
    this.trouble = error
    this.withdraw()
  }

  /** What the table says about thinking. */
  async hear(message: Think | Enough): Promise<void> {
    if (message.type === 'think') return this.think(message)
    this.working?.abort()
    this.offered = false
    this.rest = setTimeout(() => this.decide(), REST_MS)
  }

  private async think(asked: Think): Promise<void> {
    if (!this.table || !this.bots || !this.offered) return
    const stop = (this.working = new AbortController())
    try {
      const answer = await (await this.bots).think(question(this.table, asked), budget(asked), stop.signal)
      if (stop.signal.aborted) return
      this.thoughts++
      this.ways.thought(asked.ref, answer.action)
    } catch (error) {
      if (!stop.signal.aborted) this.fail(error)
    }
  }

  close(): void {
    clearTimeout(this.rest)
    this.working?.abort()
    this.table = null
    void this.bots?.then((bots) => bots.close()).catch(() => undefined)
  }
}

function question({ id, game }: { id: string; game: string }, { level, root, seat, choices, seed, since, net }: Think): Question {
  const bytes = Uint8Array.from(atob(root), (c) => c.charCodeAt(0))
  return { title: game, level, root: bytes, seat, choices, seed, match: `${id} ${seat}`, ...(since ? { since } : {}), ...(net ? { net } : {}) }
}

function budget({ iterations, milliseconds }: Think): Budget {
  if (iterations !== null) return { iterations }
  return milliseconds === null ? {} : { milliseconds }
}
