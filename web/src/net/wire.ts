/** The words of the wire. Written by tools/wire.py from the server's declarations: change those. */

export type View = Record<string, unknown>

export type Clock = NoClock | LiveClock | SlowClock

export type Changed = [(string | number)[], unknown]

/** The source of something in the edition. */
export interface About {
  title: string
  text: string
  source: string
  reconstructed: boolean
}

/** A guest becomes an account. */
export interface AccountBody {
  email: string
  password: string
  name?: string | null
}

/** A decision. */
export interface ActBody {
  id: string
  version: number
  action: string
  seat?: number | null
}

/** What a seat could have done in a turn (a secret answer as an action), its chance after it, and
 *  whether it did. */
export interface Alternative {
  text: string
  action: string
  chance: number
  made: boolean
}

/** Agree or refuse. */
export interface AnswerBody {
  id: string
  ask: number
  yes: boolean
}

/** Finished public games. */
export interface Archive {
  games: ArchiveGame[]
  next: string | null
}

/** A finished public game. */
export interface ArchiveGame {
  table: string
  game: string
  title: string
  players: number
  rated: boolean
  options: Record<string, unknown>
  decisions: number
  best: number
  shared: boolean
  ended_at: number
  seats: ArchiveSeat[]
}

/** Who sat at a seat of a finished game, and their result. */
export interface ArchiveSeat {
  seat: number
  user: User | null
  level: string | null
  place: number | null
  score: number | null
}

/** An open request to take something back: who has agreed, and whose answer is missing. */
export interface Ask {
  ask: number
  seat: number
  decisions: number
  text: string
  yes: number[]
  waiting: number[]
}

/** Ask the others to take back. */
export interface AskUndoBody {
  id: string
  version: number
  seat?: number | null
  decisions?: number | null
}

/** A seat's result: its share at the start, and luck, skill and the others' choices, which add up
 *  to it. */
export interface Balance {
  share: number
  luck: number
  skill: number
  others: number
  result: number
}

/** Everybody's points before an action and after it. */
export interface BeforeAfter {
  before: (number | null)[]
  after: (number | null)[]
}

/** The best of a title; `next` is how many to skip for the next page. */
export interface Best {
  ratings: Place[]
  next: number | null
}

/** Whom I have blocked; `next` is how many to skip for the next page. */
export interface Blocks {
  blocks: Named[]
  next: number | null
}

/** Bots that are to take part. */
export interface BotsBody {
  level: string
  count?: number
}

/** An invitation to an open table. */
export interface Challenge {
  table: string
  invite: string
  game: string
  title: string
  players: number
  rated: boolean
  by: User
  to: User
  at: number
  declined: boolean
}

/** Challenges that wait for my answer, and those I have sent. */
export interface Challenges {
  received: Challenge[]
  sent: Challenge[]
}

/** What an action would change of the view. */
export interface Change {
  path: (string | number)[]
  before: unknown
  after: unknown
}

/** Write a chat message. */
export interface ChatBody {
  id: string
  text: string
}

/** A possible value of an option. */
export interface Choice {
  value: string
  title: string
  says: string
}

/** Alternatives for a turn, best first. */
export interface Choices {
  at: number
  seat: number | null
  choices: Alternative[]
}

/** How long people may think. */
export interface ClockBody {
  kind?: 'live' | 'none' | 'slow'
  bank_ms?: number
  increment_ms?: number
  move_ms?: number
}

/** The clocks of a table; `at` is the server's time. */
export interface Clocks {
  kind: 'live' | 'none' | 'slow'
  at: number
  seats: Hand[]
}

/** How many people are online and how many games run, every half minute (`event: counts`). */
export interface Counts {
  online: number
  running: number
}

