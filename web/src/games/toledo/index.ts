import { t } from '../../i18n/index.svelte.ts'
import type { Event, Preview, State, View } from '../../net/types.ts'
import { sided } from '../facets.ts'
import { called } from '../telling.ts'
import type { ChangeLine, GameUi, Scene } from '../types.ts'
import type { Words } from '../words.svelte.ts'
import Board from './Board.svelte'
import { duelsIn, type Duel } from './duel.ts'
import DuelScene from './DuelScene.svelte'
import { flights } from './flights.ts'
import Hand from './Hand.svelte'
import Header from './Header.svelte'
import Left from './Left.svelte'
import SeatStats from './SeatStats.svelte'
import Side from './Side.svelte'
import Strip from './Strip.svelte'
import { player, tell } from './tell.ts'
import { to } from './view.ts'
import './tokens.css'

/** The things on the table that an action stands for. */
export function facets(action: string): string[] {
  const [verb = '', a = '', b = '', c = ''] = action.split(' ')
  switch (verb) {
    case 'shop':
      return [`shop:${a}-${b}`, `step:${c}`]
    case 'back':
      return [`pawn:${a}`, 'back:back']
    case 'move':
      return [`value:${a}`, `pawn:${b}`]
    case 'extra':
      return [`value:${a}`, `pawn:${b}`, 'verb:extra']
    case 'duel':
      return [`seat:${a}`, 'duel:duel']
    case 'pay':
      return [`value:${a}`]
    case 'sword':
    case 'master':
      return [`${verb}:${a}`]
    case 'return':
      return [`mymaster:${a}`]
    case 'deliver':
      return [a === 'none' ? 'verb:deliver' : `mysword:${a}`]
    default:
      return [`verb:${verb}`]
  }
}

/** Where a move would land, according to its preview. */
function learn(_: string, preview: Preview): string[] | null {
  const moved = preview.events.find((e) => e.event === 'moved' || e.event === 'moved_extra')
  const where = moved?.arguments['to']
  return where ? [`step:${where}`] : null
}

const value = (all: string[], kind: string): string | undefined => all.find((f) => f.startsWith(`${kind}:`))?.slice(kind.length + 1)

/** The action that touching these things would mean. */
export function attempt(touched: string[], legal: string[], view: View): string | null {
  const v = to(view)
  const seat = v.seat ?? 0
  const step = value(touched, 'step')
  const pawn = value(touched, 'pawn')
  const card = value(touched, 'value')
  const shop = value(touched, 'shop')
  const verbs = new Set(legal.map((a) => a.split(' ')[0]!))
  const held = (v.hands[seat] ?? []).find((c) => c !== null)
  if (card) return verbs.has('pay') ? `pay ${card}` : `move ${card} ${v.pawns[seat]?.[0] ?? 0}`
  if (pawn) return `move ${held ? held[1] : 1} ${pawn}`
  if (shop) return `shop ${shop.replace('-', ' ')} 1`
  if (step && verbs.has('shop')) return legal.find((a) => a.startsWith('shop '))!.replace(/\d+$/, step)
  const sword = value(touched, 'sword') ?? value(touched, 'mysword')
  if (sword) return verbs.has('deliver') ? `deliver ${sword}` : `sword ${sword}`
  const master = value(touched, 'master')
  if (master) return `master ${master}`
  const other = value(touched, 'seat')
  if (other) return `duel ${other}`
  return null
}

function label(action: string, words: Words): string {
  const [verb = '', a = '', b = '', c = ''] = action.split(' ')
  switch (verb) {
    case 'shop':
      return t('to.do.shop', { kind: words.word('kind', a), circles: t('to.circles', { n: Number(b) }), step: c })
    case 'back':
      return t('to.do.back', { place: words.word('place', a) })
    case 'move':
      return t('to.do.move', { n: a, from: words.word('place', b, 'from') })
    case 'extra':
      return t('to.do.extra', { n: a, from: words.word('place', b, 'from') })
    case 'duel':
      return t('to.do.duel', { name: words.seat(Number(a)) })
    case 'pay':
      return t('to.do.pay', { n: a })
    case 'sword':
      return t('to.do.sword', { n: a })
    case 'master':
    case 'return':
      return words.word('master', a)
    case 'deliver':
      return a === 'none' ? words.lone('deliver_none') : t('to.do.deliver', { n: a })
    default:
      return words.lone(verb)
  }
}

