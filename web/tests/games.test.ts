import { describe, expect, it } from 'vitest'
import { outline, union } from '../src/games/rheinlaender/shapes.ts'
import { duelsIn } from '../src/games/toledo/duel.ts'
import { inTransit, moneyCards, type ToView } from '../src/games/toledo/view.ts'
import { flights } from '../src/games/el_grande/flights.ts'

describe('outlines of duchies', () => {
  it('joins cells that share a border', () => {
    const [ring, ...more] = union([[[0, 0], [1, 0], [1, 1], [0, 1]], [[1, 0], [2, 0], [2, 1], [1, 1]]])
    expect(more).toEqual([])
    expect(ring).toHaveLength(6)
    expect(outline(ring!)).toMatch(/^M.*z$/)
  })
  it('keeps cells apart that touch in nothing', () => expect(union([[[0, 0], [1, 0], [1, 1], [0, 1]], [[5, 0], [6, 0], [6, 1], [5, 1]]])).toHaveLength(2))
})

describe('money cards and duels of Toledo', () => {
  const data = { cards: { card: [{ value: 1, background: 'purple', clear: 'attacker', copies: 2 }, { value: 1, background: 'brown', clear: 'defender', copies: 1 }] } }
  it('numbers the copies of a value through', () => {
    expect(Object.keys(moneyCards(data))).toEqual(['M1-01', 'M1-02', 'M1-03'])
    expect(moneyCards(data)['M1-03']).toEqual({ value: 1, background: 'brown', clear: 'defender' })
  })
  it('tells a duel bout by bout', () => {
    const event = (name: string, args: Record<string, string>) => ({ index: 0, event: name, arguments: args, text: name, times: 1 })
    const [duel] = duelsIn([event('challenged', { seat: '0', rival: '2', step: '6' }), event('bout', { seat: '0', background: 'purple', clear: 'defender' }), event('bout', { seat: '2', background: 'brown', clear: 'defender' }), event('bout', { seat: '2', background: 'neutral', clear: 'defender' }), event('duel_lost', { seat: '0', rival: '2' })], data)
    expect(duel).toMatchObject({ attacker: 0, defender: 2, won: 1, lost: 2 })
  })
  it('finds the pawn that has no circle', () => {
    const view = { pawns: [[0, 6], [6, 6]], circles: { 6: [1, 1] } } as unknown as ToView
    expect(inTransit(view)).toEqual({ seat: 0, step: 6 })
  })
})

describe('pieces in flight', () => {
  const view = (granada: number, court: number, king = 'toledo') => ({ players: 1, regions: { granada: [granada], toledo: [0] }, court: [court], province: [9], grandes: ['granada'], castillo: [null], king })
  it('goes from where there is less to where there is more', () => {
    expect(flights(view(1, 5), view(2, 4))).toMatchObject([{ symbol: 'caballero', seat: 0, from: 'court:0', to: 'region:granada:0|region:granada' }])
  })
  it('sends what vanishes into the castillo, and walks the king', () => {
    expect(flights(view(1, 5), view(1, 3, 'granada')).map((f) => f.to)).toEqual(['castillo', 'castillo', 'region:granada'])
  })
})
