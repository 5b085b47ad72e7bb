import type { Event } from '../../net/types.ts'
import { moneyCards } from './view.ts'

export interface Bout { index: number; winner: number; background: string; clear: string; cause: string; text: string }
export interface Duel { attacker: number; defender: number; step: string; bouts: Bout[]; won: number; lost: number; challenge: string; text: string }

/** The duels in some events, bout by bout. */
export function duelsIn(events: Event[], data: Record<string, unknown>): Duel[] {
  const found: Duel[] = []
  const cards = moneyCards(data)
  let open: Duel | null = null
  for (const event of events) {
    const a = event.arguments
    if (event.event === 'challenged') open = { attacker: Number(a['seat']), defender: Number(a['rival']), step: a['step'] ?? '', bouts: [], won: 0, lost: 0, challenge: event.text, text: '' }
    else if (open && event.event === 'bout') {
      const shown = cards[a['card'] ?? '']
      const bout = { index: event.index, winner: Number(a['seat']), background: a['background'] ?? shown?.background ?? 'neutral', clear: a['clear'] ?? shown?.clear ?? 'attacker', cause: a['cause'] ?? '', text: event.text }
      open.bouts.push(bout)
      if (bout.winner === open.attacker) open.won++
      else open.lost++
    } else if (open && (event.event === 'duel_won' || event.event === 'duel_lost')) {
      open.text = event.text
      found.push(open)
      open = null
    }
  }
  return found
}
