import type { State } from './types.ts'
import type { Replay, Table } from './wire.ts'

export const NO_UNDO: State['undo'] = { can: false, reason: '', text: '', ask: false, free: false }

/** A finished game after some decisions: a state in which nobody decides. */
export function pastState(table: Table, told: Replay): State {
  return {
    ...told.state, version: told.at, decisions: told.at, seat: null, mine: [], status: 'over', ranking: null, steps: told.steps, rewound: null, asks: [],
    clocks: { kind: 'none', at: 0, seats: [] }, watching: 0, result: null, seats: table.seats, legal: [], asked: [], undo: NO_UNDO,
  }
}
