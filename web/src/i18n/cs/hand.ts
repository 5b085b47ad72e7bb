/** Czech: input and layout of the table, the lobby's form. */
export const hand = {
  'hand.allAbout': 'všechny údaje',
  'hand.clear': 'Všechny vrátit',
  'hand.confirmAll': '{n, plural, one {Odložit tuto kartu} few {Odložit tyto # karty} other {Odložit těchto # karet}}',
  'hand.dropped': '{n, plural, one {Mezitím rozhodl někdo jiný: tvé kliknutí se neprovedlo.} few {Mezitím rozhodl někdo jiný: # kliknutí se neprovedla.} other {Mezitím rozhodl někdo jiný: # kliknutí se neprovedlo.}}',
  'hand.friends': 'S přáteli',
  'hand.more': 'Další možnosti',
  'hand.oneLess': 'Vzít jeden zpět',
  'hand.options': 'Pravidla a varianty',
  'hand.optionsSet': '{n, plural, =0 {beze změny} one {# změna} few {# změny} other {# změn}}, na výběr {of}',
  'hand.result': 'Výsledek',
  'hand.times': 'Najednou:',
  'hand.waiting': '{n, plural, one {# kliknutí čeká.} few {# kliknutí čekají.} other {# kliknutí čeká.}}',
}
