import { t } from '../i18n/index.svelte.ts'
import { gameRules, gameTexts, type Texts } from '../net/api.ts'
import type { Table } from '../net/types.ts'

/** The words of a game in the reader's language, as its package gives them. */
export class Words {
  texts: Texts = $state.raw({})
  lang = $state('')
  /** The edition in use: its own names come first. */
  edition = ''
  /** The names of the table's own things come before all others. */
  own: Table['words'] = $state.raw({})
  people: Record<number, string> = $state.raw({})
  private me: number | undefined = $state()
  /** The sentences of the rules, once they were requested. */
  private rules: Record<string, string> | null = $state.raw(null)

  constructor(readonly game: string) {}

  /** Set the edition and the table's own things. */
  at(table: Table): this {
    this.edition = String(table.options.edition ?? '')
    this.own = table.words
    return this
  }

  async load(lang: string): Promise<void> {
    this.rules = null
    this.texts = await gameTexts(this.game)
    this.lang = lang
  }

  find(...path: string[]): string | Texts | undefined {
    let at: string | Texts | undefined = this.texts
    for (const step of path) {
      if (typeof at !== 'object') return undefined
      at = at[step]
    }
    return at
  }

  /** A thing's name, or another form of it: word('region', 'granada', 'in'). */
  word(meaning: string, id: string, form = 'name'): string {
    const own = this.own[meaning]?.[id]
    if (own) return own[form] ?? own['name'] ?? id
    const older = this.edition ? this.find(`${meaning}_${this.edition}`, id) : undefined
    if (typeof older === 'object' && typeof older[form] === 'string') return older[form]
    const found = this.find(meaning, id)
    if (typeof found === 'string') return found
    if (typeof found === 'object') {
      const chosen = found[form] ?? found['name']
      if (typeof chosen === 'string') return chosen
    }
    return id.replaceAll('_', ' ')
  }

  /** What an action says whose verb stands alone: `action.<verb>` in the game's words. */
  lone(verb: string): string {
    const found = this.find('action', verb)
    return typeof found === 'string' ? found : verb.replaceAll('_', ' ')
  }

  /**
   * An action in a whole clause: what its verb says (`verb.<verb>`), then the label; the label
   * alone where it says nothing.
   */
  clause(action: string, label: string): string {
    const [verb = '', a = ''] = action.split(' ')
    const found = a ? this.find('verb', verb) : undefined
    return typeof found === 'string' ? `${found}: ${label}` : label
  }

  /** Fetch the rules, unless they are here. */
  async learn(): Promise<void> {
    if (this.rules) return
    const all = await gameRules(this.game)
    this.rules = Object.fromEntries(all.map(({ rule, text }) => [rule, text]))
  }

  /** A rule in a sentence. */
  rule(id: string): string {
    return this.rules?.[id] ?? ''
  }

  /**
   * What of a thing is reconstructed, as a sentence for those who hear it; nothing where all of it
   * is known.
   */
  doubt(kind: string, id: string): string {
    const what = this.find('reconstructed', kind, id)
    return typeof what === 'string' ? ` ${t('mark.reconstructed', { what })}` : ''
  }

  /**
   * Learn who sits where, and which seat is the reader's; people who hold several seats are called
   * by the colours.
   */
  meet(seats: { seat: number; name: string }[], me?: number): void {
    this.me = me
    this.people = Object.fromEntries(seats.filter((s) => s.name && seats.every((o) => o === s || o.name !== s.name)).map((s) => [s.seat, s.name]))
  }

  seat(seat: number): string {
    return this.people[seat] ?? this.word('seat', String(seat))
  }

  /** A seat outside of sentences: "you" for the reader, otherwise its name. */
  who(seat: number): string {
    return seat === this.me ? t('why.you') : this.seat(seat)
  }

  /** The colour of a seat in words. */
  colour(seat: number): string {
    return this.word('seat', String(seat))
  }
}
