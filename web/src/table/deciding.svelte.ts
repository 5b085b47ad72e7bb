import { SvelteMap } from 'svelte/reactivity'
import type { GameUi } from '../games/types.ts'
import type { TableLink } from '../net/link.svelte.ts'
import type { Preview, Trouble, WhyNot } from '../net/types.ts'
import { settings } from '../settings.svelte.ts'
import { filter, kindsOf, spotState, type SpotState } from './facets.ts'

export interface Refusal { text: string; rule: string | null; says: string | null; at: Element | null }

/** What the person is putting together: which things are touched, what is laid out but not yet confirmed, and why not. */
export class Deciding {
  /** Facets touched so far: they narrow the legal actions down. */
  selected: string[] = $state.raw([])
  /** An action that is laid out as a ghost until it is confirmed. */
  staged: { action: string; preview: Preview | null } | null = $state.raw(null)
  /** What the thing under the pointer would do. */
  hover: { action: string; preview: Preview; at: Element } | null = $state.raw(null)
  refusal: Refusal | null = $state.raw(null)
  trouble: Trouble | null = $state.raw(null)
  whyOpen = $state(false)
  /** Something else than the person decides what may be touched (the guide, a replay). */
  locked = $state(false)
  private previews = new SvelteMap<string, Preview>()
  private version = -1
  /** What a drag dropped on, to be touched when the next decision is here. */
  private next: string[] | null = null
  onRefused: (refusal: Refusal) => void = () => undefined

  constructor(
    readonly link: TableLink,
    readonly ui: GameUi,
  ) {}

  /** The legal actions, as long as the screen shows the present. */
  legal: string[] = $derived.by(() => (!this.locked && this.link.now && this.link.sending === 0 ? this.link.shown!.legal : []))
  private parsed = $derived.by(() => {
    const view = this.link.shown?.view
    return this.legal.map((action) => ({ action, facets: view ? this.ui.facets(action, view) : [] }))
  })
  /** The legal actions that agree with what is touched. */
  candidates: string[] = $derived.by(() => filter(this.parsed, this.selected).map((p) => p.action))
  private kinds = $derived.by(() => kindsOf(this.parsed))
  private stagedFacets: string[] = $derived.by(() => {
    const view = this.link.shown?.view
    return this.staged && view ? this.ui.facets(this.staged.action, view) : []
  })
  asked = $derived.by(() => this.legal.length > 0)

  /** How a thing that stands for these facets looks now. */
  state(facets: string[]): SpotState {
    if (!this.asked) return 'idle'
    return spotState(this.parsed, this.kinds, this.selected, this.stagedFacets, facets)
  }

  /** A new decision: forget what belonged to the old one. */
  refresh(): void {
    const version = this.link.shown?.version ?? -1
    if (version === this.version) return
    this.version = version
    this.selected = []
    this.staged = null
    this.hover = null
    this.refusal = null
    this.previews.clear()
    if (this.next && this.legal.length) {
      const facets = this.next
      this.next = null
      void this.touch(facets, null)
    }
  }

  cancel(): void {
    this.selected = []
    this.staged = null
    this.refusal = null
    this.hover = null
    this.whyOpen = false
    this.next = null
  }

  /** Touch a thing: it chooses an action, narrows the choice, or says why it cannot be. */
  async touch(facets: string[], at: Element | null): Promise<void> {
    this.refusal = null
    this.hover = null
    const view = this.link.shown?.view
    if (!view || !this.link.now) {
      this.link.finish()
      return
    }
    if (this.staged && this.stagedFacets.length && facets.every((f) => this.stagedFacets.includes(f))) return this.confirm()
    let found = filter(this.parsed, [...this.selected, ...facets])
    let selected = [...new Set([...this.selected, ...facets])]
    if (!found.length) {
      found = filter(this.parsed, facets)
      selected = [...facets]
    }
    if (!found.length) {
      this.selected = []
      this.staged = null
      const attempt = this.ui.attempt(facets, this.legal, view)
      if (attempt) await this.explain(attempt, at)
      return
    }
    if (found.length === 1) return this.choose(found[0]!.action)
    this.staged = null
    if (selected.length === this.selected.length && selected.every((f) => this.selected.includes(f))) selected = []
    this.selected = selected
  }

  /** Drag from one thing to another: touch both, the second when the first has been answered. */
  async drag(from: string[], to: string[], at: Element | null): Promise<void> {
    const together = filter(this.parsed, [...from, ...to])
    if (together.length || !from.length) return this.touch([...from, ...to], at)
    if (filter(this.parsed, from).length !== 1) {
      await this.touch(to, at)
      return
    }
    this.next = to
    await this.touch(from, at)
  }

  /** Choose an action: steps that can be taken back are sent at once, others are laid out and confirmed. */
  async choose(action: string): Promise<void> {
    if (this.staged?.action === action) return this.confirm()
    this.selected = []
    const preview = await this.previewOf(action)
    const free = preview !== null && preview.more && preview.certain
    if (free || !settings.chosen.confirm) {
      await this.send(action)
      return
    }
    this.staged = { action, preview }
  }

  async confirm(): Promise<void> {
    const staged = this.staged
    if (staged) await this.send(staged.action)
    else {
      const primary = this.ui.primary(this.legal)
      if (primary) await this.send(primary)
    }
  }

  async send(action: string): Promise<void> {
    this.staged = null
    this.selected = []
    this.hover = null
    this.trouble = null
    try {
      await this.link.act(action)
    } catch (error) {
      this.trouble = error as Trouble
      this.next = null
    }
  }

  async undo(): Promise<void> {
    if (this.staged || this.selected.length) {
      this.cancel()
      return
    }
    this.trouble = null
    try {
      await this.link.undo()
    } catch (error) {
      this.trouble = error as Trouble
    }
  }

  /** Ask why an action cannot be. */
  async explain(action: string, at: Element | null): Promise<void> {
    try {
      const answer: WhyNot = await this.link.whyNot(action)
      if (answer.legal) return
      this.refusal = { text: answer.text ?? '', rule: answer.rule, says: answer.says, at }
      this.onRefused(this.refusal)
    } catch (error) {
      this.trouble = error as Trouble
    }
  }

  async previewOf(action: string): Promise<Preview | null> {
    const known = this.previews.get(action)
    if (known) return known
    const version = this.version
    try {
      const preview = await this.link.preview(action)
      if (version === this.version) this.previews.set(action, preview)
      return preview
    } catch {
      return null
    }
  }

  /** The pointer rests on a legal thing: show what it would change. */
  async look(facets: string[], at: Element): Promise<void> {
    const found = filter(this.parsed, [...this.selected, ...facets])
    if (found.length !== 1 || this.staged || !this.link.table?.help) return
    const preview = await this.previewOf(found[0]!.action)
    if (preview && at.matches(':hover')) this.hover = { action: found[0]!.action, preview, at }
  }

  leave(): void {
    this.hover = null
  }
}
