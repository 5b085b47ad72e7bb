import { describe, expect, it } from 'vitest'
import { argumentsOf, format, parse } from '../src/i18n/format.ts'

describe('messages', () => {
  it('puts arguments in', () => expect(format('{n} of {of}', 'en', { n: 2, of: 5 })).toBe('2 of 5'))
  it('chooses plurals by the language', () => {
    const cs = '{n, plural, one {# karta} few {# karty} other {# karet}}'
    expect([1, 3, 5].map((n) => format(cs, 'cs', { n }))).toEqual(['1 karta', '3 karty', '5 karet'])
    expect(format('{n, plural, =0 {none} other {#}}', 'en', { n: 0 })).toBe('none')
  })
  it('selects by a word', () => expect(format('{k, select, a {first} other {rest}}', 'en', { k: 'b' })).toBe('rest'))
  it('names what is broken', () => {
    expect(() => parse('{n, plural, one {#}}')).toThrow('other')
    expect(() => parse('a } b')).toThrow('too many')
    expect(() => parse('{n')).toThrow('not closed')
  })
  it('lists arguments', () => expect(argumentsOf('{n, plural, one {# in {place}} other {#}}')).toEqual(['n', 'place']))
  it('puts the suffix and the article to a Hungarian number', () => {
    const as = (n: number): string => format('{n, article, a az} {n, suffix, as es os ös}', 'hu', { n })
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(as)).toEqual(['az 1-es', 'a 2-es', 'a 3-as', 'a 4-es', 'az 5-ös', 'a 6-os', 'a 7-es', 'a 8-as', 'a 9-es', 'a 10-es'])
    expect([20, 30, 40, 50, 54, 60, 75, 80, 90, 100, 113, 150, 1000].map(as)).toEqual(['a 20-as', 'a 30-as', 'a 40-es', 'az 50-es', 'az 54-es', 'a 60-as', 'a 75-ös', 'a 80-as', 'a 90-es', 'a 100-as', 'a 113-as', 'a 150-es', 'az 1000-es'])
    expect(() => parse('{n, suffix, as es}')).toThrow('four forms')
    expect(() => parse('{n, article, a}')).toThrow('two words')
  })
})
