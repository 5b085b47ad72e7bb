import type { Answer, Engine, Hear, Line } from './engine.ts'
import { guarded } from './guard.ts'
import { Kernel } from './kernels/kernel.ts'
import type { Reason, ToPage, ToWorker } from './said.ts'

/** A line to a table of this device, in the manner of a socket. */
class DeviceLine implements Line {
  readyState: number = WebSocket.CONNECTING
  onopen: Line['onopen'] = null
  onmessage: Line['onmessage'] = null
  onclose: Line['onclose'] = null

  constructor(
    private readonly device: Device,
    private readonly number: number,
  ) {}

  opened(): void {
    this.readyState = WebSocket.OPEN
    this.onopen?.()
  }

  heard(data: string): void {
    this.onmessage?.({ data })
  }

  closed(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.onclose?.({ code, reason: '' })
  }

  send(text: string): void {
    this.device.tell({ kind: 'say', line: this.number, text })
  }

  close(): void {
    this.device.tell({ kind: 'close', line: this.number })
    this.closed(1000)
  }
}

/** This device as its own table: a worker that is started when it is first needed. */
class Device implements Engine {
  phase: 'asleep' | 'loading' | 'ready' | 'failed' = $state('asleep')
  /**
   * How much of the offline part has been downloaded, and of how much; 0 of 0 before that is known.
   */
  done = $state(0)
  total = $state(0)
  why: Reason | null = $state(null)
  text = $state('')
  /** Whether stored games will still be there tomorrow. */
  kept = $state(true)

  private worker: Worker | null = null
  /** Settled when there is a worker, or why there is none is known. */
  private made: Promise<void> = Promise.resolve()
  private asked = new Map<number, (answer: Answer | null) => void>()
  private modules = new Map<number, (module: WebAssembly.Module | null) => void>()
  private lines = new Map<number, DeviceLine>()
  private hearing = new Set<Hear>()
  private waiting: (() => void)[] = []
  private n = 0

  /**
   * Load what is needed and begin to work, if that is not done already; resolves when it works or
   * has failed.
   */
  begin(): Promise<void> {
    if (this.phase === 'ready') return Promise.resolve()
    const settled = new Promise<void>((resolve) => this.waiting.push(resolve))
    if (this.phase !== 'loading') {
      this.phase = 'loading'
      this.made = this.start()
    }
    return settled
  }

  private async start(): Promise<void> {
    this.why = null
    if (typeof Worker === 'undefined' || typeof WebAssembly === 'undefined') {
      this.fail(typeof WebAssembly === 'undefined' ? 'no_wasm' : 'old_browser', '')
      return
    }
    await guarded()
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    this.worker.onmessage = (event: MessageEvent<ToPage>) => this.hear(event.data)
    this.worker.onerror = (event) => this.fail(this.phase === 'ready' ? 'broken' : 'old_browser', event.message)
    document.addEventListener('visibilitychange', this.looked)
    this.tell({ kind: 'begin' })
    this.looked()
    // A person's games must not be deleted when space gets short.
    void navigator.storage?.persist?.().catch(() => false)
  }

  private looked = (): void => this.tell({ kind: 'look', visible: !document.hidden })

  private fail(why: Reason, text: string): void {
    this.worker?.terminate()
    this.worker = null
    document.removeEventListener('visibilitychange', this.looked)
    this.phase = 'failed'
    this.why = why
    this.text = text
    for (const answer of this.asked.values()) answer(null)
    this.asked.clear()
    for (const give of this.modules.values()) give(null)
    this.modules.clear()
    for (const line of this.lines.values()) line.closed(1006)
    this.lines.clear()
    this.settled()
  }

  private settled(): void {
    for (const go of this.waiting) go()
    this.waiting = []
  }

  tell(message: ToWorker): void {
    this.worker?.postMessage(message)
  }

  private hear(message: ToPage): void {
    switch (message.kind) {
      case 'progress':
        this.done = message.done
        this.total = message.total
        break
      case 'ready':
        this.phase = 'ready'
        this.kept = message.kept
        this.settled()
        break
      case 'failed':
        this.fail(message.why, message.text)
        break
      case 'answer':
        this.asked.get(message.n)?.({ status: message.status, text: message.text })
        this.asked.delete(message.n)
        break
      case 'kernel':
        this.modules.get(message.n)?.(message.module)
        this.modules.delete(message.n)
        break
      case 'said':
        this.lines.get(message.line)?.heard(message.text)
        break
      case 'closed':
        this.lines.get(message.line)?.closed(message.code)
        this.lines.delete(message.line)
        break
      case 'changed':
        for (const hear of this.hearing) hear('mine', '{}')
        break
    }
  }

  async request(method: string, target: string, _headers: Record<string, string>, body: string | null): Promise<Answer | null> {
    void this.begin()
    await this.made
    if (!this.worker) return null
    return new Promise((resolve) => {
      const n = ++this.n
      this.asked.set(n, resolve)
      this.tell({ kind: 'request', n, method, target, body })
    })
  }

  /** A title's module, as this device plays with it; null if it has none. */
  async kernel(title: string): Promise<Kernel | null> {
    await this.begin()
    if (this.phase !== 'ready') return null
    const module = await new Promise<WebAssembly.Module | null>((resolve) => {
      const n = ++this.n
      this.modules.set(n, resolve)
      this.tell({ kind: 'kernel', n, title })
    })
    return module && new Kernel(module)
  }

  line(table: string): Line {
    const number = ++this.n
    const line = new DeviceLine(this, number)
    this.lines.set(number, line)
    void this.begin().then(() => {
      if (this.phase !== 'ready') return line.closed(1006)
      this.tell({ kind: 'open', line: number, table })
      line.opened()
    })
    return line
  }

  news(_lang: string, _events: string[], hear: Hear): () => void {
    this.hearing.add(hear)
    queueMicrotask(() => hear('tables', '{"tables": []}'))
    return () => this.hearing.delete(hear)
  }
}

export const device = new Device()
