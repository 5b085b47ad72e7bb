import { get, post } from '../net/api.ts'
import type { Exercise, Exercises, ExerciseState, Table } from '../net/wire.ts'
import { remembered } from '../remembered.ts'

export const exercises = (game: string): Promise<Exercise[]> => get<Exercises>(`/api/games/${game}/exercises`).then((a) => a.exercises)
export const standing = (table: string): Promise<ExerciseState> => get<ExerciseState>(`/api/tables/${table}/exercise`)
/** The table of an exercise, at its beginning. */
export const begin = (game: string, exercise: string): Promise<Table> => post<Table>('/api/exercises', { game, exercise })

const place = (game: string): string => `tafelrunde.exercises.${game}`

/** The exercises of a game that were solved in this browser. */
export function solved(game: string): string[] {
  try {
    return JSON.parse(remembered.get(place(game)) ?? '[]') as string[]
  } catch {
    return []
  }
}

export function keepSolved(game: string, exercise: string): void {
  remembered.set(place(game), JSON.stringify([...new Set([...solved(game), exercise])]))
}
