import type { Words } from '../games/words.svelte.ts'
import { t } from '../i18n/index.svelte.ts'
import type { Result } from '../net/types.ts'
import { placesOf } from './ranking.ts'

/** Who won with how many, and how far ahead, from the reader's side. */
export function outcome(result: Result, me: number | undefined, words: Words): { headline: string; lead: string } {
  const placed = placesOf(result)
  const name = (seat: number): string => (seat === me ? t('why.you') : words.seat(seat))
  const winners = placed.filter((p) => p.place === 1)
  const n = winners[0]?.points ?? 0
  const headline =
    winners.length > 1
      ? t('result.shared', { names: winners.map((p) => name(p.seat)).join(', '), n })
      : winners[0]?.seat === me
        ? t('result.youWin', { n })
        : t('result.wins', { name: words.seat(winners[0]?.seat ?? 0), n })
  const [first, second] = placed
  if (!first || !second || winners.length > 1 || first.points === second.points) return { headline, lead: '' }
  const other = me !== undefined && first.seat !== me ? placed.find((p) => p.seat === me)! : second
  const by = first.points - other.points
  return { headline, lead: by === 0 ? '' : other.seat === me ? t('result.aheadOfYou', { n: by }) : t('result.ahead', { name: words.seat(other.seat), n: by }) }
}

/** The one seat that the reader holds. */
export const onlySeat = (mine: number[]): number | undefined => (mine.length === 1 ? mine[0] : undefined)
