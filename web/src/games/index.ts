import { gameData, gameTexts } from '../net/api.ts'
import { UIS } from './parts.ts'
import type { GameUi } from './types.ts'

/**
 * The parts of a game's table, fetched when its table is opened; a plain table for a game that
 * brings none.
 */
export function loadUi(game: string): Promise<GameUi> {
  return UIS[game]?.() ?? import('./plain/index.ts').then((m) => m.plain(game))
}

/** The game's own tables and coordinates; an expansion has those of its base game too. */
export const loadData = (game: string): Promise<Record<string, unknown>> => gameData(game)

/**
 * Fetch what a table of a game will ask for while something else is waited for. What fails is asked
 * for again there.
 */
export function fetchAhead(game: string): void {
  void Promise.allSettled([import('../pages/TablePage.svelte'), loadUi(game), loadData(game), gameTexts(game)])
}
