import { SvelteSet } from 'svelte/reactivity'
import type { Line } from '../engine/engine.ts'
import { here } from '../engine/here.svelte.ts'
import { i18n } from '../i18n/index.svelte.ts'
import { settings } from '../settings.svelte.ts'
import { freshId } from './api.ts'
import { updated } from './changes.ts'
import type { Hint, Message, Order, Preview, State, Step, Table, Trouble, Update, View, WhyNot } from './types.ts'
import type { Named, Sent as Said, Told } from './wire.ts'

export type Connection = 'connecting' | 'open' | 'lost' | 'closed'
type Waiting = { resolve: (value: never) => void; reject: (trouble: Trouble) => void }
/** Messages that must not be lost have an id, mere questions have a reference. */
type Deed = Extract<Said, { id: string }>
type Question = Extract<Said, { ref: string }>
type Fields<T extends Said['type'], Own extends string> = Omit<Extract<Said, { type: T }>, 'type' | Own>
type Sent = { message: Said; resolve: (version: number) => void; reject: (trouble: Trouble) => void }

/** How long another's step stands at the usual pace; many in a row hurry up, unless set to slow. */
const PACE_MS = 1000
const LONGEST_MS = 12000
/** How long a connection may take; after which silence we ask whether the line is alive, and how
 * long the answer may take. */
const PATIENCE_MS = 10000
const SILENCE_MS = 1500
const ANSWER_MS = 3000
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15000]

/** Whether there is a position to show: before the start a table has none. */
export const begun = (state: State): boolean => (state.view as View | null) !== null

/** One table over its socket: the truth (`live`), what the screen shows (`shown`), what I send. */
export class TableLink {
  table: Table | null = $state.raw(null)
  live: State | null = $state.raw(null)
  shown: State | null = $state.raw(null)
  /** The view at the point to which I can go back: everything since then is marked as pending. */
  base: View | null = $state.raw(null)
  steps: Step[] = $state.raw([])
  messages: Message[] = $state.raw([])
  orders: Order[] = $state.raw([])
  online = new SvelteSet<number>()
  watching = $state(0)
  /** Those of them whose names others may see. */
  watchers: Named[] = $state.raw([])
  connection: Connection = $state('connecting')
  retryAt = $state(0)
  lastNews = $state(Date.now())
  failure: Trouble | null = $state.raw(null)
  refusal: Trouble | null = $state.raw(null)
  sending = $state(0)
  /** How many questions the server has not answered yet. */
  asking = $state(0)
  /** What is currently being presented: the state it leads to. */
  coming: State | null = $state.raw(null)
  /** The moments that are shown on this way: the first event they tell, and what is said until
   *  then. */
  moment: { since: number; first: string } | null = $state.raw(null)
  /** The reader has paused the presentation. */
  paused = $state(false)
  /** The states of another's turn, from before it to its end, until the reader goes on. */
  held: State[] | null = $state.raw(null)
  /** The newest version that the server has confirmed as stored. */
  private stored = $state(0)
  /** Server time minus ours. */
  skew = 0
  /** Presents the change to the next state (flights, moments); the one after it waits. */
  present: (before: State, after: State) => Promise<void> = () => Promise.resolve()

  /** Thinks for a bot, if this page has offered it. */
  thinks: (message: Extract<Told, { type: 'think' | 'enough' }>) => void = () => undefined

  /** Ends the current presentation at once. */
  cut: (() => void) | null = null

  private socket: Line | null = null
  private queue: State[] = []
  private running = false
  private hurry = false
  private outbox = new Map<string, Sent>()
  private asked = new Map<string, Waiting>()
  private tries = 0
  private timer = 0
  private silence = 0
  private pings = 0
  private over = false
  /** Whether the next state is for another seat or in another language. */
  private other = false
  private hurried: (() => void) | null = null
  /** The states of another player's current turn, from before it on. */
  private turn: State[] = []
  private released: ((again: boolean) => void) | null = null

  constructor(
    readonly id: string,
    private readonly invite: string | null,
  ) {}

  // ------------------------------------------------------------ connecting