/** A new table. */
export interface CreateBody {
  game: string
  players: number
  options?: Record<string, unknown>
  name?: string | null
  clock?: ClockBody
  listed?: boolean
  spectators?: boolean
  delay?: number
  rated?: boolean
  hotseat?: boolean
  help?: boolean
  ask_ready?: boolean
  cards_here?: boolean
  seats?: SeatBody[] | null
  seed?: string | null
  seed_later?: boolean
  id?: string | null
}

/** Somebody's result in a deal. */
export interface DailyResult {
  rank: number
  user: User
  place: number
  score: number
}

/** The table of a deal; `link` is the day's link of the chain, when nobody can play the deal any
 *  more. */
export interface DailyResults {
  day: string
  game: string
  title: string
  link: string | null
  results: DailyResult[]
  next: number | null
}

/** The day, its deals, and the end of the chain that was published in advance. */
export interface Daily {
  day: string
  ends_at: number
  closes_at: number
  chain: string
  start: string
  titles: DailyTitle[]
}

/** A title's deal of the day, and where I play it. */
export interface DailyTitle {
  game: string
  title: string
  commitment: string
  table: string | null
  status: string | null
  place: number | null
  score: number | null
}

/** A title's own tables. */
export interface Data {
  data: Record<string, unknown>
}

/** Delete the account. */
export interface DeleteBody {
  password?: string | null
}

/** Something that I sent is stored durably, with this version of the table. */
export interface Did {
  id: string
  version: number
}

/** What was done, and the state after it. */
export interface Done {
  done: Did
  state: State
}

/** One draw: which of its decision's draws it was, of how many possibilities, which of them, and
 *  the record's line. */
export interface Draw {
  decision: number
  draw: number
  of: number
  value: number
  line: string
}

/** A new address. */
export interface EmailBody {
  password: string
  email: string
}

/** Somebody who takes part. `first` and `last` are the rounds; `last` of whoever has withdrawn. */
export interface Entrant {
  number: number
  user: User | null
  level: string | null
  first: number
  last: number | null
}

/** Every error has this shape. */
export interface ErrorAnswer {
  error: Trouble
}

/** Something that has happened: the events of a match are numbered. */
export interface Event {
  event: string
  arguments: Record<string, string>
  text: string
  times: number
  by?: number
  gain?: [number, number]
  /** Whether a turn begins with it. */
  opens?: boolean
  index: number
}

/** Begin an exercise, or begin it again. */
export interface ExerciseBody {
  game: string
  exercise: string
}

/** An exercise: the goal to reach in one turn, and the rule it practises. */
export interface Exercise {
  id: string
  title: string
  goal: string
  rule: string
}

/** The exercise of a table and its progress; `says` and `why` are empty until it is over. */
export interface ExerciseState {
  id: string
  title: string
  goal: string
  rule: string
  game: string
  version: number
  over: boolean
  reached: boolean
  says: string
  why: string[]
}

/** A title's exercises, in the order in which they are offered. */
export interface Exercises {
  exercises: Exercise[]
}

/** Whom I follow; `next` is how many to skip for the next page. */
export interface Followed {
  people: FollowedPerson[]
  next: number | null
}

/** Somebody whom I follow, whether they are online, and my note on them. */
export interface FollowedPerson {
  user: User
  here: boolean
  note: string
}

/** Something that would happen, in words. `times` counts equal events in a row, this one included;
 *  `by` is who acts; `gain` is a seat and its points. */
export interface Foreseen {
  event: string
  arguments: Record<string, string>
  text: string
  times: number
  by?: number
  gain?: [number, number]
  /** Whether a turn begins with it. */
  opens?: boolean
}

/** People whose names match; `next` is how many to skip for the next page. */
export interface Found {
  people: User[]
  next: number | null
}

/** A title. */
export interface Game {
  name: string
  title: string
  sentence: string
  players: [number, number]
  options: Option[]
  levels: Level[]
  minutes: number | null
  /** Whether a device plays it without a server. */
  device: boolean
  about: About[]
}

/** All titles. */
export interface Games {
  games: Game[]
}

/** A table that is no longer listed (`event: gone`). */
export interface Gone {
  id: string
}

