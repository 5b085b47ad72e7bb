import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GUIDES } from '../src/games/parts.ts'
import { argumentsOf } from '../src/i18n/format.ts'
import { load, type Key } from '../src/i18n/index.svelte.ts'

const [en, hu, cs, de] = await Promise.all([load('en'), load('hu'), load('cs'), load('de')])
const keys = Object.keys(en) as Key[]
/** Words that are the same in several languages. */
const SAME = /^(credits\.type|rh\.discard)$|^\W*$/

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.(svelte|ts)$/.test(entry.name) && !/i18n|\/text\//.test(path) ? [readFileSync(path, 'utf8')] : []
  })
}

describe.each([['hu', hu], ['cs', cs], ['de', de]] as const)('the catalogue in %s', (_, catalogue) => {
  it('has every message and no other', () => expect(Object.keys(catalogue).sort()).toEqual([...keys].sort()))
  it('uses the same arguments as English', () => {
    for (const key of keys) expect([key, ...argumentsOf(catalogue[key])]).toEqual([key, ...argumentsOf(en[key])])
  })
  it('is translated', () => {
    const same = keys.filter((key) => catalogue[key] === en[key] && !SAME.test(key) && /\p{L}{4}/u.test(en[key].replace(/\{[^}]*\}/g, '')))
    expect(same.length).toBeLessThan(keys.length * 0.06)
  })
})

describe('the messages', () => {
  const code = sources(join(import.meta.dirname, '../src')).join('\n')
  it('are all asked for by name, or by a family of names', () => {
    const families = [...code.matchAll(/`([a-z.]+)\.\$\{/g)].map((m) => `${m[1]}.`)
    const unused = keys.filter((key) => !code.includes(`'${key}'`) && !families.some((f) => key.startsWith(f)) && !key.startsWith('learn.'))
    expect(unused).toEqual([])
  })
  it('has every sentence of the guides', () => {
    const wanted = Object.values(GUIDES).flat().flatMap((s) => [s.title, s.says, ...(s.done ? [s.done] : [])])
    expect(wanted.filter((key) => !(key in en))).toEqual([])
  })
  it('explains in at most two short sentences', () => {
    for (const steps of Object.values(GUIDES)) for (const s of steps) expect(en[s.says].length).toBeLessThanOrEqual(120)
  })
})
