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
})
