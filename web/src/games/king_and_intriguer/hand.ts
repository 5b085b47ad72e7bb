import { t } from '../../i18n/index.svelte.ts'
import type { State } from '../../net/types.ts'
import { called, enumerated, sentences } from '../telling.ts'
import type { Words } from '../words.svelte.ts'
import { ranked } from '../el_grande/view.ts'
import type { Foreseen, KiCard } from './view.ts'

/** Whether a card's action is mandatory, optional, or a role. */
export const duty = (card: KiCard): 'role' | 'must' | 'may' => (card.role ? 'role' : card.must ? 'must' : 'may')

/** Whether the role that a card would bring replaces its own action. */
export const replaced = (seen?: Foreseen): boolean => Boolean(seen?.role && seen.acts_as === seen.role)

/** What a card would give its player: the turn, the role, how many caballeros are placed. */
export function makes(seen?: Foreseen, brief = false): string {
  if (!seen?.place) return ''
  const role = seen.role === 'king' ? t('ki.roleKing') : seen.role === 'intriguer' ? t('ki.roleIntriguer') : ''
  const turn = role || t(brief ? 'ki.nth' : 'ki.turn', { n: seen.place, of: seen.of ?? 0 })
  return brief ? turn : enumerated([turn, seen.caballeros !== null && seen.caballeros !== undefined && t('ki.placesUpTo', { n: seen.caballeros })])
}

/** Who would get how many points if a card's places were scored now. */
export const pays = (seen: Foreseen | undefined, state: State, words: Words): string => {
  const list = ranked(seen?.points ?? []).map((c) => `${called(c.seat, state, words)} +${c.n}`)
  return list.length ? `${t('eg.why.ifScored')}: ${list.join(', ')}` : ''
}

/** A card in words, for its label and its tip. */
export function cardSays(card: KiCard, seen: Foreseen | undefined, note: string, state: State, words: Words): string {
  return `${words.word('card', card.id)}. ${words.word('card', card.id, 'says')} ${sentences([t(`ki.${duty(card)}`), t('ki.toCourt', { n: card.court }), makes(seen), pays(seen, state, words), note])}`
}
