import { gameData } from '../net/api.ts'
import { UIS } from './parts.ts'
import type { GameUi } from './types.ts'

/** The parts of a game's table, fetched when its table is opened; a plain table for a game that has none. */
export function loadUi(game: string): Promise<GameUi> {
  return UIS[game]?.() ?? import('./plain/index.ts').then((m) => m.plain(game))
}

/** The game's own tables and coordinates; an expansion has those of its base game too. */
export const loadData = (game: string): Promise<Record<string, unknown>> => gameData(game)