/** A guest for a program. */
export interface GuestBody {
  name?: string | null
}

/** A guest for a program. */
export interface Guest {
  user: User
  token: string
}

/** The clock of a seat: what is left, and when it runs out. */
export interface Hand {
  left_ms: number
  running: boolean
  out_at: number | null
}

/** Two people, and the first one's results against the second. */
export interface HeadToHead {
  user: User
  opponent: User
  meetings: Meetings[]
}

/** What a bot would do at my seat, and why, in one or two sentences. */
export interface Hint {
  action: string
  text: string
}

/** Some hints under a heading. */
export interface Hints {
  heading: string
  hints: string[]
}

/** Finished games. */
export interface History {
  games: Played[]
  next: string | null
}

/** Sit down. */
export interface JoinBody {
  seat?: number | null
  invite?: string | null
  seed?: string | null
  seed_later?: boolean
  name?: string | null
  id?: string | null
}

/** Leave; for good with `resign`. */
export interface LeaveBody {
  resign?: boolean
}

/** A level of bots; `ready` is false while it is still being compiled. */
export interface Level {
  level: string
  title: string
  says: string
  ready: boolean
}

/** A sentence about a turn: with the acting seat, and a seat and the points it gains. */
export interface Line {
  text: string
  by: number | null
  gain: [number, number] | null
}

/** A bank of time for the game, plus an increment for every decision. */
export interface LiveClock {
  kind: 'live'
  bank_ms: number
  increment_ms: number
}

/** Log in. */
export interface LoginBody {
  email: string
  password: string
}

/** Log out here, or everywhere. */
export interface LogoutBody {
  everywhere?: boolean
}

/** How what a search finds changes a chance: it is to the power `kept`, times the search's share to
 *  the power `seen`, divided by the position's own share to the power `against`, all by half after
 *  `half` playouts. */
export interface Looking {
  kept: number
  seen: number
  half: number
  against: number
}

/** Something that chance decided. */
export interface Luck {
  decision: number
  text: string
}

/** A scoring or a new round. */
export interface Mark {
  decision: number
  event: string
  text: string
}

/** Myself. */
export interface Me {
  id: string
  name: string
  guest: boolean
  email: string | null
  lang: 'cs' | 'de' | 'en' | 'hu'
  since_at: number
  hidden: boolean
}

/** Change my name or language, or hide my profile. */
export interface MeBody {
  name?: string | null
  lang?: 'cs' | 'de' | 'en' | 'hu' | null
  hidden?: boolean | null
}

/** How often two people met at a title, by the number of players. */
export interface Meetings {
  game: string
  title: string
  players: number
  games: number
  ahead: number
  behind: number
  level: number
}

/** A chat message. */
export interface Message {
  n: number
  id: string
  user: Named
  seat: number | null
  at: number
  text: string
  /** Said among spectators: the table's people read it when the game is over. */
  gallery: boolean
}

/** The chat of a table. */
export interface Messages {
  messages: Message[]
}

/** Go to another seat; the host names the two seats that change places. */
export interface MoveBody {
  to: number
  seat?: number | null
}

/** A rating before a game and after it. */
export interface Moved {
  before: number
  after: number
}

/** Who is muted at a table. */
export interface Muted {
  muted: string[]
}

/** It has become my turn anywhere, or has stopped being it; or a table of mine has started or ended
 *  (`event: mine`). */
export interface MyTurn {
  table: string
  game: string
  name: string
  status: 'closed' | 'held' | 'open' | 'over' | 'running'
  asked: boolean
  prompt: string
  version: number
}

/** Somebody's id and name. */
export interface Named {
  id: string
  name: string
}

/** What a page must know besides a position to search with a network; the lists are for numbers
 *  that follow each other. */
