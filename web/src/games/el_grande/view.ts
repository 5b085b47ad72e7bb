import type { View } from '../../net/types.ts'

/** A view of El Grande, as docs/notation.md has it. */
export interface EgView {
  game: string
  edition: string
  players: number
  options: Record<string, unknown>
  phase: string
  round: number
  acted: number[]
  start_player: number
  king: string | null
  regions: Record<string, number[]>
  castillo: (number | null)[] | null
  court: number[]
  province: number[]
  grandes: (string | null)[]
  tiles: Record<string, string | null>
  scores: number[]
  hands: ((number | string)[] | null)[]
  played: (number | string | null)[]
  modifiers?: (string[] | null)[]
  played_modifiers?: (string | null)[]
  open_cards: string[]
  decks: Record<string, unknown>
  discards: unknown
  vetoes: { seat: number; until_round: number }[]
  open?: {
    decision: string
    seat?: number
    card?: string
    parts?: string[]
    part?: string
    left?: number
    own?: number
    opposing?: number
    taken?: [number, string]
    region?: string
  } | null
  dials?: unknown
  turn: number | null
  over: boolean
  pending: number[]
  seat: number | null
}

export const eg = (view: View): EgView => view as unknown as EgView

export const REGIONS = ['galicia', 'navarra', 'aragon', 'cataluna', 'castilla', 'toledo', 'sevilla', 'granada', 'valencia'] as const

/** Seats and counts of a place, most first. */
/** Whether somebody else has as many. */
export const tied = (counts: { seat: number; n: number }[], seat: number): boolean => counts.some((c) => c.seat === seat && counts.some((d) => d.seat !== seat && d.n === c.n))

export function ranked(counts: readonly (number | null)[]): { seat: number; n: number }[] {
  return counts
    .map((n, seat) => ({ seat, n: n ?? 0 }))
    .filter((c) => c.n > 0)
    .sort((a, b) => b.n - a.n || a.seat - b.seat)
}
