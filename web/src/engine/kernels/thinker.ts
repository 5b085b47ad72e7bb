/** Bots on the device: `simple`, `strong` and `master` as the server has them, on the same modules,
 * a slice at a time.
 *
 * Between slices others get a word in: a cancelled question ends there, and a hidden page pauses
 * there. */
import { type Answer, type Budget, MILLISECONDS, type Question } from './asking.ts'
import { GuidedTree, Weights } from './guided.ts'
import { type About, type Kernel, KernelTrouble } from './kernel.ts'
import { Rules } from './rules.ts'
import { type Move, Tree } from './tree.ts'

const SLICE = 8
/** Trees that are kept for later decisions: each takes several megabytes. */
const KEPT = 4

export class Cancelled extends Error {}

/**
 * When to go on: `rest` resolves after others had their turn, or when thinking is allowed again.
 */
export class Pace {
  cancelled = false
  private paused = false
  private go: (() => void) | undefined
  private channel: MessageChannel | undefined

  set hidden(hidden: boolean) {
    this.paused = hidden
    if (!hidden) this.go?.()
  }

  cancel(): void {
    this.cancelled = true
    this.go?.()
  }

  /** The milliseconds that passed without thinking. */
  async rest(): Promise<number> {
    const began = performance.now()
    await this.turn()
    while (this.paused && !this.cancelled) await new Promise<void>((resolve) => (this.go = resolve))
    if (this.cancelled) throw new Cancelled()
    return performance.now() - began
  }

  /** A turn of the event loop: a timer would wait for 4 ms. */
  private turn(): Promise<void> {
    return new Promise((resolve) => {
      this.channel ??= new MessageChannel()
      this.channel.port1.onmessage = () => resolve()
      this.channel.port2.postMessage(0)
    })
  }

  close(): void {
    this.channel?.port1.close()
  }
}

export class Thinker {
  private readonly kernels = new Map<string, Kernel>()
  private readonly weights = new Map<string, Uint8Array>()
  private readonly trees = new Map<string, Tree>()

  add(kernel: Kernel): void {
    this.kernels.set(kernel.about.title, kernel)
  }

  /** Add the file of a title's weights. */
  learn(title: string, content: Uint8Array): void {
    this.weights.set(title, content)
  }

  async think(question: Question, budget: Budget, pace: Pace): Promise<Answer> {
    const kernel = this.kernels.get(question.title)
    if (!kernel) throw new KernelTrouble('missing', `${question.title} has no module here`)
    if (question.root.length !== kernel.about.state)
      throw new KernelTrouble('version', `a state of ${question.title} has ${kernel.about.state} bytes, not ${question.root.length}`)
    const began = performance.now()
    await pace.rest()
    const answer = question.level === 'simple' ? look(kernel, question) : await this.search(kernel, question, budget, pace)
    return { ...answer, milliseconds: performance.now() - began }
  }

  private async search(kernel: Kernel, question: Question, budget: Budget, pace: Pace): Promise<Omit<Answer, 'milliseconds'>> {
    if (question.choices.length === 1) return alone(question)
    const tree = this.planted(kernel, question)
    if (budget.iterations !== undefined) await growBy(tree, question.seed, budget.iterations, pace)
    else await growUntil(tree, question, budget.milliseconds ?? MILLISECONDS, kernel.about.tree, pace)
    return found(tree, question)
  }

  /** A tree on the position: the rest of the last one, or a new one. */
  private planted(kernel: Kernel, question: Question): Tree {
    const { root, seat, since, net } = question
    const match = question.match && `${question.match} ${net?.weights ?? ''}`
    const old = match === undefined ? undefined : this.trees.get(match)
    if (match !== undefined) this.trees.delete(match)
    const fits = old?.kernel === kernel && old.seat === seat ? old : undefined
    if (fits && !(since?.length && fits.replant(root, since))) fits.clear(root)
    const tree = fits ?? this.seedling(kernel, question)
    if (match !== undefined) this.trees.set(match, tree)
    for (const [oldest] of this.trees) if (this.trees.size > KEPT) this.trees.delete(oldest)
    return tree
  }

  private seedling(kernel: Kernel, { title, level, root, seat, net }: Question): Tree {
    if (level !== 'master' || !net) return new Tree(kernel, root, seat)
    const content = this.weights.get(title)
    if (!content) throw new KernelTrouble('missing', `${title} has no weights here`)
    const weights = new Weights(content)
    if (weights.head.sha256 !== net.weights)
      throw new KernelTrouble('version', `${title}: the weights are ${weights.head.sha256.slice(0, 8)}…, not ${net.weights.slice(0, 8)}…`)
    return new GuidedTree(kernel, root, seat, weights, net)
  }
}

async function growBy(tree: Tree, seed: number, iterations: number, pace: Pace): Promise<void> {
  let times = 1
  for (let left = iterations; left > 0; ) {
    times = Math.min(times, left)
    const began = performance.now()
    tree.grow(seed, times)
    left -= times
    times = next(times, performance.now() - began)
    await pace.rest()
  }
}

/** Until the time is up or the choice is practically settled. Only time spent thinking counts. */
async function growUntil(tree: Tree, { seed, choices }: Question, milliseconds: number, { checks, unlikely }: { checks: number; unlikely: number }, pace: Pace): Promise<void> {
  let spent = 0
  let check = milliseconds / checks
  for (let times = 1; ; ) {
    const began = performance.now()
    tree.grow(seed, times)
    spent += performance.now() - began
    const left = milliseconds - spent
    if (left <= 0) return
    if (spent >= check) {
      if (tree.lead(choices) > (unlikely * left * tree.grown) / spent) return
      check = spent + milliseconds / checks
    }
    const pause = await pace.rest()
    if (pause < SLICE) spent += pause
    times = Math.max(1, Math.min(next(times, performance.now() - began - pause), Math.floor((left * tree.grown) / spent)))
  }
}

