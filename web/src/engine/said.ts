/** The messages between the page and the worker of the device. */

/** Why the device cannot play: each has a sentence. */
export type Reason = 'no_wasm' | 'old_browser' | 'no_network' | 'broken'

export type ToWorker =
  | { kind: 'begin' }
  | { kind: 'request'; n: number; method: string; target: string; body: string | null }
  | { kind: 'open'; line: number; table: string }
  | { kind: 'say'; line: number; text: string }
  | { kind: 'close'; line: number }
  | { kind: 'look'; visible: boolean }
  | { kind: 'kernel'; n: number; title: string }

export type ToPage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'ready'; kept: boolean; version: string }
  | { kind: 'failed'; why: Reason; text: string }
  | { kind: 'answer'; n: number; status: number; text: string }
  | { kind: 'kernel'; n: number; module: WebAssembly.Module | null }
  | { kind: 'said'; line: number; text: string }
  | { kind: 'closed'; line: number; code: number }
  | { kind: 'changed'; table: string }
