import type { daily as en } from '../en/daily.ts'

/** German: the daily deal. */
export const daily: Record<keyof typeof en, string> = {
  'daily.begun': 'Du spielst sie gerade.',
  'daily.done': 'Platz {place}, {score} Punkte',
  'daily.earlier': 'Frühere Tage',
  'daily.fair': 'Diese Karten konnte niemand aussuchen',
  'daily.fairSays': 'Die Karten aller Tage folgen aus einer Kette von Hashwerten, die am {start} festgelegt wurde. Dies ist ihr Ende; es ändert sich nie. Ist ein Tag abgeschlossen, steht sein Glied neben den Ergebnissen, und jeder kann prüfen, dass es zur Kette gehört.',
  'daily.fresh': 'Noch nicht gespielt',
  'daily.goOn': 'Weiterspielen',
  'daily.link': 'Das Glied dieses Tages:',
  'daily.nobody': 'Niemand hat sie beendet.',
  'daily.place': 'Platz',
  'daily.play': 'Spielen',
  'daily.proven': 'Dein Browser hat geprüft, dass es zur Kette gehört.',
  'daily.results': 'Ergebnisse',
  'daily.says': 'Jeden Tag eine Partie jedes Titels, für alle dieselbe, gegen dieselben Bots. Du spielst sie einmal, und nichts, woraus du etwas erfahren hast, lässt sich zurücknehmen. Danach siehst du, wie es den anderen ging.',
  'daily.short': 'Für alle dieselbe, einmal',
  'daily.title': 'Partie des Tages',
  'daily.unproven': 'Es gehört nicht zur Kette.',
  'daily.until': 'kann begonnen werden bis {when}',
  'daily.who': 'Spieler',
}
