/* The view of a seat. Written by tools/pages.py from position.py; docs/notation.md explains it. */

export interface RheinlaenderView {
  game: string
  players: number
  options: Record<string, unknown>
  turn: number
  start_player: number
  last_round: boolean
  over: boolean
  tiles: Record<string, string>
  knights: Record<string, number>
  castle_knights: Record<string, number>
  forts: Record<string, number>
  duchies: { spaces: string[]; owner: number | null }[]
  coins: (number | null)[]
  hands: (number | null)[][]
  draw_pile: (number | null)[]
  discards: number[]
  supply: number[]
  forts_left: number[]
  archbishop: number | null
  open: { decision: string; card: number | null; fort_laid: boolean } | null
  pending: number[]
  seat: number | null
}
