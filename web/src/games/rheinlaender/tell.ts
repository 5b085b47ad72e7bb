import { t } from '../../i18n/index.svelte.ts'
import { called, doing, enumerated, leading, listed, sentences, type Telling, type Told } from '../telling.ts'
import type { PartProps } from '../types.ts'
import { bishopsOf, duchiesOf, rh, type Duchy } from './view.ts'

interface Graph { spaces: Record<string, string[]>; lands: Record<string, { banks: string[]; river: string }>; sites: Record<string, { name: string; spaces: string[] }> }
const graphOf = (part: PartProps): Graph => part.data['board'] as Graph

const spaceName = (id: string, part: PartProps): string => part.words.word('space', id)
const siteName = (id: string, part: PartProps): string => part.words.word('site', id) || (graphOf(part).sites[id]?.name ?? id)
const kindOf = (id: string, part: PartProps): string => part.words.word('tile', rh(part.shown.view).tiles[id] ?? '')

function tellSite(id: string, part: PartProps): string {
  const holder = rh(part.shown.view).castle_knights[id]
  return enumerated([siteName(id, part), kindOf(id, part), holder !== undefined && t('rh.told.held', { name: called(holder, part.shown, part.words) })])
}

/** Who stands on a space. */
function onSpace(id: string, part: PartProps): string {
  const view = rh(part.shown.view)
  if (id in view.knights) return t('rh.knightOf', { name: called(view.knights[id]!, part.shown, part.words) })
  return id in view.forts ? t('rh.fort') : t('rh.told.empty')
}

/**
 * A space as it is seen: who stands there, the centre and the spaces it touches, the duchy it lies
 * in.
 */
export function tellSpace(id: string, part: PartProps): string {
  const { sites, spaces } = graphOf(part)
  const centres = Object.keys(sites).filter((s) => sites[s]!.spaces.includes(id))
  const duchy = duchiesOf(part.shown).find((d) => d.spaces.includes(id))
  return sentences([
    onSpace(id, part),
    centres.length > 0 && t('rh.told.touches', { list: listed(centres.map((s) => tellSite(s, part))) }),
    t('rh.told.next', { list: listed((spaces[id] ?? []).map((n) => spaceName(n, part))) }),
    duchy && (duchy.owner === null ? part.words.word('shown', 'no_duke') : t('rh.duchyOf', { name: called(duchy.owner, part.shown, part.words), value: duchy.final })),
  ])
}

export const spaceLabel = (id: string, part: PartProps, facets: string[]): string =>
  `${spaceName(id, part)}. ${tellSpace(id, part)} ${sentences([doing(part.deciding, part.words, facets)])}`.trim()

/** A centre and the spaces that touch it. */
export function tellCentre(id: string, part: PartProps): string {
  const holder = rh(part.shown.view).castle_knights[id]
  const around = graphOf(part).sites[id]?.spaces ?? []
  return sentences([
    kindOf(id, part),
    holder !== undefined && t('rh.told.held', { name: called(holder, part.shown, part.words) }),
    t('rh.told.touches', { list: listed(around.map((s) => `${spaceName(s, part)} (${onSpace(s, part)})`)) }),
  ])
}

const knightsIn = (d: Duchy): { seat: number; n: number }[] => d.knights.map(([seat, n]) => ({ seat, n })).sort((a, b) => b.n - a.n)

/** A duchy: whose it is, its centres and knights, what it is worth. */
export function tellDuchy(d: Duchy, part: PartProps): Told {
  const { shown, words } = part
  const knights = knightsIn(d).map((c) => t('access.rank', { name: called(c.seat, shown, words), n: c.n }))
  return {
    name: d.owner === null ? words.word('shown', 'no_duke') : d.owner === shown.seat ? t('rh.told.yours') : t('rh.told.duchy', { name: words.seat(d.owner) }),
    text: sentences([
      d.centres.length > 0 && listed(d.centres.map((s) => tellSite(s, part))),
      listed(d.spaces.map((s) => spaceName(s, part))),
      knights.length > 0 && t('rh.told.knightsOf', { list: knights.join(', ') }),
      d.owner !== null && t('rh.told.worth', { value: d.value, final: d.final }),
    ]),
    also: d.centres.map((s) => siteName(s, part)),
    lead: leading(knightsIn(d), shown, words),
  }
}

/** "18 knights, 1 duke, 3 forts, coins hidden". */
export function player(seat: number, part: PartProps): string {
  const view = rh(part.shown.view)
  const coins = view.coins[seat] ?? null
  return enumerated([
    t('rh.told.knights', { n: view.supply[seat] ?? 0 }),
    t('rh.told.dukes', { n: view.duchies.filter((d) => d.owner === seat).length }),
    t('rh.told.bishops', { n: bishopsOf(part.shown)[seat] ?? 0 }),
    t('rh.told.forts', { n: view.forts_left[seat] ?? 0 }),
    coins === null ? t('rh.told.coinsHidden') : t('rh.told.coins', { n: coins }),
    view.archbishop === seat && t('rh.archbishop'),
  ])
}

/** The spaces of a land, each with who stands there and what it touches. */
function tellLand(n: number, part: PartProps): string {
  const { lands, sites } = graphOf(part)
  const land = lands[String(n)]
  const told = [...(land?.banks ?? []), ...(land ? [land.river] : [])].map((id) => {
    const centres = Object.keys(sites).filter((s) => sites[s]!.spaces.includes(id)).map((s) => tellSite(s, part))
    return `${spaceName(id, part)}: ${enumerated([onSpace(id, part), ...centres])}`
  })
  return sentences(told)
}

export function tell(part: PartProps): Telling {
  const { shown } = part
  const view = rh(shown.view)
  const graph = graphOf(part)
  const hand = (shown.seat === null ? [] : (view.hands[shown.seat] ?? [])).filter((n): n is number => n !== null)
  const space = (id: string): Told => ({ name: spaceName(id, part), text: tellSpace(id, part), also: [id], facets: [`space:${id}`] })
  const duchies = [...duchiesOf(shown)].sort((a, b) => b.final - a.final).map((d) => tellDuchy(d, part))
  const taken = Object.keys(graph.spaces).filter((id) => id in view.knights || id in view.forts)
  const along = (id: string): number => Number(/\d+/.exec(id)?.[0])
  return {
    board: [
      { id: 'rh.duchies', items: duchies },
      { id: 'rh.centres', items: Object.keys(graph.sites).map((id) => {
        const near = graph.sites[id]!.spaces
        const duchy = duchiesOf(shown).find((d) => near.some((s) => d.spaces.includes(s)))
        return { name: siteName(id, part), text: tellCentre(id, part), also: [graph.sites[id]!.name], lead: duchy ? leading(knightsIn(duchy), shown, part.words) : t('access.nobody') }
      }) },
      { id: 'rh.river', items: taken.sort((a, b) => along(a) - along(b)).map(space) },
      { id: 'rh.river', quiet: true, items: [
        ...Object.keys(graph.spaces).map(space),
        ...Object.keys(graph.lands).map((n) => ({ name: t('rh.land', { n }), text: tellLand(Number(n), part) })),
      ] },
    ],
    cards: [
      { id: 'hand', items: [
        ...hand.map((n) => ({ name: t('rh.card', { n }), text: tellLand(n, part), facets: [`card:${n}`] })),
        ...(shown.seat === null ? [] : [{ name: t('rh.forts'), text: String(view.forts_left[shown.seat] ?? 0) }]),
        { name: t('rh.draw'), text: sentences([t('rh.told.piles', { draw: view.draw_pile.length, discards: view.discards.length })]) },
      ] },
    ],
  }
}
