import { t } from '../../i18n/index.svelte.ts'
import { called, doing, enumerated, listed, sentences, type Telling, type Told } from '../telling.ts'
import type { PartProps } from '../types.ts'
import { KINDS, moneyCards, to, type BoardData } from './view.ts'

const boardOf = (part: PartProps): BoardData => part.data['board'] as BoardData

/**
 * A space of the road as it is seen: the shop, whose it is and what it costs, the free circles, the
 * pawns.
 */
export function tellStep(step: number, part: PartProps): string {
  const { shown, words } = part
  const view = to(shown.view)
  const board = boardOf(part)
  const printed = board.printed.find((p) => p.step === step)
  const shop = view.shops[String(step)]
  const here = view.circles[String(step)] ?? []
  const row = board.row.find((r) => r.first <= step && step <= r.last)
  const circles = printed?.circles ?? shop?.[1] ?? 0
  const owner = shop?.[2] ?? null
  const own = owner !== null && owner === shown.seat
  const kind = printed ? words.word('kind', printed.kind) : shop ? words.word('kind', shop[0]) : ''
  const what = !kind ? t('to.emptySpace') : own ? t('to.told.own', { kind }) : owner === null ? kind : t('to.told.of', { kind, name: words.seat(owner) })
  return sentences([
    what,
    row && !own && t('to.told.price', { n: row.price }),
    circles > 0 && enumerated([t('to.circles', { n: circles }), t('to.told.free', { n: Math.max(0, circles - here.length) })]),
    here.length > 0 && t('to.told.pawns', { list: listed(here.map((s) => called(s, shown, words))) }),
  ])
}

export const stepLabel = (step: number, part: PartProps): string =>
  `${t('to.space', { n: step })}. ${tellStep(step, part)} ${sentences([doing(part.deciding, part.words, [`step:${step}`])])}`.trim()

const insideOf = (seat: number, part: PartProps): number => (to(part.shown.view).pawns[seat] ?? []).filter((s) => boardOf(part).gates.includes(s)).length

/** "2 metal, 1 gem, 5 cards in hand, 1 pawn in the Alcazar, swords: 5, 7". */
export function player(seat: number, part: PartProps): string {
  const view = to(part.shown.view)
  const masters = (view.masters[seat] ?? []).map((k) => part.words.word('master', k))
  const list = (items: readonly (number | string)[] | undefined, key: 'to.told.swords' | 'to.told.delivered' | 'to.told.paintings' | 'to.told.fencing'): string =>
    items?.length ? t(key, { list: items.join(', ') }) : ''
  return enumerated([
    t('to.told.metal', { n: view.metal[seat] ?? 0 }),
    t('to.told.gems', { n: view.gems[seat] ?? 0 }),
    t('access.cards', { n: view.hands[seat]?.length ?? 0 }),
    t('to.told.inside', { n: insideOf(seat, part) }),
    list(view.swords[seat], 'to.told.swords'),
    list(view.delivered[seat], 'to.told.delivered'),
    list(view.paintings[seat], 'to.told.paintings'),
    list(masters, 'to.told.fencing'),
  ])
}

export function tell(part: PartProps): Telling {
  const { shown, words, data } = part
  const view = to(shown.view)
  const board = boardOf(part)
  const steps = Object.keys((data['layout'] as { steps: Record<string, unknown> }).steps).map(Number)
  const seats = view.pawns.map((_, seat) => seat)
  const count = (n: (seat: number) => number): string =>
    listed(seats.filter((s) => n(s) > 0).map((s) => t('access.rank', { name: called(s, shown, words), n: n(s) }))) || t('board.empty')
  const home = (seat: number): number => (view.pawns[seat] ?? []).filter((s) => s === 0).length
  const swords = (data['swords'] as { sword: { value: number; metal: number; gems: number }[] }).sword
  const seat = shown.seat
  const cards = moneyCards(data)
  const hand = (seat === null ? [] : (view.hands[seat] ?? [])).filter((c): c is string => c !== null).map((id) => cards[id]).filter((c) => c !== undefined)
  const built = Object.values(view.shops).filter((s) => s[2] === seat)
  const left = KINDS.flatMap((kind) => [1, 2].filter((size) => !built.some((s) => s[0] === kind && s[1] === size)).map((size) => `${words.word('kind', kind)} (${t('to.circles', { n: size })})`))
  const road: Told[] = [
    { name: t('to.cathedral'), text: sentences([count(home)]) },
    ...steps.map((step) => ({ name: t('to.space', { n: step }), text: tellStep(step, part), also: [String(step)], facets: [`step:${step}`] })),
    { name: t('to.alcazar'), text: sentences([count((s) => insideOf(s, part)), `${t('to.gate')} ${listed(board.gates.map(String))}`]), also: ['alcazar'] },
  ]
  return {
    board: [{ id: 'to.road', items: road }],
    cards: [
      { id: 'to.supplies', items: [
        ...swords.map((s) => ({ name: `${t('to.sword')} ${s.value}`, text: sentences([t('to.swordSays', { n: s.value, metal: s.metal, gems: s.gems, left: view.swords_left.filter((v) => v === s.value).length })]), facets: [`sword:${s.value}`] })),
        { name: t('to.stock'), text: sentences([enumerated([t('to.told.metal', { n: view.stock.metal }), t('to.told.gems', { n: view.stock.gems })])]) },
        { name: t('to.paintings'), text: view.paintings_left.join(', ') || t('access.nothing') },
        { name: t('to.fencing'), text: Object.entries(view.masters_left).map(([kind, n]) => `${words.word('master', kind)}: ${n}`).join(', ') },
      ] },
      { id: 'hand', items: seat === null ? [] : [
        ...hand.map((c) => ({ name: t('to.card', { n: c.value }), text: `${words.word('background', c.background)}, ${words.word('fencer', c.clear)}` })),
        { name: t('to.shops'), text: left.length ? sentences([t('to.told.shopsLeft', { list: left.join(', ') })]) : t('access.nothing') },
        { name: t('to.own'), text: sentences([player(seat, part)]) },
      ] },
    ],
  }
}
