import type { View } from '../../net/types.ts'
import type { Flight } from '../types.ts'
import { eg } from './view.ts'

const CUBE: [number, number] = [26, 26]

/** The pieces that travel between two views: what a seat has less in one place and more in another; king and grandes. */
export function flights(before: View, after: View): Flight[] {
  const a = eg(before)
  const b = eg(after)
  const found: Flight[] = []
  const colours = b.court?.length ?? b.players
  for (let seat = 0; seat < colours; seat++) {
    const from: string[] = []
    const to: string[] = []
    const compare = (was: number | null | undefined, is: number | null | undefined, place: string): void => {
      const d = (is ?? 0) - (was ?? 0)
      for (let k = 0; k < Math.abs(d); k++) (d > 0 ? to : from).push(place)
    }
    for (const region of Object.keys(b.regions)) compare(a.regions[region]?.[seat], b.regions[region]?.[seat], `region:${region}:${seat}|region:${region}`)
    compare(a.court?.[seat], b.court?.[seat], `court:${seat}`)
    compare(a.province?.[seat], b.province?.[seat], `province:${seat}`)
    const inside = (v: typeof a): number | null => v.castillo?.[seat] ?? null
    if (inside(a) !== null && inside(b) !== null) compare(inside(a), inside(b), 'castillo')
    while (from.length > to.length) to.push('castillo')
    while (to.length > from.length) from.push('castillo')
    from.slice(0, 6).forEach((place, k) => found.push({ symbol: 'caballero', seat, from: place, to: to[k]!, size: CUBE, delay: k * 60 }))
    if (a.grandes?.[seat] && b.grandes?.[seat] && a.grandes[seat] !== b.grandes[seat])
      found.push({ symbol: 'grande', seat, from: `grande:${seat}`, to: b.grandes[seat] === 'castillo' ? 'castillo' : `region:${b.grandes[seat]}`, size: [30, 40] })
  }
  if (a.king && b.king && a.king !== b.king)
    found.push({ symbol: 'king', seat: null, from: 'king', to: `region:${b.king}`, size: [42, 56] })
  return found
}
