import type { State, Step, View } from '../../net/types.ts'
import type { KingAndIntriguerView } from './position.ts'

export type KiView = KingAndIntriguerView
export const ki = (view: View): KiView => view as unknown as KiView

/** A blank card as the table has filled it in. */
interface Blank { value: number; deed: string; court: number; n?: number | 'all'; points?: string[] }
const blanks = (view: KiView): Blank[] => (view.options['blank_cards'] as Blank[] | undefined) ?? []
/** The number on a card; a Joker has none. */
export function numberOn(view: KiView, card: number | string): number | string {
  const blank = /^blank_(\d)$/.exec(String(card))
  return blank ? (blanks(view)[Number(blank[1]) - 1]?.value ?? card) : card
}

export interface KiCard { id: string; value: number | null; court: number; must: boolean; role?: string; set: string; stays?: boolean; steps?: { verb: string; n?: number | 'all'; which?: string; values?: number[] }[] }
/** A blank card does what a known card does, possibly with its own number or its own regions. */
function filledIn({ value, court, n, points }: Blank, id: string, { must, steps = [] }: KiCard): KiCard {
  const own = { ...(n === undefined ? {} : { n }), ...(points ? { values: points.map(Number) } : {}) }
  return { id, value, court, must, set: 'blank', steps: steps.map((step) => ({ ...step, ...own })) }
}
/** The cards that are offered under the table's options, lowest first. */
export function offered(view: KiView, data: Record<string, unknown>): KiCard[] {
  const all = (data['cards'] as { card: KiCard[] }).card
  const own = blanks(view).map((blank, k) => filledIn(blank, `blank_${k + 1}`, all.find((c) => c.id === blank.deed)!))
  const there = [...all.filter((c) => c.set === 'base' || view.options[c.set] === true), ...own]
  return there.sort((a, b) => (a.value ?? Infinity) - (b.value ?? Infinity))
}

/**
 * A row of the round: who laid which card, which caballero card and role it brought; the first to
 * act first.
 */
export interface Row { seat: number; card: number | string; caballeros?: number; role?: 'king' | 'intriguer' | null; acts_as?: string | null }
export const rows = (state: State): Row[] => (state.notes?.['order'] as Row[] | undefined) ?? []

export interface Mark { mark: 'protected' | 'limit' | 'double' | 'allied' | 'castillo'; seat?: number; most?: number; group?: string }
export const marks = (state: State): Record<string, Mark[]> => (state.notes?.['marks'] as Record<string, Mark[]> | undefined) ?? {}

/**
 * What a card of mine would bring, as the server tells it: its turn among the cards that lie, role
 * and caballeros when it is the last.
 */
export interface Foreseen { must: boolean; court: number; place?: number; of?: number; role?: string | null; caballeros?: number | null; acts_as?: string | null; closed?: number; scores?: string[]; points?: number[] | null }
export const foreseen = (state: State): Record<string, Foreseen> => (state.notes?.['hand'] as Record<string, Foreseen> | undefined) ?? {}

/** In which round a seat laid each of its cards. */
export function laidIn(log: Step[], seat: number): Record<string, number> {
  const found: Record<string, number> = {}
  let round = 0
  for (const event of log.flatMap((s) => s.events)) {
    if (event.event === 'round_begins') round = Number(event.arguments['n'])
    if (event.event === 'laid' && Number(event.arguments['seat']) === seat) found[event.arguments['card'] ?? ''] = round
  }
  return found
}
