import { describe, expect, it } from 'vitest'
import { apply, updated } from '../src/net/changes.ts'
import type { State } from '../src/net/types.ts'

const known = { version: 4, seat: 0, view: { regions: { granada: [1, 0] }, hands: [[1, 2], null] }, steps: [{ version: 4 }], seats: [], watching: 0, clocks: null, rewound: null } as unknown as State

describe('changes of a state', () => {
  it('sets what has changed and shares the rest', () => {
    const made = apply(known, [[['view', 'hands', 1], [7]], [['version'], 5]])
    expect(made.view['hands']).toEqual([[1, 2], [7]])
    expect(made.version).toBe(5)
    expect(made.view['regions']).toBe(known.view['regions'])
    expect(known.view['hands']).toEqual([[1, 2], null])
  })

  it('keeps the order of keys', () => {
    expect(JSON.stringify(apply(known, [[['seat'], 1]]))).toBe(JSON.stringify({ ...known, seat: 1 }))
  })

  it('takes steps, clocks and people from the message', () => {
    const made = updated(known, { version: 5, from: 4, changes: [[['version'], 5]], steps: [], rewound: 3, watching: 2 })
    expect(made).toMatchObject({ version: 5, steps: [], rewound: 3, watching: 2, seats: known.seats })
  })

  it('wants the whole state when it has missed something', () => {
    expect(updated(known, { version: 7, from: 6, changes: [] })).toBeNull()
    expect(updated(null, { version: 7, from: 6, changes: [] })).toBeNull()
  })
})
