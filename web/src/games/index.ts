import { gameData } from '../net/api.ts'
import type { GameUi } from './types.ts'

const loaders: Record<string, () => Promise<GameUi>> = {
  el_grande: () => import('./el_grande/index.ts').then((m) => m.ui),
  king_and_intriguer: () => import('./king_and_intriguer/index.ts').then((m) => m.ui),
  rheinlaender: () => import('./rheinlaender/index.ts').then((m) => m.ui),
  toledo: () => import('./toledo/index.ts').then((m) => m.ui),
}

/** The parts of a game's table, fetched when its table is opened; a plain table for a game that brings none. */
export function loadUi(game: string): Promise<GameUi> {
  return loaders[game]?.() ?? import('./plain/index.ts').then((m) => m.plain(game))
}

/** The game's own tables and coordinates; an expansion has those of its base game too. */
export const loadData = (game: string): Promise<Record<string, unknown>> => gameData(game)
