/** English: input and layout of the table, the lobby's form. */
export const hand = {
  'hand.allAbout': 'all counts',
  'hand.clear': 'Clear all',
  'hand.confirmAll': '{n, plural, one {Set this card aside} other {Set these # cards aside}}',
  'hand.dropped': '{n, plural, one {Somebody else decided first: your click was not carried out.} other {Somebody else decided first: # clicks were not carried out.}}',
  'hand.friends': 'With friends',
  'hand.more': 'More choices',
  'hand.oneLess': 'Take one back',
  'hand.options': 'Rules and options',
  'hand.optionsSet': '{n, plural, =0 {nothing changed} one {# changed} other {# changed}}, {of} to choose from',
  'hand.result': 'Result',
  'hand.times': 'At once:',
  'hand.waiting': '{n, plural, one {# click is kept.} other {# clicks are kept.}}',
}
