import type { Component } from 'svelte'
import type { Key } from '../i18n/index.svelte.ts'
import type { TableLink } from '../net/link.svelte.ts'
import type { Event, Preview, State, Step, View } from '../net/types.ts'
import type { Deciding } from '../table/deciding.svelte.ts'
import type { Telling } from './telling.ts'
import type { Words } from './words.svelte.ts'

/** A piece on its way: a symbol from one anchor of the page to another (`data-anchor`). */
export interface Flight { symbol: string; seat: number | null; from: string; to: string; size: [number, number]; delay?: number; /** Whether the thing it starts from is the piece itself. */ leaves?: boolean }

/** One line of what a preview would change. */
export interface ChangeLine { text: string; seat?: number; good?: boolean }

/** What every part of a game's table gets. */
export interface PartProps {
  shown: State
  deciding: Deciding
  words: Words
  data: Record<string, unknown>
  /** What happened up to the state shown, oldest first. */
  log: Step[]
}

export interface BoardProps extends PartProps {
  /** The last view that can be gone back to: everything that differs is pending. */
  base: View | null
  small: boolean
  /** How much the window enlarges the board by default. */
  near?: number
  /** Places that a moment shows: only these are bright. */
  lit?: string[] | null
}

/** A seat's counts: `small` on a phone, `strip` in a row of cards above the board. */
export interface SeatProps extends PartProps { seat: number; small: boolean; strip?: boolean }

export interface SceneProps extends Record<string, unknown> {
  before: State
  after: State
  words: Words
  data: Record<string, unknown>
}

/**
 * A moment of its own: shown over the board for `ms` or as long as reading takes, then the next
 * one; each can be skipped.
 */
export interface Scene {
  /** Which picture shows it. */
  name: string
  /* eslint-disable-next-line @typescript-eslint/no-explicit-any -- every scene has properties of its own */
  component: Component<any>
  props: Record<string, unknown>
  ms: number
  say: string
  /** The index of the first event that it shows. */
  since: number
  /**
   * What is said until the picture shows the rest, and after how many milliseconds it does
   * (`open`).
   */
  first: string
  after?: number
  /** Whether pieces travel because of what this scene shows: they start after it, not before. */
  opens?: boolean
}

