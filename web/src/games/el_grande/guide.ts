import { step } from '../../learn/steps.ts'

/** The steps of a first game. */
export const guide = [
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
]
