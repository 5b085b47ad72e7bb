import type { Key } from '../i18n/index.svelte.ts'

/**
 * The first-game guide: a real game against patient bots. Each step lights one thing and explains
 * it; some let the person try. A step that is tried is done when an action with one of its verbs
 * has been sent; until then only those actions may be touched.
 */
export interface GuideStep {
  id: string
  title: Key
  says: Key
  done?: Key
  rule: string
  /**
   * What is lit: the first of these that is on the screen; on a phone it may lie behind a tab,
   * which is lit then.
   */
  light: string[]
  /** Verbs to try; without them the step is only read. */
  verbs?: string[]
}

/** A step of a game's guide, with its texts under the game's abbreviation. */
export const step = (game: string, id: string, rule: string, light: string[], verbs?: string[]): GuideStep => ({
  id,
  title: `learn.${game}.${id}` as Key,
  says: `learn.${game}.${id}.says` as Key,
  rule,
  light,
  ...(verbs ? { verbs, done: `learn.${game}.${id}.done` as Key } : {}),
})
