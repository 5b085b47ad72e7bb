import type { Changed, State, Update } from './types.ts'

/**
 * A value with something else at a path; the given one stays as it is, and what has not changed is
 * shared.
 */
function set(value: unknown, path: (string | number)[], at: number, to: unknown): unknown {
  if (at === path.length) return to
  const key = path[at]!
  if (Array.isArray(value)) return value.map((item: unknown, i) => (i === key ? set(item, path, at + 1, to) : item))
  const known = value as Record<string | number, unknown>
  return { ...known, [key]: set(known[key], path, at + 1, to) }
}

export function apply<T>(value: T, changes: Changed[]): T {
  return changes.reduce<unknown>((made, [path, to]) => set(made, path, 0, to), value) as T
}

/** The state after an update; null if it is based on another state than ours. */
export function updated(known: State | null, update: Update): State | null {
  if (update.state) return update.state
  if (!known || update.from !== known.version || !update.changes) return null
  const { steps = [], rewound = null, clocks = known.clocks, seats = known.seats, watching = known.watching } = update
  return { ...apply(known, update.changes), steps, rewound, clocks, seats, watching }
}