  open(): void {
    clearTimeout(this.timer)
    const socket = here.engine(`/api/tables/${this.id}/socket`).line(this.id)
    this.socket = socket
    this.connection = this.live ? 'lost' : 'connecting'
    this.watch(PATIENCE_MS)
    socket.onopen = () => {
      const hello: Extract<Said, { type: 'hello' }> = { type: 'hello', protocol: 2, lang: i18n.lang }
      if (this.live) hello.version = this.live.version
      if (this.live && this.live.mine.length > 1 && this.live.seat !== null) hello.seat = this.live.seat
      if (this.invite) hello.invite = this.invite
      socket.send(JSON.stringify(hello))
    }
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Told)
    socket.onclose = (event) => {
      if (this.socket !== socket) return
      this.unanswered()
      if (this.over || this.failure) return
      if (event.code === 4003 || event.code === 4004) {
        this.failure ??= { code: event.code === 4004 ? 'not_found' : 'forbidden', text: this.refusal?.text ?? event.reason }
        this.connection = 'closed'
        return
      }
      this.comeBack()
    }
  }

  /** A connection without an answer for this long counts as lost, whatever the browser says. */
  private watch(ms: number): void {
    clearTimeout(this.silence)
    this.silence = window.setTimeout(() => this.lose(), ms)
  }

  /** Ask a silent line whether it is alive. A page that nobody sees does not ask. */
  private listen(): void {
    clearTimeout(this.silence)
    this.silence = window.setTimeout(() => {
      if (document.hidden || !this.send({ type: 'ping', n: ++this.pings })) this.listen()
      else this.watch(ANSWER_MS)
    }, SILENCE_MS)
  }

  private lose(delay = 0): void {
    const { socket } = this
    this.socket = null
    socket?.close()
    this.unanswered()
    if (!this.over && !this.failure) this.comeBack(delay)
  }

  /** Questions that were open when the connection broke get no answer. */
  private unanswered(): void {
    for (const waiting of this.asked.values()) waiting.reject({ code: 'offline', text: '' })
    this.asked.clear()
    this.asking = 0
  }

  /** The browser reports that there is no network: no need to wait for the silence. */
  offline(): void {
    if (this.connection === 'open' || this.connection === 'connecting') this.lose(RETRY_MS[1])
  }

  /** Try again now instead of waiting. */
  again(): void {
    if (this.connection === 'lost') this.open()
  }

  close(): void {
    this.over = true
    clearTimeout(this.timer)
    clearTimeout(this.silence)
    this.socket?.close()
  }

  private comeBack(delay?: number): void {
    clearTimeout(this.silence)
    this.connection = 'lost'
    const wait = delay ?? RETRY_MS[Math.min(this.tries, RETRY_MS.length - 1)]!
    this.tries++
    this.retryAt = Date.now() + wait
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => this.open(), wait)
  }

  private send(message: Said): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN || this.connection !== 'open') return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  // ------------------------------------------------------------ receiving

  private receive(message: Told): void {
    this.lastNews = Date.now()
    this.listen()
    switch (message.type) {
      case 'welcome': {
        this.tries = 0
        this.connection = 'open'
        this.table = message.table
        this.messages = message.chat
        this.orders = message.orders
        this.take(message.state as State, true)
        for (const sent of this.outbox.values()) this.socket?.send(JSON.stringify(sent.message))
        break
      }
      case 'update': {
        if (message.orders) this.orders = message.orders // another seat's, from now on
        const state = updated(this.live, message as Update)
        if (state) this.take(state, false)
        else this.look(this.live?.seat ?? null) // something was missed: ask for the whole state
        if (message.done) this.done(message.done)
        break
      }
      case 'done':
        this.done(message)
        break
      case 'refused': {
        const { id, ref, error } = message
        if (id) this.settle(id)?.reject(error)
        if (ref) this.answer(ref)?.reject(error)
        if (!id && !ref) this.refusal = error
        break
      }
      case 'reply':
        this.answer(message.ref)?.resolve(message as never)
        break
      case 'presence':
        this.online.clear()
        for (const seat of message.online) this.online.add(seat)
        this.watching = message.watching
        this.watchers = message.watchers
        break
      case 'chat':
        this.hear(message.message)
        break
      case 'table':
        this.table = message.table
        break
      case 'think':
      case 'enough':
        this.thinks(message)
        break
      case 'ping':
        this.skew = message.at - Date.now()
        this.send({ type: 'pong', n: message.n })
        break
      case 'bye':
        this.socket?.close()
        this.comeBack(message.retry_ms)
        break
    }
  }

  /** The table as a request was answered, unless the socket has told something newer meanwhile. */
  meet(table: Table): void {
    if (table.version >= Math.max(this.table?.version ?? 0, this.live?.version ?? 0)) this.table = table
  }

  /** What was said. A message may arrive after later ones, and more than once. */
  private hear(said: Message): void {
    this.messages = [...this.messages.filter((m) => m.n !== said.n), said].sort((a, b) => a.n - b.n)
  }

  /** What I sent is stored durably. */
  private done({ id, version }: { id: string; version: number }): void {
    this.stored = Math.max(this.stored, version)
    this.settle(id)?.resolve(version)
  }

  private take(state: State, welcome: boolean): void {
    const known = this.live
    if (known && !welcome && state.version < known.version) return
    if (state.clocks) this.skew = state.clocks.at - Date.now()
    // Another seat on the same device must not read what the last one was told; another language
    // reads otherwise.
    const told = this.other || (known && known.seat !== state.seat) ? [] : this.steps
    this.other = false
    const kept = state.rewound === null ? told : told.filter((s) => s.version <= state.rewound!)
    const newest = kept.at(-1)?.version ?? -1
    this.steps = [...kept, ...state.steps.filter((s) => s.version > newest)]
    this.live = state
    if (this.table && this.table.status !== state.status) this.table = { ...this.table, status: state.status, result: state.result }
    for (const seat of state.seats) if (seat.online) this.online.add(seat.seat)
    if (!this.shown || welcome || known?.seat !== state.seat || !begun(this.shown)) {
      if (known?.seat !== state.seat) this.base = null
      this.queue = []
      this.goOn()
      this.show(state)
      return
    }
    this.queue.push(state)
    void this.run()
  }

  private show(state: State): void {
    if (!state.undo.can || !this.base) this.base = state.view
    this.shown = state
  }

  private async run(): Promise<void> {
    if (this.running) return
    this.running = true
    let spent = 0
    while (this.queue.length) {
      const next = this.queue.shift()!
      const before = this.shown!
      if (next.rewound === null && next.version !== before.version && !this.hurry) {
        const began = performance.now()
        await this.bring(before, next)
        const rest = PACE_MS * settings.tempo - (performance.now() - began)
        const patient = spent < LONGEST_MS || settings.tempo > 1
        if (this.others(next) !== null && this.queue.length && rest > 0 && patient) await this.pause(rest)
        spent += performance.now() - began
      }
      if (this.shown !== before) continue // another seat now uses the device
      this.show(next)
      const actor = this.others(next)
      this.turn = actor === null ? [] : this.turn.length && this.others(this.turn.at(-1)!) === actor ? [...this.turn, next] : [before, next]
      if (actor !== null && settings.chosen.pace === 'wait' && this.ends(this.turn, actor)) await this.hold(this.turn)
      await this.resumed()
    }
    this.running = false
    this.hurry = false
  }

  /** Present the change from one state to the next, unless the reader skips. */
  private async bring(before: State, next: State): Promise<void> {
    this.coming = next
    const presented = this.present(before, next).catch(reportError) // the game goes on anyway
    await Promise.race([presented, new Promise<void>((r) => (this.hurried = r))])
    this.coming = null
    this.moment = null
  }

  /** The other player who decided last; null if I did, or nobody. */
  private others(state: State): number | null {
    const seat = state.steps.findLast((s) => s.seat !== null)?.seat ?? null
    return seat === null || state.mine.includes(seat) ? null : seat
  }

  /** Whether a turn to be shown is over; a reader who must decide is not kept waiting. */
  private ends(turn: State[], actor: number): boolean {
    const [before, last, next] = [turn[0]!, turn.at(-1)!, this.queue[0]]
    if (before.asked.length || last.over || !turn.slice(1).some((s) => s.steps.some((step) => step.events.some((e) => e.text)))) return false
    return next ? this.others(next) !== actor : !last.pending.includes(actor)
  }

  /** Wait until the reader continues; the turn can be shown again. */
  private async hold(turn: State[]): Promise<void> {
    for (;;) {
      if (this.hurry) return
      this.held = turn
      const again = await new Promise<boolean>((resolve) => (this.released = resolve))
      this.held = null
      if (!again) return
      for (const [k, state] of turn.entries()) {
        if (k && !this.hurry) await this.bring(turn[k - 1]!, state)
        this.shown = state
      }
    }
  }

  /** Continue after another player's turn. */
  goOn(): void {
    this.paused = false
    this.released?.(false)
  }
  /** Show the last turn again. */
  repeat(): void {
    this.released?.(true)
  }

  private async resumed(): Promise<void> {
    while (this.paused && !this.hurry) await this.pause(150)
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.hurried = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Show everything that has happened at once. */
  finish(): void {
    this.paused = false
    if (!this.running) return
    this.hurry = true
    this.goOn()
    this.cut?.()
    this.hurried?.()
  }

  /** Whether the screen shows the current state. */
  get now(): boolean {
    return this.shown !== null && this.shown === this.live && this.live.version >= this.stored && this.held === null
  }

  /** Resolves when we have received everything that is stored. */
  async settled(): Promise<void> {
    for (let wait = 0; (this.live?.version ?? 0) < this.stored && wait < 400; wait++) await new Promise((resolve) => setTimeout(resolve, 25))
  }

  // ------------------------------------------------------------ sending

  private settle(id: string): Sent | undefined {
    const sent = this.outbox.get(id)
    this.outbox.delete(id)
    this.sending = this.outbox.size
    return sent
  }

  private answer(ref: string): Waiting | undefined {
    const waiting = this.asked.get(ref)
    this.asked.delete(ref)
    this.asking = this.asked.size
    return waiting
  }

  /** Send something that must not be lost: it is sent again after a broken connection until the
   * server has answered. */
  do<T extends Deed['type']>(type: T, fields: Fields<T, 'id'>): Promise<number> {
    const id = freshId()
    const message = { type, id, ...fields } as unknown as Said
    return new Promise<number>((resolve, reject) => {
      this.outbox.set(id, { message, resolve, reject })
      this.sending = this.outbox.size
      this.send(message)
    })
  }

  private ask<T extends Question['type'], A>(type: T, fields: Fields<T, 'ref'>): Promise<A> {
    const ref = freshId()
    return new Promise<A>((resolve, reject) => {
      this.asked.set(ref, { resolve, reject })
      this.asking = this.asked.size
      if (!this.send({ type, ref, ...fields } as unknown as Said)) this.answer(ref)?.reject({ code: 'offline', text: '' })
    })
  }

  private get seat(): { seat?: number } {
    const seat = this.live?.seat
    return seat === null || seat === undefined ? {} : { seat }
  }

  act(action: string): Promise<number> {
    return this.do('act', { version: this.live?.version ?? 0, action, ...this.seat })
  }

  undo(): Promise<number> {
    return this.do('undo', { version: this.live?.version ?? 0, ...this.seat })
  }

  askUndo(): Promise<number> {
    return this.do('ask_undo', { version: this.live?.version ?? 0, ...this.seat })
  }

  whyNot(action: string): Promise<WhyNot> {
    return this.ask('why_not', { action, ...this.seat })
  }

  hint(): Promise<Hint> {
    return this.ask('hint', { ...this.seat })
  }

  preview(action: string): Promise<Preview> {
    return this.ask('preview', { action, ...this.seat })
  }

  async setOrders(orders: Order[]): Promise<{ orders: Order[] }> {
    const answer = await this.ask<'orders', { orders: Order[] }>('orders', { orders: orders as Record<string, unknown>[], ...this.seat })
    this.orders = answer.orders
    return answer
  }

  say(text: string): Promise<number> {
    return this.do('chat', { text })
  }

  look(seat: number | null): void {
    this.other = this.send({ type: 'look', seat })
  }

  /** Offer to think for bots with a module of this digest; null: no longer. */
  offer(kernel: string | null): void {
    this.send({ type: 'offer', kernel })
  }

  thought(ref: string, action: number): void {
    this.send({ type: 'thought', ref, action })
  }

  language(): void {
    this.other = this.send({ type: 'lang', lang: i18n.lang })
  }
}
