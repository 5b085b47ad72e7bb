import { step } from '../../learn/steps.ts'

/** The steps of a first game. */
export const guide = [
  step('to', 'road', 'TO-4.1', ['.boardbox']),
  step('to', 'turn', 'TO-2.1', ['.decide']),
  step('to', 'shop', 'TO-3.1', ['.handbox', '[data-opens=hand]'], ['shop']),
  step('to', 'move', 'TO-4.1', ['.handbox', '[data-opens=hand]'], ['move', 'draw', 'shop']),
  step('to', 'business', 'TO-5.2', ['.decide'], ['free', 'pay', 'skip', 'end', 'draw', 'shop']),
  step('to', 'swords', 'TO-5.3', ['.rack', '[data-opens=side]', '.boardbox']),
  step('to', 'duel', 'TO-7.1', ['.boardbox']),
  step('to', 'end', 'TO-9.1', ['.bar .lbl', '.bar']),
]