export interface Network {
  /** The SHA-256 of the numbers in the file of weights. */
  weights: string
  /** How the search uses the network. */
  search: number[]
  colours: number
  /** Of the numbers of an observation: the first row, the least value, the rows of each, how many.
   *  */
  reading: [number, number, number, number][]
  /** For every seat and action, the action as that seat sees it: the first, how many. */
  turned: [number, number][]
}

/** An empty body. */
export type NoBody = Record<string, never>

/** People think as long as they like. */
export interface NoClock {
  kind: 'none'
}

/** A note on somebody, which nobody else can read; an empty one deletes it. */
export interface NoteBody {
  text: string
}

/** For programs: a position that agrees with everything a seat knows. */
export interface Observation {
  game: string
  seat: number
  version: number
  decisions: number
  legal: string[]
  position: Record<string, unknown>
  left_ms: number | null
}

/** For which values of another slot a slot applies. */
export interface Only {
  slot: string
  values: string[]
}

/** A table that is new or has changed (`event: table`); drop it when it is no longer `open`. */
export interface OpenTable {
  table: Table
}

/** All open listed tables, at once on connecting (`event: tables`). */
export interface OpenTables {
  tables: Table[]
}

/** An opening in words: how often it was played, and how often the game was won. */
export interface Opening {
  moves: string[]
  games: number
  won: number
}

/** Somebody's favourite openings. */
export interface Openings {
  titles: TitleOpenings[]
}

/** Who sat at another seat. */
export interface Opponent {
  name: string
  level: string | null
}

/** Whom somebody has met, most often first; `next` is how many to skip for the next page. */
export interface Opponents {
  opponents: Rival[]
  next: number | null
}

/** An option of a game; for entries, how many there may be and what each consists of. */
export interface Option {
  name: string
  title: string
  says: string
  kind: 'entries' | 'flag' | 'one' | 'several'
  default: unknown
  choices?: Choice[]
  most?: number
  slots?: Slot[]
}

/** A standing order: what to try at a kind of decision, or `lines` that the game itself
 *  understands. */
export interface Order {
  /** `round` where it is not told, of `lines` `game`. */
  lasts?: 'game' | 'once' | 'round'
  at?: string
  try?: string[]
  when?: Record<string, unknown> | null
  lines?: string[]
  round?: number | null
}

/** Standing orders, all of them at once. */
export interface OrdersBody {
  orders: Record<string, unknown>[]
  seat?: number | null
}

/** Standing orders. */
export interface Orders {
  orders: Order[]
}

/** A table of a round: the entrants by seat, and how the game ended. */
export interface Pairing {
  table: string
  entrants: number[]
  status: string | null
  places: number[] | null
  scores: number[] | null
}

/** A new password. */
export interface PasswordBody {
  old: string
  new: string
}

/** The view, the question and the points after some decisions. */
export interface Past {
  view: Record<string, unknown>
  notes: Record<string, unknown>
  prompt: string
  pending: number[]
  over: boolean
  scores: (number | null)[]
  legal: string[]
}

/** A place among the best: a person's, or a bot's. */
export interface Place {
  place: number
  name: string
  user: User | null
  level: string | null
  rating: Rating
}

/** Play at once against bots. */
export interface PlayNowBody {
  game: string
  players?: number | null
  options?: Record<string, unknown>
  level?: string
  clock?: ClockBody
  seat?: number | null
  rated?: boolean
  help?: boolean
  cards_here?: boolean
  seed?: string | null
  seed_later?: boolean
  id?: string | null
}

/** Play on from a step of a finished game. */
export interface PlayOnBody {
  at: number
  seat?: number | null
  level?: string | null
}

/** A finished game of somebody. */
export interface Played {
  table: string
  game: string
  players: number
  seat: number
  place: number | null
  score: number | null
  scores: number[]
  ended_at: number
  opponents: Opponent[]
  rating: Moved | null
}

/** The game after a decision; `chances` to win are null if nothing can judge the title. */
export interface Point {
  decision: number
  version: number | null
  seat: number | null
  action: string | null
  scores: number[]
  round: number | null
  chances: number[] | null
}

