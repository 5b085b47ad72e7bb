import { describe, expect, it } from 'vitest'
import type { Net, Question } from '../src/engine/kernels/asking.ts'
import { Weights } from '../src/engine/kernels/guided.ts'
import type { Kernel } from '../src/engine/kernels/kernel.ts'
import { Pace, Thinker } from '../src/engine/kernels/thinker.ts'

const lengths = { rows: 6, inner: 4, heads: 8, row_bias: 2, inner_bias: 2, head_bias: 2 }
const head = { title: 'toledo', sha256: 'abc', lengths }
const file = (said: unknown, bytes: number): Uint8Array => {
  const line = new TextEncoder().encode(JSON.stringify(said) + '\n')
  return new Uint8Array([...line, ...Array.from({ length: bytes }, (_, i) => i)])
}

describe('a file of weights', () => {
  it('has its parts one behind the other', () => {
    const weights = new Weights(file(head, 42))
    expect([weights.width, weights.units]).toEqual([2, 2])
    expect([...weights.part('inner')]).toEqual([6, 7, 8, 9])
    expect([...weights.part('head_bias')]).toEqual([34, 35, 36, 37, 38, 39, 40, 41])
  })

  it.each<[string, Uint8Array]>([
    ['too short', file(head, 41)],
    ['without a head', new Uint8Array(9)],
    ['another thing', new TextEncoder().encode('<html>\n</html>')],
    ['without its lengths', file({ title: 'toledo' }, 42)],
  ])('is refused if it is %s', (_, content) => {
    expect(() => new Weights(content)).toThrow(expect.objectContaining({ reason: 'damaged' }))
  })
})

describe('a bot that needs a network', () => {
  const kernel = { about: { title: 'toledo', state: 1 } } as Kernel
  const net: Net = { weights: 'abc', search: [], colours: 2, reading: [], turned: [] }
  const question = { title: 'toledo', level: 'master', root: new Uint8Array(1), seat: 0, choices: [1, 2], seed: 1, net } as Question
  const asked = async (content: Uint8Array | null): Promise<unknown> => {
    const thinker = new Thinker()
    thinker.add(kernel)
    if (content) thinker.learn('toledo', content)
    const pace = new Pace()
    try {
      return await thinker.think(question, { iterations: 1 }, pace)
    } finally {
      pace.close()
    }
  }

  it.each<[string, Uint8Array | null]>([
    ['missing', null],
    ['version', file({ ...head, sha256: 'abd' }, 42)],
    ['damaged', file(head, 12)],
  ])('says what is wrong with it: %s', async (reason, content) => {
    await expect(asked(content)).rejects.toMatchObject({ reason })
  })
})
