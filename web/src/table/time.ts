import { t } from '../i18n/index.svelte.ts'

/** A span of time as people read it on a clock: 6:03, 5 h, 2 days. */
export function span(ms: number): string {
  const s = Math.floor(ms / 1000)
  if (s >= 2 * 86400) return t('time.days', { n: Math.floor(s / 86400) })
  if (s >= 3600 * 2) return t('time.hours', { n: Math.floor(s / 3600) })
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
}

/** How long ago something was. */
export function ago(at: number, now = Date.now()): string {
  const s = Math.max(0, (now - at) / 1000)
  if (s < 60) return t('time.now')
  if (s < 3600) return t('time.minutesAgo', { n: Math.floor(s / 60) })
  if (s < 86400) return t('time.hoursAgo', { n: Math.floor(s / 3600) })
  return t('time.daysAgo', { n: Math.floor(s / 86400) })
}
