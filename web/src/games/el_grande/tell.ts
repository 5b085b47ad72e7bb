import { t } from '../../i18n/index.svelte.ts'
import type { State } from '../../net/types.ts'
import { called, doing, enumerated, leading, listed, sentences, type Chapter, type Telling, type Told } from '../telling.ts'
import type { PartProps } from '../types.ts'
import type { Words } from '../words.svelte.ts'
import { cardsOnTable } from './cards.ts'
import type { MapData } from './map.ts'
import { forecastOf, tableOf, tileOn } from './tables.ts'
import { eg, ranked } from './view.ts'

export const regionName = (id: string, part: Pick<PartProps, 'shown' | 'data' | 'words'>): string =>
  eg(part.shown.view).edition === '1995' ? ((part.data['map'] as MapData).regions[id]?.name_1995 ?? id) : part.words.word('region', id)

const standing = (counts: readonly (number | null)[], state: State, words: Words): string =>
  enumerated(ranked(counts).map((c) => t('access.rank', { name: called(c.seat, state, words), n: c.n }))) || t('board.empty')

/** Whether this table helps its players to count. */
const helps = (part: Pick<PartProps, 'deciding'>): boolean => part.deciding.link.table?.help !== false

/** What a scoring now would bring, as far as the reader may know. */
function paid(place: string, state: State, words: Words): string {
  const points = forecastOf(place, state)
  const list = ranked(points ?? []).map((c) => `${called(c.seat, state, words)} +${c.n}`)
  return list.length ? `${t('eg.why.ifScored')}: ${list.join(', ')}` : ''
}

/**
 * A region as it is seen: its points, who stands there, the king, grandes, what cards did, what it
 * borders.
 */
export function tellRegion(id: string, part: PartProps, marks: string[] = []): string {
  const { shown, words, data } = part
  const view = eg(shown.view)
  const grandes = view.grandes.flatMap((place, seat) => (place === id ? [called(seat, shown, words)] : []))
  const map = data['map'] as MapData
  const around = map.borders.filter((b) => b.between.includes(id)).map((b) => b.between.find((other) => other !== id)!)
    .map((other) => (other in map.regions ? regionName(other, part) : words.find('place', other) ? words.word('place', other) : '')).filter(Boolean)
  return sentences([
    enumerated([t('eg.told.scores', { list: tableOf(id, shown).join(', ') }), tileOn(id, view) && t('eg.told.tile')]),
    standing(view.regions[id] ?? [], shown, words),
    view.king === id && part.words.word('shown', 'king_here'),
    grandes.length > 0 && `${t('eg.told.grandes')}: ${listed(grandes)}`,
    ...marks,
    helps(part) && paid(id, shown, words),
    around.length > 0 && t('eg.told.borders', { list: listed(around) }),
  ])
}

export function tellCastillo({ shown, words, deciding }: Pick<PartProps, 'shown' | 'words' | 'deciding'>): string {
  const view = eg(shown.view)
  const open = view.castillo?.every((n) => n !== null) ?? false
  const mine = shown.seat === null ? null : (view.castillo?.[shown.seat] ?? null)
  const grandes = view.grandes.flatMap((place, seat) => (place === 'castillo' ? [called(seat, shown, words)] : []))
  return sentences([
    t('eg.told.scores', { list: tableOf('castillo', shown).join(', ') }),
    open ? standing(view.castillo ?? [], shown, words) : mine !== null ? t('eg.youThrew', { n: mine }) : t('eg.seeLog'),
    helps({ deciding }) && paid('castillo', shown, words),
    view.king === 'castillo' && words.word('shown', 'king_here'),
    grandes.length > 0 && `${t('eg.told.grandes')}: ${listed(grandes)}`,
  ])
}

/** A region's label on the board: what it is, and what choosing it does. */
export const regionLabel = (id: string, part: PartProps, marks: string[]): string =>
  `${regionName(id, part)}. ${tellRegion(id, part, marks)} ${sentences([doing(part.deciding, part.words, [`region:${id}`])])}`.trim()

export function regionsChapter(part: PartProps, marks: (id: string) => string[] = () => []): Chapter {
  const view = eg(part.shown.view)
  const regions = Object.keys(view.regions).map((id): Told => ({
    name: regionName(id, part), text: tellRegion(id, part, marks(id)), also: [id, part.words.word('region', id)],
    lead: leading(ranked(view.regions[id] ?? []), part.shown, part.words), facets: [`region:${id}`],
  }))
  const castillo: Told = { name: t('eg.castillo'), text: tellCastillo(part), also: ['castillo'], facets: ['region:castillo'] }
  if (view.castillo?.every((n) => n !== null)) castillo.lead = leading(ranked(view.castillo), part.shown, part.words)
  return { id: 'eg.regions', items: [...regions, castillo] }
}

/** "5 caballeros in the court, 12 in the province, grande in Granada, card 9". */
export function player(seat: number, part: PartProps): string {
  const view = eg(part.shown.view)
  const grande = view.grandes[seat] ?? null
  const played = view.played?.[seat] ?? null
  const card = cardsOnTable(view, part.log, part.data).find((c) => c.owner === seat)
  return enumerated([
    t('eg.told.court', { n: view.court[seat] ?? 0 }),
    t('eg.told.province', { n: view.province[seat] ?? 0 }),
    grande && t('eg.told.grande', { place: grande === 'castillo' ? t('eg.castillo') : part.words.word('region', grande) }),
    played !== null && t('eg.told.laid', { card: String(played) }),
    card && part.words.word('card', card.id),
  ])
}

export function tell(part: PartProps): Telling {
  const { shown, words, data, log } = part
  const view = eg(shown.view)
  const seat = shown.seat
  const powers = (data['power'] as { power: { value: number; court: number }[] } | undefined)?.power ?? []
  const hand = seat === null ? [] : (view.hands[seat] ?? [])
  const mods = seat === null ? [] : (view.modifiers?.[seat] ?? [])
  return {
    board: [regionsChapter(part)],
    cards: [
      { id: 'cards', items: cardsOnTable(view, log, data).map((card) => ({
        name: words.word('card', card.id), also: [card.id], facets: [`card:${card.id}`],
        text: sentences([t('eg.places', { n: card.place }), words.word('card', card.id, 'says').replace(/\.$/, ''), card.owner === null ? t('eg.open') : called(card.owner, shown, words)]),
      })) },
      { id: 'hand', items: seat === null ? [] : [
        { name: t('eg.court'), text: sentences([t('eg.told.court', { n: view.court[seat] ?? 0 })]) },
        ...powers.filter((p) => hand.includes(p.value)).map((p) => ({ name: String(p.value), text: sentences([t('eg.powerCard', { n: p.value, court: p.court })]), facets: [`power:${p.value}`] })),
        ...mods.map((m) => ({ name: words.word('modifier', m), text: '', facets: [`modifier:${m}`] })),
      ] },
    ],
  }
}
