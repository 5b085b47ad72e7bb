import type * as wire from './wire.ts'

export type {
  Ask, Change, Changed, Choice, Clock, Clocks, Event, Foreseen, Game, Hint, Level, Me, Message, Option, Order, Preview, Receipt, Result, Seat, Slot,
  Step, Table, Trouble, User, View, WhyNot,
} from './wire.ts'

/** A state whose game has begun: before that there is no view (see `begun`). */
export type State = Omit<wire.State, 'view'> & { view: wire.View }

type Told<T extends wire.Told['type']> = Extract<wire.Told, { type: T }>

/**
 * What is new at a table: a whole state, or what has changed since the state of version `from`; and
 * what I did, if it did it.
 */
export type Update = Omit<Told<'update'>, 'type' | 'state'> & { state?: State }
