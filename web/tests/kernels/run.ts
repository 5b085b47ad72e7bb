/** node run.ts MODULE EXPECTED …: a line of JSON for every module. */
import { readFileSync } from 'node:fs'
import { readKernel } from '../../src/engine/kernels/kernel.ts'
import { compare, type Expected } from './lockstep.ts'

const paths = process.argv.slice(2)
for (let i = 0; i < paths.length; i += 2) {
  const kernel = await readKernel(readFileSync(paths[i]!))
  process.stdout.write(JSON.stringify(compare(kernel, JSON.parse(readFileSync(paths[i + 1]!, 'utf8')) as Expected)) + '\n')
}
