import { t } from '../../i18n/index.svelte.ts'
import { sided } from '../facets.ts'
import { enumerated } from '../telling.ts'
import type { GameUi } from '../types.ts'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import Header from './Header.svelte'
import { lines, named, told } from './lines.ts'
import SeatStats from './SeatStats.svelte'
import Side from './Side.svelte'

/**
 * The table of a game that brings none of its own: its position as lines, its legal actions as
 * tiles.
 */
export const plain = (name: string): GameUi => ({
  name,
  facets: (action) => [`action:${action}`],
  attempt: (touched) => touched[0]?.slice('action:'.length) ?? null,
  expected: (legal) => legal,
  primary: (legal) => (legal.length === 1 ? legal[0]! : null),
  label: named,
  tell: ({ shown, words, deciding }) => ({
    board: [{ id: 'round', items: lines(shown.view, words, shown.scores.length).map((line) => ({ name: line.name, text: told(line, shown, words) })) }],
    cards: [{ id: 'hand', items: deciding.legal.map((action) => ({ name: named(action, words), text: action, facets: [`action:${action}`] })) }],
  }),
  player: (seat, { shown, words }) => enumerated(lines(shown.view, words, shown.scores.length).map((line) => line.seats && `${line.name}: ${line.seats[seat]}`)),
  flights: () => [],
  changes: (preview, words) => [
    ...preview.points.flatMap((n, seat) => (n ? [{ seat, text: `${words.who(seat)} ${n > 0 ? '+' : ''}${n}`, good: n > 0 }] : [])),
    ...(preview.certain ? [] : [{ text: t('bar.chance') }]),
  ],
  step: (state) => (state.asked.length ? t('bar.yourTurn') : ''),
  barKinds: [],
  places: {},
  chapter: () => null,
  Board,
  Hand,
  Side,
  SeatStats,
  Header,
  order: (state) => sided(state.scores.length),
  status: (seat, state) => (state.over ? '' : state.pending.includes(seat) ? t(state.mine.includes(seat) ? 'bar.yourTurn' : 'players.acting') : t('players.waiting')),
  layout: 'side',
  hand: [148, 148],
  sheetFor: () => 'hand',
})
