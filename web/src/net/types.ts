/** The server's words (docs/protocol.md). */
export type View = Record<string, unknown>

export interface User { id: string; name: string; guest?: boolean }
export interface Me extends User { guest: boolean; email: string | null; lang: string; since_at: number }

export interface Seat {
  seat: number
  kind: 'person' | 'bot' | 'open'
  user: User | null
  level: string | null
  name: string
  standin: string | null
  away: 'left' | 'absent' | 'clock' | 'resigned' | null
  online: boolean
  /** Whether the person lets the game begin, at a table that asks for it. */
  ready: boolean
}

export type Clock = { kind: 'none' } | { kind: 'live'; bank_ms: number; increment_ms: number } | { kind: 'slow'; move_ms: number }

/** Where the points came from: `points[seat][i]` belongs to `sources[i]`. */
export interface Receipt {
  sources: { id: string; title: string }[]
  points: number[][]
  rounds: { title: string; points: number[] }[]
  ties: string[]
}
export interface Result {
  scores: number[]
  ranking: number[][]
  ratings?: { seat: number; before: number; after: number; likely?: number; uncertainty?: number }[]
  receipt?: Receipt | null
}

export interface Table {
  id: string
  version: number
  game: string
  title: string
  players: number
  options: Record<string, unknown>
  /** The words of the table's own things, such as the cards that it has made. */
  words: Record<string, Record<string, Record<string, string>>>
  status: 'open' | 'running' | 'over' | 'closed' | 'held'
  listed: boolean
  spectators: boolean
  rated: boolean
  /** Why it is not rated. */
  casual: 'hotseat' | 'played_on' | 'own_cards' | 'bots' | 'chosen' | null
  hotseat: boolean
  /** The exercise that is done here; null at a table for a game. */
  exercise: string | null
  help: boolean
  /** Whether it begins only when everybody has said that they are ready. */
  ask_ready: boolean
  clock: Clock
  host: User | null
  created_at: number
  started_at: number | null
  ended_at: number | null
  seats: Seat[]
  mine: number[]
  watching: number
  commitment: string
  seeds: Record<string, string>
  seed_due: boolean
  chance: string | null
  invite?: string
  turn: number[]
  decisions: number
  result: Result | null
  rematch: string | null
  name: string
  prompt?: string
}

/** `times` counts equal events in a row, this one included; `by` is who acts; `gain` is a seat and its points. */
export interface Event {
  index: number
  event: string
  arguments: Record<string, string>
  text: string
  times: number
  by?: number
  gain?: [number, number]
  /** Whether a turn begins with it. */
  opens?: boolean
}

export interface Step {
  version: number
  kind: string
  seat: number | null
  action: string | null
  by: 'person' | 'bot' | 'standin' | 'order' | 'clock' | null
  at: number
  decisions: number
  events: Event[]
  scores: (number | null)[]
  text?: string
}

export interface Clocks { kind: string; at: number; seats: { left_ms: number; running: boolean; out_at: number | null }[] }
export interface Ask { ask: number; seat: number; decisions: number; text: string; yes: number[]; waiting: number[] }

export interface State {
  version: number
  seat: number | null
  mine: number[]
  status: Table['status']
  decisions: number
  over: boolean
  view: View
  notes?: Record<string, unknown>
  legal: string[]
  prompt: string
  pending: number[]
  asked: number[]
  scores: (number | null)[]
  ranking: number[][] | null
  steps: Step[]
  rewound: number | null
  undo: { can: boolean; reason: string; text: string; ask: boolean; free: boolean }
  asks: Ask[]
  clocks: Clocks | null
  seats: Seat[]
  watching: number
  result: Result | null
}

/** Where something of a state has changed, and what stands there now. */
export type Changed = [path: (string | number)[], value: unknown]

/** What is new at a table: a whole state, or what has changed since the state of version `from`; and what I did, if it did it. */
export interface Update extends Partial<Pick<State, 'steps' | 'rewound' | 'clocks' | 'seats' | 'watching'>> {
  state?: State
  version?: number
  from?: number
  changes?: Changed[]
  done?: { id: string; version: number }
  /** The standing orders of the seat that the state is seen from, where that is another. */
  orders?: Order[]
}

export interface Message { n: number; id: string; user: User; seat: number | null; at: number; text: string }

export interface WhyNot { action: string; legal: boolean; rule: string | null; text: string | null; says: string | null }

export interface Change { path: string[]; before: unknown; after: unknown }

export interface Preview {
  action: string
  certain: boolean
  points: (number | null)[]
  scores: { before: (number | null)[]; after: (number | null)[] }
  changes: Change[]
  events: Event[]
  more: boolean
  legal: string[]
  prompt: string
}

export interface Order {
  at: string
  try: string[]
  when?: { path?: string[]; in?: unknown[]; action?: string; costs_below?: number }
  lasts: 'once' | 'round' | 'game'
}

export interface Choice { value: string; title: string; says: string }
export interface Option {
  name: string
  title: string
  says: string
  kind: 'flag' | 'one' | 'several' | 'entries'
  default: unknown
  choices?: Choice[]
  /** Of entries: how many there may be, and what each is made of. */
  most?: number
  slots?: Slot[]
}
/** What is filled in of an entry. */
export interface Slot {
  name: string
  title: string
  kind: 'number' | 'text' | 'one' | 'several'
  /** It is there only for some values of another slot, and may be left empty. */
  only?: { slot: string; values: string[] }
  low?: number
  high?: number
  choices?: Choice[]
}
export interface Level { level: string; title: string; says: string; ready: boolean }

export interface Game {
  name: string
  title: string
  sentence: string
  players: [number, number]
  options: Option[]
  levels: Level[]
  minutes: number | null
  about: { title: string; text: string; source: string; reconstructed: boolean }[]
}

export interface Trouble { code: string; text: string; field?: string; rule?: string; version?: number; retry_ms?: number; number?: string; reason?: string }
