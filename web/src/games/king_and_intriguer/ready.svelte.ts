/** Ready-made hands: the cards that stay. All others are set aside, and can still be changed. */
export const HANDS = {
  first: ['10', '20', '50', '60', '80', '90', '100', '110', '120', '140', '150', '160', '180'],
  scoring: ['10', '20', '60', '80', '90', '100', '110', '120', '130', '140', '150', '170', '180'],
  king: ['10', '20', '40', '50', '60', '80', '90', '100', '110', '120', '150', '160', '180'],
} as const
export type HandName = keyof typeof HANDS

/** Whether the board is shown while the cards wait. */
export const ready = $state({ board: false })
