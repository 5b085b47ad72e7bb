/** Bots that think on this device, in workers; not while the page is hidden. */
import { type Answer, type Budget, type FromWorker, MILLISECONDS, type Question, type ToWorker } from './asking.ts'
import { type About, type Kernel, KernelTrouble } from './kernel.ts'
import { best } from './thinker.ts'

/** To save a phone's battery: at most half of its cores, and no more than this many. */
const WORKERS = 4
const SEEDS = 2 ** 40
const STRIDE = 1_000_003_007

interface Waiting {
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

export class Device {
  private readonly load: (title: string) => Promise<Kernel>
  private readonly learn: (title: string) => Promise<Uint8Array>
  private readonly most: number
  private readonly workers: Worker[] = []
  private readonly sent = new Map<Worker, Set<string>>()
  private readonly waiting = new Map<number, Waiting>()
  private readonly watch = (): void => void (this.hidden = document.visibilityState === 'hidden')
  private asleep = false
  private count = 0

  /**
   * `load` finds a title's module (`titles.ts` has the built-in ones), `learn` the file of its
   * weights (`../weights.ts`).
   */
  constructor(
    load: (title: string) => Promise<Kernel>,
    most = Math.max(1, Math.min(WORKERS, Math.floor((navigator.hardwareConcurrency || 2) / 2))),
    learn = (title: string): Promise<Uint8Array> => Promise.reject(new KernelTrouble('missing', `${title} has no weights here`)),
  ) {
    this.load = load
    this.learn = learn
    this.most = most
    if (typeof document === 'undefined') return // in a worker: the page says when it is hidden
    document.addEventListener('visibilitychange', this.watch)
    this.watch()
  }

  /** While this is true nothing is computed, and the time of a question is stopped. */
  set hidden(hidden: boolean) {
    this.asleep = hidden
    for (const worker of this.workers) this.tell(worker, { kind: 'hidden', hidden })
  }

  /**
   * Answer a question. The signal ends thinking at once; then the promise is rejected with an
   * AbortError.
   */
  async think(question: Question, budget: Budget = { milliseconds: MILLISECONDS }, signal?: AbortSignal): Promise<Answer> {
    const guided = question.level === 'master' && question.choices.length > 1
    const [kernel, weights] = await Promise.all([this.load(question.title), guided ? this.learn(question.title) : null])
    signal?.throwIfAborted()
    const boxed = question.level !== 'simple' && budget.iterations === undefined && question.choices.length > 1
    const answers = Array.from({ length: boxed ? this.most : 1 }, (_, i) =>
      this.ask(this.worker(i, kernel, question, weights), { ...question, seed: (question.seed + i * STRIDE) % SEEDS }, budget, signal),
    )
    return together(await Promise.all(answers), question, kernel.about)
  }

  /** Stop the workers. Open questions are rejected. */
  close(): void {
    if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', this.watch)
    for (const worker of this.workers.splice(0)) worker.terminate()
    for (const { reject } of this.waiting.values()) reject(new DOMException('the bots were sent away', 'AbortError'))
    this.waiting.clear()
  }

  private worker(i: number, kernel: Kernel, { title, net }: Question, weights: Uint8Array | null): Worker {
    let worker = this.workers[i]
    if (!worker) {
      worker = employed()
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data)
      worker.onerror = (event) => this.fail(event.message)
      this.workers[i] = worker
      this.sent.set(worker, new Set())
      if (this.asleep) this.tell(worker, { kind: 'hidden', hidden: true })
    }
    const known = this.sent.get(worker)!
    if (!known.has(kernel.about.digest)) {
      known.add(kernel.about.digest)
      this.tell(worker, { kind: 'kernel', module: kernel.module })
    }
    if (weights && net && !known.has(net.weights)) {
      known.add(net.weights)
      this.tell(worker, { kind: 'weights', title, content: weights })
    }
    return worker
  }

  private ask(worker: Worker, question: Question, budget: Budget, signal?: AbortSignal): Promise<Answer> {
    const id = this.count++
    const cancel = (): void => this.tell(worker, { kind: 'cancel', id })
    signal?.addEventListener('abort', cancel, { once: true })
    return new Promise<Answer>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.tell(worker, { kind: 'think', id, question, budget })
    }).finally(() => signal?.removeEventListener('abort', cancel))
  }

  private tell(worker: Worker, message: ToWorker): void {
    worker.postMessage(message)
  }

  private receive(message: FromWorker): void {
    const asked = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    if (message.kind === 'answer') asked?.resolve(message.answer)
    else if (message.kind === 'cancelled') asked?.reject(new DOMException('the question was withdrawn', 'AbortError'))
    else asked?.reject(new KernelTrouble(message.reason, message.message))
  }

  /** When a worker dies, its questions are rejected. */
  private fail(message: string): void {
    for (const { reject } of this.waiting.values()) reject(new KernelTrouble('damaged', `the bots' worker stopped: ${message}`))
    this.waiting.clear()
    for (const worker of this.workers.splice(0)) worker.terminate()
  }
}

function employed(): Worker {
  try {
    return new Worker(new URL('./bots.worker.ts', import.meta.url), { type: 'module' })
  } catch (error) {
    throw new KernelTrouble('unsupported', `this browser starts no workers: ${String(error)}`)
  }
}

/** One answer from several trees: their visits are added up. */
function together(answers: Answer[], question: Question, about: About): Answer {
  const [first] = answers as [Answer, ...Answer[]]
  if (answers.length === 1) return first
  const sums = new Map<number, [visits: number, gain: number]>()
  for (const [action, visits, share] of answers.flatMap((answer) => answer.visits)) {
    const [n, gain] = sums.get(action) ?? [0, 0]
    sums.set(action, [n + visits, gain + visits * share])
  }
  const chosen = best([...sums].map(([action, [n, gain]]) => [action, n, gain / Math.max(1, n)]), question, about)
  const visitsOf = (answer: Answer): number => answer.visits.find(([action]) => action === chosen.action)?.[1] ?? 0
  const tellers = answers.filter((answer) => answer.action === chosen.action)
  const teller = tellers.reduce<Answer | null>((a, b) => (a && visitsOf(a) >= visitsOf(b) ? a : b), null)
  return {
    ...chosen,
    line: teller?.line ?? [[first.line[0]![0], chosen.action]],
    simulations: answers.reduce((sum, { simulations }) => sum + simulations, 0),
    milliseconds: Math.max(...answers.map(({ milliseconds }) => milliseconds)),
  }
}
