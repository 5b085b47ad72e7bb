/** node run.ts MODULE WORK: a line of JSON. */
import { readFileSync } from 'node:fs'
import { readKernel } from '../../web/src/engine/kernels/kernel.ts'
import { measure, type Work } from './speed.ts'

const [module, work] = process.argv.slice(2) as [string, string]
const speed = measure(await readKernel(readFileSync(module)), JSON.parse(readFileSync(work, 'utf8')) as Work)
process.stdout.write(JSON.stringify(speed))
