/**
 * Who answers: a server over the network, or this device by itself. Everything above speaks to
 * this, and to nothing else.
 */

/** An answer to a request, as it came. */
export interface Answer {
  status: number
  text: string
}

/** A connection to a table: the parts of a socket that are used. */
export interface Line {
  readonly readyState: number
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  send(text: string): void
  close(): void
}

/** News that are not about one table: an event's name and its data as text. */
export type Hear = (event: string, data: string) => void

export interface Engine {
  /** Send a request; null if nobody can be reached. */
  request(method: string, target: string, headers: Record<string, string>, body: string | null): Promise<Answer | null>
  /** Open a table. */
  line(table: string): Line
  /** Listen to news until the returned function is called. */
  news(lang: string, events: string[], hear: Hear): () => void
}

/** The first letter of the ids of tables that are kept on a device. */
export const KEPT_HERE = '~'

/** The table that a path names; null if it names none. */
export const tableIn = (path: string): string | null => /^\/(?:api\/tables|t)\/([^/?#]+)/.exec(path)?.[1] ?? null
