import type { State, View } from '../../net/types.ts'
import { called } from '../telling.ts'
import type { Words } from '../words.svelte.ts'

/** Keys of a view that other parts of the table show, or that say nothing about the position. */
const KNOWN = ['game', 'players', 'options', 'over', 'turn', 'pending', 'seat', 'edition', 'scores']

/**
 * One line of a position: what it is called, and its values; one per seat where it has as many as
 * there are seats.
 */
export interface Line { key: string; name: string; text: string; seats: string[] | null }

function said(value: unknown): string {
  if (value === null || value === undefined) return '?'
  if (Array.isArray(value)) return value.length ? value.map(said).join(', ') : '–'
  if (typeof value === 'object') return Object.entries(value).map(([k, v]) => `${k}: ${said(v)}`).join(', ') || '–'
  return String(value)
}

const readable = (key: string): string => `${key[0]!.toUpperCase()}${key.slice(1)}`.replaceAll('_', ' ')

/** The position line by line, as the game's words name it (`position.<key>`). */
export function lines(view: View, words: Words, players: number): Line[] {
  return Object.entries(view).filter(([key]) => !KNOWN.includes(key)).map(([key, value]) => {
    const named = words.find('position', key)
    const seats = Array.isArray(value) && value.length === players ? value.map(said) : null
    return { key, name: typeof named === 'string' ? named : readable(key), text: said(value), seats }
  })
}

/** A line for people who listen. */
export const told = (line: Line, state: State, words: Words): string =>
  line.seats ? line.seats.map((text, seat) => `${called(seat, state, words)}: ${text}`).join('. ') : line.text

const ORDINALS = ['first', 'second', 'third', 'fourth']

/**
 * An action in words: `action.<verb>` with its arguments in order; its notation where the game has
 * no words for it.
 */
export function named(action: string, words: Words): string {
  const [verb = '', ...given] = action.split(' ')
  const message = words.find('action', verb)
  if (typeof message !== 'string') return action
  return given.reduce((text, word, i) => text.replace(`{${ORDINALS[i]}}`, word), message)
}
