import { t } from '../../i18n/index.svelte.ts'
import type { Event, Preview, State, View } from '../../net/types.ts'
import { settings } from '../../settings.svelte.ts'
import { sided } from '../facets.ts'
import { leading, sentences } from '../telling.ts'
import type { ChangeLine, GameUi, Scene } from '../types.ts'
import type { Words } from '../words.svelte.ts'
import Board from './Board.svelte'
import { flights } from './flights.ts'
import Hand from './Hand.svelte'
import Header from './Header.svelte'
import Left from './Left.svelte'
import MergerScene from './MergerScene.svelte'
import SeatStats from './SeatStats.svelte'
import Side from './Side.svelte'
import Strip from './Strip.svelte'
import { player, tell } from './tell.ts'
import { duchiesOf, rh } from './view.ts'
import './tokens.css'

/**
 * The things on the table that an action stands for. A fortress is laid only with its piece in the
 * hand.
 */
export function facets(action: string): string[] {
  const [verb = '', a = ''] = action.split(' ')
  if (verb === 'card') return [`card:${a}`]
  if (verb === 'fort') return [`fortspace:${a}`, 'how:fort']
  return a ? [`space:${a}`] : [`verb:${verb}`]
}

const value = (all: string[], kind: string): string | undefined => all.find((f) => f.startsWith(`${kind}:`))?.slice(kind.length + 1)

/** The action that touching these things would mean. */
export function attempt(touched: string[], legal: string[], view: View): string | null {
  const v = rh(view)
  const card = value(touched, 'card')
  if (card) return `card ${card}`
  const fort = value(touched, 'fortspace')
  if (fort) return `fort ${fort}`
  if (touched.includes('how:fort')) return 'fort L1'
  const space = value(touched, 'space')
  if (!space) return null
  const held = v.hands[v.seat ?? 0]?.find((n) => n !== null)
  if (!legal.some((a) => /^(knight|support|swap) /.test(a))) return held ? `knight ${space}` : null
  return `${space in v.knights ? 'swap' : legal.some((a) => a.startsWith('knight ')) ? 'knight' : 'support'} ${space}`
}

function label(action: string, words: Words): string {
  const [verb = '', a = ''] = action.split(' ')
  switch (verb) {
    case 'card':
      return t('rh.card', { n: a })
    case 'knight':
      return t('rh.do.knight', { space: words.word('space', a, 'onto') })
    case 'support':
      return t('rh.do.support', { space: words.word('space', a, 'onto') })
    case 'swap':
      return t('rh.do.swap', { space: words.word('space', a, 'at') })
    case 'fort':
      return t('rh.do.fort', { space: words.word('space', a, 'onto') })
    default:
      return words.lone(verb)
  }
}

function scenes(before: State, after: State, words: Words): Scene[] {
  return after.steps
    .filter((s) => s.events.some((e) => e.event === 'merged'))
    .map((s) => {
      const merged = s.events.find((e) => e.event === 'merged')!
      const gains = s.events.filter((e) => e.event === 'paid').map((e) => ({ seat: Number(e.arguments['seat']), n: Number(e.arguments['n']) }))
      const space = merged.arguments['space'] ?? ''
      const whole = duchiesOf(after).find((d) => d.spaces.includes(space))
      const parts = duchiesOf(before).filter((d) => d.spaces.some((id) => whole?.spaces.includes(id)))
      const leads = whole ? sentences([leading(whole.knights.map(([seat, n]) => ({ seat, n })), after, words)]) : ''
      return { name: 'merger', since: merged.index, component: MergerScene, props: { events: s.events, space, gains, parts }, ms: 1500, say: `${merged.text} ${leads}`.trim(), first: t('rh.merger'), after: 700 }
    })
}

function changes(preview: Preview, words: Words): ChangeLine[] {
  const lines: ChangeLine[] = []
  preview.points.forEach((n, seat) => {
    if (n) lines.push({ seat, text: `${words.who(seat)} ${n > 0 ? '+' : ''}${n}`, good: n > 0 })
  })
  for (const event of preview.events)
    if (event.text && !['card', 'draw'].includes(event.event)) lines.push({ text: event.text, ...(event.arguments['seat'] ? { seat: Number(event.arguments['seat']) } : {}) })
  return lines.slice(0, 7)
}

export const ui: GameUi = {
  name: 'rheinlaender',
  facets,
  attempt,
  expected: (legal, view) => {
    const v = rh(view)
    const cards = (v.hands[v.seat ?? 0] ?? []).filter((n) => n !== null).map((n) => `card ${n}`)
    const card = v.open?.card
    const spaces = card ? [`knight L${card}`, `knight R${card}`, `knight W${card}`] : []
    return [...legal, ...cards, ...spaces, 'end']
  },
  plans: (action) => action.startsWith('card '),
  prefer: (actions) => {
    const knights = actions.filter((a) => a.startsWith('knight '))
    return knights.length === 1 && actions.every((a) => a.split(' ')[1] === knights[0]!.split(' ')[1]) ? knights[0]! : null
  },
  stay: () => t('rh.thenFort'),
  whole: (action, words) => t('rh.andEnd', { what: label(action, words) }),
  follow: (after) => (after.legal.includes('end') ? 'end' : null),
  primary: (legal) => (['end', 'nothing'] as const).find((a) => legal.includes(a)) ?? null,
  label,
  tell,
  player,
  flights,
  scenes,
  changes,
  places: { space: 'space', site: 'site' },
  chapter: (event: Event) => (event.event === 'last_round' ? t('rh.lastRound') : null),
  step: (state) => {
    const v = rh(state.view)
    return [state.asked.length ? t('bar.yourTurn') : '', v.open?.card ? t('rh.card', { n: v.open.card }) : ''].filter(Boolean).join(' · ')
  },
  barKinds: ['verb'],
  Board,
  Hand,
  Side,
  SeatStats,
  Header,
  Left,
  strip: Strip,
  hand: [172, 92],
  zoom: 5.7,
  order: (state) => sided(rh(state.view).players),
  status: (seat, state) => (state.over ? '' : state.pending.includes(seat) ? t(state.mine.includes(seat) ? 'bar.yourTurn' : 'players.acting') : t('players.waiting')),
  figure: { of: (seat, state) => String(rh(state.view).supply[seat] ?? ''), tip: 'knight' },
  layout: 'below',
  get aspect() {
    return settings.isOn('north') ? 1823 / 2300 : 1711 / 790
  },
  focus: ({ shown, log }, deciding) => {
    const v = rh(shown.view)
    const staged = deciding.staged?.sequence.at(-1)?.split(' ')[1]
    if (staged) return `space:${staged}`
    const card = deciding.planned.at(-1)?.split(' ')[1] ?? v.open?.card
    if (card && deciding.asked) return `space:W${card}`
    const last = log.flatMap((s) => s.events).findLast((e) => ['knight', 'support', 'swap', 'fort'].includes(e.event))
    return last?.arguments['space'] ? `space:${last.arguments['space']}` : 'space:W25'
  },
  sideIcon: 'crown',
  sideName: () => t('rh.duchies'),
}
