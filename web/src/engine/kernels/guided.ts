/**
 * The search of `master`: a tree that a network guides, in the title's module. The network's
 * weights lie in the memory of the tree's instance.
 */
import type { Net } from './asking.ts'
import { type Kernel, KernelTrouble } from './kernel.ts'
import { Tree } from './tree.ts'

const PARTS = ['rows', 'inner', 'heads', 'row_bias', 'inner_bias', 'head_bias'] as const
type Part = (typeof PARTS)[number]
const NEWLINE = 10

interface Head {
  title: string
  sha256: string
  lengths: Record<Part, number>
}

/** A file of weights: a line of JSON, then the numbers (`bots/net/weights.py`). */
export class Weights {
  readonly head: Head
  private readonly body: Uint8Array

  /** KernelTrouble if it is damaged. Whoever fetched it has compared its digest. */
  constructor(content: Uint8Array) {
    const end = content.indexOf(NEWLINE)
    this.body = content.subarray(end + 1)
    try {
      this.head = JSON.parse(new TextDecoder().decode(content.subarray(0, Math.max(0, end)))) as Head
      if (PARTS.reduce((sum, part) => sum + this.bytes(part), 0) !== this.body.length) throw new Error('its length')
    } catch (error) {
      throw new KernelTrouble('damaged', `the weights cannot be read: ${String(error)}`)
    }
  }

  get width(): number {
    return this.head.lengths.row_bias
  }

  get units(): number {
    return this.head.lengths.inner_bias
  }

  /** The numbers of a part, as they are in the file: least byte first, as modules have them. */
  part(name: Part): Uint8Array {
    const at = PARTS.slice(0, PARTS.indexOf(name)).reduce((sum, part) => sum + this.bytes(part), 0)
    return this.body.subarray(at, at + this.bytes(name))
  }

  private bytes(part: Part): number {
    return this.head.lengths[part] * (part.endsWith('bias') ? 4 : 1)
  }
}

export class GuidedTree extends Tree {
  private readonly net: number[]

  constructor(kernel: Kernel, root: Uint8Array, seat: number, weights: Weights, { search, colours, reading, turned }: Net) {
    super(kernel, root, seat, { ...kernel.about.net, keep: 'keep_by_net' })
    const { instance } = this
    const { width, units } = weights
    const { actions } = kernel.about
    const read = reading.flatMap(([first, low, rows, n]) => Array.from({ length: n }, (_, i) => [first + i * rows, low, rows]))
    const cells = read.length
    const table = Int32Array.from([0, 1, 2].flatMap((row) => read.map((cell) => cell[row]!)))
    const seen = Int32Array.from(turned.flatMap(([first, n]) => Array.from({ length: n }, (_, i) => first + i)))
    const [rows, inner, heads, ...biases] = PARTS.map((part) => instance.laid(weights.part(part))) as [number, number, number, ...number[]]
    const halves = (n: number): number => instance.room(4 * n)
    this.net = [
      ...search, instance.room(8 * 8), instance.laid(table), cells, rows, width, inner, units, heads, width + units, ...biases,
      cells, width, units, actions, colours, halves(cells), halves(width), halves(units), halves(width + units), instance.room(8 * actions),
      instance.laid(seen),
    ] // prettier-ignore
  }

  override grow(seed: number, times: number): void {
    const { tree, settings } = this.instance.about
    const room = [this.path, this.size, this.form.room, tree.depth, seed + this.grown, times, settings[0]!]
    this.size = this.instance.call('think_by_net', this.pool, ...this.desk, ...this.rows(this.sheets), ...room, ...this.net)
    this.grown += times
  }
}
