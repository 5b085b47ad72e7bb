import type { Entry } from './entries.ts'

/** What the reader points at in the log: the board marks these places. One page shows one table. */
class Pointing {
  at: string[] | null = $state.raw(null)
}
export const pointing = new Pointing()

const unique = (all: string[][]): string[] => [...new Set(all.flat())]

/** The places that a turn touched. */
export const placesTouched = (entry: Entry): string[] => unique(entry.lines.map((line) => line.places))

/** The places of the last turn, until somebody begins another: my own turn needs no mark. */
export function lastPlaces(entries: Entry[], mine: number[]): string[] {
  const last = entries.findLast((e) => e.lines.some((line) => !line.opens))
  return !last || (last.seat !== null && mine.includes(last.seat)) ? [] : placesTouched(last)
}

/** The places of the turn that ended after a number of decisions. */
export const placesAt = (entries: Entry[], decisions: number): string[] => unique(entries.filter((e) => !e.chapter && e.decisions === decisions).map(placesTouched))
