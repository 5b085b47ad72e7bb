/** Plays written-down games and grows written-down trees again in a module, and says where it
 *  differs (in Node and in browsers). */
import type { Net } from '../../src/engine/kernels/asking.ts'
import { GuidedTree, Weights } from '../../src/engine/kernels/guided.ts'
import type { Kernel } from '../../src/engine/kernels/kernel.ts'
import { Rules } from '../../src/engine/kernels/rules.ts'
import { lookOnce } from '../../src/engine/kernels/thinker.ts'
import { Tree } from '../../src/engine/kernels/tree.ts'

interface Game {
  name: string
  configured: string
  seed: number
  begun: number
  decisions: [pending: number, seat: number, legal: number, action: number, state: number][]
  standings: number[]
}
interface Searched {
  root: string
  seat: number
  players: number
  seed: number
  times: number
  links: number[][]
  gains: number[][]
}
interface Guided extends Searched {
  net: Net
}
interface Grown extends Searched {
  ids: number[]
  scores: number[]
  line: number[]
}
export interface Expected {
  title: string
  games: Game[]
  trees: Grown[]
  /** Trees that a network guides; of all of them the same one. */
  guided: Guided[]
  weights: string
}
export interface Compared {
  title: string
  games: number
  decisions: number
  trees: number
  guided: number
  differences: string[]
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
  return n
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const bytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
const hash = (ids: number[]): number => crc32(new TextEncoder().encode(ids.join(',')))
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export function compare(kernel: Kernel, { title, games, trees, guided, weights }: Expected): Compared {
  const differences: string[] = []
  const rules = new Rules(kernel)
  let decisions = 0
  for (const game of games) {
    const wrong = firstWrong(rules, game)
    if (wrong !== null) differences.push(`${game.name}: ${wrong}`)
    decisions += game.decisions.length
  }
  trees.forEach((grown, i) => differences.push(...wrongIn(kernel, grown).map((what) => `${title}, position ${i}: ${what}`)))
  const network = new Weights(bytes(weights))
  guided.forEach((one, i) => {
    const tree = new GuidedTree(kernel, bytes(one.root), one.seat, network, one.net)
    differences.push(...wrongNodes(tree, one).map((what) => `${title}, position ${i}, by the network: ${what}`))
  })
  return { title, games: games.length, decisions, trees: trees.length, guided: guided.length, differences }
}

function firstWrong(rules: Rules, game: Game): string | null {
  rules.begin(bytes(game.configured), game.seed)
  if (crc32(rules.state) !== game.begun) return 'the setup'
  for (const [n, [pending, seat, legal, action, state]] of game.decisions.entries()) {
    if (rules.pending() !== pending) return `who decides, decision ${n}`
    if (hash(rules.legal(seat)) !== legal) return `what is legal, decision ${n}`
    if (n % 2) rules.play(seat, action)
    else {
      rules.apply(seat, action)
      while (rules.settleOnce());
    }
    if (crc32(rules.state) !== state) return `the state after decision ${n}`
  }
  if (rules.pending() !== 0) return 'the end'
  return same(game.standings.map((_, seat) => rules.standing(seat)), game.standings) ? null : 'the standings'
}

function wrongNodes(tree: Tree, grown: Searched): string[] {
  tree.grow(grown.seed, grown.times - 7) // in two pieces: that must not matter
  tree.grow(grown.seed, 7)
  const { links, gains } = tree.dump()
  const own = gains.map((row) => row.slice(0, grown.players))
  return [same(links, grown.links) ? '' : 'the links of the tree', same(own, grown.gains) ? '' : 'the gains of the tree'].filter(Boolean)
}

function wrongIn(kernel: Kernel, grown: Grown): string[] {
  const root = bytes(grown.root)
  const { scores, line } = lookOnce(kernel, root, grown.seat)
  return [
    ...wrongNodes(new Tree(kernel, root, grown.seat), grown),
    same([...scores], grown.ids.map((id, i) => [id, grown.scores[i]])) ? '' : 'the scores of the look ahead',
    same(line, grown.line) ? '' : 'the line of the look ahead',
  ].filter(Boolean)
}
