import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** The module as a page of the server (null) or of a static folder has it. */
async function site(mark: string | null): Promise<typeof import('../src/site.ts')> {
  vi.resetModules()
  vi.stubGlobal('document', { querySelector: () => (mark === null ? null : { getAttribute: () => mark }) })
  return import('../src/site.ts')
}
const pageAt = ({ page }: typeof import('../src/site.ts'), path: string): string | null => page(new URL(path, 'https://here'))

describe('addresses', () => {
  beforeEach(() => vi.unstubAllGlobals())
  afterEach(() => vi.unstubAllGlobals())

  it('of a server are its paths', async () => {
    const found = await site(null)
    expect(found.alone).toBe(false)
    for (const where of ['/', '/t/abc?invite=x', '/rules/toledo#T-1']) {
      expect(found.address(where)).toBe(where)
      expect(pageAt(found, where)).toBe(where)
    }
    expect(pageAt(found, '/api/tables/abc/record')).toBeNull()
  })

  it('of a static folder stand behind the # of the folder, wherever it lies', async () => {
    const found = await site('device')
    const root = fileURLToPath(new URL('..', import.meta.url))
    expect(found.ROOT).toBe(root)
    for (const where of ['/', '/t/~abc/review', '/rules/toledo?a=b#T-1']) {
      expect(found.address(where)).toBe(`${root}#${where}`)
      expect(pageAt(found, found.address(where))).toBe(where)
    }
    expect(pageAt(found, root)).toBe('/')
    expect(pageAt(found, `${root}index.html?lang=de`)).toBe('/?lang=de')
    expect(pageAt(found, `${root}#content`)).toBe('/')
    for (const elsewhere of ['/', '/rules/toledo', `${root}else.html`, '/api/tables/~abc/record']) expect(pageAt(found, elsewhere)).toBeNull()
  })

  it('are never written by hand in a link', () => {
    const folder = fileURLToPath(new URL('../src/', import.meta.url))
    const bare = /href=("\/(?!api\/)|\{[`'"]\/(?!api\/))/
    const files = readdirSync(folder, { recursive: true, encoding: 'utf-8' }).filter((name) => name.endsWith('.svelte'))
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((name) => bare.test(readFileSync(folder + name, 'utf-8')))).toEqual([])
  })
})
