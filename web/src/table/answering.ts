import { called, enumerated, type Chapter, type Told } from '../games/telling.ts'
import type { GameUi, PartProps } from '../games/types.ts'
import { query } from '../i18n/en/query.ts'
import { i18n, maybe, t, type Key } from '../i18n/index.svelte.ts'
import type { Trouble } from '../net/types.ts'
import type { Deciding } from './deciding.svelte.ts'
import { completions, plain, spelled, understood, type Typed } from './typing.ts'

export interface Asked { part: PartProps; ui: GameUi; deciding: Deciding; chapters: Chapter[]; happened: string[]; actions: Typed[] }
/** The words that ask for something, in the reader's language and in English, the longest first. */
function wordsOf(id: string): string[] {
  const key = `query.${id}`
  const english: Record<string, string> = query
  return [...new Set([maybe(key, ''), english[key] ?? ''].flatMap((words) => words.split('|')).filter(Boolean).map((w) => plain(w) || w))].sort((a, b) => b.length - a.length)
}
const asksFor = (typed: string, id: string): boolean => wordsOf(id).includes(typed)
/** What follows the words of a question: "who leads granada" → "granada". */
function after(typed: string, id: string): string | null {
  const word = wordsOf(id).find((w) => typed === w || typed.startsWith(`${w} `))
  return word === undefined ? null : typed.slice(word.length).trim()
}

const line = (item: Told): string => `${item.name}: ${item.text}`

/** The things with that name: exactly, otherwise those whose name begins with it. */
function named(typed: string, chapters: Chapter[]): Told[] {
  const wanted = plain(typed)
  if (!wanted) return []
  const all = chapters.flatMap((c) => c.items)
  const names = (item: Told): string[] => [item.name, ...(item.also ?? [])].map(plain)
  const exact = all.filter((item) => names(item).includes(wanted))
  const found = exact.length ? exact : all.filter((item) => names(item).some((n) => ` ${n}`.includes(` ${wanted}`)))
  return found.filter((item, k) => found.findIndex((o) => o.name === item.name && o.text === item.text) === k).slice(0, 6)
}

/** Every player with points and possessions. */
export function playersTold({ part, ui }: Pick<Asked, 'part' | 'ui'>): Told[] {
  const { shown, words } = part
  return ui.order(shown).map((seat) => ({
    name: words.seat(seat),
    text: enumerated([shown.mine.includes(seat) && t('board.you'), `${t('board.scoreTrack')}: ${shown.scores[seat] ?? '?'}`, ui.player(seat, part), ui.status(seat, shown, words)]),
    also: [words.colour(seat)],
  }))
}

/** How many actions of one verb are listed one by one. */
export const MANY = 14
/** What can be done, verb by verb. */
export function byVerb(actions: Typed[]): [string, Typed[]][] {
  const verbOf = (a: Typed): string => a.action.split(' ')[0]!
  return [...new Set(actions.map(verbOf))].map((verb) => [verb, actions.filter((a) => verbOf(a) === verb)])
}

const headings = (chapters: Chapter[]): string => ['must', 'happened', 'players', ...new Set(chapters.map((c) => c.id))].map((id) => i18n.messages[`query.${id}` as Key].split('|')[0]!).join(', ')
export const questions = (chapters: Chapter[]): string => [...['lead', 'far', 'why', 'if', 'help'].map((id) => i18n.messages[`query.${id}` as Key].split('|')[0]!)].join(', ').replace(/^/, `${headings(chapters)}, `)

/** Lay an action out and read it back; nothing is played yet. */
async function lay(action: string, { deciding, part }: Asked): Promise<string[]> {
  const what = deciding.told(action, part.words)
  await deciding.choose(action, true)
  const { staged, follow } = deciding
  if (staged) {
    const more = staged.preview ? deciding.ui.changes(staged.preview, part.words, part.shown.view).map((c) => c.text) : []
    const whole = [...staged.sequence.map((a) => deciding.told(a, part.words)), ...(follow ? [deciding.told(follow, part.words)] : [])]
    return [t('access.ready', { what: whole.reduce((first, second) => t('access.then', { first, second })) }), ...more]
  }
  return [deciding.planned.length ? t('access.planned', { what, prompt: deciding.prompt }) : t('access.notMine')]
}

async function why(rest: string, asked: Asked): Promise<string[]> {
  const { deciding, ui, part, actions, chapters } = asked
  const known = [...deciding.legal, ...ui.expected(deciding.legal, part.shown.view)]
  const thing = named(rest, chapters).find((item) => item.facets)
  const action = understood(rest, actions) ?? (thing ? ui.attempt(thing.facets!, deciding.legal, part.shown.view) : null) ?? spelled(rest, known)
  try {
    const answer = await deciding.link.whyNot(action)
    if (answer.legal) return [t('access.legalYes', { what: deciding.told(action, part.words) })]
    return [`${answer.text ?? ''}${answer.rule ? ` (${answer.rule})` : ''}`]
  } catch (error) {
    return [(error as Trouble).text || `${t('error.internal')}.`]
  }
}

