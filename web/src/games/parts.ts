import type { GuideStep } from '../learn/steps.ts'
import type { GameUi } from './types.ts'
import type { Key } from '../i18n/index.svelte.ts'

/** A small sign for a game: a piece, in a seat's colour or none. */
export interface Sign { name: string; seat?: number; w: number; h: number }

/** What is found in the games' folders, by the name of the game. */
function byGame<T>(found: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(found).map(([path, part]) => [path.split('/')[1]!, part]))
}

/**
 * What a game may bring, each in a file of this name in its folder; nothing else tells which games
 * there are.
 */
export const UIS = byGame(import.meta.glob<GameUi>(['./*/index.ts', '!./plain/index.ts'], { import: 'ui' }))
export const GUIDES = byGame(import.meta.glob<GuideStep[]>('./*/guide.ts', { eager: true, import: 'guide' }))
export const SIGNS = byGame(import.meta.glob<Sign>('./*/sign.ts', { eager: true, import: 'sign' }))
/** Switches of the settings that belong to a game: by name, what each says. */
export interface Switch { name: Key; says: Key }
export const SWITCHES: Record<string, Switch> = Object.assign({}, ...Object.values(import.meta.glob<Record<string, Switch>>('./*/switches.ts', { eager: true, import: 'switches' })))
export const POSTERS = byGame(import.meta.glob<string>('./*/poster.svg', { eager: true, query: '?raw', import: 'default' }))
