import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../src/tokens.css'), 'utf8')
const token = (name: string): string => new RegExp(`${name}:\\s*(#[0-9a-f]{6})`).exec(css)![1]!

function luminance(hex: string): number {
  const long = hex.length === 4 ? `#${[...hex.slice(1)].map((c) => c + c).join('')}` : hex
  const [r, g, b] = [1, 3, 5].map((k) => parseInt(long.slice(k, k + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a), luminance(b)].sort((m, n) => n - m)
  return (x! + 0.05) / (y! + 0.05)
}

describe('the focus', () => {
  const light = token('--focus-light')
  const dark = token('--focus-dark')
  const grounds = [...new Set(css.match(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/g))]
  it('stands out three to one on every colour of the table, light and dark', () => {
    const weak = grounds.filter((ground) => Math.max(contrast(light, ground), contrast(dark, ground)) < 3)
    expect(grounds.length).toBeGreaterThan(100)
    expect(weak).toEqual([])
  })
  it('stands out from its own bands', () => expect(contrast(light, dark)).toBeGreaterThan(12))
  it('has a colour that no other state uses', () => {
    const rest = css.replace(/--focus-(light|dark): [^;]+;/g, '')
    expect(rest).not.toContain(dark)
    expect(contrast(dark, token('--target'))).toBeGreaterThan(1.2)
  })
})
