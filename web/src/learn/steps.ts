import type { Key } from '../i18n/index.svelte.ts'

/**
 * The first-game guide: a real game against patient bots. Each step lights one thing and explains it; some let the person try.
 * A step that is tried is done when an action with one of its verbs has been sent; until then only those actions may be touched.
 */
export interface GuideStep {
  id: string
  title: Key
  says: Key
  done?: Key
  rule: string
  /** What is lit: the first of these that is on the screen; on a phone it may lie behind a tab, which is lit then. */
  light: string[]
  /** Verbs to try; without them the step is only read. */
  verbs?: string[]
}

const step = (game: string, id: string, rule: string, light: string[], verbs?: string[]): GuideStep => ({
  id,
  title: `learn.${game}.${id}` as Key,
  says: `learn.${game}.${id}.says` as Key,
  rule,
  light,
  ...(verbs ? { verbs, done: `learn.${game}.${id}.done` as Key } : {}),
})

export const GUIDES: Record<string, GuideStep[]> = {
  el_grande: [
    step('eg', 'board', 'EG-8.1', ['.boardbox']),
    step('eg', 'court', 'EG-1.5', ['.handbox .court', '[data-opens=hand]']),
    step('eg', 'power', 'EG-2.3', ['.handbox .power', '[data-opens=hand]'], ['power']),
    step('eg', 'recruit', 'EG-3.2', ['.decide'], ['court', 'recall', 'done']),
    step('eg', 'card', 'EG-3.4', ['.acts', '[data-opens=side]'], ['card']),
    step('eg', 'place', 'EG-4.2', ['.boardbox'], ['place', 'done']),
    step('eg', 'king', 'EG-6.2', ['.boardbox']),
    step('eg', 'castillo', 'EG-4.3', ['.boardbox [data-spot="region:castillo"]', '.boardbox']),
    step('eg', 'ties', 'EG-8.2', ['.maj', '[data-opens=side]', '.boardbox']),
    step('eg', 'scoring', 'EG-7.4', ['.rounds']),
  ],
  king_and_intriguer: [
    step('ki', 'draft', 'KI-1.1', ['[data-testid=draft]', '.handbox'], ['discard']),
    step('ki', 'board', 'KI-1.1', ['.boardbox', '.bar']),
    step('ki', 'dial', 'KI-1.3', ['[data-testid=dial]', '.boardbox'], ['dial']),
    step('ki', 'lay', 'KI-2.1', ['.handbox .power', '.handbox'], ['action']),
    step('ki', 'roles', 'KI-2.2', ['.acts', '[data-opens=side]']),
    step('ki', 'court', 'KI-2.3', ['.decide'], ['court', 'recall', 'done']),
    step('ki', 'turn', 'KI-2.3', ['.boardbox', '.bar'], ['place', 'action', 'done', 'end']),
    step('ki', 'scoring', 'EG-7.4', ['.rounds']),
  ],
  rheinlaender: [
    step('rh', 'river', 'RH-3.1', ['.boardbox']),
    step('rh', 'hand', 'RH-2.1', ['.handbox', '[data-opens=hand]']),
    step('rh', 'knight', 'RH-3.1', ['.handbox', '[data-opens=hand]'], ['card', 'knight', 'support', 'nothing']),
    step('rh', 'end', 'RH-5.2', ['.decide'], ['end', 'fort']),
    step('rh', 'duchy', 'RH-6.2', ['.boardbox']),
    step('rh', 'paid', 'RH-7.1', ['.ledger', '[data-opens=side]', '.boardbox']),
    step('rh', 'support', 'RH-4.2', ['.boardbox']),
    step('rh', 'last', 'RH-11.1', ['.bar .lbl', '.bar']),
  ],
  toledo: [
    step('to', 'road', 'TO-4.1', ['.boardbox']),
    step('to', 'turn', 'TO-2.1', ['.decide']),
    step('to', 'shop', 'TO-3.1', ['.handbox', '[data-opens=hand]'], ['shop']),
    step('to', 'move', 'TO-4.1', ['.handbox', '[data-opens=hand]'], ['move', 'draw', 'shop']),
    step('to', 'business', 'TO-5.2', ['.decide'], ['free', 'pay', 'skip', 'end', 'draw', 'shop']),
    step('to', 'swords', 'TO-5.3', ['.rack', '[data-opens=side]', '.boardbox']),
    step('to', 'duel', 'TO-7.1', ['.boardbox']),
    step('to', 'end', 'TO-9.1', ['.bar .lbl', '.bar']),
  ],
}
