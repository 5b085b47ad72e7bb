import { describe, expect, it } from 'vitest'
import { outline, union } from '../src/games/rheinlaender/shapes.ts'
import { duelsIn } from '../src/games/toledo/duel.ts'
import { inTransit, moneyCards, type ToView } from '../src/games/toledo/view.ts'
import { flights } from '../src/games/el_grande/flights.ts'
import { flights as knights } from '../src/games/rheinlaender/flights.ts'
import { flights as pawns } from '../src/games/toledo/flights.ts'

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
  const view = (king = 'toledo') => ({ players: 1, regions: { granada: [1], toledo: [0] }, court: [5], province: [9], grandes: ['granada'], castillo: [null], king })
  const event = (name: string, args: Record<string, string>) => ({ index: 0, event: name, arguments: { seat: '0', ...args }, text: name, times: 1 })
  it('goes from where to where the event says', () => {
    expect(flights([event('placed', { place: 'granada' }), event('moved', { by: '0', from: 'granada', to: 'castillo' })], view())).toMatchObject([
      { symbol: 'caballero', seat: 0, from: 'court:0', to: 'region:granada:0|region:granada' },
      { symbol: 'caballero', seat: 0, from: 'region:granada:0|region:granada', to: 'castillo' },
    ])
    expect(flights([event('to_court', { n: '3' })], view()).map((f) => [f.from, f.to])).toEqual(Array(3).fill(['province:0', 'court:0']))
  })
  it('guesses nothing: a caballero that went onto a card does not fly into the castillo', () => {
    expect(flights([event('card_lies', { lying: '75' })], view())).toEqual([])
  })
  it('takes the king and the grandes where the events say', () => {
    const found = flights([event('king_moved', { place: 'granada' }), event('grande_thrown_in', {}), event('grande_left_castillo', { seat: '2', region: 'aragon' })], view())
    expect(found.map((f) => [f.symbol, f.seat, f.from, f.to])).toEqual([['king', null, 'king', 'region:granada'], ['grande', 0, 'grande:0', 'castillo'], ['grande', 2, 'grande:2', 'region:aragon']])
  })
  it('sends a grande that changes places with the king to where he stood', () => {
    const found = flights([event('swapped', { by: '1', seat: '0' }), event('king_moved', { seat: '1', place: 'granada' })], view('toledo'))
    expect(found.map((f) => [f.symbol, f.to])).toEqual([['grande', 'region:toledo'], ['king', 'region:granada']])
  })
  it('brings a knight to the river, and pawns along the road and back after a duel', () => {
    expect(knights([event('card', { card: '7' }), event('swap', { space: 'l7', other: '1' })]).map((f) => [f.seat, f.to])).toEqual([[0, 'space:l7']])
    const duel = [event('moved', { value: '2', from: '4', to: '6' }), event('challenged', { rival: '2', step: '6' }), event('duel_won', { rival: '2' })]
    expect(pawns(duel).map((f) => [f.seat, f.from, f.to])).toEqual([[0, 'pawn:0:4|step:4', 'step:6'], [2, 'pawn:2:6|step:6', 'step:0']])
  })
})
