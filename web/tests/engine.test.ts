import { describe, expect, it, vi } from 'vitest'
import { KEPT_HERE, tableIn } from '../src/engine/engine.ts'
import { unpacked } from '../src/engine/pack.ts'
import { compare, Memory, openStore, type Key } from '../src/engine/store.ts'

describe('who answers', () => {
  it('is told by the table in a path', () => {
    expect(tableIn('/api/tables/~abc/state?seat=1')).toBe('~abc')
    expect(tableIn('/t/abc/review')).toBe('abc')
    expect(tableIn('/api/tables?status=open')).toBeNull()
    expect(tableIn('/api/games')).toBeNull()
    expect('~abc'.startsWith(KEPT_HERE)).toBe(true)
  })
})

describe('the store', () => {
  it('keeps keys in the order of IndexedDB: numbers by their size, before texts', () => {
    const keys: Key[] = [['log', 'a', 10], ['log', 'a', 9], ['log', 'b', 1], ['log'], ['log', 'a']]
    expect(keys.sort(compare)).toEqual([['log'], ['log', 'a'], ['log', 'a', 9], ['log', 'a', 10], ['log', 'b', 1]])
    expect(compare([1], ['1'])).toBe(-1)
  })

  it('writes everything or nothing', async () => {
    const store = new Memory()
    expect(await store.write([[['log', 'a', 1], 'one', true], [['table', 'a'], { status: 'open' }, false]])).toBe('done')
    expect(await store.write([[['table', 'a'], { status: 'over' }, false], [['log', 'a', 1], 'other', true]])).toBe('taken')
    expect(await store.read(['table'])).toEqual([[['table', 'a'], { status: 'open' }]])
    expect(await store.write([[['log', 'a', 2], 'two', true]])).toBe('done')
    expect(await store.read(['log', 'a'])).toEqual([[['log', 'a', 1], 'one'], [['log', 'a', 2], 'two']])
    expect(await store.write([[['log', 'a', 1], null, false]])).toBe('done')
    expect(await store.read([])).toHaveLength(2)
  })

  it('is memory alone where the browser keeps nothing, and says so', async () => {
    expect((await openStore()).kept).toBe(false) // there is no IndexedDB here
  })

  it.each([
    ['QuotaExceededError', 'full'],
    ['ConstraintError', 'taken'],
    ['UnknownError', 'away'],
  ])('says why nothing was written when a browser ends a transaction: %s', async (name, said) => {
    // A browser tells of a request's error first; only then it ends the transaction, which has an
    // error from then on.
    const doing = { error: null as DOMException | null, onerror: () => {}, onabort: () => {}, objectStore: () => ({ add: () => ({}), put: () => ({}) }) }
    const base = { transaction: () => doing }
    vi.stubGlobal('indexedDB', {
      open: () => {
        const asked = { result: base, onsuccess: () => {} }
        queueMicrotask(() => asked.onsuccess())
        return asked
      },
    })
    const deaf = { ...doing }
    const answer = (await openStore()).write([[['log', 'a', 1], 'one', true], [['table', 'a'], {}, false]])
    await vi.waitFor(() => expect(doing.onabort).not.toBe(deaf.onabort))
    doing.onerror()
    doing.error = new DOMException('', name)
    doing.onabort()
    expect(await answer).toBe(said)
    vi.unstubAllGlobals()
  })
})

describe('an archive', () => {
  it('gives its files with their folders', () => {
    const bytes = new Uint8Array(512 * 6)
    const put = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at)
    put(0, 'tafelrunde/a.py')
    put(124, '00000000003\0')
    put(512, 'one')
    put(1024, 'deep.py')
    put(1024 + 124, '00000000000\0')
    put(1024 + 345, 'some/folder')
    const found = [...unpacked(bytes)].map(([name, content]) => [name, new TextDecoder().decode(content)])
    expect(found).toEqual([['tafelrunde/a.py', 'one'], ['some/folder/deep.py', '']])
  })
})
