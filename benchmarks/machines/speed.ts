/** How fast a module plays and thinks, in Node and in a browser: the best of several short pieces. */
import type { Kernel } from '../../web/src/engine/kernels/kernel.ts'
import { Rules } from '../../web/src/engine/kernels/rules.ts'
import { Tree } from '../../web/src/engine/kernels/tree.ts'

export interface Work {
  configured: string
  root: string
  seat: number
  games: number
  iterations: number
  pieces: number
}
export interface Speed {
  decisions: number
  playouts: number
  /** The sum of the lengths of the games, and the size of the root's most visited child: as on every machine. */
  check: [number, number]
}

const bytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))

function best(pieces: number, work: (i: number) => number): number {
  let most = 0
  for (let i = 0; i < pieces; i++) {
    const began = performance.now()
    const done = work(i)
    most = Math.max(most, (1000 * done) / (performance.now() - began))
  }
  return most
}

export function measure(kernel: Kernel, { configured, root, seat, games, iterations, pieces }: Work): Speed {
  const rules = new Rules(kernel)
  const tree = new Tree(kernel, bytes(root), seat)
  let length = 0
  const decisions = best(pieces, () => (length = rules.playouts(bytes(configured), 0, games).decisions.reduce((a, b) => a + b, 0)))
  const playouts = best(pieces, () => {
    tree.clear(bytes(root))
    tree.grow(1, iterations)
    return iterations
  })
  return { decisions, playouts, check: [length, Math.max(...tree.children().map((child) => child.visits))] }
}
