/* The view of a seat. Written by tools/pages.py from position.py; docs/notation.md explains it. */

export interface KingAndIntriguerView {
  game: string
  players: number
  options: Record<string, unknown>
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
  hands: ((number | string)[] | null)[]
  set_aside: ((number | string)[] | null)[]
  used: (number | string)[][]
  played: (number | string | null)[]
  laid: number[]
  roles: (string | null)[]
  vetoed: number[]
  whirlwind: (string | null)[]
  doubles: (string | null)[]
  alliances: string[][]
  turned: string[]
  lying: { seat: number; value: number; region?: string }[]
  strangers: number[]
  protected: string[]
  queen: boolean
  castillo_at: string | null
  collapse: boolean
  beside: number[]
  dials: (string | null)[]
  open: { decision: string; seat?: number; part?: string; parts?: string[]; card?: number | string; free?: boolean; region?: string; taken?: [number, string]; of?: number; left?: number; scored?: string[]; regions?: string[] } | null
  knowledge?: { doubles: number[] }
  pending: number[]
  seat: number | null
}
