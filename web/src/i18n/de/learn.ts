import type { learn as en } from '../en/learn.ts'

/** German: the first-game guides. */
export const learn: Record<keyof typeof en, string> = {
  'learn.back': 'Zurück',
  'learn.contents': 'Inhalt',
  'learn.done': 'So ist es',
  'learn.hint': 'Tipp',
  'learn.leave': 'Führung verlassen',
  'learn.next': 'Weiter',
  'learn.play': 'Weiterspielen',
  'learn.resume': 'Führung fortsetzen',
  'learn.skip': 'Schritt überspringen',
  'learn.step': 'Schritt {n} von {of}',
  'learn.title': 'Erste Partie',
  'learn.try': 'Jetzt du',
  'learn.tryIt': 'Versuch es',
  'learn.waits': 'Die anderen sind dran. Gleich bist du an der Reihe.',
}
