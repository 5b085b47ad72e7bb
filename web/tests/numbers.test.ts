import { describe, expect, it } from 'vitest'
import { meant, type Numbered } from '../src/table/numbers.ts'

const cards = (...numbers: (string | null)[]): Numbered[] => numbers.map((number) => ({ element: null as unknown as HTMLElement, number, open: true }))
const found = (typed: string, all: Numbered[]): [number, boolean] => {
  const answer = meant(typed, all)
  return [answer.found ? all.indexOf(answer.found) : -1, answer.wait]
}

describe('number keys', () => {
  it('choose a card by its whole number, and wait where it may go on', () => {
    expect(found('1', cards('1', '2', '11'))).toEqual([0, true])
    expect(found('11', cards('1', '2', '11'))).toEqual([2, false])
    expect(found('2', cards('1', '2', '11'))).toEqual([1, false])
  })
  it('choose the n-th where no card has such a number', () => {
    expect(found('3', cards('11', '27', '41'))).toEqual([2, false])
    expect(found('2', cards('11', '27', '41'))).toEqual([1, true])
    expect(found('2', cards(null, null, null))).toEqual([1, false])
  })
  it('choose nothing where the number is another card of the same kind', () => expect(found('4', cards('1', '2', '6'))).toEqual([-1, false]))
  it('obey the number that a button shows first', () => {
    const option: Numbered = { element: null as unknown as HTMLElement, number: '1', open: true, option: true }
    const all = [option, ...cards('1', '5')]
    expect(found('1', all)).toEqual([0, false])
    expect(found('5', all)).toEqual([2, false])
  })
  it('name a card that cannot be chosen, so that it says why', () => {
    const used: Numbered = { element: null as unknown as HTMLElement, number: '3', open: false }
    expect(found('3', [used, ...cards('4', '5')])).toEqual([0, false])
  })
})
