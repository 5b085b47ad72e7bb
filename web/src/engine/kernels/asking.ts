/** The question to a bot on the device, and its answer. */
import type { Reason } from './kernel.ts'
import type { Move } from './tree.ts'

/** What only `master` needs: as in `think` (docs/protocol.md). */
export interface Net {
  /** The SHA-256 of the numbers in the file of weights. */
  weights: string
  search: number[]
  colours: number
  /** Of an observation's numbers: the first row, the least value, the rows of each, how many. */
  reading: [first: number, low: number, rows: number, n: number][]
  /** For every seat and action, the action as that seat sees it: the first, how many. */
  turned: [first: number, n: number][]
}

/**
 * An honest question: the root is a position that agrees with all the seat knows; what it cannot
 * know is drawn in it.
 */
export interface Question {
  title: string
  level: 'simple' | 'strong' | 'master'
  root: Uint8Array
  seat: number
  /** The actions to choose from, by number. */
  choices: number[]
  /** Below 2 ** 40; the same seed and number of iterations give the same answer. */
  seed: number
  /** Others answer at the same time and in secret, so the answer is drawn from a mixed strategy. */
  secret?: boolean
  /** Names the match and the seat: with it, the useful part of the last tree is kept. */
  match?: string
  /**
   * The decisions since the seat's last one, that one first, if it saw them all and no chance came
   * between.
   */
  since?: Move[]
  net?: Net
}

/** How long to think: at most a number of milliseconds, or exactly a number of iterations. */
export interface Budget {
  milliseconds?: number
  iterations?: number
}

export interface Answer {
  action: number
  /** The expected sequence, the action first. */
  line: Move[]
  /**
   * Of every choice that was looked at: how often, and the seat's share there (0 to 1). Most
   * visited first; empty for `simple`.
   */
  visits: [action: number, visits: number, share: number][]
  /** The chance to win before the decision and after it (0 to 1), if a search found it. */
  before: number | null
  after: number | null
  simulations: number
  milliseconds: number
}

export const MILLISECONDS = 400
/** Questions are identified by their numbers. */
export type ToWorker =
  | { kind: 'kernel'; module: WebAssembly.Module }
  | { kind: 'weights'; title: string; content: Uint8Array }
  | { kind: 'think'; id: number; question: Question; budget: Budget }
  | { kind: 'cancel'; id: number }
  | { kind: 'hidden'; hidden: boolean }
export type FromWorker =
  | { kind: 'answer'; id: number; answer: Answer }
  | { kind: 'cancelled'; id: number }
  | { kind: 'failed'; id: number; reason: Reason; message: string }
