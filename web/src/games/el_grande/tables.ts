import type { State } from '../../net/types.ts'
import type { EgView } from './view.ts'

/** The scoring tile that lies on a place. */
export function tileOn(place: string, view: EgView): string | null {
  for (const [tile, where] of Object.entries(view.tiles ?? {})) if (where === place) return tile
  return null
}

/** What each player would get if a place were scored now, according to the server; null if that is hidden. */
export const forecastOf = (place: string, state: State): number[] | null => (state.notes?.['forecast'] as Record<string, number[] | null> | undefined)?.[place] ?? null

/** The numbers shown at a place, according to the server. */
export const tableOf = (place: string, state: State): number[] => (state.notes?.['tables'] as Record<string, number[]> | undefined)?.[place] ?? []
