import { describe, expect, it } from 'vitest'
import type { Positions, Review } from '../src/net/wire.ts'
import { type Found, loss, margin, together, type Way, ways, weighed } from '../src/review/finding.ts'
import { Judged } from '../src/review/judged.ts'
import { inRow } from '../src/review/shares.ts'

const looking = { kept: 0.4, seen: 0.6, half: 100, against: 0 }
/** A finding of two seats: the first one's share in each alternative, tried this often. */
function found(tried: Record<number, [visits: number, share: number]>): Found {
  const all = Object.entries(tried).map(([action, [visits, share]]) => [action, { visits, gains: [visits * share, visits * (1 - share)], line: [] }] as [string, Way])
  const sum = (seat: number): number => all.reduce((n, [, way]) => n + way.gains[seat]!, 0)
  return { playouts: all.reduce((n, [, way]) => n + way.visits, 0), gains: [sum(0), sum(1)], ways: Object.fromEntries(all) }
}

describe('what a search says of chances', () => {
  it('is nothing at first, and then grows without a jump', () => {
    const before = [0.5, 0.5]
    expect(weighed(before, [0, 0], 0, 0, looking)).toEqual(before)
    let last = 0.5
    for (const playouts of [1, 10, 50, 120, 480, 1920, 30720]) {
      const [now] = weighed(before, [0.8 * playouts, 0.2 * playouts], playouts, playouts, looking)
      expect(now).toBeGreaterThan(last)
      expect(now! - last).toBeLessThan(0.12)
      last = now!
    }
    expect(last).toBeLessThan(0.8)
  })

  it('tells ways apart where the chance already knows what the search finds', () => {
    const sure = { kept: 1, seen: 0.6, half: 100, against: 0.6 }
    const [root, playouts] = [[700, 300], 1000]
    expect(weighed([0.5, 0.5], root, playouts, playouts, sure)[0]).toBeCloseTo(0.5)
    const [good] = weighed([0.5, 0.5], [450, 50], 500, playouts, sure, root)
    const [bad] = weighed([0.5, 0.5], [250, 250], 500, playouts, sure, root)
    expect(good).toBeGreaterThan(0.55)
    expect(bad).toBeLessThan(0.45)
  })

  it('adds up to a whole', () => {
    const sum = weighed([0.7, 0.2, 0.1], [10, 60, 30], 100, 100, looking).reduce((a, b) => a + b, 0)
    expect(sum).toBeCloseTo(1)
  })

  it('gets surer with every look, and never surer than the model', () => {
    expect(margin(30, 0.02)).toBeGreaterThan(margin(120, 0.02))
    expect(margin(10 ** 9, 0.02)).toBe(0.02)
  })
})

describe('findings', () => {
  it('are added up, so that nothing gets lost', () => {
    const both = together(found({ 1: [60, 0.5], 2: [40, 0.3] }), found({ 1: [30, 0.8], 3: [10, 0.1] }), 3)
    expect(both.playouts).toBe(140)
    expect(both.ways[1]).toEqual({ visits: 90, gains: [54, 36], line: [] })
    expect(Object.keys(both.ways)).toEqual(['1', '2', '3'])
  })

  it('keep the way that was taken, however little it was tried', () => {
    const many = found(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, [100 - i, 0.5]])))
    expect(together(found({ 19: [5, 0.2] }), many, 19).ways[19]!.visits).toBe(86)
    expect(Object.keys(together(many, many, 19).ways)).toHaveLength(10)
  })

  it('tell a loss only where it cannot be chance', () => {
    const few = ways(found({ 1: [40, 0.6], 2: [20, 0.5] }), [0.5, 0.5], 0, 2, looking, 0.02)
    const many = ways(found({ 1: [4000, 0.6], 2: [2000, 0.5] }), [0.5, 0.5], 0, 2, looking, 0.02)
    expect(loss(few).loss).toBe(0)
    expect(loss(many).loss).toBeGreaterThan(0.03)
    expect(many.map((way) => [way.action, way.made])).toEqual([[1, false], [2, true]])
    expect(loss(ways(found({ 2: [4000, 0.6], 1: [2000, 0.5] }), [0.5, 0.5], 0, 2, looking, 0.02)).loss).toBe(0)
  })
})

describe('a judged game', () => {
  const point = (decision: number, chances: number[]) => ({ decision, version: null, seat: null, action: null, scores: [0, 0], round: 1, chances })
  const told = {
    decisions: 2, marks: [], chance: [{ decision: 2, text: 'a draw' }], worst: [], balance: [], receipt: null, games: 4000, uncertain: 0.02,
    curve: [point(0, [0.5, 0.5]), point(1, [0.4, 0.6]), point(2, [1, 0])],
    turns: [{ first: 0, at: 1, seats: [0], luck: [], lines: [] }, { first: 1, at: 2, seats: [1], luck: [], lines: [] }],
  } as Review // prettier-ignore
  const positions = { title: 'x', digest: 'd', players: 2, states: '', seats: [0, 1], made: [2, 5], names: ['a', 'b', 'c', 'd', 'e', 'f'], looking } as Positions
  const judged = new Judged(told, positions, [found({ 1: [4000, 0.7], 2: [2000, 0.4] }), found({ 5: [3000, 0.3], 4: [100, 0.6] })])
  const review = judged.review((actions) => actions.map((action) => positions.names[action]).join(' '))

  it('names what was better, and for whom', () => {
    expect(review.worst[0]).toMatchObject([{ at: 1, done: 'c', better: 'b' }])
    expect(review.worst[1]).toEqual([])
    expect(review.curve[2]!.chances).toEqual([1, 0])
  })

  it('adds luck, skill and the others up to the result', () => {
    for (const row of review.balance) expect(row.share + row.luck + row.skill + row.others).toBeCloseTo(row.result)
    expect(review.balance[0]!.skill).toBeLessThan(0)
    expect(review.balance[1]!.skill).toBe(0)
  })
})

describe('things done in a row', () => {
  it('are said once with their number', () => {
    expect(inRow(['Place: Aragón', 'Place: Aragón', 'Place: Sevilla', 'End the turn'])).toBe('Place: Aragón ×2, Sevilla · End the turn')
    expect(inRow(['a', 'b', 'c', 'd'])).toBe('a · b · c …')
    expect(inRow(['Take: 1'])).toBe('Take: 1')
  })
})
