/** English: hints, and the mark of what is reconstructed. */
export const texts = {
  'hints.link': 'Hints from the rulebook',
  'hints.says': 'What the rulebook advises, in our own words.',
  'hints.title': 'Hints: {game}',
  'mark.reconstructed': 'Reconstructed: {what}. We do not know what is printed; this is our best guess.',
}
