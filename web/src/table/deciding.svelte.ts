import { SvelteMap } from 'svelte/reactivity'
import type { GameUi } from '../games/types.ts'
import type { Words } from '../games/words.svelte.ts'
import type { TableLink } from '../net/link.svelte.ts'
import type { Hint, Preview, Trouble, WhyNot } from '../net/types.ts'
import { settings } from '../settings.svelte.ts'
import { sound } from '../sound.ts'
import { Clicks, type Click } from './clicks.svelte.ts'
import { filter, kindsOf, spotState, type Parsed, type SpotState } from './facets.ts'

export interface Refusal { text: string; rule: string | null; says: string | null; at: Element | null }
export interface Staged { sequence: string[]; preview: Preview | null }

/**
 * What the person is putting together: which things are touched, what is laid out but not yet
 * confirmed, and why not.
 *
 * Steps that can be taken back are sent at once; others are laid out as a ghost until they are
 * confirmed. Where a step cannot be taken back but more follows (a card played open, then where it
 * goes), the steps are planned here and sent together.
 */
export class Deciding {
  /** Facets touched so far: they narrow the legal actions down. */
  selected: string[] = $state.raw([])
  /** Actions that are decided but not yet sent, with what could be done after them. */
  planned: string[] = $state.raw([])
  private ahead: Preview | null = $state.raw(null)
  /** Actions that are laid out, the last of them as a ghost, until they are confirmed. */
  staged: Staged | null = $state.raw(null)
  /** What the thing under the pointer would do. */
  hover: { action: string; preview: Preview; at: Element } | null = $state.raw(null)
  refusal: Refusal | null = $state.raw(null)
  trouble: Trouble | null = $state.raw(null)
  /** The table moved on before a move of mine: how many decisions it had when I chose it. */
  overtaken: number | null = $state(null)
  whyOpen = $state(false)
  /** What a bot would do: it is thinking, or has answered. */
  hint: Hint | 'asked' | null = $state.raw(null)
  /** How many pieces the next touch of a place puts there. */
  times = $state(1)
  /** Something other than the person decides what may be touched (the guide, a replay). */
  locked = $state(false)
  private busy = $state(false)
  private previews = new SvelteMap<string, Preview>()
  private learned = new SvelteMap<string, string[]>()
  private version = -1
  /** What is asked, and how many decisions came before it. */
  private question = ''
  private decisions = 0
  /** Counts the person's actions, so that the answer to an older touch does not interfere. */
  private touches = 0
  /** What a drag was dropped on, to be touched when the next decision has arrived. */
  private next: string[] | null = null
  /** Called for everything that is touched in vain and everything that is sent. */
  onRefused: (refusal: Refusal) => void = () => undefined
  onSent: (action: string) => void = () => undefined
  /** What may be touched, if not everything that is legal (the guide lights some things only). */
  allowed: ((action: string) => boolean) | null = $state.raw(null)

  readonly clicks = new Clicks({
    ready: () => this.link.now && this.link.sending === 0 && !this.busy && this.link.connection === 'open',
    mine: () => this.link.sending > 0 || this.busy || (this.link.live?.legal.length ?? 0) > 0,
    hurry: () => this.link.finish(),
    question: () => JSON.stringify([this.link.live?.prompt, this.link.live?.legal]),
    others: () => this.link.steps.filter((s) => s.kind === 'decide' && s.seat !== null && !this.link.live?.mine.includes(s.seat)).length,
    carry: (click) => this.carry(click),
  })

  constructor(
    readonly link: TableLink,
    readonly ui: GameUi,
  ) {}

  /** What the server says is legal, as long as the screen shows the present. */
  private open: string[] = $derived.by(() => (!this.locked && !this.busy && this.link.now && this.link.sending === 0 ? this.link.shown!.legal : []))
  /** The legal actions at the current point, including what is planned. */
  legal: string[] = $derived.by(() => {
    const all = this.planned.length ? (this.ahead?.legal ?? []) : this.open
    return this.allowed ? all.filter(this.allowed) : all
  })
  prompt: string = $derived.by(() => (this.planned.length && this.ahead?.prompt ? this.ahead.prompt : (this.link.shown?.prompt ?? '')))
  private facetsOf = (action: string): string[] => {
    const view = this.link.shown?.view
    return view ? [...this.ui.facets(action, view), ...(this.learned.get(action) ?? [])] : []
  }
  private parsed: Parsed[] = $derived.by(() => this.legal.map((action) => ({ action, facets: this.facetsOf(action) })))
  /** The legal actions that agree with what is touched. */
  candidates: string[] = $derived.by(() => filter(this.parsed, this.selected).map((p) => p.action))
  private kinds = $derived.by(() => kindsOf(this.parsed))
  private laid: string[] = $derived.by(() => [...(this.staged?.sequence ?? this.planned)].flatMap(this.facetsOf))
  asked = $derived.by(() => this.open.length > 0)

