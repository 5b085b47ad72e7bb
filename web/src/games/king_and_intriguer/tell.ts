import { t } from '../../i18n/index.svelte.ts'
import { regionsChapter } from '../el_grande/tell.ts'
import { called, enumerated, sentences, type Telling } from '../telling.ts'
import type { PartProps } from '../types.ts'
import type { Words } from '../words.svelte.ts'
import { ki, marks, numberOn, offered, rows, type Mark } from './view.ts'

/** What a card has done to a region, in words. */
export function tellMark(mark: Mark, words: Words): string {
  if (mark.mark === 'limit') return t('ki.mark.limit', { n: mark.most ?? 0 })
  if (mark.mark === 'allied') return t('ki.mark.allied', { group: mark.group ?? '' })
  if (mark.mark === 'double') return t('ki.mark.double', { name: words.seat(mark.seat ?? 0) })
  return t(mark.mark === 'castillo' ? 'ki.mark.castillo' : 'ki.mark.protected')
}

export function player(seat: number, part: PartProps): string {
  const view = ki(part.shown.view)
  const grande = view.grandes[seat] ?? null
  const row = rows(part.shown).find((r) => r.seat === seat)
  const left = view.hands[seat]?.length
  return enumerated([
    t('eg.told.court', { n: view.court[seat] ?? 0 }),
    t('eg.told.province', { n: view.province[seat] ?? 0 }),
    grande && t('eg.told.grande', { place: grande === 'castillo' ? t('eg.castillo') : part.words.word('region', grande) }),
    row && t('eg.told.laid', { card: String(numberOn(view, row.card)) }),
    row?.role && t(row.role === 'king' ? 'ki.roleKing' : 'ki.roleIntriguer'),
    left !== undefined && t('access.cards', { n: left }),
  ])
}

export function tell(part: PartProps): Telling {
  const { shown, words, data } = part
  const view = ki(shown.view)
  const noted = marks(shown)
  const seat = shown.seat
  const hand = (seat === null ? null : view.hands[seat]) ?? []
  const aside = (seat === null ? null : view.set_aside[seat]) ?? []
  const cards = offered(view, data)
  return {
    board: [regionsChapter(part, (id) => (noted[id] ?? []).map((m) => tellMark(m, words)))],
    cards: [
      { id: 'round', items: rows(shown).map((row) => ({
        name: called(row.seat, shown, words),
        text: sentences([
          words.word('card', String(row.card)), words.word('card', String(row.card), 'says').replace(/\.$/, ''),
          row.role && t(row.role === 'king' ? 'ki.roleKing' : 'ki.roleIntriguer'),
          row.caballeros !== undefined && t('ki.caballeroCard', { n: row.caballeros }),
        ]),
      })) },
      { id: 'cards', items: view.lying.map((card) => ({
        name: words.word('lying', String(card.value)), text: sentences([called(card.seat, shown, words), card.region && words.word('region', card.region)]),
      })) },
      { id: 'hand', items: seat === null ? [] : [
        { name: t('eg.court'), text: sentences([t('eg.told.court', { n: view.court[seat] ?? 0 })]) },
        ...cards.filter((c) => [...hand, ...aside].some((v) => String(v) === c.id)).map((card) => ({
          name: words.word('card', card.id), also: [card.id], facets: [`own:${card.id}`],
          text: sentences([words.word('card', card.id, 'says').replace(/\.$/, ''), t('eg.told.court', { n: card.court }), aside.some((v) => String(v) === card.id) && t('ki.aside')]),
        })),
      ] },
    ],
  }
}
