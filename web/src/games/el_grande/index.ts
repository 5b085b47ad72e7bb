import { t } from '../../i18n/index.svelte.ts'
import type { Event, Preview, State, View } from '../../net/types.ts'
import type { GameUi, PartProps } from '../types.ts'
import type { Words } from '../words.svelte.ts'
import Board from './Board.svelte'
import { changes, narrate } from './changes.ts'
import { flights } from './flights.ts'
import Hand from './Hand.svelte'
import Header from './Header.svelte'
import Left from './Left.svelte'
import Orders from './Orders.svelte'
import Regions from './Regions.svelte'
import { scenes } from './scenes.ts'
import SeatStats from './SeatStats.svelte'
import Side from './Side.svelte'
import { player, tell } from './tell.ts'
import { eg } from './view.ts'
import './tokens.css'

const PLACE_VERBS = ['place', 'to', 'recall', 'region', 'dial', 'score', 'grande', 'king', 'double', 'stranger']

/**
 * Countries on the map to which only the king goes: things of their own, which are asked for in no
 * other decision.
 */
const ABROAD = ['france', 'portugal']

/** The things on the table that an action stands for. */
export function facets(action: string): string[] {
  const [verb = '', a = '', b = ''] = action.split(' ')
  if (a === '' || verb === 'court') return [a === '' ? `verb:${verb}` : `court:${a}`]
  if (ABROAD.includes(a)) return [`abroad:${a}`]
  if (PLACE_VERBS.includes(verb)) return [`region:${a}`]
  switch (verb) {
    case 'take':
    case 'throw':
    case 'return':
      if (b === '') return a === 'court' ? ['mycourt:court'] : [`region:${a}`]
      return b === 'court' ? ['mycourt:court', `seat:${a}`] : [`region:${b}`, `seat:${a}`]
    case 'tile':
      return [`tile:${a}`, `region:${b}`]
    case 'turn':
      return [`tile:${a}`]
    case 'power':
    case 'card':
      return [`${verb}:${a}`]
    case 'regain':
      return [/^\d+$/.test(a) ? `power:${a}` : `modifier:${a}`]
    case 'modifier':
    case 'pass':
      return [`modifier:${a}`]
    case 'action':
    case 'discard':
      return [`own:${a}`]
    case 'remove':
      return [`seat:${a}`, `laid:${b}`]
    default: // a number alone is a seat
      return [/^\d$/.test(a) ? `seat:${a}` : `option:${a}`]
  }
}

const valueOf = (all: string[], kind: string): string | undefined => all.find((f) => f.startsWith(`${kind}:`))?.slice(kind.length + 1)

/** The action that touching these things would mean. */
export function attempt(touched: string[], legal: string[]): string | null {
  const region = valueOf(touched, 'region')
  const seat = valueOf(touched, 'seat')
  const verbs = legal.map((a) => a.split(' ')[0]!)
  const first = (list: string[]): string | undefined => list.find((v) => verbs.includes(v))
  for (const [kind, options] of [['power', ['power', 'regain']], ['card', ['card']], ['modifier', ['modifier', 'pass', 'regain']], ['own', ['action', 'discard']]] as const) {
    const value = valueOf(touched, kind)
    if (value) return `${first([...options]) ?? options[0]} ${value}`
  }
  const abroad = valueOf(touched, 'abroad')
  if (abroad) return `king ${abroad}`
  if (region) {
    if (seat && first(['take', 'return', 'throw'])) return `${first(['take', 'return', 'throw'])} ${seat} ${region}`
    const tile = legal.find((a) => a.startsWith('tile '))
    if (tile) return `tile ${tile.split(' ')[1]} ${region}`
    const verb = first(PLACE_VERBS)
    if (verb) return `${verb} ${region}`
    const taking = first(['take', 'return', 'throw'])
    if (taking) {
      const own = legal.find((a) => a.startsWith(`${taking} `))!.split(' ')
      return own.length === 3 ? `${taking} ${own[1]} ${region}` : `${taking} ${region}`
    }
    return `place ${region}`
  }
  return null
}

/**
 * What one might expect to be able to do: every place for the verbs that are asked, and the usual
 * lone verbs.
 */
function expected(legal: string[], view: View): string[] {
  const v = eg(view)
  const places = [...Object.keys(v.regions), 'castillo']
  const found: string[] = []
  for (const verb of new Set(legal.map((a) => a.split(' ')[0]!))) {
    if (PLACE_VERBS.includes(verb)) found.push(...places.map((p) => `${verb} ${p}`))
    else if (verb === 'power') found.push(...Array.from({ length: 13 }, (_, i) => `power ${i + 1}`))
    else found.push(...legal.filter((a) => a.split(' ')[0] === verb))
  }
  if (v.phase === 'turns') for (const lone of ['action', 'done', 'end']) if (!found.includes(lone)) found.push(lone)
  return found
}