  /**
   * Whether an answer to something that was touched is still on its way: the bar may say something
   * else in a moment.
   */
  get unanswered(): boolean {
    return this.link.asking > 0 || this.clicks.waiting.length > 0
  }

  /** How a thing that stands for these facets looks now. */
  state(facets: string[]): SpotState {
    if (!this.asked) return 'idle'
    return spotState(this.parsed, this.kinds, this.selected, this.laid, this.staged !== null, facets)
  }

  /**
   * What a touch of a thing means: the thing itself where it can be chosen, else the place it lies
   * in.
   */
  meaning(facets: string[], within: string[] | null): string[] {
    if (!within) return facets
    const look = this.state(facets)
    return look === 'idle' || look === 'closed' ? within : facets
  }

  /** The legal actions that a thing stands for, given what is touched. */
  matching(facets: string[]): string[] {
    return filter(this.parsed, [...this.selected, ...facets]).map((p) => p.action)
  }

  /** A new decision: forget what belonged to the old one. */
  refresh(): void {
    const version = this.link.shown?.version ?? -1
    if (version === this.version) return
    this.version = version
    this.previews.clear()
    const question = JSON.stringify([this.link.shown?.prompt, this.link.shown?.legal])
    const laid = this.staged !== null || this.planned.length > 0
    if (question === this.question && laid) return // somebody else decided at the same time: what I laid out is still valid
    this.question = question
    if (laid) this.overtaken = this.decisions
    this.decisions = this.link.shown?.decisions ?? 0
    this.reset(this.next)
    this.learned.clear()
    void this.study()
    this.times = 1
    if (this.next && this.legal.length) {
      const facets = this.next
      this.next = null
      void this.touch(facets, null)
    }
  }

  /** Forget everything that is not sent, including waiting clicks. */
  /** Whether a bot may be asked for advice now. */
  get advised(): boolean {
    return this.asked && this.link.table?.hints === true
  }

  /** Ask a bot what it would do; asking again hides its answer. */
  async advise(): Promise<void> {
    if (!this.advised || this.hint === 'asked') return
    if (this.hint) return void (this.hint = null)
    this.hint = 'asked'
    const touches = this.touches
    try {
      const found = await this.link.hint()
      if (this.touches === touches && this.hint === 'asked') this.hint = found
    } catch (error) {
      this.hint = null
      this.trouble = error as Trouble
    }
  }

  cancel(): void {
    this.clicks.clear()
    this.reset()
  }

  private reset(next: string[] | null = null): void {
    this.touches++
    this.selected = []
    this.planned = []
    this.ahead = null
    this.staged = null
    this.refusal = null
    this.hover = null
    this.whyOpen = false
    this.hint = null
    this.next = next
  }

  /**
   * Touch a thing: it chooses an action, narrows the choice, or says why it cannot be; after all
   * that was touched before.
   */
  touch(facets: string[], at: Element | null, within: string[] | null = null): Promise<void> {
    this.refusal = null
    this.hover = null
    if (this.link.held) {
      this.link.goOn() // the question is not on the screen yet: this touch only ends the presentation
      return Promise.resolve()
    }
    return this.clicks.add({ facets, within, at })
  }

  private async carry({ facets, within, at }: Click): Promise<boolean> {
    return this.take(this.meaning(facets, within), at)
  }

