/** German: input and layout of the table, the lobby's form. */
export const hand = {
  'hand.allAbout': 'alle Werte',
  'hand.clear': 'Alle zurücknehmen',
  'hand.confirmAll': '{n, plural, one {Diese Karte beiseitelegen} other {Diese # Karten beiseitelegen}}',
  'hand.dropped': '{n, plural, one {Jemand anderes war schneller: Dein Klick wurde nicht ausgeführt.} other {Jemand anderes war schneller: # Klicks wurden nicht ausgeführt.}}',
  'hand.friends': 'Mit Freunden',
  'hand.more': 'Weitere Möglichkeiten',
  'hand.oneLess': 'Eins zurücknehmen',
  'hand.options': 'Regeln und Varianten',
  'hand.optionsSet': '{n, plural, =0 {nichts geändert} one {# geändert} other {# geändert}}, {of} zur Wahl',
  'hand.result': 'Ergebnis',
  'hand.times': 'Auf einmal:',
  'hand.waiting': '{n, plural, one {# Klick ist gemerkt.} other {# Klicks sind gemerkt.}}',
}
