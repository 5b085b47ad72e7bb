/**
 * One touch of a thing: what it stands for, and the place it lies in, which is meant when the thing
 * itself cannot be chosen.
 */
export interface Click { facets: string[]; within: string[] | null; at: Element | null }

interface Kept extends Click { question: string; others: number }

/** What clicks need to know about the table. */
export interface Counter {
  /** Whether the table has answered everything before and shows it. */
  ready(): boolean
  /** Whether I am asked something, as far as the table knows. */
  mine(): boolean
  /** End all motion on the screen. */
  hurry(): void
  /** What is asked, and how many decisions of others came before it. */
  question(): string
  others(): number
  /** Do it; returns whether it was possible. */
  carry(click: Click): Promise<boolean>
}

const MOST = 8
const LOOK_MS = 20

/**
 * Clicks in the order in which they were made: none is lost because the table still moves or the
 * server has not answered.
 */
export class Clicks {
  waiting: Kept[] = $state.raw([])
  /** The clicks that were not carried out, because somebody else decided in between. */
  dropped = $state(0)
  private running: Promise<void> | null = null
  /** The click that is being carried out. */
  private carried: Kept | null = $state.raw(null)

  constructor(private readonly counter: Counter) {}

  /** The clicks whose turn has not come yet. */
  get later(): Click[] {
    return this.waiting.filter((c) => c !== this.carried)
  }

  /** How many clicks on a thing wait. */
  on(facets: string[]): number {
    if (!this.waiting.length) return 0
    const same = (all: string[] | null): boolean => all?.length === facets.length && facets.every((f) => all.includes(f))
    return this.waiting.filter((c) => same(c.facets) || same(c.within)).length
  }

  add(click: Click): Promise<void> {
    this.dropped = 0
    this.counter.hurry()
    const { counter } = this
    // While others decide, a click only ends the motion.
    if (!this.running && !counter.ready() && !counter.mine()) return Promise.resolve()
    if (this.waiting.length < MOST) this.waiting = [...this.waiting, { ...click, question: counter.question(), others: counter.others() }]
    return (this.running ??= this.run().finally(() => (this.running = null)))
  }

  clear(): void {
    this.waiting = []
  }

  /** Take the last of these clicks back, unless it is already being carried out. */
  takeBack(meant: (click: Click) => boolean): void {
    const at = this.waiting.findLastIndex((c) => meant(c) && c !== this.carried)
    if (at >= 0) this.waiting = this.waiting.filter((_, k) => k !== at)
  }

  private async run(): Promise<void> {
    const { counter } = this
    while (this.waiting.length) {
      while (!counter.ready()) {
        counter.hurry()
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
      const click = this.waiting[0]
      if (!click) return // cancelled
      const overtaken = counter.others() !== click.others && counter.question() !== click.question
      if (overtaken || !counter.mine()) {
        this.dropped = this.waiting.length
        this.waiting = []
        return
      }
      this.carried = click
      const done = await counter.carry(click)
      this.waiting = done ? this.waiting.filter((c) => c !== click) : []
      this.carried = null
    }
  }
}
