import type { Event } from '../../net/types.ts'
import type { Flight } from '../types.ts'

/** A knight comes to the river from its owner's supply. */
const COMES = ['knight', 'support', 'swap']

export const flights = (events: Event[]): Flight[] =>
  events.filter((e) => COMES.includes(e.event)).map(({ arguments: told }) => ({
    symbol: 'knight', seat: Number(told['seat']), from: `supply:${told['seat']}|seat:${told['seat']}`, to: `space:${told['space']}`, size: [30, 32],
  }))
