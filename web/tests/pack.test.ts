import { gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compiledBefore, fetchPack, fetchWeights, findPacks, FOLDER, freshen, isHere, keepCompiled, mend, newestPack, type Pack } from '../src/engine/pack.ts'

/** A browser's cache, in memory; `full` keeps nothing more. */
class Shelf {
  files = new Map<string, [body: Uint8Array, type: string]>()
  full: (name: string) => boolean = () => false

  match(asked: string): Promise<Response | undefined> {
    const known = this.files.get(asked)
    return Promise.resolve(known && new Response(known[0].slice(), { headers: { 'Content-Type': known[1] } }))
  }
  async put(name: string, answer: Response): Promise<void> {
    if (this.full(name)) throw new DOMException('', 'QuotaExceededError')
    this.files.set(name, [new Uint8Array(await answer.arrayBuffer()), answer.headers.get('content-type') ?? ''])
  }
  delete(asked: string | Request): Promise<boolean> {
    return Promise.resolve(this.files.delete(typeof asked === 'string' ? asked : new URL(asked.url).pathname))
  }
  keys(): Promise<{ url: string }[]> {
    return Promise.resolve([...this.files.keys()].map((name) => ({ url: `http://here${name}` })))
  }
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
type Files = Record<string, () => Response | Promise<Response>>

/** What a server gives out of a version: its list and its files. */
function published(version: string): { pack: Pack; files: Files } {
  const files: Files = {}
  const part = (name: string, content: string, at = name): Pack['scripts'][0] => {
    const packed = gzipSync(bytes(content))
    files[FOLDER + at] = () => new Response(packed)
    return { file: name, size: packed.length, digest: createHash('sha256').update(content).digest('hex').slice(0, 20) }
  }
  const [python, library, house] = (['python', 'library', 'house'] as const).map((one) => part(`${one}-${version}.gz`, `${one} ${version}`))
  const scripts = ['a.js', 'b.js'].map((one) => part(`${version}/${one}`, `${one} ${version}`, `${version}/${one}.gz`)) as Pack['scripts']
  const weights = { toledo: part(`toledo-${version}.gz`, `toledo ${version}`) }
  const pack: Pack = { form: 2, version, folder: `${version}/`, python: {}, parts: { python: python!, library: library!, house: house! }, scripts, weights }
  files[`${FOLDER}pack.json`] = () => Response.json(pack)
  return { pack, files }
}

describe('the offline part', () => {
  let shelf: Shelf
  let asked: string[]
  const serve = (files: Files | null): void => {
    vi.stubGlobal('fetch', (name: string) => {
      asked.push(name)
      const found = files?.[name]
      if (!files) return Promise.reject(new TypeError('no network'))
      return Promise.resolve(found?.() ?? new Response('', { status: 404 }))
    })
  }
  const begun = async (): Promise<string[]> => {
    const { pack, parts, damage } = await fetchPack(await findPacks(), () => undefined)
    return [pack.version, ...(await Promise.race([Promise.all(Object.values(parts).map((part) => part.text())), damage]))]
  }
  const all = (version: string): string[] => [version, `python ${version}`, `library ${version}`, `house ${version}`]

  beforeEach(() => {
    shelf = new Shelf()
    asked = []
    vi.stubGlobal('caches', { open: () => Promise.resolve(shelf) })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('is fetched once, told piece by piece, and needs no network then', async () => {
    const { pack, files } = published('one')
    serve(files)
    const told: [number, number][] = []
    expect(await isHere()).toBe(false)
    await fetchPack(await findPacks(), (done, total) => told.push([done, total]))
    const total = [...Object.values(pack.parts), ...pack.scripts].reduce((sum, one) => sum + one.size, 0)
    expect(told.at(-1)).toEqual([total, total])
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((a, b) => a - b))
    expect(shelf.files.get(`${FOLDER}one/a.js`)).toEqual([bytes('a.js one'), 'text/javascript'])
    serve(null)
    expect(await isHere()).toBe(true)
    expect(await begun()).toEqual(all('one'))
    expect((await newestPack()).version).toBe('one')
  })

  it('leaves out what is there already, and lets go of what nobody needs', async () => {
    serve(published('one').files)
    await begun()
    const { pack, files } = published('two')
    pack.parts.python = published('one').pack.parts.python
    serve(files)
    asked = []
    expect(await begun()).toEqual(['two', 'python one', 'library two', 'house two'])
    expect(asked).not.toContain(`${FOLDER}python-one.gz`)
    expect([...shelf.files.keys()].sort()).toEqual([`${FOLDER}house-two.gz`, `${FOLDER}library-two.gz`, `${FOLDER}pack.json`, `${FOLDER}python-one.gz`, `${FOLDER}two/a.js`, `${FOLDER}two/b.js`])
  })

  it('fetches weights when they are wanted, once, and keeps them as long as their pack', async () => {
    const { pack, files } = published('one')
    serve(files)
    await begun()
    const name = `${FOLDER}toledo-one.gz`
    expect(asked).not.toContain(name)
    expect(await fetchWeights(pack, 'toledo')).toEqual(bytes('toledo one'))
    expect(await fetchWeights(pack, 'chess')).toBeNull()
    await begun()
    serve(null)
    expect(await isHere()).toBe(true)
    expect(await fetchWeights(pack, 'toledo')).toEqual(bytes('toledo one'))
    shelf.files.set(name, [bytes('damaged'), ''])
    await expect(fetchWeights(pack, 'toledo')).rejects.toThrow('no network')
    serve(files)
    expect(await fetchWeights(pack, 'toledo')).toEqual(bytes('toledo one'))
    serve({ ...files, [name]: () => new Response('<html>Welcome to our hotel</html>') })
    shelf.files.delete(name)
    await expect(fetchWeights(pack, 'toledo')).rejects.toThrow('another file')
    expect(shelf.files.has(name)).toBe(false)
    serve(files)
    await fetchWeights(pack, 'toledo')
    serve(published('two').files)
    await begun()
    expect(shelf.files.has(name)).toBe(false)
  })

  it('leaves alone what another folder of the host keeps', async () => {
    const other = ['/pack/pack.json', '/pack/python-zero.gz', '/elsewhere/pack/made-zero/compiled']
    for (const name of other) shelf.files.set(name, [bytes('another'), ''])
    serve(published('one').files)
    expect(await begun()).toEqual(all('one'))
    serve(published('two').files)
    expect(await begun()).toEqual(all('two'))
    expect([...shelf.files.keys()].filter((name) => !name.startsWith(FOLDER))).toEqual(other)
    expect(shelf.files.has(`${FOLDER}python-one.gz`)).toBe(false)
  })

  it('is looked at without being kept: the page that tells its size does not let go of the one that is here', async () => {
    serve(published('one').files)
    await begun()
    serve(published('two').files)
    expect((await newestPack()).version).toBe('two')
    serve(null)
    expect(await begun()).toEqual(all('one'))
  })

  const hotel = (): Response => new Response('<html>Welcome to our hotel</html>')
  const broken = (): Response =>
    new Response(new ReadableStream({
      start: (out) => out.enqueue(bytes('\x1f')),
      pull: (out) => out.error(new TypeError('the line broke')),
    })) // prettier-ignore
  it.each<[string, string, () => Response]>([
    ['the list is the page of a hotel', 'pack.json', hotel],
    ['the list is of a form for later pages', 'pack.json', () => Response.json({ ...published('two').pack, form: 3 })],
    ['the server stumbles', 'pack.json', () => new Response('', { status: 500 })],
    ['a part is the page of a hotel', 'house-two.gz', hotel],
    ['a part is missing', 'library-two.gz', () => new Response('', { status: 404 })],
    ['a part breaks off', 'python-two.gz', broken],
    ['a part is cut short', 'python-two.gz', () => new Response(gzipSync(bytes('python two')).subarray(0, 20))],
    ['a script is another one', 'two/b.js.gz', () => new Response(gzipSync(bytes('something else')))],
  ])('goes on with the one before where %s', async (_, file, answer) => {
    serve(published('one').files)
    await begun()
    const two = published('two').files
    serve({ ...two, [FOLDER + file]: answer })
    expect(await begun()).toEqual(all('one'))
    serve(null)
    expect(await isHere()).toBe(true)
    expect(await begun()).toEqual(all('one'))
    serve(two)
    expect(await begun()).toEqual(all('two'))
  })

  it('keeps nothing that is wrong at a first visit either, and says that it cannot be had', async () => {
    const { files } = published('one')
    serve({ ...files, [`${FOLDER}house-one.gz`]: hotel })
    await expect(begun()).rejects.toThrow('another file came')
    expect(shelf.files.has(`${FOLDER}house-one.gz`)).toBe(false)
    serve(files)
    expect(await begun()).toEqual(all('one'))
  })

  it('does not wait for a silent server, nor for a file that stands still', async () => {
    serve(published('one').files)
    await begun()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const two = published('two').files
    const silent = (_: string, how?: RequestInit): Promise<Response> => new Promise((_, reject) => how?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))))
    vi.stubGlobal('fetch', silent)
    const first = begun()
    await vi.advanceTimersByTimeAsync(4000)
    expect(await first).toEqual(all('one'))
    vi.stubGlobal('fetch', (name: string, how?: RequestInit) => (name.endsWith('house-two.gz') ? silent(name, how) : Promise.resolve(two[name]!())))
    const second = begun()
    for (let n = 0; n < 30; n++) await vi.advanceTimersByTimeAsync(1000)
    expect(await second).toEqual(all('one'))
  })

