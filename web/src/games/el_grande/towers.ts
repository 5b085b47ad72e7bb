/**
 * Where the pieces of a region stand, for any position: towers of cubes with their number below,
 * grandes, king.
 *
 * A pure function. What it promises: the foot of everything and every number lie inside the region,
 * a margin away from its border; nothing touches a name, a scoring table or another piece; what
 * rises above the foot may cross the coast, never another region. Pieces form rows with one base
 * line. Plans go from “one row” to “every tower by itself”; for each size, large to small, each
 * plan is tried on a lattice, and the cheapest combination wins: the way from the middle of the
 * region, a fee per plan, a price for every step down in size. Heights count in classes of three
 * cubes, so one more caballero seldom moves anything.
 */
export type Point = [number, number]
export type Box = [number, number, number, number]

export interface Sizes {
  cube: number
  pitch: number
  step: number
  rise: number
  number: number
  numberLeast: number
  /** The smallest size of a number. */
  floor?: number
  foot: number
  grande: Point
  king: Point
  castillo: Point
}

export const NORMAL: Sizes = { cube: 42, pitch: 47, step: 13, rise: 72, number: 30, numberLeast: 22, foot: 40, grande: [46, 61], king: [72, 96], castillo: [82, 115] }
/** On a small screen: large cubes, at most two in a tower, numbers that stay legible. */
export const COMPACT: Sizes = { cube: 62, pitch: 68, step: 15, rise: 15, number: 50, numberLeast: 36, foot: 56, grande: [62, 82], king: [92, 122], castillo: [96, 134] }

/** Everything scaled by a factor: the layout finds room for it as for any other size. */
export function larger(sizes: Sizes, by: number): Sizes {
  const pair = ([w, h]: Point): Point => [w * by, h * by]
  return {
    ...sizes, cube: sizes.cube * by, pitch: sizes.pitch * by, step: sizes.step * by, number: sizes.number * by, foot: sizes.foot * by,
    grande: pair(sizes.grande), king: pair(sizes.king), castillo: pair(sizes.castillo),
  }
}

export interface Request { counts: readonly number[]; grandes: readonly number[]; king: boolean; castillo?: boolean }
export interface Tower { seat: number; n: number; x: number; y: number; step: number; cubes: number; number: [number, number, number] }
export interface Layout { scale: number; towers: Tower[]; grandes: { seat: number; x: number; y: number }[]; king: Point | null; castillo: Point | null; ok: boolean }

export interface Ground { regions: Record<string, { ring: Point[]; middle: Point }>; island: Point[]; frame: Box }

interface Field { foot: Free; body: Free; box: Box; middle: Point }
type Free = (x0: number, y0: number, x1: number, y1: number) => boolean
interface Best { cost: number; s: number; set: (Block & { at: Place })[] }
type Piece = { kind: 'king' } | { kind: 'castillo' } | { kind: 'grande'; seat: number } | { kind: 'tower'; seat: number; n: number }
interface Measure { w: number; h: number; foot: number; below: number }
interface Place { x: number; y: number; rects: Box[]; box: Box; cost: number }
interface Block { pieces: Piece[]; measures: Measure[]; places: Place[] }

const SCALES = [1, 0.93, 0.86, 0.79, 0.72, 0.65, 0.58, 0.52, 0.46, 0.4, 0.34, 0.28]
const SPLIT = 60
const CELL = 4
const MARGIN = 4
const LATTICE = 8
const BUDGET = 12000
const smaller = (s: number): number => 250 * (1 - s) + 900 * (1 - s) ** 2

/**
 * Rasterise the map once: for every region, which rectangles are free. `boxes` are the names and
 * tables no piece may touch.
 */
