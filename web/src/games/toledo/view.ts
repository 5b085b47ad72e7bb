import type { View } from '../../net/types.ts'
import type { ToledoView } from './position.ts'

export type ToView = ToledoView

export const to = (view: View): ToView => view as unknown as ToView

export interface Layout {
  size: [number, number]
  steps: Record<string, [number, number]>
  cathedral: [number, number]
  gates: [number, number][]
  alcazar: [number, number]
  prices: [number, number][]
  road: string
  skyline: { houses: string; farther: string; windows: [number, number][] }[]
}

export interface BoardData {
  gates: number[]
  row: { name: string; first: number; last: number; price: number }[]
  printed: { kind: string; step: number; circles: number }[]
}

/** The value and the duel picture of every money card, by id. */
export function moneyCards(data: Record<string, unknown>): Record<string, { value: number; background: string; clear: string }> {
  const rows = (data['cards'] as { card: { value: number; background: string; clear: string; copies: number }[] }).card
  const found: Record<string, { value: number; background: string; clear: string }> = {}
  const next: Record<number, number> = {}
  for (const row of rows)
    for (let k = 0; k < row.copies; k++) {
      const n = (next[row.value] = (next[row.value] ?? 0) + 1)
      found[`M${row.value}-${String(n).padStart(2, '0')}`] = { value: row.value, background: row.background, clear: row.clear }
    }
  return found
}

export const KINDS = ['metal', 'gem', 'smith', 'fencing'] as const
export const ICONS: Record<string, { symbol: string; w: number; h: number }> = {
  metal: { symbol: 'metal', w: 37, h: 25 },
  gem: { symbol: 'gem', w: 31, h: 26 },
  smith: { symbol: 'anvil', w: 30, h: 30 },
  fencing: { symbol: 'foils', w: 30, h: 30 },
  tavern: { symbol: 'jug', w: 28, h: 28 },
  artist: { symbol: 'palette', w: 28, h: 28 },
}

/** A pawn that has landed where every circle is taken: it is on its step, but on no circle. */
export function inTransit(view: ToView): { seat: number; step: number } | null {
  for (const [seat, steps] of view.pawns.entries())
    for (const step of new Set(steps)) {
      const known = (view.circles[String(step)] ?? []).filter((s) => s === seat).length
      if (step > 0 && step in view.circles && steps.filter((s) => s === step).length > known) return { seat, step }
    }
  return null
}
