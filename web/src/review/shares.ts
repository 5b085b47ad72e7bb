import type { Balance, Review, Turn } from '../net/wire.ts'

/** The turns, beginning with the table before the first of them. */
export const turnsOf = (told: Review): Turn[] => [{ first: 0, at: 0, seats: [], luck: [], lines: [] }, ...told.turns]

const rounded = (share: number): number => Math.round(100 * share)
/** A row of luck and skill in whole percent that still adds up. */
export function summed(row: Balance): { luck: number; skill: number; others: number; result: number } {
  const [share, luck, skill, result] = [rounded(row.share), rounded(row.luck), rounded(row.skill), rounded(row.result)]
  return { luck, skill, others: result - share - luck - skill, result }
}

/** A share in percent. */
export const percent = (share: number): string => `${rounded(share)} %`
/** The same with a sign: +4, −3, 0. */
export const signed = (share: number): string => withSign(rounded(share))
export const withSign = (n: number): string => (n > 0 ? '+' : n < 0 ? '−' : '') + Math.abs(n)

/** How many different things of a row are named. */
const SAID = 3
/**
 * What is done in a row, with equal things combined: “Place: Aragón ×2, Sevilla · End the turn”.
 */
export function inRow(labels: string[]): string {
  const runs: { head: string; rest: string; times: number }[] = []
  for (const one of labels) {
    const cut = one.indexOf(': ') + 1
    const [head, rest] = [one.slice(0, cut), one.slice(cut).trim()]
    const before = runs.at(-1)
    if (before?.head === head && before.rest === rest) before.times++
    else runs.push({ head, rest, times: 1 })
  }
  const said = runs.slice(0, SAID).map(({ head, rest, times }, i) => {
    const what = times > 1 ? `${rest} ×${times}` : rest
    if (!i) return head ? `${head} ${what}` : what
    return head && head === runs[i - 1]!.head ? `, ${what}` : ` · ${head ? `${head} ` : ''}${what}`
  })
  return said.join('') + (runs.length > SAID ? ' …' : '')
}
