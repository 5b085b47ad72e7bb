import type { Step } from '../../net/types.ts'
import type { EgView } from './view.ts'

export interface CardOnTable { id: string; place: number; deck: number; owner: number | null }
interface CardData { id: string; place: number; deck: number }

/** The events of the current round, oldest first. */
export function roundEvents(log: Step[]): Step['events'] {
  const events = log.flatMap((s) => s.events)
  const begun = events.findLastIndex((e) => e.event === 'round_begins')
  return begun < 0 ? events : events.slice(begun)
}

/**
 * The action cards of the round, highest deck first: open ones, and those that somebody has taken.
 */
export function cardsOnTable(view: EgView, log: Step[], data: Record<string, unknown>): CardOnTable[] {
  const all = (data['cards'] as { card: CardData[] } | undefined)?.card ?? []
  const make = (id: string, owner: number | null): CardOnTable => {
    const card = all.find((c) => c.id === id)
    return { id, place: card?.place ?? 0, deck: card?.deck ?? 0, owner }
  }
  const open = (view.open_cards ?? []).map((id) => make(id, null))
  const taken = roundEvents(log)
    .filter((e) => e.event === 'card_taken')
    .map((e) => make(e.arguments['card'] ?? '', Number(e.arguments['seat'])))
  return [...open, ...taken].sort((a, b) => b.deck - a.deck || b.place - a.place)
}

/** In which round each of a seat's power cards was played. */
export function playedIn(log: Step[], seat: number): Record<number, number> {
  const found: Record<number, number> = {}
  let round = 0
  for (const event of log.flatMap((s) => s.events)) {
    if (event.event === 'round_begins') round = Number(event.arguments['n'])
    if (event.event === 'power_played' && Number(event.arguments['seat']) === seat) found[Number(event.arguments['n'])] = round
  }
  return found
}