  it('plays with a newer one that has no room, and keeps the one before', async () => {
    serve(published('one').files)
    await begun()
    serve(published('two').files)
    for (const full of [(name: string) => name.includes('two'), (name: string) => name === `${FOLDER}pack.json`]) {
      shelf.full = full
      expect(await begun()).toEqual(all('two'))
    }
    serve(null)
    expect(await begun()).toEqual(all('one'))
  })

  it('plays where the browser keeps nothing at all', async () => {
    serve(published('one').files)
    vi.stubGlobal('caches', undefined)
    expect(await begun()).toEqual(all('one'))
    expect(await isHere()).toBe(false)
    vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('', 'SecurityError')) })
    expect(await begun()).toEqual(all('one'))
  })

  it('fetches again what came unpacked and is another one, or was thrown away by the browser', async () => {
    serve(published('one').files)
    await begun()
    shelf.files.set(`${FOLDER}house-one.gz`, [bytes('house o'), ''])
    shelf.files.delete(`${FOLDER}python-one.gz`)
    expect(await isHere()).toBe(false)
    asked = []
    expect(await begun()).toEqual(all('one'))
    expect(asked.sort()).toEqual([`${FOLDER}house-one.gz`, `${FOLDER}pack.json`, `${FOLDER}python-one.gz`])
  })

  const turned = (packed: Uint8Array): Uint8Array => packed.map((byte, n) => (n === packed.length - 6 ? byte ^ 1 : byte))
  it.each<[string, (packed: Uint8Array) => Uint8Array]>([
    ['is cut short', (packed) => packed.subarray(0, 15)],
    ['has another bit in its checksum', turned],
  ])('tells while it is read that a part here %s, forgets it, and fetches it again', async (_, spoil) => {
    const { pack, files } = published('one')
    serve(files)
    await begun()
    shelf.files.set(`${FOLDER}library-one.gz`, [spoil(gzipSync(bytes('library one'))), ''])
    shelf.files.set(`${FOLDER}one/b.js`, [bytes('b.js o'), 'text/javascript'])
    asked = []
    await expect(begun()).rejects.toThrow()
    expect(asked).toEqual([`${FOLDER}pack.json`])
    expect(await mend(pack)).toBe(true)
    expect(await begun()).toEqual(all('one'))
    expect(asked.sort()).toEqual([`${FOLDER}library-one.gz`, `${FOLDER}one/b.js.gz`, `${FOLDER}pack.json`, `${FOLDER}pack.json`])
    expect(await mend(pack)).toBe(false)
  })

  it('forgets what was compiled when something was wrong', async () => {
    const { pack, files } = published('one')
    serve(files)
    await begun()
    await keepCompiled(pack, { library: bytes('library'), files: [['a.pyc', bytes('a')]] })
    expect((await compiledBefore(pack))?.files).toEqual([['a.pyc', bytes('a')]])
    expect(await mend(pack)).toBe(true)
    expect(await compiledBefore(pack)).toBe(null)
    expect(await begun()).toEqual(all('one'))
  })

  it('takes files that the web server says are packed on their way: the browser has unpacked them', async () => {
    const { files } = published('one')
    for (const one of ['python', 'library', 'house']) files[`${FOLDER}${one}-one.gz`] = () => new Response(bytes(`${one} one`))
    for (const one of ['a', 'b']) files[`${FOLDER}one/${one}.js.gz`] = () => new Response(bytes(`${one}.js one`))
    serve(files)
    expect(await begun()).toEqual(all('one'))
    serve(null)
    expect(await begun()).toEqual(all('one'))
  })

  it('comes before it is wanted, where a device was made ready before', async () => {
    serve(published('one').files)
    await freshen()
    expect(asked).toEqual([]) // nobody has asked for it here
    await begun()
    serve(published('two').files)
    await freshen()
    serve(null)
    expect(await begun()).toEqual(all('two'))
    await freshen()
  })
})
