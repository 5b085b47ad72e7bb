import { t } from '../i18n/index.svelte.ts'
import type { Tournament } from '../net/wire.ts'

/** The system in words, with the rounds and the seats at a table. */
export const systemWords = (of: Pick<Tournament, 'system' | 'rounds' | 'seats'>): string =>
  `${t(`tournament.${of.system}`, { n: of.rounds })}, ${t('tournament.tablesOf', { n: of.seats })}`

/** Points as they are added up: halves and thirds, at most two places. */
export const points = (n: number, lang: string): string => new Intl.NumberFormat(lang, { maximumFractionDigits: 2 }).format(n)
