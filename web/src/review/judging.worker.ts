/** The worker that searches from the positions of a finished game, in the title's module. */
import { Kernel } from '../engine/kernels/kernel.ts'
import { Rules } from '../engine/kernels/rules.ts'
import { Tree } from '../engine/kernels/tree.ts'
import type { Found, Way } from './finding.ts'

export interface Course {
  module: WebAssembly.Module
  states: Uint8Array
  seats: number[]
  made: number[]
  players: number
}
/** Search this often from the position before a decision. */
export interface Look {
  n: number
  times: number
  seed: number
}
export type ToJudge = { kind: 'course'; course: Course } | { kind: 'look'; look: Look }
export type FromJudge = { kind: 'found'; n: number; found: Found } | { kind: 'failed'; text: string }

/**
 * The least share of playouts that follow the move played, and over how many draws of what its seat
 * could not know.
 */
const OWN = 0.15
const DRAWS = 4

class Judge {
  private readonly kernel: Kernel
  private readonly rules: Rules
  private readonly trees = new Map<number, Tree>()

  constructor(private readonly course: Course) {
    this.kernel = new Kernel(course.module)
    this.rules = new Rules(this.kernel)
  }

  look({ n, times, seed }: Look): Found {
    const size = this.kernel.about.state
    const root = this.course.states.subarray(n * size, (n + 1) * size)
    const [seat, made] = [this.course.seats[n]!, this.course.made[n]!]
    const tree = this.planted(root, seat)
    tree.grow(seed, times)
    const ways: Record<number, Way> = {}
    for (const child of tree.children()) {
      if (child.seat !== seat || !child.visits) continue
      const line = tree.line(child.node).map(([who, action]) => (who === seat ? action : -1))
      const own = line.indexOf(-1)
      ways[child.action] = { visits: child.visits, gains: this.gains(tree, child.node), line: own < 0 ? line : line.slice(0, own) }
    }
    const found = { playouts: times, gains: this.gains(tree, 0), ways }
    this.follow(root, seat, made, Math.ceil(OWN * times) - (ways[made]?.visits ?? 0), seed + times, ways)
    return found
  }

  private planted(root: Uint8Array, seat: number): Tree {
    const tree = this.trees.get(seat) ?? new Tree(this.kernel, root, seat)
    this.trees.set(seat, tree)
    tree.clear(root)
    return tree
  }

  private gains(tree: Tree, node: number): number[] {
    return tree.gains(node).slice(0, this.course.players).map((gain) => Math.round(1000 * gain) / 1000)
  }

  /**
   * A search leaves bad ways early. What was decided is looked at for longer, so that its price is
   * known as well as its worth.
   */
  private follow(root: Uint8Array, seat: number, made: number, times: number, seed: number, ways: Record<number, Way>): void {
    this.rules.state = root
    const pending = this.rules.pending()
    if (times <= 0 || pending & (pending - 1)) return // for secret answers all are tried often enough
    const way = (ways[made] ??= { visits: 0, gains: Array.from({ length: this.course.players }, () => 0), line: [] })
    const each = Math.ceil(times / DRAWS)
    for (let i = 0; i < DRAWS; i++) {
      this.rules.state = root
      this.rules.imagine(seat, seed + i)
      this.rules.play(seat, made)
      const tree = this.rules.pending() ? this.planted(this.rules.state, seat) : null
      tree?.grow(seed + DRAWS + i * each, each)
      const fresh = tree ? this.gains(tree, 0) : this.result().map((share) => share * each)
      way.visits += each
      way.gains = way.gains.map((gain, p) => gain + fresh[p]!)
    }
  }

  /** Who has won, if the game is over. */
  private result(): number[] {
    const standings = Array.from({ length: this.course.players }, (_, p) => this.rules.standing(p))
    const first = Math.max(...standings)
    const winners = standings.filter((one) => one === first).length
    return standings.map((one) => (one === first ? 1 / winners : 0))
  }
}

let judge: Judge | null = null
const say = (message: FromJudge): void => self.postMessage(message)

self.onmessage = ({ data }: MessageEvent<ToJudge>): void => {
  try {
    if (data.kind === 'course') judge = new Judge(data.course)
    else if (judge) say({ kind: 'found', n: data.look.n, found: judge.look(data.look) })
  } catch (error) {
    say({ kind: 'failed', text: String(error) })
  }
}
