/* The view of a seat. Written by tools/pages.py from position.py; docs/notation.md explains it. */

export interface ToledoView {
  game: string
  players: number
  options: Record<string, unknown>
  turn: number
  over: boolean
  pawns: number[][]
  shops: Record<string, [string, number, number]>
  circles: Record<string, number[]>
  hands: (string | null)[][]
  draw_pile: (string | null)[]
  discards: string[]
  metal: number[]
  gems: number[]
  stock: { metal: number; gems: number }
  swords_left: number[]
  swords: number[][]
  delivered: number[][]
  masters: string[][]
  masters_left: Record<string, number>
  paintings_left: number[]
  paintings: number[][]
  first_card: number | null
  extra_used: number
  last_round: number | null
  open: { phase: string; pawn: number | null; front: string | null; opening: number | null; old_tiles: string[] | null } | null
  known?: { hands?: string[][]; earlier?: string[][] }
  turns?: number
  pending: number[]
  seat: number | null
}