/** One game at the table: its parts, and how actions map to things. It knows no rules. */
export interface GameUi {
  name: string
  /** The things on the table that an action stands for. */
  facets(action: string, view: View): string[]
  /**
   * Further things that an action stands for, known only from its preview (where a pawn would
   * land); null: none.
   */
  learn?(action: string, preview: Preview): string[] | null
  /** Whether the preview of an action says more about where it leads. */
  studies?(action: string): boolean
  /** The action that touching these things would mean, to ask why it is impossible. */
  attempt(facets: string[], legal: string[], view: View): string | null
  /** What a player might expect to be able to do now: for “Why not?”. */
  expected(legal: string[], view: View): string[]
  /**
   * Whether an action cannot be taken back although more follows: it is planned, and sent with what
   * follows.
   */
  plans?(action: string): boolean
  /**
   * Whether actions like this are set out together, in any order, and each can be taken back by
   * itself until all are confirmed.
   */
  loose?(action: string): boolean
  /** Whether one touch may do it several times. */
  repeats?(action: string): boolean
  /** Whether an action is always confirmed, even if it could be taken back. */
  weighty?(action: string): boolean
  /** Of several actions that the touched things stand for, the intended one. */
  prefer?(actions: string[]): string | null
  /** What is sent along with a confirmation if nothing else is wanted. */
  follow?(after: Preview): string | null
  /**
   * Keys of the keyboard that carry out an action at once, where it is legal; `says` is their line
   * in the list of keys.
   */
  keys?: { says: Key; actions: Record<string, string> }
  /** The action that Enter confirms when nothing is laid out. */
  primary(legal: string[]): string | null
  /** An action in a few words, for a button. */
  label(action: string, words: Words, view: View): string
  /**
   * An action in a whole clause, for those who hear it; `leads`: further things it is known to
   * stand for. `Words.clause` when it gives none.
   */
  told?(action: string, label: string, words: Words, leads: string[]): string | undefined
  /** The position in words. */
  tell(part: PartProps): Telling
  /** What a player has, in words. */
  player(seat: number, part: PartProps): string
  /** The pieces that travel, according to the events; `before` is what was seen before them. */
  flights(events: Event[], before: View): Flight[]
  /** The moments between two states. */
  scenes?(before: State, after: State, words: Words, data: Record<string, unknown>): Scene[]
  /** The current phase in a few words: the line above the question. */
  step(state: State, words: Words): string
  /**
   * Kinds of facets that are buttons of the decision bar, because nothing on the table stands for
   * them.
   */
  barKinds: string[]
  /**
   * Facets of which many actions are one button of the bar, with its name: the things on the table
   * tell them apart.
   */
  gathers?: Record<string, () => string>
  /** What a preview changes, in lines of plain words. */
  changes(preview: Preview, words: Words, view: View): ChangeLine[]
  /** What has changed on the board, for people who listen. */
  narrate?(before: View, after: View, words: Words): string[]
  /** The arguments of events that name a place on the board, each with the kind of its anchors. */
  places: Record<string, string>
  /** A heading for a log entry that begins a new chapter. */
  chapter(event: Event, words: Words): string | null
  /** The progress of an open-ended part: pips next to the question. */
  progress?(part: PartProps): { done: number; of: number; symbol: string; seat: number | null } | null
  Board: Component<BoardProps>
  Hand: Component<PartProps & { small: boolean; tall?: boolean }>
  Side: Component<PartProps & { small: boolean; low?: boolean }>
  SeatStats: Component<SeatProps>
  Header: Component<PartProps & { small: boolean }>
  /** Below the players' cards on a wide screen. */
  Left?: Component<PartProps>
  /** The board in numbers, as a separate sheet where the board is small. */
  Facts?: Component<PartProps>
  /** Whether points are kept on a track above the board. */
  track?: boolean
  /** The order in which the players' cards stand. */
  order(state: State): number[]
  status(seat: number, state: State, words: Words): string
  layout: 'side' | 'below'
  /**
   * Whether the hand is much to read: on a wide screen it stands beside the board, and what stood
   * there lies below.
   */
  reads?: boolean
  /** Width of the board divided by its height. */
  aspect?: number
  /**
   * The large number of a seat on a phone, and what its tip tells of; the points when not given.
   */
  figure?: { of(seat: number, state: State): string; tip: string }
  /** How high the hand is: next to columns, and below a strip of players. */
  hand: [number, number, number?]
  /** A hand to choose from that is shown over the board, if there is room for it. */
  Over?: Component<PartProps & { small: boolean }>
  /** Whether it is shown there now. */
  fills?(state: State): boolean
  /** The board unrolled, for phones. */
  strip?: Component<PartProps & { small: boolean; onlook?: (anchor: string) => void; focus?: string | null }>
  /** How far a window onto the board can zoom in. */
  zoom?: number
  /** Where a small window onto the board should look: an anchor of the page. */
  focus?(part: PartProps, deciding: Deciding): string | null
  /**
   * Which sheet shows the things that are asked for, where not everything has a column of its own.
   */
  sheetFor?(kinds: Set<string>, legal: string[]): 'hand' | 'side' | null
  /** What the smaller button next to the confirmation does, if the confirmation does more. */
  stay?(): string
  /** What the confirmation does, if it does more than the laid-out action. */
  whole?(action: string, words: Words): string
  /** Decisions made ahead; a game without this part has none. */
  Orders?: Component<{ link: TableLink; onclose: () => void }>
  sideIcon?: string
  sideName?: () => string
}