  /** Carry a touch out; returns whether it was possible. */
  private async take(facets: string[], at: Element | null): Promise<boolean> {
    const view = this.link.shown?.view
    if (!view) return false
    if (this.putBack(facets)) return true
    if (this.staged && facets.length && facets.every((f) => this.facetsOf(this.staged!.sequence.at(-1)!).includes(f))) {
      await this.confirm()
      return true
    }
    let found = filter(this.parsed, [...this.selected, ...facets])
    let selected = [...new Set([...this.selected, ...facets])]
    if (!found.length) {
      found = filter(this.parsed, facets)
      selected = [...facets]
    }
    if (!found.length && this.planned.length) {
      const again = facets.every((f) => this.laid.includes(f))
      this.reset()
      return again || this.take(facets, at)
    }
    if (!found.length) {
      this.selected = []
      this.staged = null
      const attempt = this.ui.attempt(facets, this.legal, view)
      if (attempt) await this.explain(attempt, at)
      return false
    }
    const preferred = found.length === 1 ? found[0]!.action : (this.ui.prefer?.(found.map((f) => f.action)) ?? null)
    if (preferred) {
      await this.choose(preferred)
      return true
    }
    this.staged = null
    if (selected.length === this.selected.length && selected.every((f) => this.selected.includes(f))) selected = []
    this.selected = selected
    void this.study()
    return true
  }

  /** Touching one of several things that were set aside together takes only that one back. */
  private putBack(facets: string[]): boolean {
    const laid = this.staged?.sequence ?? this.planned
    const action = laid.find((a) => this.ui.loose?.(a) && facets.every((f) => this.facetsOf(a).includes(f)))
    if (!action) return false
    void this.gather(laid.filter((a) => a !== action))
    return true
  }

  /**
   * Lay out actions that belong together in one go; they wait for the rest of their kind, or for
   * the confirmation.
   */
  async gather(actions: string[]): Promise<void> {
    this.reset()
    if (!actions.length) return
    const touch = this.touches
    const rest = actions.slice(0, -1)
    const [preview, before] = await Promise.all([this.previewOf(actions), rest.length ? this.previewOf(rest) : null])
    if (touch !== this.touches || !preview) return
    this.planned = rest
    this.ahead = before
    this.layOut(actions, preview)
  }

  /**
   * Whether more of the same is asked for after these actions: then they are planned, else they
   * wait for the confirmation.
   */
  private layOut(sequence: string[], preview: Preview | null): void {
    const last = sequence.at(-1)!
    const open = preview?.more && preview.legal.length > 0 && (this.ui.loose?.(last) ? preview.legal.some((a) => this.ui.loose!(a)) : this.ui.plans?.(last))
    this.planned = open ? sequence : this.planned
    this.ahead = open ? preview : this.ahead
    this.staged = open ? null : { sequence, preview }
  }

  /** Find out where the few remaining actions lead. */
  private async study(): Promise<void> {
    const { ui, version } = this
    if (!ui.learn || !ui.studies) return
    const unknown = this.candidates.filter((a) => ui.studies!(a) && !this.learned.has(a))
    if (unknown.length > 14) return
    for (const action of unknown) {
      const preview = await this.previewOf([action])
      if (version !== this.version) return
      const facets = preview ? ui.learn(action, preview) : null
      if (facets) this.learned.set(action, facets)
    }
  }

  /** Drag from one thing to another: touch both, the second when the first has been answered. */
  async drag(from: string[], to: string[], at: Element | null): Promise<void> {
    const together = filter(this.parsed, [...from, ...to])
    if (together.length || !from.length) return this.touch([...from, ...to], at)
    if (filter(this.parsed, from).length !== 1) return this.touch(to, at)
    this.next = to
    await this.touch(from, at)
    if (this.planned.length && this.next) {
      this.next = null
      await this.touch(to, at)
    }
  }

  /** An action in words, with where it leads as far as that is known. */
  told(action: string, words: Words): string {
    const label = this.ui.label(action, words, this.link.shown?.view ?? {})
    return this.ui.told?.(action, label, words, this.learned.get(action) ?? []) ?? words.clause(action, label)
  }

  /** Choose an action: it is sent, planned or laid out; `lay`: never sent at once. */
  async choose(action: string, lay = false): Promise<void> {
    if (this.staged?.sequence.at(-1) === action) return this.confirm()
    this.selected = []
    const many = this.ui.repeats?.(action) ? this.times : 1
    const sequence = [...this.planned, ...Array.from({ length: many }, () => action)]
    const touch = ++this.touches
    const { version } = this
    const preview = await this.previewOf(sequence)
    if (touch !== this.touches || version !== this.version || !this.asked) return
    const alone = !this.planned.length && !this.ui.plans?.(action) && !this.ui.loose?.(action)
    const free = preview !== null && preview.more && preview.certain && !this.ui.weighty?.(action)
    if (!lay && alone && (free || !settings.chosen.confirm)) {
      this.times = 1
      await this.send(sequence)
      return
    }
    this.layOut(sequence, preview)
  }

