import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fits, Helper, type Bots } from '../src/engine/helper.svelte.ts'
import type { Answer, Budget, Question } from '../src/engine/kernels/asking.ts'
import type { Table } from '../src/net/types.ts'
import type { Told } from '../src/net/wire.ts'

const table = (thinking: Table['thinking'], more: Partial<Table> = {}): Table => ({ id: 't', game: 'el_grande', status: 'running', mine: [0], seats: [], thinking, ...more }) as Table
const think: Extract<Told, { type: 'think' }> = { type: 'think', ref: 'r', seat: 1, level: 'strong', root: btoa('\x01\x02'), choices: [5, 6], seed: 9, since: null, net: null, iterations: 12, milliseconds: null, within_ms: 2500 }

/** Bots that answer when the test says so. */
function bots(): Bots & { asked: { question: Question; budget: Budget; signal: AbortSignal; answer: (action: number) => void; fail: (why: Error) => void }[]; closed: boolean } {
  const made = {
    digest: 'abc',
    closed: false,
    asked: [] as ReturnType<typeof bots>['asked'],
    think: (question: Question, budget: Budget, signal: AbortSignal) =>
      new Promise<Answer>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        made.asked.push({ question, budget, signal, answer: (action) => resolve({ action } as Answer), fail: reject })
      }),
    close: () => void (made.closed = true),
  }
  return made
}
const settled = async (): Promise<void> => {
  for (let i = 0; i < 8; i++) await Promise.resolve()
}

describe('whether a page offers to think', () => {
  it('follows from the table and from what its player wants', () => {
    const rows = (['server', 'open', 'all'] as const).map((thinking) => (['server', 'open', 'all'] as const).map((where) => fits(table(thinking), where)))
    expect(rows).toEqual([[false, false, false], [false, true, true], [false, false, true]])
    expect(fits(table('open', { status: 'over' }), 'all')).toBe(false)
    expect(fits(table('open', { mine: [] }), 'all')).toBe(false)
  })
})

describe('a page that thinks for bots', () => {
  let said: unknown[]
  let own: ReturnType<typeof bots>
  let helper: Helper
  beforeEach(() => {
    vi.useFakeTimers()
    said = []
    own = bots()
    helper = new Helper({ offer: (kernel) => said.push(['offer', kernel]), thought: (ref, action) => said.push(['thought', ref, action]) }, () => Promise.resolve(own))
  })
  afterEach(() => vi.useRealTimers())

  it('has the network of a bot before it offers', async () => {
    const employed: [string, boolean][] = []
    helper = new Helper({ offer: (kernel) => said.push(['offer', kernel]), thought: () => undefined }, (title, guided) => {
      employed.push([title, guided])
      return Promise.resolve(own)
    })
    helper.follow(table('open', { seats: [{ level: null }, { level: 'master:50ms' }] as Table['seats'] }), 'open')
    await settled()
    const net = { weights: 'abc', search: [1, 2, 3, 4], colours: 2, reading: [], turned: [] } satisfies Extract<Told, { type: 'think' }>['net']
    void helper.hear({ ...think, level: 'master', net })
    await settled()
    expect(employed).toEqual([['el_grande', true]])
    expect(own.asked[0]!.question).toMatchObject({ level: 'master', net })
  })

  it('offers once, answers what it is asked, and offers again on a new line', async () => {
    helper.follow(table('open'), 'open')
    helper.follow(table('open', { version: 2 }), 'open')
    await settled()
    expect(said).toEqual([['offer', 'abc']])
    void helper.hear(think)
    await settled()
    expect(own.asked[0]!.question).toEqual({ title: 'el_grande', level: 'strong', root: new Uint8Array([1, 2]), seat: 1, choices: [5, 6], seed: 9, match: 't 1' })
    expect(own.asked[0]!.budget).toEqual({ iterations: 12 })
    own.asked[0]!.answer(6)
    await settled()
    expect(said.at(-1)).toEqual(['thought', 'r', 6])
    expect(helper.thoughts).toBe(1)
    helper.follow(null, 'open') // the connection is lost
    helper.follow(table('open'), 'open')
    await settled()
    expect(said.at(-1)).toEqual(['offer', 'abc'])
  })

  it('stops at once when nobody looks, says so, and goes on later', async () => {
    helper.follow(table('open'), 'open')
    await settled()
    void helper.hear({ ...think, iterations: null, milliseconds: 400, since: [[1, 5]] })
    await settled()
    expect(own.asked[0]!.budget).toEqual({ milliseconds: 400 })
    expect(own.asked[0]!.question.since).toEqual([[1, 5]])
    helper.look(true)
    await settled()
    expect(own.asked[0]!.signal.aborted).toBe(true)
    expect(said).toEqual([['offer', 'abc'], ['offer', null]])
    void helper.hear(think) // it was on its way
    await settled()
    expect(own.asked).toHaveLength(1)
    helper.look(false)
    await settled()
    expect(said.at(-1)).toEqual(['offer', 'abc'])
    expect(helper.trouble).toBeNull()
  })

  it('begins nothing in a hidden page', async () => {
    helper.look(true)
    helper.follow(table('open'), 'open')
    await settled()
    expect(said).toEqual([])
  })

  it('rests for a while when it was too slow', async () => {
    helper.follow(table('all'), 'all')
    await settled()
    void helper.hear(think)
    await settled()
    await helper.hear({ type: 'enough', ref: 'r' })
    expect(own.asked[0]!.signal.aborted).toBe(true)
    expect(helper.offered).toBe(false)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(said).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(said).toEqual([['offer', 'abc'], ['offer', 'abc']])
  })

  it('leaves thinking to the server when the player changes their mind or something breaks', async () => {
    helper.follow(table('open'), 'open')
    await settled()
    helper.follow(table('open'), 'server')
    expect(said.at(-1)).toEqual(['offer', null])
    helper.follow(table('open'), 'open')
    await settled()
    void helper.hear(think)
    await settled()
    own.asked[0]!.fail(new Error('the worker died'))
    await settled()
    expect(said.at(-1)).toEqual(['offer', null])
    expect(helper.trouble).toBeInstanceOf(Error)
    helper.look(false)
    await settled()
    expect(said.at(-1)).toEqual(['offer', null])
  })

  it('says why where there is no module, and closes what it employs', async () => {
    const broken = new Helper({ offer: (kernel) => said.push(kernel), thought: () => undefined }, () => Promise.reject(new Error('unsupported')))
    broken.follow(table('open'), 'open')
    await settled()
    expect(said).toEqual([])
    expect(broken.trouble).toBeInstanceOf(Error)
    helper.follow(table('open'), 'open')
    await settled()
    helper.close()
    await settled()
    expect(own.closed).toBe(true)
  })
})
