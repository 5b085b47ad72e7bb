import { step } from '../../learn/steps.ts'

/** The steps of a first game. */
export const guide = [
  step('rh', 'river', 'RH-3.1', ['.boardbox']),
  step('rh', 'hand', 'RH-2.1', ['.handbox', '[data-opens=hand]']),
  step('rh', 'knight', 'RH-3.1', ['.handbox', '[data-opens=hand]'], ['card', 'knight', 'support', 'nothing']),
  step('rh', 'end', 'RH-5.2', ['.decide'], ['end', 'fort']),
  step('rh', 'duchy', 'RH-6.2', ['.boardbox']),
  step('rh', 'paid', 'RH-7.1', ['.ledger', '[data-opens=side]', '.boardbox']),
  step('rh', 'support', 'RH-4.2', ['.boardbox']),
  step('rh', 'last', 'RH-11.1', ['.bar .lbl', '.bar']),
]
