import { t } from '../i18n/index.svelte.ts'
import { here } from './here.svelte.ts'
import type { Reason } from './said.ts'

/** Why this device cannot play, and what to do about it. */
export function whyWords(why: Reason): string {
  const server = !here.alone && (why === 'no_wasm' || why === 'old_browser')
  return t(`offline.why.${why}`) + (server ? ` ${t('offline.why.server')}` : '')
}

/** What a table that could not start has told last. */
export const lastWords = (text: string): string => text.slice(-300)
