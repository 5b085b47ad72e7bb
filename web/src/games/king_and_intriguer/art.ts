import type { KiCard } from './view.ts'

/** The signs of a card by the verb of its special action. */
const SIGNS: Record<string, string> = {
  outing: 'grandes right land', place: 'mine mine right land', free_hand: 'left mine right', shove: 'castillo right land', spy: 'castillo eye', levy: 'theirs theirs down',
  throw_grandes: 'grandes right castillo', civil_war: 'land theirs up', withdraw: 'theirs mine down', ally: 'land + land', limit: 'land', banish: 'land theirs up', turn: 'tile turn',
  stranger: 'mine eye', grande: 'grande right mine mine', collapse: 'castillo down', tile: 'tile right land', protect: 'land lock', whirlwind: 'land turn', abolish: 'land cross',
  double: 'land ×2', throw: 'theirs right castillo', queen: 'king crown', arbitrate: 'people land ?', king: 'king right', intrigue: 'theirs right land', ballot: 'dial land',
}

/**
 * The signs of a card, from left to right: a role's own, the numbers of what it scores, or those of
 * its verb.
 */
export function signsOf(card: Pick<KiCard, 'id' | 'value' | 'role' | 'steps'>): string[] {
  if (card.role) return [card.role === 'king' ? 'crown' : 'mask']
  const step = card.steps?.[0]
  if (!step) return card.value === null ? ['?'] : ['stop']
  if (step.verb === 'score') return step.values ? step.values.map((n) => `coin${n}`) : step.which === 'castillo' ? ['castillo', 'eye'] : ['land', 'coin?']
  const signs = (SIGNS[step.verb] ?? '?').split(' ')
  return step.verb === 'limit' ? [...signs, `≤${step.n}`] : step.verb === 'withdraw' ? [`${step.n}`, ...signs] : signs
}