/** How many iterations fill the next slice. */
function next(times: number, took: number): number {
  return Math.max(1, Math.min(4 * times, Math.floor((times * SLICE) / Math.max(took, 0.01))))
}

function alone({ seat, choices }: Question): Omit<Answer, 'milliseconds'> {
  return { action: choices[0]!, line: [[seat, choices[0]!]], visits: [], before: null, after: null, simulations: 0 }
}

/** What a grown tree says about the choices. */
function found(tree: Tree, question: Question): Omit<Answer, 'milliseconds'> {
  const { seat, choices } = question
  // A reused tree may hold actions that were legal only in the positions it imagined then.
  const known = tree.children().filter((child) => child.seat === seat && choices.includes(child.action))
  const visits = known.map(({ action, node, visits }): Answer['visits'][number] => [action, visits, tree.share(node)])
  const chosen = best(visits, question, tree.kernel.about)
  const node = known.find(({ action }) => action === chosen.action)?.node
  return { ...chosen, line: [[seat, chosen.action], ...(node ? tree.line(node) : [])], simulations: tree.grown }
}

/**
 * The most visited choice; of equal ones that with the greater share. A secret answer is drawn from
 * those that are as good.
 */
export function best(visits: Answer['visits'], { choices, secret, seed }: Question, { tree }: About): Pick<Answer, 'action' | 'visits' | 'before' | 'after'> {
  const order = new Map(choices.map((action, i) => [action, i]))
  const ranked = [...visits].sort((a, b) => b[1] - a[1] || b[1] * b[2] - a[1] * a[2] || order.get(a[0])! - order.get(b[0])!)
  const total = ranked.reduce((sum, [, n]) => sum + n, 0)
  const before = total ? ranked.reduce((sum, [, n, share]) => sum + n * share, 0) / total : null
  const chosen = secret ? mixed(ranked, order, seed, tree) : ranked[0]
  return { action: chosen?.[0] ?? choices[0]!, visits: ranked, before, after: chosen?.[2] ?? null }
}

/**
 * A choice drawn by a seed from the mixed strategy that a search found: as likely as it was
 * visited.
 */
function mixed(ranked: Answer['visits'], order: Map<number, number>, seed: number, { often, near }: About['tree']): Answer['visits'][number] | undefined {
  const most = ranked[0]
  if (!most) return undefined
  const parts = ranked.filter(([, n, share]) => n * often >= most[1] && share >= most[2] - near).sort((a, b) => order.get(a[0])! - order.get(b[0])!)
  let left = seed % Math.max(1, parts.reduce((sum, [, n]) => sum + n, 0))
  return parts.find(([, n]) => (left -= n) < 0) ?? most
}

/**
 * `simple`: the sequence for its own turn that ends best, over a few positions that the seat could
 * be facing.
 */
function look(kernel: Kernel, { root, seat, choices, seed }: Question): Omit<Answer, 'milliseconds'> {
  const rules = new Rules(kernel)
  const totals = new Map<number, number>()
  const lines = new Map<number, Move[]>()
  for (let i = 0; i < kernel.about.beam.samples; i++) {
    rules.state = root
    rules.imagine(seat, seed + i)
    const { scores, line } = lookOnce(kernel, rules.state, seat)
    for (const [action, score] of scores) totals.set(action, (totals.get(action) ?? 0) + score)
    if (line.length) lines.set(line[0]!, line.map((action) => [seat, action]))
  }
  const most = Math.max(...choices.map((action) => totals.get(action) ?? -Infinity))
  const equal = choices.filter((action) => (totals.get(action) ?? -Infinity) === most)
  const action = equal[seed % equal.length]!
  return { action, line: lines.get(action) ?? [[seat, action]], visits: [], before: null, after: null, simulations: 0 }
}

/**
 * One look ahead from a complete state: a score per legal action (-1: not pursued), and the best
 * order.
 */
export function lookOnce(kernel: Kernel, state: Uint8Array, seat: number): { scores: Map<number, number>; line: number[] } {
  const instance = kernel.instance()
  const { about } = instance
  const { width, breadth, depth } = about.beam
  const rows = 2 * width + 2
  const take = (n: number): number => instance.room(8 * n)
  const pool = instance.room(rows * about.state)
  instance.write(pool, state)
  const [mask, spare, worth, chances, wants, scores] = [about.words, about.words, 8 * about.parts, 8, about.actions, about.actions].map(take) as [number, number, number, number, number, number]
  const [lines, marks, best] = [rows * depth, rows * 3, depth + 1].map(take) as [number, number, number]
  const legal = instance.call('legal_at', pool, 0, seat, mask) ? instance.listed(mask) : []
  instance.call('think_ahead', pool, seat, mask, spare, worth, 8, about.parts, chances, width, depth, breadth, wants, scores, lines, depth, marks, 3, best)
  const line = Array.from(instance.cells(best, depth + 1), Number)
  const end = line.indexOf(-1)
  const found = instance.cells(scores, legal.length)
  return { scores: new Map(legal.map((action, i) => [action, Number(found[i])])), line: end < 0 ? line : line.slice(0, end) }
}