export function prepare(ground: Ground, boxes: Box[]): Record<string, Field> {
  const W = Math.ceil(ground.frame[2] / CELL)
  const H = Math.ceil(ground.frame[3] / CELL)
  const owner = new Int8Array(W * H) // 0 sea or abroad, 1… region, -1 furniture
  const paint = (ring: Point[], value: number): void => {
    for (let j = 0; j < H; j++) {
      const y = (j + 0.5) * CELL
      const xs: number[] = []
      for (let a = 0, b = ring.length - 1; a < ring.length; b = a++) {
        const [x1, y1] = ring[a]!
        const [x2, y2] = ring[b]!
        if (y1 > y !== y2 > y) xs.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
      }
      xs.sort((p, q) => p - q)
      for (let k = 0; k + 1 < xs.length; k += 2)
        for (let i = Math.max(0, Math.ceil(xs[k]! / CELL - 0.5)); i < W && (i + 0.5) * CELL < xs[k + 1]!; i++) owner[j * W + i] = value
    }
  }
  const ids = Object.keys(ground.regions)
  ids.forEach((id, n) => paint(ground.regions[id]!.ring, n + 1))
  paint(ground.island, -1)
  for (const [x0, y0, x1, y1] of boxes) paint([[x0 - 2, y0 - 2], [x1 + 2, y0 - 2], [x1 + 2, y1 + 2], [x0 - 2, y1 + 2]], -1)

  const table = (bad: (value: number) => boolean): Free => {
    const sums = new Int32Array((W + 1) * (H + 1))
    for (let j = 0; j < H; j++)
      for (let i = 0, row = 0; i < W; i++) {
        row += bad(owner[j * W + i]!) ? 1 : 0
        sums[(j + 1) * (W + 1) + i + 1] = sums[j * (W + 1) + i + 1]! + row
      }
    const clamp = (v: number, most: number): number => Math.max(0, Math.min(most, v))
    return (x0, y0, x1, y1) => {
      const a = clamp(Math.floor(x0 / CELL), W)
      const b = clamp(Math.ceil(x1 / CELL), W)
      const top = clamp(Math.floor(y0 / CELL), H)
      const low = clamp(Math.ceil(y1 / CELL), H)
      return sums[low * (W + 1) + b]! - sums[top * (W + 1) + b]! - sums[low * (W + 1) + a]! + sums[top * (W + 1) + a]! === 0
    }
  }
  const fields: Record<string, Field> = {}
  ids.forEach((id, n) => {
    const { ring, middle } = ground.regions[id]!
    const xs = ring.map((p) => p[0])
    const ys = ring.map((p) => p[1])
    let foot: Free | null = null
    let body: Free | null = null
    fields[id] = {
      foot: (...r) => (foot ??= table((v) => v !== n + 1))(...r),
      body: (x0, y0, x1, y1) =>
        x0 >= ground.frame[0] && y0 >= ground.frame[1] && (body ??= table((v) => v === -1 || (v > 0 && v !== n + 1)))(x0, y0, x1, y1),
      box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
      middle,
    }
  })
  return fields
}

const numberSize = (sizes: Sizes, s: number): number => Math.max(sizes.numberLeast * Math.min(1, s / 0.46), sizes.number * s, sizes.floor ?? 0)

function measure(piece: Piece, s: number, sizes: Sizes): Measure {
  if (piece.kind !== 'tower') {
    const [w, h] = sizes[piece.kind]
    return { w: w * s, h: h * s, foot: sizes.foot * s, below: 2 }
  }
  const size = numberSize(sizes, s)
  const height = Math.ceil(piece.n / 3) * 3
  return {
    w: Math.max(sizes.pitch * s, size * (piece.n > 9 ? 1.25 : 0.9)),
    h: sizes.cube * s + Math.min(sizes.step * (height - 1), sizes.rise) * s,
    foot: sizes.cube * s,
    below: 5 * s + size * 0.8,
  }
}

const hit = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]

/** Broken rows still read in order of count: further down, or further right. */
function backwards(a: Block, p: Place, b: Block, q: Place): boolean {
  const one = a.pieces[0]!
  const two = b.pieces[0]!
  if (one.kind !== 'tower' || two.kind !== 'tower') return false
  const [first, second] = one.n > two.n || (one.n === two.n && one.seat < two.seat) ? [p, q] : [q, p]
  return second.y < first.y - 2 || (second.y < first.y + 40 && second.x < first.x)
}

function places(field: Field, pieces: Piece[], s: number, sizes: Sizes, keep: number): Block {
  const measures = pieces.map((p) => measure(p, s, sizes))
  const width = measures.reduce((a, m) => a + m.w, 0)
  const found: Place[] = []
  for (let y = field.box[1] + 30; y < field.box[3]; y += LATTICE)
    for (let x = field.box[0]; x < field.box[2] - width; x += LATTICE) {
      let at = x
      const rects: Box[] = []
      for (const m of measures) {
        if (!field.foot(at - MARGIN, y - m.foot, at + m.w + MARGIN, y + m.below + MARGIN) || !field.body(at, y - m.h, at + m.w, y)) break
        rects.push([at, y - m.h, at + m.w, y + m.below])
        at += m.w
      }
      if (rects.length < measures.length) continue
      const box: Box = [x, Math.min(...rects.map((r) => r[1])), at, Math.max(...rects.map((r) => r[3]))]
      found.push({ x, y, rects, box, cost: Math.hypot(x + width / 2 - field.middle[0], (y - 40 - field.middle[1]) * 1.3) })
    }
  found.sort((a, b) => a.cost - b.cost)
  const every = Math.max(1, Math.floor(found.length / keep))
  return { pieces, measures, places: found.filter((_, k) => k % every === 0) }
}

