import { COMPACT, larger, NORMAL, prepare, standing, type Box, type Layout, type Point, type Request } from './towers.ts'

/** map.json of the game's package. */
export interface MapData {
  frame: Box
  regions: Record<string, { name: string; name_1995: string; label: [number, number, number]; table: Point; middle: Point; ring: Point[] }>
  abroad: Record<string, { name: string; label: [number, number, number]; king: Point; ring: Point[] }>
  castillo: { name: string; label: [number, number, number]; table: Point; tower: Box; king: Point; rows: number[]; ring: Point[] }
  seas: [string, number, number, number][]
  compass: [number, number, number]
  marks: [number, number, string][]
  borders: { between: string[]; abroad: boolean; lines: Point[][] }[]
  land: Point[][]
  attribution: string[]
}

export const outline = (ring: Point[], closed = true): string =>
  'M' + ring.map(([x, y]) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`).join('L') + (closed ? 'z' : '')

export const MARKS: Record<string, string> = { hills: 'l11-16 7 9 5-6 10 13', field: 'q6-5 12 0t12 0m-18 6q6-5 12 0', tree: 'v-5m0-3a6 6 0 1 0 .1 0z' }

const widths = new Map<string, number>()
let pen: CanvasRenderingContext2D | null = null

/** How wide a name is in the display type. */
function textWidth(text: string, size: number): number {
  const key = text
  let width = widths.get(key)
  if (width === undefined) {
    pen ??= document.createElement('canvas').getContext('2d')
    if (pen) pen.font = '700 100px Alegreya, Georgia, serif'
    width = pen ? pen.measureText(text).width / 100 : text.length * 0.5
    widths.set(key, width)
  }
  return width * size
}

/** The map with its names and tables: shapes, and where the pieces of any position stand. */
export class Chart {
  readonly paths: Record<string, string> = {}
  readonly land: string
  readonly island: string
  readonly sizes: typeof NORMAL
  private readonly fields: ReturnType<typeof prepare>
  private readonly known = new Map<string, Layout>()

  constructor(
    readonly map: MapData,
    readonly names: Record<string, string>,
    readonly small: boolean,
    tiled: string[] = [],
    large = false,
  ) {
    const usual = small ? COMPACT : NORMAL
    this.sizes = large ? larger(usual, 1.25) : usual
    for (const [id, region] of Object.entries(map.regions)) this.paths[id] = outline(region.ring)
    for (const [id, place] of Object.entries(map.abroad)) this.paths[id] = outline(place.ring)
    this.land = map.land.map((ring) => outline(ring)).join('')
    this.island = outline(map.castillo.ring)
    const boxes: Box[] = []
    for (const id of Object.keys(map.regions)) {
      const [x, y, size] = this.label(id)
      const half = textWidth(this.names[id] ?? id, size) / 2 + 2
      boxes.push([x - half, y - size * 0.56, x + half, y + size * 0.42])
      if (!small || tiled.includes(id)) {
        const [tx, ty] = this.table(id)
        boxes.push([tx - 54, ty - 23, tx + 54, ty + 23])
      }
    }
    this.fields = prepare({ regions: map.regions, island: map.castillo.ring, frame: map.frame }, boxes)
  }

  label(id: string): [number, number, number] {
    const [x, y, size] = this.map.regions[id]!.label
    return this.small ? [x, y, size * 1.2] : [x, y, size]
  }

  table(id: string): Point {
    const [x, y] = this.map.regions[id]!.table
    const [lx, ly, size] = this.label(id)
    if (!this.small) return Math.abs(ly - y) < 20 ? [Math.max(x, lx + textWidth(this.names[id] ?? id, size) / 2 + 62), y] : [x, y]
    return Math.abs(ly - y) < 20 ? [lx + textWidth(this.names[id] ?? id, size) / 2 + 62, y] : [x, y + 6]
  }


  /** Where the pieces of a region stand; asked again with the same pieces, it remembers. */
  stand(id: string, request: Request): Layout {
    const key = id + JSON.stringify(request)
    let found = this.known.get(key)
    if (!found) {
      if (this.known.size > 600) this.known.clear()
      this.known.set(key, (found = standing(this.fields, id, request, this.sizes)))
    }
    return found
  }
}

const charts = new Map<string, Chart>()

/** The chart with these names and tables; the last few are kept, for boards, moments and looking back show the same one. */
export function chartOf(map: MapData, inOrder: string, names: Record<string, string>, small: boolean, tiled: string, large: boolean): Chart {
  const key = [inOrder, small, tiled, large].join('/')
  let found = charts.get(key)
  if (!found || found.map !== map) {
    if (charts.size > 5) charts.clear()
    charts.set(key, (found = new Chart(map, names, small, tiled.split(' '), large)))
  }
  return found
}
