/** The rules of a title on one state: what is legal, and what an action does. */
import { type Instance, type Kernel, KernelTrouble } from './kernel.ts'

export class Rules {
  readonly instance: Instance
  private readonly pool: number
  private readonly mask: number

  constructor(kernel: Kernel) {
    this.instance = kernel.instance()
    this.pool = this.instance.room(this.instance.about.state)
    this.mask = this.instance.room(8 * this.instance.about.words)
  }

  /** The state, as bytes. */
  get state(): Uint8Array {
    return this.instance.read(this.pool, this.instance.about.state)
  }

  set state(bytes: Uint8Array) {
    const { state, title } = this.instance.about
    if (bytes.length !== state) throw new KernelTrouble('version', `a state of ${title} has ${state} bytes, not ${bytes.length}`)
    this.instance.write(this.pool, bytes)
  }

  /** Set a configured state up, with the chance of a seed. */
  begin(configured: Uint8Array, seed: number): void {
    this.state = configured
    this.instance.call('seed_at', this.pool, 0, seed)
    this.instance.call('setup_at', this.pool, 0, this.mask)
  }

  /** The seats that must decide, as bits; 0 if the game is over. */
  pending(): number {
    return this.instance.call('pending_at', this.pool, 0)
  }

  /** The legal actions of a pending seat. */
  legal(seat: number): number[] {
    this.instance.call('legal_at', this.pool, 0, seat, this.mask)
    return this.instance.listed(this.mask)
  }

  /** Carry out a legal action and go to the next decision. */
  play(seat: number, action: number): void {
    this.instance.call('play_at', this.pool, 0, seat, action, this.mask)
  }

  /** Carry out a legal action and nothing else. */
  apply(seat: number, action: number): void {
    this.instance.call('apply_at', this.pool, 0, seat, action)
  }

  /** Play one forced decision; returns whether there was one. */
  settleOnce(): boolean {
    return this.instance.call('settle_once_at', this.pool, 0, this.mask) !== 0
  }

  /** Redraw, by a seed, what a seat cannot know. */
  imagine(seat: number, seed: number): void {
    this.instance.call('seed_at', this.pool, 0, seed)
    this.instance.call('resample_at', this.pool, 0, seat)
  }

  points(seat: number): number {
    return this.instance.call('points_at', this.pool, 0, seat)
  }

  standing(seat: number): number {
    return this.instance.call('standing_at', this.pool, 0, seat)
  }

  /** Whole random games from a configured state, with the seeds first, first + 1, …: how many
   *  decisions each had, and a hash of what was decided. */
  playouts(configured: Uint8Array, first: number, games: number): { decisions: number[]; traces: number[] } {
    const { about } = this.instance
    const [template, decisions, traces, standings] = [about.state, 8 * games, 8 * games, 8 * games * about.seats].map((n) =>
      this.instance.room(n),
    ) as [number, number, number, number]
    this.instance.write(template, configured)
    this.instance.call('playouts', this.pool, template, this.mask, first, games, decisions, traces, standings, about.seats)
    const numbers = (address: number): number[] => Array.from(this.instance.cells(address, games), Number)
    return { decisions: numbers(decisions), traces: numbers(traces) }
  }
}
