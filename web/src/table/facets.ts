/**
 * An action stands for several things on the table at once: `take 2 granada` for the region Granada
 * and for seat 2, `move 4 6` for a card and a pawn. Each such thing is a facet, written
 * `kind:name`. Touching things narrows the legal actions down to those that have all the facets
 * touched.
 */
export interface Parsed { action: string; facets: string[] }
export type SpotState = 'idle' | 'legal' | 'other' | 'closed' | 'selected' | 'staged'

export function filter(parsed: Parsed[], wanted: string[]): Parsed[] {
  return parsed.filter((p) => wanted.every((f) => p.facets.includes(f)))
}

export const kind = (facet: string): string => facet.slice(0, facet.indexOf(':'))

/** The kinds of things that are asked for now. */
export function kindsOf(parsed: Parsed[]): Set<string> {
  return new Set(parsed.flatMap((p) => p.facets.map(kind)))
}

/**
 * How a thing looks, when `laid` is laid out and perhaps `waiting` for a confirmation: `staged`
 * (laid out), `selected` (touched), `legal` (agrees with what is touched), `other` (legal, but not
 * together with what is touched), `closed` (its kind is asked for, but not this one), `idle`
 * (nothing of its kind is asked).
 */
export function spotState(parsed: Parsed[], kinds: Set<string>, selected: string[], laid: string[], waiting: boolean, facets: string[]): SpotState {
  if (!facets.length) return 'idle'
  if (laid.length && facets.every((f) => laid.includes(f))) return 'staged'
  if (selected.length && facets.every((f) => selected.includes(f))) return 'selected'
  if (filter(parsed, [...selected, ...facets]).length) return waiting ? 'other' : 'legal'
  if (filter(parsed, facets).length) return 'other'
  return facets.some((f) => kinds.has(kind(f))) ? 'closed' : 'idle'
}