  /** What Enter does if nothing is laid out, and no earlier touch waits. */
  get primary(): string | null {
    return this.staged || this.clicks.waiting.length ? null : this.ui.primary(this.candidates)
  }

  /**
   * What follows by itself when the laid-out actions are confirmed: the end of the turn, where
   * nothing else is wanted.
   */
  get follow(): string | null {
    const after = this.staged?.preview
    return after && this.ui.follow ? this.ui.follow(after) : null
  }

  async confirm(whole = true): Promise<void> {
    const { staged, follow, primary } = this
    if (staged) await this.send(whole && follow ? [...staged.sequence, follow] : staged.sequence)
    else if (primary) await this.send([...this.planned, primary])
  }

  async send(actions: string[]): Promise<void> {
    if (!this.asked) return
    this.reset(this.next)
    this.trouble = null
    this.overtaken = null
    this.busy = actions.length > 1
    try {
      for (const action of actions) {
        await this.link.settled()
        this.onSent(action)
        sound('lay')
        await this.link.act(action)
      }
    } catch (error) {
      this.fail(error as Trouble)
      this.next = null
    } finally {
      this.busy = false
    }
  }

  async undo(): Promise<void> {
    this.clicks.clear()
    const laid = this.staged?.sequence ?? this.planned
    if (laid.length > 1 && this.ui.loose?.(laid.at(-1)!)) return this.gather(laid.slice(0, -1))
    if (this.staged || this.selected.length) {
      this.staged = null
      this.selected = []
      return
    }
    if (this.planned.length) {
      this.reset()
      return
    }
    this.trouble = null
    try {
      await this.link.undo()
    } catch (error) {
      this.fail(error as Trouble)
    }
  }

  /** Of several identical laid-out actions, take one back. */
  async fewer(): Promise<void> {
    const sequence = this.staged?.sequence.slice(0, -1)
    if (!sequence?.length || sequence.length <= this.planned.length) return this.undo()
    const touch = ++this.touches
    const preview = await this.previewOf(sequence)
    if (touch === this.touches && this.staged) this.staged = { sequence, preview }
  }

  private fail(trouble: Trouble): void {
    if (trouble.code === 'stale') this.overtaken = this.decisions
    else this.trouble = trouble
  }

  /**
   * Whether taking back is nobody else's affair: my last decision goes, whatever has happened
   * since.
   */
  private get free(): boolean {
    return this.link.shown?.undo.free ?? false
  }

  /** Whether there is something to take back. */
  get canUndo(): boolean {
    return this.staged !== null || this.selected.length > 0 || this.planned.length > 0 || this.free || (this.link.shown?.undo.can ?? false)
  }

  /** Ask why an action is impossible. */
  async explain(action: string, at: Element | null): Promise<void> {
    try {
      const answer: WhyNot = await this.link.whyNot(action)
      if (answer.legal) return
      this.refusal = { text: answer.text ?? '', rule: answer.rule, says: answer.says, at }
      this.onRefused(this.refusal)
      sound('closed')
    } catch (error) {
      this.trouble = error as Trouble
    }
  }

  async previewOf(actions: string[]): Promise<Preview | null> {
    const key = actions.join('; ')
    const known = this.previews.get(key)
    if (known) return known
    const version = this.version
    try {
      const preview = await this.link.preview(key)
      if (version === this.version) this.previews.set(key, preview)
      return preview
    } catch {
      return null
    }
  }

  /** The pointer rests on a legal thing: show what it would change. */
  async look(facets: string[], at: Element): Promise<void> {
    const found = filter(this.parsed, [...this.selected, ...facets])
    const action = found.length === 1 ? found[0]!.action : (this.ui.prefer?.(found.map((f) => f.action)) ?? null)
    if (!action || this.staged || !this.link.table?.help) return
    const preview = await this.previewOf([...this.planned, action])
    if (preview && at.matches(':hover')) this.hover = { action, preview, at }
  }

  leave(): void {
    this.hover = null
  }
}
