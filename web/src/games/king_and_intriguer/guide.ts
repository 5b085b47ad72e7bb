import { step } from '../../learn/steps.ts'

/** The steps of a first game. */
export const guide = [
  step('ki', 'draft', 'KI-1.1', ['[data-testid=draft]', '.handbox'], ['discard']),
  step('ki', 'board', 'KI-1.1', ['.boardbox', '.bar']),
  step('ki', 'dial', 'KI-1.3', ['[data-testid=dial]', '.boardbox'], ['dial']),
  step('ki', 'lay', 'KI-2.1', ['.handbox .power', '.handbox'], ['action']),
  step('ki', 'roles', 'KI-2.2', ['.acts', '[data-opens=side]']),
  step('ki', 'court', 'KI-2.3', ['.decide'], ['court', 'recall', 'done']),
  step('ki', 'turn', 'KI-2.3', ['.boardbox', '.bar'], ['place', 'action', 'done', 'end']),
  step('ki', 'scoring', 'EG-7.4', ['.rounds']),
]
