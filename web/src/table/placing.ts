interface Box { left: number; top: number; right: number; bottom: number }

const [GAP, EDGE] = [10, 8]

const apart = (a: Box, b: Box): boolean => a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom
const within = (n: number, least: number, most: number): number => Math.max(least, Math.min(most, n))

/**
 * Where a card of this size goes next to a thing: in the window, off the thing itself and off the
 * bar as long as there is such a place.
 */
export function beside(thing: Box, w: number, h: number, bar: Box | null): { x: number; y: number } {
  const [wide, high] = [innerWidth - w - EDGE, innerHeight - h - EDGE]
  const x = within((thing.left + thing.right) / 2 - w / 2, EDGE, wide)
  const y = within((thing.top + thing.bottom) / 2 - h / 2, EDGE, high)
  const places = [{ x, y: thing.top - h - GAP }, { x, y: thing.bottom + GAP }, { x: thing.right + GAP, y }, { x: thing.left - w - GAP, y }]
  const fits = (p: { x: number; y: number }): boolean => p.x >= EDGE && p.x <= wide && p.y >= EDGE && p.y <= high
  const free = (p: { x: number; y: number }): boolean => !bar || apart({ left: p.x, top: p.y, right: p.x + w, bottom: p.y + h }, bar)
  return places.find((p) => fits(p) && free(p)) ?? places.find(fits) ?? { x, y: within(thing.top - h - GAP, EDGE, high) }
}