/** The score of a duel after a number of bouts. */
function score(duel: Duel, bouts: number, words: Words, state: State): string {
  const won = duel.bouts.slice(0, bouts).filter((b) => b.winner === duel.attacker).length
  return `${called(duel.attacker, state, words)} ${won} : ${bouts - won} ${called(duel.defender, state, words)}`
}

function scenes(_: State, after: State, words: Words, data: Record<string, unknown>): Scene[] {
  return duelsIn(after.steps.flatMap((s) => s.events), data).flatMap((duel) =>
    duel.bouts.map((bout, k) => ({
      name: 'duel',
      since: bout.index,
      first: duel.challenge,
      component: DuelScene,
      props: { duel, upto: k + 1 },
      ms: k + 1 === duel.bouts.length ? 1500 : 900,
      say: k + 1 === duel.bouts.length ? `${bout.text} ${duel.text}`.trim() : `${bout.text || words.who(bout.winner)} ${score(duel, k + 1, words, after)}`,
      opens: true,
    })),
  )
}

function changes(preview: Preview, words: Words): ChangeLine[] {
  const lines: ChangeLine[] = []
  preview.points.forEach((n, seat) => {
    if (n) lines.push({ seat, text: `${words.who(seat)} ${n > 0 ? '+' : ''}${n}`, good: n > 0 })
  })
  for (const event of preview.events) if (event.text && !event.text.startsWith('event.')) lines.push({ text: event.text })
  if (!preview.certain) lines.push({ text: t('bar.chance') })
  return lines.slice(0, 6)
}

export const ui: GameUi = {
  name: 'toledo',
  facets,
  learn,
  studies: (action) => action.startsWith('move ') || action.startsWith('extra '),
  attempt,
  expected: (legal, view) => {
    const steps = Array.from({ length: 19 }, (_, i) => i + 1)
    const first = legal.find((a) => a.startsWith('shop '))
    const shops = first ? steps.map((s) => first.replace(/\d+$/, String(s))) : []
    const mine = to(view).pawns[to(view).seat ?? 0] ?? []
    const moves = [1, 2, 3, 4, 5, 6].flatMap((n) => [...new Set(mine)].map((p) => `move ${n} ${p}`))
    return [...legal, ...shops, ...moves, 'draw', 'end']
  },
  primary: (legal) => (['free', 'end', 'skip'] as const).find((a) => legal.includes(a)) ?? null,
  label,
  told: (_action, label, words, leads) => {
    const where = leads.find((f) => f.startsWith('step:'))?.slice(5)
    return where ? t('to.told.to', { what: label, place: words.word('place', where) }) : undefined
  },
  tell,
  player,
  flights,
  scenes,
  changes,
  places: { step: 'step', to: 'step', gate: 'step' },
  chapter: (event: Event) => (event.event === 'last_round' ? t('to.lastRound') : null),
  step: (state) => {
    const v = to(state.view)
    return [state.asked.length ? t('bar.yourTurn') : '', v.first_card ? t('to.series', { n: v.first_card, you: state.asked.length ? 'yes' : 'no' }) : ''].filter(Boolean).join(' · ')
  },
  barKinds: ['verb', 'duel'],
  gathers: { 'verb:extra': () => t('to.do.extraTile') },
  Board,
  Hand,
  Side,
  SeatStats,
  Header,
  Left,
  order: (state) => sided(to(state.view).players),
  status: (seat, state) => (state.over ? '' : state.pending.includes(seat) ? t(state.mine.includes(seat) ? 'bar.yourTurn' : 'players.acting') : t('players.waiting')),
  layout: 'side',
  aspect: 1010 / 722,
  strip: Strip,
  hand: [118, 118],
  zoom: 2.3,
  focus: ({ shown, log }, deciding) => {
    const v = to(shown.view)
    if (v.open?.pawn !== null && v.open?.pawn !== undefined && deciding.asked) return `step:${v.open.pawn}`
    const step = deciding.selected.find((f) => f.startsWith('step:'))
    if (step) return step
    const pawn = deciding.selected.find((f) => f.startsWith('pawn:'))
    if (pawn) return `step:${pawn.slice(5)}`
    const last = log.flatMap((s) => s.events).findLast((e) => ['moved', 'moved_extra', 'built'].includes(e.event))
    const where = last?.arguments['to'] ?? last?.arguments['step']
    return where ? `step:${where}` : 'step:3'
  },
  sheetFor: (kinds) => (kinds.has('sword') || kinds.has('master') ? 'side' : 'hand'),
  sideIcon: 'sword',
  sideName: () => t('to.swords'),
}
