import { ApiError, post } from '../net/api.ts'
import type { Table } from '../net/types.ts'
import { remembered } from '../remembered.ts'
import type { Kept } from './checking.ts'

/** What this browser stores of its tables, to compare it with the finished games. */
const PLACE = 'tafelrunde.fair'
const MOST = 200
const due = new Map<string, Promise<Table>>()

function all(): Record<string, Kept> {
  try {
    return JSON.parse(remembered.get(PLACE) ?? '{}') as Record<string, Kept>
  } catch {
    return {}
  }
}

/** What was stored of a table; null if this browser did not sit there. */
export const kept = (id: string): Kept | null => all()[id] ?? null

function keep(id: string, what: Kept): void {
  const found = Object.entries({ ...all(), [id]: what })
  remembered.set(PLACE, JSON.stringify(Object.fromEntries(found.slice(-MOST))))
}

/** 128 random bits, in hexadecimal. */
export function freshSeed(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((word) => word.toString(16).padStart(8, '0')).join('')
}

/**
 * Ask for a seat (a new table, play-now, join, rematch); then add a seed of our own.  The table.
 */
export async function sit(path: string, body: Record<string, unknown> = {}): Promise<Table> {
  const table = await post<Table>(path, { ...body, seed_later: true })
  return addSeed(table).catch(() => table) // we have the seat anyway; the waiting room tries again
}

/**
 * Keep the commitment of a table at which we sit; then add our seed, if the table waits for it.
 * The table.
 */
export function addSeed(table: Table): Promise<Table> {
  const running = due.get(table.id)
  if (running) return running
  const adding = add(table).finally(() => due.delete(table.id))
  due.set(table.id, adding)
  return adding
}

async function add(table: Table): Promise<Table> {
  // The first commitment that we saw counts, whatever is shown later; and so does a seed that may
  // have arrived.
  const known = kept(table.id) ?? { commitment: table.commitment, seeds: {}, chance: table.chance ?? '' }
  if (!table.seed_due) {
    if (table.mine.length && table.status === 'open') keep(table.id, known)
    return table
  }
  // After changing seats, the seed that everybody has seen is worthless.
  const there = Object.entries(known.seeds).filter(([seat, seed]) => table.mine.includes(Number(seat)) && table.seeds[seat] === seed)
  const mine = table.mine.map(String).filter((seat) => !(seat in table.seeds))
  const seed = known.seeds[mine[0] ?? ''] ?? freshSeed()
  keep(table.id, { ...known, seeds: { ...Object.fromEntries(there), ...Object.fromEntries(mine.map((seat) => [seat, seed])) } })
  try {
    return await post<Table>(`/api/tables/${table.id}/seed`, { seed })
  } catch (error) {
    if (error instanceof ApiError && error.trouble.code === 'conflict') return table // it was added already, or the game has begun
    throw error
  }
}
