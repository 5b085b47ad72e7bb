/** Ob der Zufall einer beendeten Partie fair war. */
export const fair = {
  'fair.verified': 'Auf dieser Seite geprüft: Der Zufall dieser Partie war fair.',
  'fair.failed': 'Der Zufall dieser Partie hält der Prüfung nicht stand.',
  'fair.kept': 'Das Geheimnis passt zu der Prüfsumme, die dieser Browser vor Spielbeginn aufbewahrt hat.',
  'fair.notKept': 'Dieser Browser saß nicht am Tisch und hat nichts aufbewahrt. Das Geheimnis passt zur Prüfsumme in der Aufzeichnung.',
  'fair.seeds': 'Die Zufallszahl, die dieser Browser beigesteuert hat, steht in der Aufzeichnung.',
  'fair.draws': '{n, plural, one {Die eine Ziehung folgt} other {Alle # Ziehungen folgen}} aus dem Geheimnis und den Zufallszahlen der Mitspieler.',
  'fair.rules': 'Welche Karte zu einer Zahl gehört, bestimmen die Regeln. Auch das prüft „tafelrunde verify“: Lade die Aufzeichnung herunter und prüfe sie auf deinem eigenen Rechner.',
  'fair.problem.record': 'In der Aufzeichnung fehlen lesbare Angaben zum Geheimnis oder zu den Zufallszahlen.',
  'fair.problem.old': 'Diese Partie wurde nach einem älteren Verfahren gezogen, das diese Seite nicht prüfen kann. „tafelrunde verify“ kann es.',
  'fair.problem.scheme': 'Laut Aufzeichnung wurde anders gezogen als angekündigt.',
  'fair.problem.secret': 'Das Geheimnis passt nicht zur Prüfsumme in der Aufzeichnung.',
  'fair.problem.promise': 'Die Prüfsumme in der Aufzeichnung ist nicht die, die dieser Browser vor Spielbeginn aufbewahrt hat.',
  'fair.problem.seed': 'Die Zufallszahl, die dieser Browser für {seat} beigesteuert hat, steht nicht in der Aufzeichnung.',
  'fair.problem.lines': 'Die Liste der Ziehungen stimmt nicht mit der Aufzeichnung überein.',
  'fair.problem.draw': 'Eine Ziehung folgt nicht aus dem Geheimnis: „{line}“ nach Entscheidung {n}.',
}
