import type { State } from '../../net/types.ts'
import type { EgView } from './view.ts'

/** The scoring tile that lies on a place. */
export function tileOn(place: string, view: EgView): string | null {
  for (const [tile, where] of Object.entries(view.tiles ?? {})) if (where === place) return tile
  return null
}

/**
 * What each would get if a place were scored now, as the server tells it; null where nobody may
 * know.
 */
export const forecastOf = (place: string, state: State): number[] | null => (state.notes?.['forecast'] as Record<string, number[] | null> | undefined)?.[place] ?? null

/** The numbers to read at a place, as the server tells them. */
export const tableOf = (place: string, state: State): number[] => (state.notes?.['tables'] as Record<string, number[]> | undefined)?.[place] ?? []
