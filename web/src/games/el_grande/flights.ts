import type { Event, View } from '../../net/types.ts'
import type { Flight } from '../types.ts'
import { eg } from './view.ts'

const CUBE: [number, number] = [26, 26]
const MOST = 6

type Where = 'court' | 'province' | 'castillo' | { region: string }

/**
 * Between which places each kind of event moves caballeros; `region` and the like name an argument
 * of the event.
 */
const ROUTES: Record<string, [string, string]> = {
  to_court: ['province', 'court'],
  recalled: ['region', 'court'],
  placed: ['court', 'place'],
  moved: ['from', 'to'],
  followed: ['from', 'to'],
  thrown_in: ['from', 'castillo'],
  sent_back: ['region', 'province'],
  court_sent_back: ['court', 'province'],
  left_castillo: ['castillo', 'region'],
  castillo_to_court: ['castillo', 'court'],
  fell_in: ['region', 'castillo'],
  back_to_courts: ['region', 'court'],
  first_caballero: ['province', 'region'],
  first_to_court: ['province', 'court'],
}

/** Where each kind of event takes a grande; `region` names the argument. */
const GRANDES: Record<string, string> = { grande_moved: 'region', grande_left_castillo: 'region', grande_thrown_in: 'castillo' }

/**
 * The pieces that travel, as the events tell it. What no event tells does not fly: it stands where
 * it stands.
 */
export function flights(events: Event[], before: View): Flight[] {
  return events.flatMap((event) => [...caballeros(event), ...nobles(event, eg(before).king)])
}

/** The king and the grandes. A piece that swaps with the king goes to where he stood. */
function nobles(event: Event, throne: string): Flight[] {
  if (event.event === 'king_moved') return [{ symbol: 'king', seat: null, from: 'king', to: `region:${event.arguments['place']}`, size: [42, 56], leaves: true }]
  const end = event.event === 'swapped' ? throne : GRANDES[event.event]
  if (!end) return []
  const seat = Number(event.arguments['seat'])
  const to = event.arguments[end] ?? end
  return [{ symbol: 'grande', seat, from: `grande:${seat}`, to: to === 'castillo' ? to : `region:${to}`, size: [30, 40], leaves: true }]
}

function caballeros(event: Event): Flight[] {
  const route = ROUTES[event.event]
  const seat = Number(event.arguments['seat'])
  if (!route || Number.isNaN(seat)) return []
  const [from, to] = route.map((end) => anchor(place(end, event), seat)) as [string, string]
  const n = Math.min(MOST, Number(event.arguments['n'] ?? 1))
  return Array.from({ length: n }, (_, k) => ({ symbol: 'caballero', seat, from, to, size: CUBE, delay: k * 60 }))
}

function place(end: string, event: Event): Where {
  const named = event.arguments[end] ?? end
  return named === 'court' || named === 'province' || named === 'castillo' ? named : { region: named }
}

function anchor(where: Where, seat: number): string {
  if (where === 'castillo') return where
  return typeof where === 'string' ? `${where}:${seat}` : `region:${where.region}:${seat}|region:${where.region}`
}
