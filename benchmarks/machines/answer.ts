/** A device without a screen: node answer.ts MODULE [WEIGHTS] reads questions, a line of JSON each, and answers them. */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Budget, Question } from '../../web/src/engine/kernels/asking.ts'
import { readKernel } from '../../web/src/engine/kernels/kernel.ts'
import { Pace, Thinker } from '../../web/src/engine/kernels/thinker.ts'

type Asked = { question: Omit<Question, 'root'> & { root: string }; budget: Budget }
const thinker = new Thinker()
const kernel = await readKernel(readFileSync(process.argv[2]!))
thinker.add(kernel)
if (process.argv[3]) thinker.learn(kernel.about.title, readFileSync(process.argv[3]))
for await (const line of createInterface({ input: process.stdin })) {
  const { question, budget } = JSON.parse(line) as Asked
  const root = Uint8Array.from(Buffer.from(question.root, 'base64'))
  const pace = new Pace()
  process.stdout.write(JSON.stringify(await thinker.think({ ...question, root }, budget, pace)) + '\n')
  pace.close()
}
