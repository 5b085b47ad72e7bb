import type { Event } from '../../net/types.ts'
import type { Flight } from '../types.ts'

const CATHEDRAL = '0'

/** Pawns that move, go back, or leave a space after a duel, according to the events. */
export function flights(events: Event[]): Flight[] {
  let fought = ''
  return events.flatMap(({ event, arguments: told }) => {
    const pawn = (seat: string | undefined, from: string | undefined, to: string | undefined): Flight[] =>
      seat === undefined || from === undefined || to === undefined
        ? []
        : [{ symbol: 'pawn', seat: Number(seat), from: `pawn:${seat}:${from}|step:${from}`, to: `step:${to}`, size: [29, 40] }]
    switch (event) {
      case 'moved':
      case 'moved_extra':
        return pawn(told['seat'], told['from'], told['to'])
      case 'returned':
        return pawn(told['seat'], told['step'], CATHEDRAL)
      case 'challenged':
        fought = told['step'] ?? ''
        return []
      case 'duel_won':
        return pawn(told['rival'], fought, CATHEDRAL)
      case 'duel_lost':
        return pawn(told['seat'], fought, CATHEDRAL)
      default:
        return []
    }
  })
}
