import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMPACT, NORMAL, prepare, standing, type Box, type Point, type Sizes } from '../src/games/el_grande/towers.ts'

interface MapFile { frame: Box; regions: Record<string, { name: string; label: [number, number, number]; table: Point; middle: Point; ring: Point[] }>; castillo: { ring: Point[] } }
const map = JSON.parse(readFileSync(new URL('../../src/tafelrunde/games/el_grande/data/map.json', import.meta.url), 'utf8')) as MapFile
const ids = Object.keys(map.regions)

function furniture(small: boolean): Record<string, Box[]> {
  return Object.fromEntries(
    ids.map((id) => {
      const { label: [x, y, s], table: [tx, ty], name } = map.regions[id]!
      const size = small ? s * 1.2 : s
      const half = (name.length * size * 0.5) / 2 + 2
      const boxes: Box[] = [[x - half, y - size * 0.56, x + half, y + size * 0.42]]
      if (!small) boxes.push([tx - 54, ty - 23, tx + 54, ty + 23])
      return [id, boxes]
    }),
  )
}
const inside = ([px, py]: Point, ring: Point[]): boolean => {
  let within = false
  ring.forEach(([x1, y1], k) => {
    const [x2, y2] = ring[(k + ring.length - 1) % ring.length]!
    if (y1 > py !== y2 > py && px < x1 + ((py - y1) / (y2 - y1)) * (x2 - x1)) within = !within
  })
  return within
}
const hit = (a: Box, b: Box): boolean => a[0] < b[2] - 0.01 && b[0] < a[2] - 0.01 && a[1] < b[3] - 0.01 && b[1] < a[3] - 0.01

/** Random positions of three to five players, with crowds in some regions; the same every time. */
function* positions(n: number): Generator<{ id: string; counts: number[]; grandes: number[]; king: boolean }> {
  let seed = 7
  const random = (below: number): number => ((seed = (seed * 1664525 + 1013904223) >>> 0), Math.floor((seed / 4294967296) * below))
  for (let k = 0; k < n; k++) {
    const players = 3 + random(3)
    for (const id of ids)
      yield { id, counts: Array.from({ length: 5 }, (_, s) => (s < players ? Math.max(0, random(8) - 2) : 0)), grandes: random(3) === 0 ? [random(players)] : [], king: random(9) === 0 }
  }
}

function check(sizes: Sizes, small: boolean, rounds: number): { towers: number; bad: string[] } {
  const boxes = furniture(small)
  const fields = prepare({ regions: map.regions, island: map.castillo.ring, frame: map.frame }, Object.values(boxes).flat())
  const bad: string[] = []
  let towers = 0
  for (const { id, ...request } of positions(rounds)) {
    const out = standing(fields, id, request, sizes)
    if (!out.ok) bad.push(`${id}: no room for ${JSON.stringify(request)}`)
    const cube = sizes.cube * out.scale
    const bodies: Box[] = out.towers.map((t) => [t.x - cube / 2, t.y - cube - (t.cubes - 1) * t.step, t.x + cube / 2, t.y])
    const numbers: Box[] = out.towers.map((t) => {
      const w = (t.n > 9 ? 2 : 1) * 0.5 * t.number[2]
      return [t.x - w / 2, t.number[1] - 0.7 * t.number[2], t.x + w / 2, t.number[1]]
    })
    out.towers.forEach((t, k) => {
      towers++
      for (const p of [[t.x - cube / 2, t.y], [t.x + cube / 2, t.y]] as Point[]) if (!inside(p, map.regions[id]!.ring)) bad.push(`${id}: a foot outside`)
      bodies.forEach((other, j) => j < k && hit(bodies[k]!, other) && bad.push(`${id}: towers overlap`))
      numbers.forEach((other, j) => j !== k && hit(numbers[k]!, other) && bad.push(`${id}: numbers overlap`))
      boxes[id]!.forEach((box) => (hit(bodies[k]!, box) || hit(numbers[k]!, box)) && bad.push(`${id}: a name or table is covered`))
    })
    const order = out.towers.map((t) => t.n)
    if (order.some((n, k) => k > 0 && n > order[k - 1]!)) bad.push(`${id}: not sorted by count`)
  }
  return { towers, bad }
}

describe('where the towers of El Grande stand', () => {
  it('keeps its promises on a wide screen', () => {
    const { towers, bad } = check(NORMAL, false, 12)
    expect(towers).toBeGreaterThan(200)
    expect(bad).toEqual([])
  })
  it('keeps them on a small screen, with large cubes', () => expect(check(COMPACT, true, 8).bad).toEqual([]))
  it('is a pure function', () => {
    const fields = prepare({ regions: map.regions, island: map.castillo.ring, frame: map.frame }, [])
    const request = { counts: [24, 18, 15, 12, 10], grandes: [0, 1, 2, 3, 4], king: true }
    expect(standing(fields, 'castilla', request)).toEqual(standing(fields, 'castilla', request))
  })
})