/** The positions before each decision: `states` is the base64 text of zlib's of all of them in a
 *  row. `digest` names the module that reads them; it is empty where the title has none. `seats`
 *  and `made` are the seat and the number of every decision, `names` those of all numbers.
 *  `looking` is null where nothing was fitted. */
export interface Positions {
  title: string
  digest: string
  players: number
  states: string
  seats: number[]
  made: number[]
  names: string[]
  looking: Looking | null
}

/** The preview of an action. */
export interface Preview {
  action: string
  certain: boolean
  points: (number | null)[]
  scores: BeforeAfter
  changes: Change[]
  events: Foreseen[]
  more: boolean
  legal: string[]
  prompt: string
}

/** Somebody and their ratings; nothing but a name where they have `hidden` themselves from me. */
export interface Profile {
  user: Somebody
  hidden: boolean
  ratings: Rating[]
}

/** A rating over time, newest first. */
export interface Progress {
  points: ProgressPoint[]
  next: string | null
}

/** A rating before and after a game. */
export interface ProgressPoint {
  table: string
  ended_at: number
  before: number
  after: number
}

/** A browser's subscription, as its `toJSON()` gives it. */
export interface PushBody {
  endpoint: string
  keys: PushKeys
  expirationTime?: number | null
}

/** The subscription to end; only the endpoint of its `toJSON()` counts. */
export interface PushEndBody {
  endpoint: string
  expirationTime?: number | null
  keys?: PushKeys | null
}

/** The key that browsers subscribe with. */
export interface PushKey {
  key: string | null
}

/** The keys of a subscription. */
export interface PushKeys {
  p256dh: string
  auth: string
}

/** The host makes the game rated or casual. */
export interface RatedBody {
  rated: boolean
}

/** What a game did to a seat's rating. */
export interface RatingChange {
  seat: number
  before: number
  after: number
  likely?: number
  uncertainty?: number
}

/** A rating. */
export interface Rating {
  game: string
  players: number
  rating: number
  likely: number
  uncertainty: number
  mu: number
  sigma: number
  games: number
}

/** My ratings. */
export interface Ratings {
  ratings: Rating[]
}

/** I am ready for the game to begin, or not yet. */
export interface ReadyBody {
  ready?: boolean
}

/** Where each seat's points came from; `points[seat][i]` belongs to `sources[i]`. */
export interface Receipt {
  sources: Source[]
  points: number[][]
  rounds: RoundPoints[]
  ties: string[]
}

/** A game that was played on my own device: its record, and the seats that were mine; else all that
 *  no bot held. */
export interface RecordBody {
  record: string
  seats?: number[] | null
}

/** A rematch. */
export interface RematchBody {
  seed_later?: boolean
}

/** A table after some decisions. */
export interface Replay {
  at: number
  decisions: number
  state: Past
  steps: Step[]
}

/** Report somebody. */
export interface ReportBody {
  user: string
  text: string
  table?: string | null
}

/** The number of a report. */
export interface Report {
  report: string
}

/** Scores and places of a finished game. */
export interface Result {
  scores: number[]
  ranking: number[][]
  ratings?: RatingChange[]
  receipt?: Receipt | null
}

/** The course of a finished game; chances come from as many bot `games`, losses below `uncertain`
 *  are not told. */
export interface Review {
  decisions: number
  curve: Point[]
  marks: Mark[]
  chance: Luck[]
  turns: Turn[]
  worst: Worse[][]
  balance: Balance[]
  receipt: Receipt | null
  games: number
  uncertain: number
}

/** A person, or a level of bots, and how often somebody came out ahead of them, behind, or level.
 *  */
export interface Rival {
  user: User | null
  bot: string | null
  games: number
  ahead: number
  behind: number
  level: number
}

/** What each seat scored in a round or scoring. */
export interface RoundPoints {
  title: string
  points: number[]
}

