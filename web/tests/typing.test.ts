import { describe, expect, it } from 'vitest'
import { completions, fewFirst, plain, spelled, understood } from '../src/table/typing.ts'

const actions = [
  { action: 'card 11', label: 'Card 11' }, { action: 'knight L25', label: 'Knight: left bank 25' }, { action: 'fort L2', label: 'Fortress: left bank 2' },
  { action: 'fort L25', label: 'Fortress: left bank 25' }, { action: 'place cataluna', label: 'Cataluña' },
]

describe('typing an action', () => {
  it('is understood as it is written, in any case', () => {
    expect(understood('knight L25', actions)).toBe('knight L25')
    expect(understood('  KNIGHT   l25 ', actions)).toBe('knight L25')
    expect(understood('fort L2', actions)).toBe('fort L2')
  })
  it('is understood by its words, without accents', () => {
    expect(understood('cataluna', actions)).toBe('place cataluna')
    expect(understood('knight left 25', actions)).toBe('knight L25')
    expect(understood('fort', actions)).toBe(null)
  })
  it('is completed, the notation first', () => expect(completions('fort l2', actions).map((a) => a.action)).toEqual(['fort L2', 'fort L25']))
  it('is spelled as the server wants it when it is not legal', () => {
    expect(spelled('KNIGHT l26', ['knight L25', 'card 1'])).toBe('knight L26')
    expect(spelled('Knight i34_37', ['knight L25'])).toBe('knight I34_37')
    expect(spelled('PLACE Granada', ['place toledo'])).toBe('place granada')
  })
  it('takes capitals, accents and marks for nothing', () => expect(plain('  Wer FÜHRT in Cataluña? ')).toBe('wer fuhrt in cataluna'))
  it('lists the few before the many', () => expect(fewFirst(['fort L1', 'fort L2', 'fort L3', 'card 1', 'card 2', 'end'])).toEqual(['end', 'card 1', 'card 2', 'fort L1', 'fort L2', 'fort L3']))
})
