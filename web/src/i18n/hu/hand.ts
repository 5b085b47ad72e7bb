/** Hungarian: input and layout of the table, the lobby's form. */
export const hand = {
  'hand.allAbout': 'minden adat',
  'hand.clear': 'Mind vissza',
  'hand.confirmAll': '{n, plural, one {Félreteszem ezt a lapot} other {Félreteszem ezt a # lapot}}',
  'hand.dropped': '{n, plural, one {Közben más döntött: a kattintásod nem hajtódott végre.} other {Közben más döntött: # kattintásod nem hajtódott végre.}}',
  'hand.friends': 'Barátokkal',
  'hand.more': 'További lehetőségek',
  'hand.oneLess': 'Egyet visszaveszek',
  'hand.options': 'Szabályok és változatok',
  'hand.optionsSet': '{n, plural, =0 {minden a megszokott} one {# változtatás} other {# változtatás}}, {of} közül választhatsz',
  'hand.result': 'Eredmény',
  'hand.times': 'Egyszerre:',
  'hand.waiting': '{n, plural, one {# kattintás vár a sorára.} other {# kattintás vár a sorára.}}',
}
