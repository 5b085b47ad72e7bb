/**
 * The review of a game with what this device has found out about it: chances, what was better, luck
 * and skill.
 */
import type { Balance, Positions, Review, Worse } from '../net/wire.ts'
import { type Found, loss, ways, weighed, type Weighed } from './finding.ts'

const WORST = 5

export class Judged {
  private readonly listed = new Map<number, Weighed[]>()
  private readonly chances: (number[] | null)[]

  constructor(
    private readonly told: Review,
    private readonly positions: Positions,
    private readonly found: readonly (Found | undefined)[],
  ) {
    this.chances = told.curve.map(({ chances }, n) => {
      const known = found[n]
      return chances && known && positions.looking ? weighed(chances, known.gains, known.playouts, known.playouts, positions.looking) : chances
    })
  }

  /**
   * What could have been decided, with the chance after each; nothing where nobody has looked yet.
   */
  ways(n: number): Weighed[] {
    let found = this.listed.get(n)
    if (!found) {
      const [known, chances, looking] = [this.found[n], this.told.curve[n]?.chances, this.positions.looking]
      found = known && chances && looking ? ways(known, chances, this.positions.seats[n]!, this.positions.made[n]!, looking, this.told.uncertain) : []
      this.listed.set(n, found)
    }
    return found
  }

  /** The review; `say` puts actions into words. */
  review(say: (actions: number[]) => string): Review {
    const curve = this.told.curve.map((point, n) => ({ ...point, chances: this.chances[n]! }))
    return { ...this.told, curve, worst: this.worst(say), balance: this.balance() }
  }

  private worst(say: (actions: number[]) => string): Worse[][] {
    const rows: Worse[][] = Array.from({ length: this.positions.players }, () => [])
    for (const turn of this.told.turns) {
      for (const seat of turn.seats) {
        const own = Array.from({ length: turn.at - turn.first }, (_, i) => turn.first + i).filter((n) => this.positions.seats[n] === seat)
        const judged = own.map((n) => ({ n, ...loss(this.ways(n)) })).filter((one) => one.loss > 0)
        const most = judged.reduce<(typeof judged)[number] | undefined>((a, b) => (a && a.loss >= b.loss ? a : b), undefined)
        if (!most) continue
        rows[seat]!.push({
          first: turn.first, at: turn.at, round: this.told.curve[turn.first]!.round, actions: [],
          done: say([this.positions.made[most.n]!]), better: say([most.best!.action, ...most.best!.line]),
          loss: judged.reduce((sum, one) => sum + one.loss, 0), made: most.made!.chance, best: most.best!.chance,
        }) // prettier-ignore
      }
    }
    return rows.map((list) => list.sort((a, b) => b.loss - a.loss).slice(0, WORST))
  }

  /**
   * What made a fair share into the result. Luck is what draws did; what neither luck nor own
   * choices did, others did.
   */
  private balance(): Balance[] {
    const { players, seats } = this.positions
    const drawn = new Set(this.told.chance.map((one) => one.decision - 1))
    const rows = Array.from({ length: players }, (_, p): Balance => {
      const share = 1 / players
      return { share, luck: this.chances[0]![p]! - share, skill: 0, others: 0, result: this.chances.at(-1)![p]! }
    })
    for (const [n, seat] of seats.entries()) {
      const listed = this.ways(n)
      rows[seat]!.skill -= loss(listed).loss
      const way = this.found[n]?.ways[this.positions.made[n]!]
      if (!drawn.has(n) || !way) continue
      const expected = weighed(this.told.curve[n]!.chances!, way.gains, way.visits, this.found[n]!.playouts, this.positions.looking!, this.found[n]!.gains)
      for (const [p, row] of rows.entries()) row.luck += this.chances[n + 1]![p]! - expected[p]!
    }
    return rows.map((row) => ({ ...row, others: row.result - row.share - row.luck - row.skill }))
  }
}
