import type { View } from '../../net/types.ts'
import type { ElGrandeView } from './position.ts'

/**
 * A view of El Grande; of an expansion that shares its board and its parts, it has what both have.
 */
export type EgView = ElGrandeView

export const eg = (view: View): EgView => view as unknown as EgView

/** Whether somebody else has the same number. */
export const tied = (counts: { seat: number; n: number }[], seat: number): boolean => counts.some((c) => c.seat === seat && counts.some((d) => d.seat !== seat && d.n === c.n))

/** Seats and counts of a place, most first. */
export function ranked(counts: readonly (number | null)[]): { seat: number; n: number }[] {
  return counts
    .map((n, seat) => ({ seat, n: n ?? 0 }))
    .filter((c) => c.n > 0)
    .sort((a, b) => b.n - a.n || a.seat - b.seat)
}