/** A rule in a sentence, and its chapter. */
export interface Rule {
  rule: string
  text: string
  chapter: string
  title: string
}

/** Every rule in a sentence, and the books' advice. */
export interface Rules {
  rules: Rule[]
  hints: Hints[]
}

/** A seat of a table. */
export interface Seat {
  seat: number
  kind: 'bot' | 'open' | 'person'
  user: User | null
  level: string | null
  name: string
  standin: string | null
  away: 'absent' | 'clock' | 'left' | 'resigned' | null
  online: boolean
  /** Whether the person is ready, at a table that asks. */
  ready: boolean
}

/** Who is to sit at a seat of a new table. */
export interface SeatBody {
  kind: 'bot' | 'me' | 'open'
  level?: string | null
  name?: string | null
}

/** A seed of my own for the chance of the game. */
export interface SeedBody {
  seed: string
}

/** Where somebody is signed in, or a token. */
export interface Session {
  id: string
  kind: 'browser' | 'program' | 'token'
  scope: 'all' | 'play' | 'read'
  name: string
  created_at: number
  used_at: number
  current: boolean
}

/** All my sessions and tokens. */
export interface Sessions {
  sessions: Session[]
}

/** The host changes a seat. */
export interface SetSeatBody {
  seat: number
  kind: 'bot' | 'open'
  level?: string | null
}

/** The data that a client has stored. */
export interface Settings {
  settings: Record<string, unknown>
}

/** One field of an entry. */
export interface Slot {
  name: string
  title: string
  kind: 'number' | 'one' | 'several' | 'text'
  /** Applies only for some values of another slot, and may stay empty. */
  only?: Only
  low?: number
  high?: number
  choices?: Choice[]
}

/** Days for every decision. */
export interface SlowClock {
  kind: 'slow'
  move_ms: number
}

/** Somebody, and since when they have an account. */
export interface Somebody {
  id: string
  name: string
  guest: boolean
  since_at?: number
}

/** A source of points. */
export interface Source {
  id: string
  title: string
}

/** An entrant's place and the values that decide it, in this order (docs/server.md). */
export interface Standing {
  place: number
  entrant: number
  points: number
  opponents: number
  wins: number
  share: number
  games: number
  out: number
}

/** Begin; open seats become bots of a level. */
export interface StartBody {
  level?: string
}

/** Somebody's results in a title with a number of players. */
export interface Stat {
  game: string
  players: number
  games: number
  wins: number
  mean_place: number
  mean_score: number
  best_score: number
  rating: Rating | null
}

/** What a reader sees, may do and has missed. */
export interface State {
  version: number
  seat: number | null
  mine: number[]
  status: 'closed' | 'held' | 'open' | 'over' | 'running'
  decisions: number
  over: boolean
  /** The position as the seat may know it; null before the start. */
  view: Record<string, unknown> | null
  notes: Record<string, unknown>
  legal: string[]
  prompt: string
  pending: number[]
  asked: number[]
  scores: (number | null)[]
  ranking: number[][] | null
  steps: Step[]
  rewound: number | null
  undo: Undo
  asks: Ask[]
  clocks: Clocks
  seats: Seat[]
  watching: number
  result: Result | null
}

/** Somebody's results. */
export interface Stats {
  stats: Stat[]
}

/** One version of a table. */
export interface Step {
  version: number
  kind: string
  seat: number | null
  action: string | null
  by: 'bot' | 'clock' | 'device' | 'order' | 'person' | 'standin' | null
  at: number
  decisions: number
  events: Event[]
}

/** Several steps. */
export interface Steps {
  steps: Step[]
}

/** How many browsers are notified. */
export interface Subscriptions {
  subscriptions: number
}

