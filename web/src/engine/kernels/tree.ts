/**
 * A search tree in a module's memory: growing it, reading it, keeping what is still of use.  The
 * search is the module's.
 */
import type { Instance, Kernel } from './kernel.ts'

/** Parts of a node's links, as `bots/search.py` names them. */
const KEY = 0, VISITS = 1, CHILD = 3, NEXT = 4 // prettier-ignore

export type Move = [seat: number, action: number]
interface Child { seat: number; action: number; node: number; visits: number } // prettier-ignore
interface Sheets { links: number; gains: number } // prettier-ignore
/** How many nodes a tree has room for, how many links each of them has, and what keeps a part. */
export interface Form { room: number; links: number; keep: string } // prettier-ignore

export class Tree {
  readonly kernel: Kernel
  readonly seat: number
  /** Iterations so far. */
  grown = 0
  protected size = 1
  protected readonly instance: Instance
  protected readonly form: Form
  protected readonly pool: number
  protected readonly desk: number[]
  protected readonly path: number
  private readonly lore: number
  private readonly told: number
  protected sheets: Sheets
  private spare: Sheets | undefined

  constructor(kernel: Kernel, root: Uint8Array, seat: number, form: Form = { ...kernel.about.tree, keep: 'keep_below' }) {
    const instance = (this.instance = kernel.instance())
    this.form = form
    const { about } = instance
    this.kernel = kernel
    this.seat = seat
    this.pool = instance.room(2 * about.state)
    this.path = instance.room(8 * about.tree.depth)
    this.lore = instance.room(16 * about.actions * about.seats)
    this.told = instance.room(8 * about.tree.told)
    const [mask, spare, worth, chances] = [about.words, about.words, 8 * about.parts, 8].map((n) => instance.room(8 * n)) as [number, number, number, number]
    this.desk = [seat, mask, spare, worth, 8, about.parts, chances]
    this.sheets = this.taken()
    instance.write(this.pool, root)
  }

  private taken(): Sheets {
    const { room, links } = this.form
    return { links: this.instance.room(8 * room * links), gains: this.instance.room(8 * room * this.instance.about.seats) }
  }

  protected rows({ links, gains }: Sheets): number[] {
    return [links, this.form.links, gains, this.instance.about.seats]
  }

  /** Add iterations; the same seeds grow the same tree. */
  grow(seed: number, times: number): void {
    const { tree, settings, actions } = this.instance.about
    const room = [this.path, this.lore, 2 * actions, this.told, this.size, this.form.room, tree.depth, seed + this.grown, times, ...settings, 0]
    this.size = this.instance.call('think_hard', this.pool, ...this.desk, ...this.rows(this.sheets), ...room)
    this.grown += times
  }

  /** Start again on a new root. */
  clear(root: Uint8Array): void {
    const { links, gains } = this.sheets
    this.instance.cells(links, this.form.links).fill(0n)
    this.instance.cells(gains, this.instance.about.seats).fill(0n)
    this.instance.write(this.pool, root)
    this.size = 1
    this.forget()
  }

  /** A new root begins without what playouts have learned of another. */
  private forget(): void {
    const { actions, seats } = this.instance.about
    this.instance.cells(this.lore, 2 * actions * seats).fill(0n)
    this.grown = 0
  }

  /**
   * Keep the part of the tree below some decisions, on a new root; false when the tree does not
   * know them.
   */
  replant(root: Uint8Array, moves: readonly Move[]): boolean {
    let node = 0
    for (const [seat, action] of moves) {
      const found = this.children(node).find((child) => child.seat === seat && child.action === action)
      if (!found) return false
      node = found.node
    }
    const fresh = this.spare ?? this.taken()
    this.size = this.instance.call(this.form.keep, ...this.rows(this.sheets), ...this.rows(fresh), node, this.instance.about.seats)
    this.spare = this.sheets
    this.sheets = fresh
    this.forget()
    this.instance.write(this.pool, root)
    return true
  }

  private links(node: number): number[] {
    const { links } = this.form
    return Array.from(this.instance.cells(this.sheets.links + 8 * links * node, links), Number)
  }

  children(node = 0): Child[] {
    const found: Child[] = []
    let child = this.links(node)[CHILD]!
    while (child) {
      const row = this.links(child)
      const key = row[KEY]!
      const { seat } = this.instance.about.tree
      found.push({ seat: Math.floor(key / seat), action: key % seat, node: child, visits: row[VISITS]! })
      child = row[NEXT]!
    }
    return found
  }

  /** The seat's mean share in a node, 0 to 1. */
  share(node: number): number {
    const { seats, tree } = this.instance.about
    const gain = Number(this.instance.cells(this.sheets.gains + 8 * seats * node, seats)[this.seat])
    return gain / Math.max(1, this.links(node)[VISITS]!) / tree.whole
  }

  /** Everybody's shares in a node, added up over its visits. */
  gains(node: number): number[] {
    const { seats, tree } = this.instance.about
    return Array.from(this.instance.cells(this.sheets.gains + 8 * seats * node, seats), (gain) => Number(gain) / tree.whole)
  }

  /** By how many visits the most visited of some actions of the root leads. */
  lead(among: readonly number[]): number {
    const visits = this.children().filter((c) => c.seat === this.seat && among.includes(c.action)).map((c) => c.visits)
    visits.sort((a, b) => b - a)
    return (visits[0] ?? 0) - (visits[1] ?? 0)
  }

  /** The most visited continuation of a node. */
  line(node: number): Move[] {
    const found: Move[] = []
    for (;;) {
      const next = this.children(node).reduce<Child | null>((best, c) => (best && ahead(best, c) ? best : c), null)
      if (!next || next.visits < 3 || found.length >= this.instance.about.tree.line) return found
      found.push([next.seat, next.action])
      node = next.node
    }
  }

  /** All numbers of the tree, node by node, to compare machines. */
  dump(): { links: number[][]; gains: number[][] } {
    const { seats } = this.instance.about
    const nodes = Array.from({ length: this.size }, (_, node) => node)
    const gains = nodes.map((node) => Array.from(this.instance.cells(this.sheets.gains + 8 * seats * node, seats), Number))
    return { links: nodes.map((node) => this.links(node)), gains }
  }
}

/** Which of two children the line continues with: the more visited one, then the later one. */
function ahead(a: Child, b: Child): boolean {
  return (a.visits - b.visits || a.seat - b.seat || a.action - b.action) > 0
}
