import type { EgView } from './view.ts'

interface Entry { id: string; table_4_5?: number[]; table_2_3?: number[]; table?: number[] }

/** The scoring tile that lies on a place. */
export function tileOn(place: string, view: EgView): string | null {
  for (const [tile, where] of Object.entries(view.tiles ?? {})) if (where === place) return tile
  return null
}

/** The numbers that are to be read at a place: those of the tile on it, or those printed on the side of the board in use. */
export function tableOf(place: string, view: EgView, data: Record<string, unknown>): number[] {
  const board = data['board'] as { region: Entry[]; tile: Entry[]; castillo: Entry }
  const few = view.players < 4
  const side = few ? 'table_2_3' : 'table_4_5'
  const tile = tileOn(place, view)
  const found = tile
    ? board.tile.find((e) => e.id === tile)?.table
    : place === 'castillo'
      ? board.castillo[side]
      : board.region.find((e) => e.id === place)?.[side]
  return (found ?? []).slice(0, few ? 2 : 3)
}
