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

/**
 * Where the survey ends, the coasts go on: the land beyond the map's edge, so that no window shows
 * a straight cut.
 */
const EAST = 1620
const SOUTH = 1170
const FRANCE: Point[] = [[1660, 118], [1705, 96], [1752, 106], [1800, 72], [1856, 84], [1910, 40], [1985, 58], [2070, 8], [2160, -22], [2300, -60], [2700, -150], [2700, -1200], [760, -1200], [805, -300], [852, -222], [836, -150], [873, -92], [860, -52]]
const AFRICA: Point[] = [[374, 1194], [332, 1212], [300, 1252], [242, 1288], [204, 1362], [118, 1424], [20, 1560], [-60, 2300], [2700, 2300], [2400, 1420], [1900, 1330], [1520, 1352], [1380, 1302], [1210, 1336], [1050, 1292], [902, 1318], [762, 1282], [642, 1296], [562, 1250], [522, 1224], [502, 1192]]

/** A ring of the map without the edges at which the surveyed data end. */
export function beyond(ring: Point[]): Point[] {
  return ring.flatMap((point, k): Point[] => {
    const next = ring[(k + 1) % ring.length]!
    if (point[0] >= EAST && next[0] >= EAST) return [point, ...FRANCE]
    if (point[0] >= EAST && next[1] < 0) return []
    return point[1] >= SOUTH && next[1] >= SOUTH ? [point, ...AFRICA] : [point]
  })
}

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
  /** How much larger than drawn the scoring tables appear. */
  readonly plaque: number
  private readonly fields: ReturnType<typeof prepare>
  private readonly known = new Map<string, Layout>()

  constructor(
    readonly map: MapData,
    readonly names: Record<string, string>,
    readonly small: boolean,
    tiled: string[] = [],
    large = false,
    /** The smallest legible size of type. */
    private readonly least = 0,
  ) {
    const usual = small ? COMPACT : NORMAL
    this.sizes = { ...(large ? larger(usual, 1.25) : usual), floor: least }
    this.plaque = Math.max(1, least / 27)
    for (const [id, region] of Object.entries(map.regions)) this.paths[id] = outline(region.ring)
    for (const [id, place] of Object.entries(map.abroad)) this.paths[id] = outline(beyond(place.ring))
    this.land = map.land.map((ring) => outline(beyond(ring))).join('')
    this.island = outline(map.castillo.ring)
    const boxes: Box[] = []
    for (const id of Object.keys(map.regions)) {
      const [x, y, size] = this.label(id)
      const half = textWidth(this.names[id] ?? id, size) / 2 + 2
      boxes.push([x - half, y - size * 0.56, x + half, y + size * 0.42])
      if (!small || tiled.includes(id)) {
        const [tx, ty] = this.table(id)
        boxes.push([tx - 54 * this.plaque, ty - 23 * this.plaque, tx + 54 * this.plaque, ty + 23 * this.plaque])
      }
    }
    this.fields = prepare({ regions: map.regions, island: map.castillo.ring, frame: map.frame }, boxes)
  }

  label(id: string): [number, number, number] {
    const [x, y, size] = this.map.regions[id]!.label
    return [x, y, Math.max(this.small ? size * 1.2 : size, this.least)]
  }

  table(id: string): Point {
    const [x, y] = this.map.regions[id]!.table
    const [lx, ly, size] = this.label(id)
    const beside = lx + textWidth(this.names[id] ?? id, size) / 2 + 8 + 54 * this.plaque
    if (Math.abs(ly - y) < 20) return [this.small ? beside : Math.max(x, beside), y]
    return [x, y + (this.plaque - 1) * 26 + (this.small ? 6 : 0)]
  }

  /** Where the pieces of a region stand; cached for the same pieces. */
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

/**
 * The chart with these names and tables; the last few are kept, for boards, moments and looking
 * back show the same one.
 */
export function chartOf(map: MapData, inOrder: string, names: Record<string, string>, small: boolean, tiled: string, large: boolean, least = 0): Chart {
  const key = [inOrder, small, tiled, large, least].join('/')
  let found = charts.get(key)
  if (!found || found.map !== map) {
    if (charts.size > 5) charts.clear()
    charts.set(key, (found = new Chart(map, names, small, tiled.split(' '), large, least)))
  }
  return found
}
