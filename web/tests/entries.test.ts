import { describe, expect, it } from 'vitest'
import type { GameUi } from '../src/games/types.ts'
import type { Words } from '../src/games/words.svelte.ts'
import type { Event, Step } from '../src/net/types.ts'
import { entriesOf, gainsOf, textOf } from '../src/table/entries.ts'
import { lastPlaces } from '../src/table/marks.svelte.ts'
import { placesOf } from '../src/table/ranking.ts'

const ui = { places: { region: 'region' }, chapter: (e: Event) => (e.event === 'round_begins' ? 'Round 1' : null) } as unknown as GameUi
const words = {} as Words
let index = 0
const event = (name: string, text: string, more: Partial<Event> = {}): Event => ({ index: index++, event: name, arguments: {}, text, times: 1, ...more })
const step = (version: number, seat: number | null, ...events: Event[]): Step => ({ version, kind: 'decide', seat, action: null, by: 'person', at: 0, decisions: version, events })
const told = (log: Step[]): string[][] => entriesOf(log, ui, words).map((e) => (e.chapter ? [e.chapter] : e.lines.map((line) => line.text)))

describe('the log', () => {
  it('shows a run of equal events as one line with their number', () => {
    const log = [1, 2, 3].map((n) => step(n, 0, event('placed', `places ${n}`, { times: n, by: 0 })))
    expect(told(log)).toEqual([['places 3']])
    expect(entriesOf(log, ui, words)[0]!.lines[0]!.decisions).toBe(3)
  })
  it('never leaves out an event that is not counted', () => {
    expect(told([step(1, 0, event('draw', 'draws'), event('draw', 'draws'))])).toEqual([['draws', 'draws']])
  })
  it('keeps a turn together and begins another with another seat', () => {
    expect(told([step(1, 0, event('a', 'one')), step(2, 0, event('b', 'two')), step(3, 1, event('a', 'three'))])).toEqual([['one', 'two'], ['three']])
  })
  it('begins a turn where an event opens it', () => {
    const log = [step(1, 0, event('a', 'one', { by: 0 }), event('turn', 'Blue’s turn', { by: 1, opens: true })), step(2, 1, event('b', 'two', { by: 1 }))]
    expect(told(log)).toEqual([['one'], ['two']])
    expect(told(log.slice(0, 1))).toEqual([['one'], ['Blue’s turn']])
  })
  it('puts chapters between turns', () => {
    expect(told([step(1, 0, event('a', 'one'), event('round_begins', 'x'), event('open', 'card'))])).toEqual([['one'], ['Round 1'], ['card']])
  })
  it('carries the shield of the one who acts', () => {
    expect(entriesOf([step(1, 0, event('moved', 'moves', { by: 2, arguments: { seat: '1', by: '2' } }))], ui, words)[0]!.lines[0]!.seat).toBe(2)
  })
  it('knows the places of the last turn until another begins, and none of my own', () => {
    const placed = (seat: number, region: string): Event => event('placed', region, { by: seat, arguments: { seat: String(seat), region } })
    const log = [step(1, 1, placed(1, 'granada'), placed(1, 'toledo'))]
    expect(lastPlaces(entriesOf(log, ui, words), [0])).toEqual(['region:granada:1|region:granada', 'region:toledo:1|region:toledo'])
    expect(lastPlaces(entriesOf([...log, step(2, 0, placed(0, 'sevilla'))], ui, words), [0])).toEqual([])
  })
  it('adds up the points of a turn', () => {
    const [entry] = entriesOf([step(1, 0, event('points', 'a', { gain: [0, 4] }), event('points', 'b', { gain: [1, 5] }), event('points', 'c', { gain: [0, 2] }))], ui, words)
    expect(gainsOf(entry!)).toEqual([[0, 6], [1, 5]])
  })
  it('can be copied as text', () => {
    expect(textOf(entriesOf([step(1, null, event('round_begins', '')), step(2, 0, event('a', 'one'), event('b', 'two'))], ui, words))).toBe('Round 1\none\n  two\n')
  })
})

describe('places', () => {
  it('skip after a tie', () => {
    expect(placesOf({ scores: [9, 31, 31, 5], ranking: [[1, 2], [0], [3]] }).map((p) => [p.seat, p.place])).toEqual([[1, 1], [2, 1], [0, 3], [3, 4]])
  })
})
