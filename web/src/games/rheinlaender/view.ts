import type { State, View } from '../../net/types.ts'
import type { RheinlaenderView } from './position.ts'

export type RhView = RheinlaenderView

export const rh = (view: View): RhView => view as unknown as RhView

/** What the server says about a duchy: what it holds and is worth. */
export interface Duchy { spaces: string[]; owner: number | null; centres: string[]; knights: [number, number][]; value: number; final: number }

export const duchiesOf = (state: State): Duchy[] => (state.notes?.['duchies'] as Duchy[] | undefined) ?? []

/** How many bishops each seat has, according to the server. */
export const bishopsOf = (state: State): number[] => (state.notes?.['bishops'] as number[] | undefined) ?? []

export type Point = [number, number]
export type Box = [number, number, number, number]

export interface River {
  size: Point
  spaces: Record<string, { at: Point; ring: Point[] }>
  sites: Record<string, { at: Point; r: number; label: [number, number, 'start' | 'middle' | 'end'] | null }>
  scenery: {
    sea: string
    lake: string
    lake_name: Point | null
    title: [number, number, number]
    compass: [number, number, number]
    alps: [number, number, number][]
    alps_foot: number
    waves: Point[]
    marks: [number, number, string][]
  }
}

/** The river as a panorama, or as on a map with the north above. */
export const riverOf = (data: Record<string, unknown>, north: boolean): River => (data['layout'] as Record<string, River>)[north ? 'north' : 'panorama']!

/** The part of the river's plane that is shown: upright, names extend beyond its edges. */
export const frameOf = ({ size: [w, h] }: River, north: boolean): Box => (north ? [-80, -40, w + 60, h + 4] : [0, 0, w, h])
