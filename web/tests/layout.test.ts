import { describe, expect, it } from 'vitest'
import { beyond } from '../src/games/el_grande/map.ts'
import { modeOf, roomOf } from '../src/table/layout.ts'
import { Clicks, type Counter } from '../src/table/clicks.svelte.ts'

const shape = { aspect: 1.46, hand: [112, 84] as [number, number], track: true, below: false, strip: false }

describe('the room of a table', () => {
  it('knows the kinds of windows', () => {
    const modes = [[1920, 1080], [1366, 768], [1024, 768], [768, 1024], [390, 844], [844, 390], [720, 450]].map(([w, h]) => modeOf(w!, h!))
    expect(modes).toEqual(['wide', 'wide', 'tablet', 'portrait', 'phone', 'low', 'narrow'])
  })
  it('never makes the board lower than its floor', () => {
    for (let w = 320; w <= 2000; w += 37)
      for (let h = 300; h <= 1300; h += 41) {
        const { mode, board } = roomOf(w, h, shape)
        expect(board).toBeGreaterThanOrEqual(mode === 'phone' || mode === 'low' ? 240 : 300)
      }
  })
  it('gives the side what the board leaves over', () => expect(roomOf(1366, 768, shape).side).toBeGreaterThan(roomOf(1200, 900, shape).side))
})

describe('the coasts beyond the map', () => {
  it('leave no straight edge where the survey ends', () => {
    const ring = beyond([[1500, 200], [1620, 108], [1620, -20], [888, -20], [900, 60]])
    expect(ring.filter(([x]) => x === 1620)).toEqual([[1620, 108]])
    expect(ring.filter(([, y]) => y === -20)).toEqual([[888, -20]])
    expect(Math.max(...ring.map(([x]) => x))).toBeGreaterThan(2000)
  })
})

describe('clicks', () => {
  const setting = (): { counter: Counter; done: string[]; state: { ready: boolean; mine: boolean; others: number; question: string } } => {
    const state = { ready: true, mine: true, others: 0, question: 'a' }
    const done: string[] = []
    const counter: Counter = {
      ready: () => state.ready, mine: () => state.mine, hurry: () => undefined, question: () => state.question, others: () => state.others,
      carry: (click) => {
        done.push(click.facets[0]!)
        return Promise.resolve(click.facets[0] !== 'no')
      },
    }
    return { counter, done, state }
  }
  const click = (name: string): { facets: string[]; within: null; at: null } => ({ facets: [name], within: null, at: null })
  it('are carried out in order, also those that were made while the table moved', async () => {
    const { counter, done, state } = setting()
    state.ready = false
    const clicks = new Clicks(counter)
    const all = ['x', 'y', 'z'].map((name) => clicks.add(click(name)))
    expect(clicks.on(['y'])).toBe(1)
    state.ready = true
    await Promise.all(all)
    expect(done).toEqual(['x', 'y', 'z'])
  })
  it('stop at the first that is not possible', async () => {
    const { counter, done } = setting()
    const clicks = new Clicks(counter)
    await Promise.all(['x', 'no', 'z'].map((name) => clicks.add(click(name))))
    expect(done).toEqual(['x', 'no'])
  })
  it('are dropped, and it is said, when somebody else has decided', async () => {
    const { counter, done, state } = setting()
    state.ready = false
    const clicks = new Clicks(counter)
    const all = clicks.add(click('x'))
    Object.assign(state, { ready: true, others: 1, question: 'b' })
    await all
    expect([done, clicks.dropped]).toEqual([[], 1])
  })
})