/** A table. */
export interface Table {
  id: string
  version: number
  game: string
  title: string
  players: number
  options: Record<string, unknown>
  /** The names of the table's own things, such as cards that it has made. */
  words: Record<string, Record<string, Record<string, string>>>
  name: string
  status: 'closed' | 'held' | 'open' | 'over' | 'running'
  listed: boolean
  /** The exercise at this table. */
  exercise: string | null
  /** The tournament that it belongs to. */
  tournament: string | null
  spectators: boolean
  /** How many decisions ago spectators see the table while it runs. */
  delay: number
  rated: boolean
  /** Why it is not rated. */
  casual: 'bots' | 'chosen' | 'hotseat' | 'own_cards' | 'played_on' | null
  hotseat: boolean
  help: boolean
  /** Whether a bot may be asked for advice here. */
  hints: boolean
  /** Whether it begins only when everybody has said that they are ready. */
  ask_ready: boolean
  /** Where bots may think: on the server; on my device if they know no more than I do; there with
   *  all they know. */
  thinking: 'all' | 'open' | 'server'
  clock: NoClock | LiveClock | SlowClock
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
  rules: string
  invite: string | null
  turn: number[]
  decisions: number
  result: Result | null
  rematch: string | null
}

/** Several tables. */
export interface Tables {
  tables: Table[]
  next?: string | null
}

/** A title's words in a language. */
export interface Texts {
  lang: string
  texts: Record<string, unknown>
}

/** Whether I follow or have blocked somebody, whether they are online, and my note on them. */
export interface Tie {
  follows: boolean
  blocked: boolean
  here: boolean
  note: string
}

/** Somebody's favourite openings of a title; `name` says what an opening is there. */
export interface TitleOpenings {
  game: string
  title: string
  name: string
  openings: Opening[]
}

/** A token for a program: its name and its scope. */
export interface TokenBody {
  name?: string | null
  scope?: 'play' | 'read'
}

/** A token for a program. */
export interface Token {
  token: string
  session: Session
}

/** A new tournament. */
export interface TournamentBody {
  name: string
  game: string
  /** How many sit at a full table. */
  seats: number
  clock: ClockBody
  system?: 'round_robin' | 'swiss'
  /** For the Swiss system. */
  rounds?: number
  options?: Record<string, unknown>
  rated?: boolean
  listed?: boolean
}

/** A round: its tables, and who sits out. */
export interface TournamentRound {
  number: number
  begun_at: number
  tables: Pairing[]
  out: number[]
}

/** Some rounds in their order; `earlier` goes on with `before`, unless the first one is there. */
export interface TournamentRounds {
  rounds: TournamentRound[]
  earlier: number | null
}

/** A tournament in a list. */
export interface Tournament {
  id: string
  name: string
  game: string
  title: string
  options: Record<string, unknown>
  seats: number
  system: 'round_robin' | 'swiss'
  /** How many are planned; of an all-play-all, at best. */
  rounds: number
  clock: NoClock | LiveClock | SlowClock
  rated: boolean
  listed: boolean
  status: 'closed' | 'open' | 'over' | 'running'
  host: User | null
  created_at: number
  started_at: number | null
  ended_at: number | null
}

/** Some tournaments, newest first; for the next page, send `next` as `before`. */
export interface Tournaments {
  tournaments: Tournament[]
  next: string | null
}

/** What is wrong: a code for programs, a sentence for the reader, and the part of the request or
 *  the rule it is about. */
export interface Trouble {
  code: string
  text: string
  field?: string
  rule?: string
  /** Why nothing can be taken back. */
  reason?: string
  /** The table's current version, if the request's is stale. */
  version?: number
  retry_ms?: number
  /** To quote in a report. */
  number?: string
}

/** A turn of a finished game: its decisions (after `first`, up to `at`), sentences, and what luck
 *  did to each seat. */
export interface Turn {
  first: number
  at: number
  seats: number[]
  luck: number[]
  lines: Line[]
}

/** Take back by the safe rule. */
export interface UndoBody {
  id: string
  version: number
  seat?: number | null
}

/** Whether the last decision can be taken back. */
export interface Undo {
  can: boolean
  reason: string
  text: string
  ask: boolean
  free: boolean
}

