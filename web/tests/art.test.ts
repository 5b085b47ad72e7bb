import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { signsOf } from '../src/games/king_and_intriguer/art.ts'
import { offered, type KiView } from '../src/games/king_and_intriguer/view.ts'

describe('the pictures of the action cards', () => {
  const source = readFileSync(new URL('../../src/tafelrunde/games/king_and_intriguer/data/cards.toml', import.meta.url), 'utf-8').split('[[role]]')[0]!
  const verbs = [...source.matchAll(/verb = "(\w+)"/g)].map((m) => m[1]!)

  it('every verb that a card can have has signs of its own', () => {
    expect(verbs.length).toBeGreaterThan(20)
    for (const verb of new Set(verbs)) expect(signsOf({ id: '1', value: 1, steps: [{ verb, n: 2 }] }), verb).not.toEqual(['?'])
  })
  it('shows roles, the value of scored regions and the veto', () => {
    expect(signsOf({ id: '180', value: 180, role: 'king', steps: [] })).toEqual(['crown'])
    expect(signsOf({ id: '60', value: 60, steps: [{ verb: 'score', which: 'values', values: [6, 7] }] })).toEqual(['coin6', 'coin7'])
    expect(signsOf({ id: '40', value: 40, steps: [] })).toEqual(['stop'])
  })
  it('shows what a blank card does with what the table has filled in', () => {
    const card = [
      { id: '50', value: 50, court: 4, must: true, set: 'base', steps: [{ verb: 'withdraw', n: 3 }] },
      { id: '60', value: 60, court: 4, must: true, set: 'base', steps: [{ verb: 'score', which: 'values', values: [6, 7] }] },
    ]
    const blank_cards = [{ value: 93, name: 'Raid', deed: '50', court: 3, n: 1 }, { value: 179, name: 'Fair', deed: '60', court: 0, points: ['4', '5'] }]
    const own = offered({ options: { blank_cards } } as unknown as KiView, { cards: { card } }).filter((c) => c.set === 'blank')
    expect(own.map(signsOf)).toEqual([['1', 'theirs', 'mine', 'down'], ['coin4', 'coin5']])
  })
})
