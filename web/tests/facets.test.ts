import { describe, expect, it } from 'vitest'
import { filter, kindsOf, spotState, type Parsed } from '../src/table/facets.ts'

const parsed: Parsed[] = [
  { action: 'take 0 granada', facets: ['region:granada', 'seat:0'] },
  { action: 'take 2 granada', facets: ['region:granada', 'seat:2'] },
  { action: 'take 2 toledo', facets: ['region:toledo', 'seat:2'] },
  { action: 'done', facets: ['verb:done'] },
]
const look = (facets: string[], selected: string[] = [], laid: string[] = [], waiting = false): string => spotState(parsed, kindsOf(parsed), selected, laid, waiting, facets)

describe('narrowing the legal actions down by touching things', () => {
  it('keeps the actions that have every facet', () => {
    expect(filter(parsed, ['region:granada']).map((p) => p.action)).toEqual(['take 0 granada', 'take 2 granada'])
    expect(filter(parsed, ['region:granada', 'seat:2']).map((p) => p.action)).toEqual(['take 2 granada'])
    expect(filter(parsed, ['region:aragon'])).toEqual([])
  })
  it('shows what agrees with what is touched as legal, other legal things as other', () => {
    expect(look(['region:granada'])).toBe('legal')
    expect(look(['region:toledo'], ['seat:0'])).toBe('other')
    expect(look(['region:granada'], ['region:granada'])).toBe('selected')
  })
  it('closes things of a kind that is asked for, and leaves others alone', () => {
    expect(look(['region:aragon'])).toBe('closed')
    expect(look(['card:fiesta'])).toBe('idle')
    expect(look([])).toBe('idle')
  })
  it('marks what is laid out, and pales the rest only while it waits for a confirmation', () => {
    expect(look(['region:toledo'], [], ['region:toledo', 'seat:2'], true)).toBe('staged')
    expect(look(['region:granada'], [], ['region:toledo', 'seat:2'], true)).toBe('other')
    expect(look(['region:granada'], [], ['card:7'], false)).toBe('legal')
  })
})