/** An action in words, for a button. */
export function label(action: string, words: Words): string {
  const [verb = '', a = '', b = ''] = action.split(' ')
  if (a === '') return words.lone(verb)
  const place = (id: string): string => (id === 'castillo' ? t('eg.castillo') : id === 'court' ? t('eg.court') : words.word('place', id))
  switch (verb) {
    case 'court':
      return t('eg.do.court', { n: Number(a) })
    case 'take':
    case 'return':
    case 'throw':
      return b ? `${words.seat(Number(a))}, ${place(b)}` : place(a)
    case 'tile':
      return `${a.replaceAll('-', '/')}: ${place(b)}`
    case 'power':
    case 'action':
    case 'discard':
      return words.find('own', a) ? words.word('own', a) : a
    case 'regain':
      return /^\d+$/.test(a) ? a : words.word('modifier', a)
    case 'card':
      return words.word('card', a)
    case 'modifier':
    case 'pass':
      return a === 'none' ? t('eg.do.noModifier') : words.word('modifier', a)
    case 'remove':
      return `${words.seat(Number(a))}: ${b}`
    case 'option':
      return t(a === 'move' ? 'eg.do.optionMove' : 'eg.do.optionPlace')
    default:
      return /^\d$/.test(a) ? words.seat(Number(a)) : place(a)
  }
}

function status(seat: number, state: State, words: Words): string {
  const view = eg(state.view)
  if (view.over) return ''
  if (state.pending.includes(seat)) return t(view.phase === 'power' || view.phase === 'cards' ? 'eg.choosingCard' : view.phase === 'scoring' ? 'eg.dialling' : state.mine.includes(seat) ? 'bar.yourTurn' : 'players.acting')
  if (view.acted?.includes(seat)) return t('eg.doneThisRound')
  if (view.start_player === seat && view.phase === 'power') return t('eg.startPlayer')
  const played = view.played?.[seat]
  if (view.phase === 'power' && played !== null && played !== undefined) return t('eg.hasPlayed', { card: String(played) })
  void words
  return t('players.waiting')
}

/** The players in the server's order. */
export const order = (state: State): number[] => (state.notes?.['turn_order'] as number[] | undefined) ?? []

function chapter(event: Event): string | null {
  if (event.event === 'round_begins') return t('eg.round', { n: Number(event.arguments['n']) })
  if (event.event === 'general_scoring') return t('eg.generalScoring')
  return null
}

function step(state: State, words: Words): string {
  const view = eg(state.view)
  const seat = state.seat
  const parts = [state.asked.length ? t('bar.yourTurn') : '']
  if (seat !== null && view.phase === 'turns' && state.asked.length) {
    const card = view.open?.card ?? null
    if (card) parts.push(words.word('card', String(card)))
    else if (view.played?.[seat] !== null && view.played?.[seat] !== undefined) parts.push(t('eg.cardN', { n: String(view.played[seat]) }))
  } else if (view.phase === 'scoring') parts.push(t('eg.generalScoring'))
  else if (view.round) parts.push(t('eg.round', { n: view.round }))
  return parts.filter(Boolean).join(' · ')
}

/** How many of the caballeros that may be placed are placed. */
function progress({ shown, log }: PartProps): { done: number; of: number; symbol: string; seat: number | null } | null {
  const view = eg(shown.view)
  const left = view.open?.left
  if (left === undefined || view.open?.decision !== 'place' || shown.seat === null) return null
  const decided = log.filter((s) => s.kind === 'decide')
  const other = decided.findLastIndex((s) => s.seat !== shown.seat || !s.action?.startsWith('place '))
  const done = decided.length - 1 - other
  return { done, of: Math.min(done + left, 9), symbol: 'caballero', seat: shown.seat }
}

export const ui: GameUi = {
  name: 'el_grande',
  facets,
  attempt,
  expected,
  primary: (legal) => (['done', 'end'] as const).find((a) => legal.includes(a)) ?? null,
  label,
  keys: { says: 'eg.keys', actions: { a: 'allow', v: 'veto' } },
  tell,
  player,
  flights,
  narrate,
  changes: changes as (preview: Preview, words: Words, view: View) => { text: string; seat?: number; good?: boolean }[],
  scenes,
  places: { region: 'region', place: 'region', from: 'region', to: 'region', with: 'region' },
  chapter,
  step,
  barKinds: ['verb', 'court', 'option'],
  Board,
  Hand,
  Side,
  SeatStats,
  Header,
  Left,
  Facts: Regions,
  Orders,
  hand: [112, 84],
  repeats: (action) => action.startsWith('place '),
  weighty: (action) => /^(power|card|modifier|action) \S/.test(action),
  order,
  status,
  layout: 'side',
  track: true,
  sheetFor: (kinds, legal) => (kinds.has('card') || kinds.has('tile') || legal.some((a) => a.startsWith('dial ')) ? 'side' : kinds.has('power') || kinds.has('modifier') ? 'hand' : null),
  progress,
}
