import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { belongs } from '../src/fair/chain.ts'
import { check, drawn, message, read, SCHEME, type Kept } from '../src/fair/checking.ts'
import type { Draw } from '../src/net/wire.ts'

interface Game { record: string; drawn: Draw[] }
const games = JSON.parse(readFileSync(join(import.meta.dirname, 'fair.json'), 'utf8')) as Record<string, Game>
const SEEDS = { '0': '0123456789abcdef0123456789abcdef', '2': 'é = 1|2' }
const keptOf = (game: Game): Kept => ({ commitment: read(game.record).header['Seed commitment']!, seeds: SEEDS, chance: SCHEME })
const what = (game: Game, kept: Kept | null = keptOf(game)): string[] => check(game.record, game.drawn, kept).problems.map((p) => p.what)

describe('a link of the daily deals', () => {
  const hashed = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
  const third = Buffer.from(Array.from({ length: 32 }, (_, i) => i))
  const [second, first] = [hashed(third), hashed(hashed(third))]
  const end = hashed(first).toString('hex')
  it('leads to the published end on its own day alone', () => {
    for (const [day, link] of [['2026-02-28', first], ['2026-03-01', second], ['2026-03-02', third]] as const) {
      expect(belongs(link.toString('hex'), '2026-02-28', day, end)).toBe(true)
      expect(belongs(link.toString('hex'), '2026-02-27', day, end)).toBe(false)
    }
    expect(belongs('00'.repeat(32), '2026-02-28', '2026-02-28', end)).toBe(false)
  })
})

describe('a draw', () => {
  const secret = Uint8Array.from({ length: 32 }, (_, i) => i)
  it('is hashed from the words that the documentation names', () => {
    expect(message(17, 3, 0, { '2': 'abc', '0': 'á|=é 1' })).toBe('hmac-sha256/1 17 3 0 0=c3a17c3dc3a92031 2=616263')
    expect(message(0, 0, 0, { '10': 'a', '9': 'b' })).toBe('hmac-sha256/1 0 0 0 9=62 10=61')
  })
  it('is the remainder of all 256 bits', () => {
    const digest = createHmac('sha256', secret).update('hmac-sha256/1 4 1 0').digest('hex')
    expect(drawn(secret, 4, 1, 1_000_003, {})).toBe(Number(BigInt('0x' + digest) % 1_000_003n))
  })
})

describe.each(Object.entries(games))('a finished game of %s', (_, game) => {
  const spoilt = (change: (copy: Game) => void): Game => {
    const copy = structuredClone(game)
    change(copy)
    return copy
  }
  it('is verified', () => {
    expect(check(game.record, game.drawn, keptOf(game))).toEqual({ draws: game.drawn.length, seeds: 2, kept: true, problems: [] })
    expect(game.drawn.length).toBeGreaterThan(4)
  })
  it('is verified by its own commitment where nothing was kept', () => expect(check(game.record, game.drawn, null)).toMatchObject({ kept: false, seeds: 0, problems: [] }))
  it('is not, if the commitment that was kept is another', () => expect(what(game, { ...keptOf(game), commitment: '0'.repeat(64) })).toEqual(['promise']))
  it('is not, if another secret and its commitment were put in afterwards', () => {
    const secret = 'ab'.repeat(32)
    const other = spoilt((g) => {
      g.record = g.record.replace(/^Secret: .*$/m, `Secret: ${secret}`).replace(/^Seed commitment: .*$/m, `Seed commitment: ${createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex')}`)
    })
    expect(what(other, keptOf(game))).toEqual(['promise', 'draw'])
    expect(what(other, null)).toEqual(['draw'])
  })
  it('is not, if the secret does not fit', () => expect(what(spoilt((g) => (g.record = g.record.replace(/^Secret: .*$/m, `Secret: ${'ab'.repeat(32)}`))))).toContain('secret'))
  it('is not, if my seed is missing or another', () => {
    expect(what(spoilt((g) => (g.record = g.record.replace(SEEDS[0], SEEDS[0].replace('0', '1')))))).toEqual(['seed', 'draw'])
    expect(check(game.record, game.drawn, { ...keptOf(game), seeds: { ...SEEDS, '1': 'mine' } }).problems).toEqual([{ what: 'seed', seat: 1 }])
  })
  it('is not, if a card in the record is another', () => {
    const last = game.drawn.at(-1)!.line
    expect(what(spoilt((g) => (g.record = g.record.replace(`\n${last}\n`, `\n${last}x\n`))))).toEqual(['lines'])
  })
  it('is not, if the list tells of another number', () => {
    const at = game.drawn.findLastIndex((d) => d.of > 1)
    const other = spoilt((g) => (g.drawn[at]!.value = (g.drawn[at]!.value + 1) % g.drawn[at]!.of))
    expect(check(other.record, other.drawn, keptOf(game)).problems).toEqual([{ what: 'draw', n: game.drawn[at]!.decision, line: game.drawn[at]!.line }])
  })
  it('is not, if a draw is left out or nothing can be drawn', () => {
    expect(what(spoilt((g) => void g.drawn.pop()))).toEqual(['lines'])
    for (const of of [0, -3, 0.5, NaN]) expect(what(spoilt((g) => (g.drawn[0]!.of = of)))).toEqual(['draw'])
  })
  it('says so where the method is an older or another one', () => {
    const old = spoilt((g) => (g.record = g.record.replace(`Chance: ${SCHEME}\n`, '')))
    expect(what(old, null)).toEqual(['old'])
    expect(what(old)).toEqual(['scheme'])
    expect(what(spoilt((g) => (g.record = g.record.replace(SCHEME, 'none/1'))))).toEqual(['scheme'])
  })
  it('says so where the record cannot be read', () => {
    expect(what(spoilt((g) => (g.record = g.record.replace(/^Secret: ../m, 'Secret: '))))).toEqual(['record'])
    expect(what(spoilt((g) => (g.record = g.record.replace(/^Player seeds: .*$/m, 'Player seeds: {'))))).toEqual(['record'])
    expect(what(spoilt((g) => (g.record = '')))).toEqual(['scheme'])
  })
})
