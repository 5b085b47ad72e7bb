import { describe, expect, it, vi } from 'vitest'

// The page that the modules look at when they are loaded.
vi.stubGlobal('document', { querySelector: () => null, documentElement: {}, addEventListener: () => undefined })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { Words } = await import('../src/games/words.svelte.ts')
const { facets } = await import('../src/games/el_grande/index.ts')

const words = new Words('el_grande')
words.texts = { action: { done: 'Done', escort: 'One of {seat}' }, verb: { escort: 'Take along', king: 'Move the king' } }

describe('words for an action, as the game’s package gives them', () => {
  it('say a verb that stands alone', () => {
    expect(words.lone('done')).toBe('Done')
    expect(words.lone('not_there')).toBe('not there')
  })

  it('put the verb before what it is done to', () => {
    expect(words.clause('escort 0', 'Red')).toBe('Take along: Red')
    expect(words.clause('king france', 'France')).toBe('Move the king: France')
  })

  it('leave a label alone where there is nothing to put before it', () => {
    expect(words.clause('done', 'Done')).toBe('Done')
    expect(words.clause('dial granada', 'Granada')).toBe('Granada')
  })
})

describe('the things that an action stands for', () => {
  it('are seats where a number stands alone', () => {
    for (const verb of ['escort', 'swap', 'name']) expect(facets(`${verb} 3`)).toEqual(['seat:3'])
    expect(facets('option move')).toEqual(['option:move'])
    expect(facets('power 3')).toEqual(['power:3'])
  })
})