async function whatIf(rest: string, { deciding, ui, part, actions }: Asked): Promise<string[]> {
  const action = understood(rest, actions)
  const preview = action ? await deciding.previewOf([...deciding.planned, action]) : null
  if (!action || !preview) return [t('access.unknown', { typed: rest })]
  const lines = ui.changes(preview, part.words, part.shown.view).map((c) => c.text)
  return [deciding.told(action, part.words), ...(lines.length ? lines : [t('access.nothing')])]
}

/**
 * The answer to what was typed, in lines: a question is answered, an action laid out or its refusal
 * explained.
 */
export async function answer(text: string, asked: Asked): Promise<string[]> {
  const { chapters, deciding, part, actions } = asked
  const typed = plain(text) || text.trim()
  const shown = chapters.filter((c) => !c.quiet)
  if (asksFor(typed, 'help')) return [t('access.helpSays', { words: headings(shown) })]
  if (asksFor(typed, 'undo')) {
    await deciding.undo()
    return [t('access.undone')]
  }
  if (asksFor(typed, 'confirm')) {
    await deciding.confirm()
    return []
  }
  const exact = actions.find((a) => plain(a.action) === typed)
  if (exact) return lay(exact.action, asked)
  if (asksFor(typed, 'must')) return [deciding.prompt || t('access.notMine'), ...byVerb(actions).flatMap(([verb, all]) => [all.slice(0, all.length > MANY ? 1 : MANY).map((a) => `${a.label} (${a.action})`).join('; '), ...(all.length > MANY ? [t('access.more', { n: all.length - 1, verb })] : [])])]
  if (asksFor(typed, 'happened')) return asked.happened.length ? asked.happened : [t('access.nothing')]
  if (asksFor(typed, 'players')) return playersTold(asked).map(line)
  const chapter = shown.filter((c) => asksFor(typed, c.id))
  if (chapter.length) return chapter.flatMap((c) => (c.items.length ? c.items.map(line) : [t('access.nothing')]))
  const leads = after(typed, 'lead')
  if (leads !== null) {
    const places = named(leads, chapters).filter((item) => item.lead)
    return places.length ? places.map((item) => `${item.name}: ${item.lead}.`) : leads ? [t('access.unknown', { typed: text })] : standing(asked)
  }
  const far = after(typed, 'far')
  if (far !== null) return apart(far, asked)
  const reason = after(typed, 'why')
  if (reason) return why(reason, asked)
  const supposed = after(typed, 'if')
  if (supposed) return whatIf(supposed, asked)
  const things = named(after(typed, 'what') ?? typed, [...chapters, { id: 'hand', items: playersTold(asked) }])
  if (things.length) return things.map(line)
  const meant = understood(text, actions)
  if (meant) return lay(meant, asked)
  const several = completions(text, actions)
  if (several.length) return [t('access.whichOne', { list: several.slice(0, 8).map((a) => a.action).join(', ') })]
  const verbs = new Set([...deciding.legal, ...asked.ui.expected(deciding.legal, part.shown.view)].map((a) => a.split(' ')[0]!))
  if (verbs.has(typed.split(' ')[0]!)) return why(text, asked)
  return [t('access.unknown', { typed: text })]
}

/** Who has how many points. */
function standing({ part }: Asked): string[] {
  const { shown, words } = part
  const seats = shown.scores.map((n, seat) => ({ seat, n })).filter((s): s is { seat: number; n: number } => s.n !== null && shown.seats.some((o) => o.seat === s.seat))
  return seats.sort((a, b) => b.n - a.n).map((s) => t('access.rank', { name: called(s.seat, shown, words), n: s.n }))
}

/** The progress of the game, and how far ahead or behind the others are, or the named one. */
function apart(rest: string, { part, ui }: Asked): string[] {
  const { shown, words } = part
  const seat = shown.seat ?? shown.mine[0] ?? null
  const own = seat === null ? null : (shown.scores[seat] ?? null)
  const others = ui.order(shown).filter((s) => s !== seat && (!rest || [words.seat(s), words.colour(s)].map(plain).includes(rest)))
  if (!others.length) return [t('access.unknown', { typed: rest })]
  const apartFrom = (other: number): string => {
    const theirs = shown.scores[other] ?? null
    const name = words.seat(other)
    if (own === null || theirs === null) return t('access.apartHidden', { name })
    return theirs === own ? t('access.apartLevel', { name }) : t(theirs > own ? 'access.apartAhead' : 'access.apartBehind', { name, n: Math.abs(theirs - own) })
  }
  return [...(rest ? [] : [ui.step(shown, words)]), ...others.map(apartFrom)].filter(Boolean)
}
