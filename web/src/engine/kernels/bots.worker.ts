/** The worker that bots think in: one question at a time, each in slices. */
import type { FromWorker, ToWorker } from './asking.ts'
import { Kernel, KernelTrouble } from './kernel.ts'
import { Cancelled, Pace, Thinker } from './thinker.ts'

const thinker = new Thinker()
const open = new Map<number, Pace>()
let hidden = false
let last: Promise<void> = Promise.resolve()

const say = (message: FromWorker): void => self.postMessage(message)

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  if (data.kind === 'kernel') thinker.add(new Kernel(data.module))
  else if (data.kind === 'weights') thinker.learn(data.title, data.content)
  else if (data.kind === 'cancel') open.get(data.id)?.cancel()
  else if (data.kind === 'hidden') {
    hidden = data.hidden
    for (const pace of open.values()) pace.hidden = hidden
  } else {
    const pace = new Pace()
    pace.hidden = hidden
    open.set(data.id, pace)
    last = last.then(() => answer(data, pace))
  }
}

async function answer({ id, question, budget }: ToWorker & { kind: 'think' }, pace: Pace): Promise<void> {
  try {
    say({ kind: 'answer', id, answer: await thinker.think(question, budget, pace) })
  } catch (error) {
    if (error instanceof Cancelled) say({ kind: 'cancelled', id })
    else say({ kind: 'failed', id, reason: error instanceof KernelTrouble ? error.reason : 'damaged', message: String(error) })
  } finally {
    open.delete(id)
    pace.close()
  }
}
