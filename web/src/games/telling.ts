import { i18n, t } from '../i18n/index.svelte.ts'
import type { State } from '../net/types.ts'
import type { Deciding } from '../table/deciding.svelte.ts'
import type { Words } from './words.svelte.ts'

/** One line of the text table: a thing and what there is to say about it. */
export interface Told {
  name: string
  text: string
  /** Other words by which it can be asked for. */
  also?: string[]
  /** Who leads there. */
  lead?: string
  /** The things of the table it stands for. */
  facets?: string[]
}

/**
 * A headed list: `access.chapter.<id>` is its heading, `query.<id>` the words that ask for it. A
 * quiet one is not shown and only answers questions.
 */
export interface Chapter { id: string; items: Told[]; quiet?: boolean }
/** A position in words: the board, then cards, the hand last. */
export interface Telling { board: Chapter[]; cards: Chapter[] }

export const listed = (items: string[]): string => new Intl.ListFormat(i18n.lang, { type: 'conjunction' }).format(items)
/** Sentences that answer. */
export const sentences = (parts: (string | false | null | undefined)[]): string => parts.filter((p): p is string => Boolean(p)).map((p) => `${p[0]!.toUpperCase()}${p.slice(1)}.`).join(' ')
export const enumerated = (parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(', ')

/** How the reader calls a seat: you, or its name. */
export const called = (seat: number, state: State, words: Words): string => (seat === state.seat ? t('board.you') : words.seat(seat))

/** Who has most, in words. */
export function leading(ranked: { seat: number; n: number }[], state: State, words: Words): string {
  if (!ranked.length) return t('access.nobody')
  const first = ranked.filter((c) => c.n === ranked[0]!.n)
  const rest = ranked.slice(first.length).map((c) => t('access.rank', { name: called(c.seat, state, words), n: c.n }))
  const names = first.map((c) => called(c.seat, state, words))
  return enumerated([first.length > 1 ? t('access.shares', { names: listed(names), n: first[0]!.n }) : t('access.leads', { name: names[0]!, n: first[0]!.n }), ...rest])
}

/** What choosing a thing would do, as far as the legal actions tell. */
export function doing(deciding: Deciding, words: Words, facets: string[]): string {
  const state = deciding.state(facets)
  if (state === 'idle') return ''
  if (state === 'closed') return t('board.closed')
  if (state === 'selected' || state === 'staged') return t('access.chosen')
  const actions = deciding.matching(facets)
  const meant = actions.length === 1 ? actions[0]! : (deciding.ui.prefer?.(actions) ?? null)
  if (meant) return t('access.may', { what: deciding.told(meant, words) })
  return actions.length ? t('access.narrows', { n: actions.length }) : t('board.legal')
}
