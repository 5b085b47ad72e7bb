import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resting } from '../src/table/resting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function pointed(state: string, pointerType = 'mouse') {
  const deciding = { state: () => state, look: vi.fn(async () => {}), leave: vi.fn() }
  const node = new EventTarget() as Element
  const action = resting(node, { deciding: deciding as never, facets: ['card:7'] })
  node.dispatchEvent(Object.assign(new Event('pointerenter'), { pointerType }))
  return { deciding, node, action }
}

test('what a legal thing would change is looked up once the mouse rests on it', () => {
  const { deciding, node } = pointed('legal')
  expect(deciding.look).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(deciding.look).toHaveBeenCalledExactlyOnceWith(['card:7'], node)
})

test('nothing is looked up when the mouse goes on, when the thing goes, or with a finger', () => {
  const passed = pointed('legal')
  passed.node.dispatchEvent(new Event('pointerleave'))
  const gone = pointed('legal')
  gone.action.destroy()
  for (const { deciding } of [passed, gone, pointed('closed'), pointed('legal', 'touch')]) {
    vi.runAllTimers()
    expect(deciding.look).not.toHaveBeenCalled()
  }
  expect(passed.deciding.leave).toHaveBeenCalledOnce()
})

test('a thing that stands for something else by now shows that', () => {
  const { deciding, action, node } = pointed('legal')
  action.update({ deciding: deciding as never, facets: ['card:9'] })
  vi.runAllTimers()
  expect(deciding.look).toHaveBeenCalledWith(['card:9'], node)
})
