/** Tisztességes volt-e egy befejezett játszma véletlene. */
export const fair = {
  'fair.verified': 'Ezen az oldalon ellenőrizve: a játszma véletlene tisztességes volt.',
  'fair.failed': 'A játszma véletlene nem állja ki az ellenőrzést.',
  'fair.kept': 'A titok megfelel annak az ellenőrző összegnek, amelyet ez a böngésző a játszma előtt megőrzött.',
  'fair.notKept': 'Ez a böngésző nem ült az asztalnál, és semmit sem őrzött meg. A titok megfelel a feljegyzésben álló ellenőrző összegnek.',
  'fair.seeds': 'A böngésződ által hozzáadott véletlenszám benne van a feljegyzésben.',
  'fair.draws': 'Mind a {n} húzás a titokból és a játékosok véletlenszámaiból következik.',
  'fair.rules': 'Hogy melyik szám melyik lapot jelenti, azt a szabályok döntik el. A „tafelrunde verify” ezt is ellenőrzi: töltsd le a feljegyzést, és futtasd a saját gépeden.',
  'fair.problem.record': 'A feljegyzésben nem olvasható a titok vagy valamelyik véletlenszám.',
  'fair.problem.old': 'Ez a játszma régebbi eljárással készült, amelyet ez az oldal nem tud ellenőrizni. A „tafelrunde verify” igen.',
  'fair.problem.scheme': 'A feljegyzés szerint másképp húztak, mint ahogy előre jelezték.',
  'fair.problem.secret': 'A titok nem felel meg a feljegyzésben álló ellenőrző összegnek.',
  'fair.problem.promise': 'A feljegyzésben nem az az ellenőrző összeg áll, amelyet ez a böngésző a játszma előtt megőrzött.',
  'fair.problem.seed': 'A böngésződ által hozzáadott véletlenszám nincs a feljegyzésben ({seat}).',
  'fair.problem.lines': 'A húzások listája nem egyezik a feljegyzéssel.',
  'fair.problem.draw': 'Egy húzás nem következik a titokból: „{line}”, {n, article, a az} {n}. döntés után.',
}
