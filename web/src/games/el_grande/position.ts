/* The view of a seat. Written by tools/pages.py from position.py; docs/notation.md explains it. */

export interface ElGrandeView {
  game: string
  players: number
  options: Record<string, unknown>
  edition: string
  phase: string
  round: number
  turn: number | null
  over: boolean
  acted: number[]
  start_player: number
  king: string
  regions: Record<string, number[]>
  castillo: (number | null)[]
  court: number[]
  province: number[]
  grandes: (string | null)[]
  tiles: Record<string, string | null>
  scores: number[]
  hands: (number[] | null)[]
  played: (number | null)[]
  modifiers: (string[] | null)[]
  played_modifiers: (string | null)[]
  modifier_discards: (string[] | null)[]
  open_cards: string[]
  decks: Record<string, string[] | null>
  box: string[] | null
  discards: string[]
  vetoes: { seat: number; until_round: number }[]
  region_cards?: string[]
  dials: (string | null)[]
  open: { decision: string; seat?: number; part?: string; parts?: string[]; card?: string; infiltration?: boolean; step?: number; option?: string; own?: number; opposing?: number; from?: string; region?: string; taken?: [number, string]; of?: number; left?: number; rest?: { decision: string; seat?: number; part?: string; parts?: string[]; card?: string; infiltration?: boolean; step?: number; option?: string; own?: number; opposing?: number; from?: string; region?: string; taken?: [number, string]; of?: number; left?: number } } | null
  knowledge?: { passed?: (string | null)[]; regained?: (number | string)[][][] }
  pending: number[]
  seat: number | null
}
