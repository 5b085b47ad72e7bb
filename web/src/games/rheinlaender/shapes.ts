import type { Box, Point } from './view.ts'

export const outline = (ring: Point[]): string => 'M' + ring.map(([x, y]) => `${x} ${y}`).join('L') + 'z'

const area = (ring: Point[]): number => ring.reduce((sum, [x, y], k) => sum + x * ring[(k + 1) % ring.length]![1] - ring[(k + 1) % ring.length]![0] * y, 0)

/** The outlines around polygons whose common borders have the same corners. */
export function union(rings: Point[][]): Point[][] {
  const edges = new Map<string, [Point, Point]>()
  const key = (a: Point, b: Point): string => `${a[0]},${a[1]} ${b[0]},${b[1]}`
  for (const ring of rings) {
    const corners = area(ring) < 0 ? [...ring].reverse() : ring
    corners.forEach((a, k) => {
      const b = corners[(k + 1) % corners.length]!
      if (!edges.delete(key(b, a))) edges.set(key(a, b), [a, b])
    })
  }
  const following = new Map<string, Point[]>()
  const name = (p: Point): string => `${p[0]},${p[1]}`
  for (const [a, b] of edges.values()) following.set(name(a), [...(following.get(name(a)) ?? []), b])
  const outlines: Point[][] = []
  while (following.size) {
    const first = [...following.keys()][0]!
    const start = first.split(',').map(Number) as Point
    const path: Point[] = [start]
    let here = first
    for (;;) {
      const ends = following.get(here)
      const there = ends?.pop()
      if (!there) break
      if (!ends!.length) following.delete(here)
      if (name(there) === first) break
      path.push(there)
      here = name(there)
    }
    outlines.push(path)
  }
  return outlines
}

export function common(a: Box, b: Box): number {
  const w = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const h = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  return w > 0 && h > 0 ? w * h : 0
}