/** Where the pieces of one region stand. */
export function standing(fields: Record<string, Field>, id: string, request: Request, sizes: Sizes = NORMAL): Layout {
  const field = fields[id]!
  const towers: Piece[] = request.counts
    .map((n, seat) => ({ kind: 'tower' as const, seat, n }))
    .filter((t) => t.n > 0)
    .sort((a, b) => b.n - a.n || a.seat - b.seat)
  const nobles: Piece[] = request.grandes.map((seat) => ({ kind: 'grande', seat }))
  const crown: Piece[] = [...(request.king ? [{ kind: 'king' as const }] : []), ...(request.castillo ? [{ kind: 'castillo' as const }] : [])]
  const half = Math.ceil(towers.length / 2)
  const cut = Math.ceil(nobles.length / 2)
  const [t1, t2, n1, n2] = [towers.slice(0, half), towers.slice(half), nobles.slice(0, cut), nobles.slice(cut)]
  const plans: [number, Piece[][]][] = [
    [0, [[...crown, ...towers, ...nobles]]],
    [12, [towers, [...crown, ...nobles]]],
    [20, [towers, crown, nobles]],
    [30, [towers, crown, n1, n2]],
    [SPLIT, [t1, [...t2, ...nobles, ...crown]]],
    [SPLIT + 12, [t1, t2, [...crown, ...nobles]]],
    [SPLIT + 20, [t1, t2, crown, nobles]],
    [SPLIT + 30, [t1, t2, crown, n1, n2]],
    [SPLIT + 60, [...towers.map((t) => [t]), crown, n1, n2]],
  ]
  const found: { best: Best | null } = { best: null }
  for (const s of SCALES) {
    for (const [fee, plan] of plans) {
      const price = fee + smaller(s)
      if (found.best && price >= found.best.cost) continue
      const filled = plan.filter((p) => p.length)
      const keep = plan.length <= 2 ? 240 : plan.length === 3 ? 70 : 30
      const blocks = filled.map((pieces) => places(field, pieces, s, sizes, keep))
      if (blocks.some((b) => !b.places.length)) continue
      blocks.sort((a, b) => a.places.length - b.places.length)
      const chosen: Place[] = []
      let looks = 0
      const search = (k: number, cost: number): void => {
        if (found.best && cost >= found.best.cost) return
        if (k === blocks.length) {
          found.best = { cost, s, set: blocks.map((b, i) => ({ ...b, at: chosen[i]! })) }
          return
        }
        for (const place of blocks[k]!.places) {
          if (++looks > BUDGET || (found.best && cost + place.cost * 0.5 >= found.best.cost)) return
          let clash = false
          for (let i = 0; i < k && !clash; i++)
            clash = (hit(chosen[i]!.box, place.box) && chosen[i]!.rects.some((r) => place.rects.some((q) => hit(r, q)))) || backwards(blocks[i]!, chosen[i]!, blocks[k]!, place)
          if (clash) continue
          chosen[k] = place
          search(k + 1, cost + place.cost * 0.5)
        }
      }
      search(0, price)
    }
  }
  const best = found.best
  const scale = best === null ? SCALES.at(-1)! : best.s
  const layout: Layout = { scale, towers: [], grandes: [], king: null, castillo: null, ok: best !== null }
  const put = (piece: Piece, x: number, y: number): void => {
    if (piece.kind === 'king') layout.king = [x, y]
    else if (piece.kind === 'castillo') layout.castillo = [x, y]
    else if (piece.kind === 'grande') layout.grandes.push({ seat: piece.seat, x, y })
    else {
      const size = numberSize(sizes, scale)
      const cubes = sizes.rise < 40 ? Math.min(piece.n, 2) : piece.n
      const step = Math.min(sizes.step, sizes.rise / Math.max(1, cubes - 1)) * scale
      layout.towers.push({ seat: piece.seat, n: piece.n, x, y, step, cubes, number: [x, y + 5 * scale + size * 0.74, size] })
    }
  }
  if (best !== null)
    for (const block of best.set) {
      let x = block.at.x
      block.pieces.forEach((piece, k) => {
        put(piece, x + block.measures[k]!.w / 2, block.at.y)
        x += block.measures[k]!.w
      })
    }
  else [...towers, ...nobles, ...crown].forEach((piece, k) => put(piece, field.middle[0] + ((k % 4) - 1.5) * 30, field.middle[1] + Math.floor(k / 4) * 60))
  layout.towers.sort((a, b) => b.n - a.n || a.seat - b.seat)
  return layout
}
