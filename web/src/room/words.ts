import { fits, type Helper } from '../engine/helper.svelte.ts'
import { i18n, t } from '../i18n/index.svelte.ts'
import type { Clock, Game, Option, Seat, Table } from '../net/types.ts'
import type { Result } from '../net/wire.ts'
import { settings } from '../settings.svelte.ts'

/** A clock in words. */
export function clockWords(clock: Clock): string {
  if (clock.kind === 'live') return t('room.clockLive', { minutes: Math.round(clock.bank_ms / 60000), seconds: Math.round(clock.increment_ms / 1000) })
  if (clock.kind === 'slow') return t('room.clockSlow', { days: clock.move_ms < 2 * 86400000 && clock.move_ms % 86400000 ? t('time.hours', { n: Math.round(clock.move_ms / 3600000) }) : t('time.days', { n: Math.round(clock.move_ms / 86400000) }) })
  return t('room.clockNone')
}

function said(option: Option, value: unknown): string[] {
  const title = (choice: unknown): string => option.choices?.find((c) => c.value === choice)?.title ?? String(choice)
  if (option.kind === 'flag') return value === true ? [option.title] : []
  if (option.kind === 'entries') return (value as unknown[]).length ? [`${option.title}: ${(value as unknown[]).length}`] : []
  return option.kind === 'several' ? (value as unknown[]).map(title) : [`${option.title}: ${title(value)}`]
}

/** The options of a table in words, those that are chosen. */
export const optionWords = (game: Game, table: Pick<Table, 'options'>): string[] => game.options.flatMap((o) => said(o, table.options[o.name] ?? o.default))

/** Whether a game is rated, in a word. */
export const ratedWord = (table: Pick<Table, 'rated'>): string => t(table.rated ? 'rated.rated' : 'rated.casual')
/** The same in a sentence, with the reason. */
export const ratedWhy = (table: Table): string => (table.casual ? t(`casual.${table.casual}`) : t('rated.says'))

const called = (seat: Seat | undefined): string => seat?.name || (seat?.kind === 'bot' ? t('room.bot') : '')
/** The names at some seats, each once. */
export const names = (seats: (Seat | undefined)[]): string => [...new Set(seats.map(called))].filter(Boolean).join(', ')

/** Words at the beginning of a line. */
export const capital = (words: string): string => words.charAt(0).toLocaleUpperCase(i18n.lang) + words.slice(1)

/** Who won a game, and how clearly. */
export function wonWords(table: Table, { ranking, scores }: Result): string {
  const first = (ranking[0] ?? []).map((seat) => table.seats[seat])
  return t('lobby.wonBy', { name: names(first), scores: [...scores].sort((a, b) => b - a).join(' : ') })
}

/** Where the bots of a table think, in a sentence. */
export function thinkingWhy(table: Table, helper: Helper): string {
  if (!fits(table, settings.chosen.bots) || table.thinking === 'server') return t('bots.server')
  return t(helper.trouble ? 'bots.trouble' : `bots.${table.thinking}`)
}
