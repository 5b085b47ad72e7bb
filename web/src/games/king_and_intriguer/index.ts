import { t } from '../../i18n/index.svelte.ts'
import type { State, View } from '../../net/types.ts'
import { label as boardLabel, ui as board } from '../el_grande/index.ts'
import type { GameUi } from '../types.ts'
import type { Words } from '../words.svelte.ts'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import Orders from './Orders.svelte'
import Over from './Over.svelte'
import SeatStats from './SeatStats.svelte'
import Side from './Side.svelte'
import Regions from '../el_grande/Regions.svelte'
import { player, tell } from './tell.ts'
import { ki, numberOn } from './view.ts'

/** A card in a sentence: its number; a Joker or a card made by the table by its name. */
const cardIn = (id: string, words: Words): string => (/^\d/.test(id) ? id : words.word('card', id))

/**
 * An action in words, for a button: cards and roles by their own names, the rest as on El Grande's
 * board.
 */
function label(action: string, words: Words): string {
  const [verb = '', a = '', b = ''] = action.split(' ')
  if (a && verb === 'action') return t('ki.do.lay', { card: cardIn(a, words) })
  if (a && verb === 'discard') return t('ki.do.discard', { card: cardIn(a, words) })
  if (verb === 'remove') return `${words.seat(Number(a))}: ${words.word('lying', b)}`
  if (verb === 'role') return t(a === 'king' ? 'ki.roleKing' : a === 'intriguer' ? 'ki.roleIntriguer' : 'ki.roleCard')
  if (verb === 'turn') return t('ki.do.turn', { tile: a.replaceAll('-', '/') })
  return boardLabel(action, words)
}

function expected(legal: string[], view: View): string[] {
  const verbs = new Set(legal.map((a) => a.split(' ')[0]!))
  const { seat, hands } = ki(view)
  const hand = seat === null ? [] : (hands[seat] ?? [])
  if (verbs.has('action') && legal.every((a) => a.startsWith('action '))) return hand.map((card) => `action ${card}`)
  return board.expected(legal, view)
}

function status(seat: number, state: State): string {
  const view = ki(state.view)
  if (view.over) return ''
  if (state.pending.includes(seat)) return t(view.phase === 'discard' ? 'ki.choosing' : view.phase === 'cards' ? 'eg.choosingCard' : view.phase === 'turns' ? (state.mine.includes(seat) ? 'bar.yourTurn' : 'players.acting') : 'eg.dialling')
  if (view.phase === 'discard') return t('ki.ready')
  if (view.acted.includes(seat)) return t('eg.doneThisRound')
  const played = view.played[seat]
  if (view.phase === 'cards' && played !== null && played !== undefined) return t('eg.hasPlayed', { card: String(numberOn(view, played)) })
  return t('players.waiting')
}

function step(state: State, words: Words): string {
  const view = ki(state.view)
  const parts = [state.asked.length ? t('bar.yourTurn') : '']
  const card = view.open?.card
  if (view.phase === 'turns' && card !== undefined && card !== null) parts.push(words.word('card', String(card)))
  else if (view.phase === 'scoring') parts.push(t('eg.generalScoring'))
  else if (view.phase === 'discard' || view.phase === 'dial') parts.push(words.word('phase', view.phase))
  else parts.push(t('eg.round', { n: view.round }))
  return parts.filter(Boolean).join(' · ')
}

export const ui: GameUi = {
  ...board,
  name: 'king_and_intriguer',
  label,
  tell,
  player,
  expected,
  status,
  step,
  Board,
  Hand,
  Side,
  SeatStats,
  Over,
  Orders,
  hand: [252, 164, 196],
  reads: true,
  Facts: Regions,
  loose: (action) => action.startsWith('discard '),
  fills: (state) => ki(state.view).phase === 'discard' && state.seat !== null,
  barKinds: [...board.barKinds, 'laid'],
  sheetFor: (kinds, legal) => (kinds.has('own') ? 'hand' : kinds.has('tile') || legal.some((a) => a.startsWith('dial ')) ? 'side' : null),
}
