/** The vowels of Hungarian suffixes after a number: 0 for -as, 1 for -es, 2 for -os, 3 for -ös,
 *  by how the number ends when spoken. */
const UNITS = [0, 1, 1, 0, 1, 3, 2, 1, 0, 1]
const TENS = [0, 1, 0, 0, 1, 1, 0, 1, 0, 1]
const HUNDREDS = 0
const THOUSANDS = 1

function harmony(n: number): number {
  if (n === 0 || n % 10) return UNITS[n % 10]!
  if (n % 100) return TENS[(n / 10) % 10]!
  return n % 1000 ? HUNDREDS : THOUSANDS
}

/** A number with the form of a suffix that goes with it: suffixOf(6, ['as', 'es', 'os', 'ös'])
 *  is “6-os”. */
export const suffixOf = (n: number, forms: string[]): string => `${n}-${forms[harmony(n)]}`

/** The article before a number: egy, öt and ezer begin with a vowel. */
export function articleOf(n: number, [a, az]: string[]): string {
  const digits = String(n)
  return (digits.startsWith('5') || (digits.startsWith('1') && digits.length % 3 === 1) ? az : a) ?? ''
}
