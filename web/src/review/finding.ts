/**
 * What a search finds out about the decisions of a finished game, and what follows from it for
 * chances. Knows no page.
 */
import type { Looking } from '../net/wire.ts'

/**
 * A way on from a position: how often it was tried, everybody's shares there added up, and what its
 * seat would do next.
 */
export interface Way {
  visits: number
  gains: number[]
  line: number[]
}

/**
 * Everything found out about the position before one decision; a way is known by the number of its
 * action.
 */
export interface Found {
  playouts: number
  gains: number[]
  ways: Record<number, Way>
}

/** How many alternatives are stored for each decision. */
const KEPT = 10
/** The standard deviation of one playout's share: measured, and rounded up. */
const SPREAD = 0.25
/** Alternatives that were tried less often say nothing. */
const FEWEST = 8

const plus = (a: number[], b: number[]): number[] => a.map((x, i) => x + b[i]!)

/**
 * Two findings about the same position in one. The playouts of both count, so nothing that is known
 * gets lost.
 */
export function together(known: Found | undefined, fresh: Found, made: number): Found {
  if (!known) return fresh
  const ways: Record<number, Way> = { ...known.ways }
  for (const [action, way] of Object.entries(fresh.ways)) {
    const before = ways[Number(action)]
    ways[Number(action)] = before ? { visits: before.visits + way.visits, gains: plus(before.gains, way.gains), line: way.line } : way
  }
  const kept = Object.entries(ways).sort(([a, x], [b, y]) => Number(Number(b) === made) - Number(Number(a) === made) || y.visits - x.visits)
  return { playouts: known.playouts + fresh.playouts, gains: plus(known.gains, fresh.gains), ways: Object.fromEntries(kept.slice(0, KEPT)) }
}

/**
 * Chances, changed by what a search found: little after a few playouts, by what was fitted to games
 * after many. `root` is what it found about the position itself, where `gains` are those of a way
 * from it.
 */
export function weighed(chances: number[], gains: number[], visits: number, playouts: number, { kept, seen, half, against }: Looking, root = gains): number[] {
  if (!visits || !playouts) return chances
  const part = playouts / (playouts + half)
  const log = (share: number): number => Math.log(Math.max(share, 0.002))
  const own = root === gains ? visits : playouts
  const pulls = chances.map((chance, i) => (1 - part + part * kept) * log(chance) + part * (seen * log(gains[i]! / visits) - against * log(root[i]! / own)))
  const most = Math.max(...pulls)
  const shares = pulls.map((pull) => Math.exp(pull - most))
  const sum = shares.reduce((a, b) => a + b, 0)
  return shares.map((share) => share / sum)
}

/**
 * The error of a chance found by a number of playouts (two standard errors), never below the
 * model's.
 */
export const margin = (visits: number, uncertain: number): number => Math.max(uncertain, (2 * SPREAD) / Math.sqrt(Math.max(1, visits)))

/** A way with the chance of its seat. */
export interface Weighed {
  action: number
  line: number[]
  visits: number
  chance: number
  off: number
  made: boolean
}

/**
 * What a seat could have decided, best first: the most tried alternatives, and the one that was
 * chosen.
 */
export function ways(found: Found, chances: number[], seat: number, made: number, looking: Looking, uncertain: number, most = 4): Weighed[] {
  const enough = Math.max(FEWEST, 0.02 * found.playouts)
  const listed = Object.entries(found.ways)
    .map(([action, way]) => ({ action: Number(action), ...way }))
    .filter((way) => way.action === made || way.visits >= enough)
    .sort((a, b) => b.visits - a.visits)
  const first = listed.slice(0, most)
  const own = listed.find((way) => way.action === made)
  if (own && !first.includes(own)) first[first.length - 1] = own
  return first
    .map(({ action, line, visits, gains }) => ({ action, line, visits, chance: weighed(chances, gains, visits, found.playouts, looking, found.gains)[seat]!, off: margin(visits, uncertain), made: action === made }))
    .sort((a, b) => b.chance - a.chance || Number(b.made) - Number(a.made))
}

/**
 * What a decision cost its seat beside the best way that is known; 0 where that cannot be told from
 * chance.
 */
export function loss(listed: readonly Weighed[]): { loss: number; best: Weighed | undefined; made: Weighed | undefined } {
  const made = listed.find((way) => way.made)
  const tried = listed.reduce((sum, way) => sum + way.visits, 0)
  const best = listed.find((way) => way.visits >= 0.1 * tried)
  if (!made || !best || best === made) return { loss: 0, best: made, made }
  const found = best.chance - made.chance
  return { loss: found > Math.hypot(best.off, made.off) ? found : 0, best, made }
}
