import type { Result } from '../net/types.ts'

export interface Placed { seat: number; place: number; points: number }

/** The seats in their order, with places that skip after a tie: 1, 2, 2, 4. */
export function placesOf(result: Result): Placed[] {
  let before = 0
  return result.ranking.flatMap((seats) => {
    const place = before + 1
    before += seats.length
    return seats.map((seat) => ({ seat, place, points: result.scores[seat] ?? 0 }))
  })
}