/** Somebody, as everybody sees them. */
export interface User {
  id: string
  name: string
  guest: boolean
}

/** Whether the chance of a game was fair. */
export interface Verification {
  verified: boolean
  draws: number
  drawn: Draw[]
  chance: string | null
  commitment: string
  secret: string
  seeds: Record<string, string>
  text: string
}

/** Myself, and what the next requests need; a program gets a new `token` if it changes. */
export interface WhoAmI {
  user: Me
  csrf: string
  limits: Record<string, number>
  token?: string
}

/** A tournament and its newest rounds; `mine` is the asker's number. */
export interface WholeTournament {
  rounds: TournamentRound[]
  earlier: number | null
  tournament: Tournament
  round: number
  entrants: Entrant[]
  standings: Standing[]
  mine: number | null
}

/** Why an action is not legal; nulls if it is. */
export interface WhyNot {
  action: string
  legal: boolean
  rule: string | null
  text: string | null
  says: string | null
}

/** What a seat had better done otherwise: its chance after what it did and after what was better.
 *  Sentences do not name secret answers; for them, `actions` are the one made and the better one.
 *  */
export interface Worse {
  first: number
  at: number
  round: number | null
  done: string
  better: string
  actions: string[]
  loss: number
  made: number
  best: number
}

/** What a client may say on a socket. */
export type Sent =
  | { type: 'hello'; protocol: number; lang?: 'cs' | 'de' | 'en' | 'hu' | null; version?: number | null; seat?: number | null; invite?: string | null; token?: string | null }
  | { type: 'act'; id: string; version: number; action: string; seat?: number | null }
  | { type: 'undo'; id: string; version: number; seat?: number | null }
  | { type: 'ask_undo'; id: string; version: number; seat?: number | null; decisions?: number | null }
  | { type: 'answer'; id: string; ask: number; yes: boolean }
  | { type: 'return'; id: string }
  | { type: 'leave'; resign?: boolean; id: string }
  | { type: 'why_not'; ref: string; action: string; seat?: number | null }
  | { type: 'preview'; ref: string; action: string; seat?: number | null }
  | { type: 'hint'; ref: string; seat?: number | null }
  | { type: 'orders'; ref: string; seat?: number | null; orders?: Record<string, unknown>[] | null }
  | { type: 'chat'; id: string; text: string }
  | { type: 'look'; seat: number | null }
  | { type: 'lang'; lang: 'cs' | 'de' | 'en' | 'hu' }
  | { type: 'offer'; kernel: string | null }
  | { type: 'thought'; ref: string; action: number }
  | { type: 'ping'; n: number }
  | { type: 'pong'; n: number }

/** What the server says on a socket. */
export type Told =
  | { type: 'welcome'; protocol: number; table: Table; state: State; chat: Message[]; orders: Order[] }
  | { type: 'update'; state?: State; version?: number; from?: number; changes?: ([(string | number)[], unknown])[]; steps?: Step[]; rewound?: number | null; clocks?: Clocks; seats?: Seat[]; watching?: number; done?: Did; orders?: Order[] }
  | { type: 'done'; id: string; version: number }
  | { type: 'refused'; error: Trouble; id?: string; ref?: string }
  | { type: 'reply'; ref: string }
  | { type: 'presence'; online: number[]; watching: number; watchers: Named[] }
  | { type: 'chat'; message: Message }
  | { type: 'table'; table: Table }
  | { type: 'think'; ref: string; seat: number; level: 'master' | 'simple' | 'strong'; root: string; choices: number[]; seed: number; since: [number, number][] | null; net: Network | null; iterations: number | null; milliseconds: number | null; within_ms: number }
  | { type: 'enough'; ref: string }
  | { type: 'pong'; n: number }
  | { type: 'ping'; n: number; at: number }
  | { type: 'bye'; reason: 'busy' | 'logged_out' | 'restart' | 'too_many'; retry_ms: number }
