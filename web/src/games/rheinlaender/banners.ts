import { common } from './shapes.ts'
import type { Box, Duchy, Point, River } from './view.ts'

const W = 37
const H = 47
/** How much of a banner's box may overlap another: touching corners cover nothing. */
const TOUCH = 40
const FARTHER = [0, 14, 28, 42]

export interface Banner { duchy: Duchy; owner: number; x: number; y: number }

/**
 * Where the dukes' banners stand: beside their duchies, away from the water, where they cover
 * least.
 */
export function banners(duchies: Duchy[], river: River, occupied: Set<string>, names: Record<string, string>): Banner[] {
  const [width, height] = river.size
  const taken: Box[] = []
  for (const [id, site] of Object.entries(river.sites)) {
    const [x, y] = site.at
    const r = site.r + 3
    taken.push([x - r, y - r, x + r, y + r])
    if (site.label) {
      const [lx, ly, anchor] = site.label
      const w = (names[id]?.length ?? 6) * 8.4
      const left = lx - (anchor === 'start' ? 0 : anchor === 'middle' ? w / 2 : w)
      taken.push([left, ly - 14, left + w, ly + 5])
    }
  }
  const middles = Object.entries(river.spaces)
  const hides = (box: Box): number => taken.reduce((sum, other) => sum + common(box, other), 0)
  const cover = (box: Box): number => {
    const beyond = Math.max(0, -box[0], -box[1], box[2] - width, box[3] - height)
    let sum = beyond * 100 + hides(box)
    for (const [id, { at }] of middles) {
      if (Math.abs(at[0] - box[0]) > 60 || Math.abs(at[1] - box[1]) > 70) continue
      sum += (occupied.has(id) ? 5 : 0.6) * common(box, [at[0] - 18, at[1] - 17, at[0] + 18, at[1] + 17])
    }
    return sum
  }
  const found: Banner[] = []
  for (const duchy of duchies) {
    if (duchy.owner === null) continue
    let best = least(places(duchy.spaces, river, 0), cover)
    // Every near place covers a name, a centre or another banner: look a little farther away.
    if (best && hides(best) > TOUCH) best = least(FARTHER.flatMap((off) => [...places(duchy.spaces, river, off)]), cover)
    if (!best) continue
    taken.push(best)
    found.push({ duchy, owner: duchy.owner, x: best[0], y: best[1] })
  }
  return found
}

function least(boxes: Iterable<Box>, cost: (box: Box) => number): Box | null {
  let best: Box | null = null
  let lowest = Infinity
  for (const box of boxes) {
    const now = cost(box)
    if (now >= lowest) continue
    lowest = now
    best = box
  }
  return best
}

function* places(spaces: string[], river: River, off: number): Generator<Box> {
  const banks = spaces.filter((s) => s.startsWith('L') || s.startsWith('R'))
  const box = (x: number, y: number): Box => [x - W / 2, y - H / 2, x + W / 2, y + H / 2]
  if (!banks.length)
    for (const space of spaces) {
      const [x, y] = river.spaces[space]!.at
      for (let k = 0; k < 16; k++) for (const away of [44 + off, 58 + off, 72 + off]) yield box(x + away * Math.cos((k * Math.PI) / 8), y + away * Math.sin((k * Math.PI) / 8))
    }
  const half = banks.length / 2
  for (const bank of [...banks].sort((a, b) => Math.abs(banks.indexOf(a) - half) - Math.abs(banks.indexOf(b) - half)).slice(0, 12)) {
    const [x, y] = river.spaces[bank]!.at
    const water: Point = river.spaces[`W${bank.slice(1)}`]?.at ?? [x, y]
    const far = Math.hypot(x - water[0], y - water[1]) || 1
    const ux = (x - water[0]) / far
    const uy = (y - water[1]) / far
    const away = 22 + off + (Math.abs(ux) * W) / 2 + (Math.abs(uy) * H) / 2
    for (const along of [0, 24, -24, 40, -40]) yield box(x + ux * away - uy * along, y + uy * away + ux * along)
  }
}
