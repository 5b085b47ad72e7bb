import type { daily as en } from '../en/daily.ts'

/** Hungarian: the daily deal. */
export const daily: Record<keyof typeof en, string> = {
  'daily.begun': 'Épp játszod.',
  'daily.done': '{place}. hely, {score} pont',
  'daily.earlier': 'Korábbi napok',
  'daily.fair': 'Ezt az osztást senki sem választhatta meg',
  'daily.fairSays': 'Minden nap osztása egy hash-láncból következik, amelyet ekkor rögzítettünk: {start}. Ez a vége; sosem változik. Ha egy osztás lezárult, a láncszeme megjelenik az eredmények mellett, és bárki ellenőrizheti, hogy a lánchoz tartozik.',
  'daily.fresh': 'Még nem játszottad',
  'daily.goOn': 'Folytatás',
  'daily.link': 'A nap láncszeme:',
  'daily.nobody': 'Senki sem fejezte be.',
  'daily.place': 'Helyezés',
  'daily.play': 'Játék',
  'daily.proven': 'A böngésződ ellenőrizte: a lánchoz tartozik.',
  'daily.results': 'Eredmények',
  'daily.says': 'Minden nap egy osztás minden játékból, mindenkinek ugyanaz, ugyanazok ellen a botok ellen. Egyszer játszhatod le, és amit már megtudtál, azt nem vonhatod vissza. Utána látod, hogyan boldogultak a többiek.',
  'daily.short': 'Mindenkinek ugyanaz, egyszer',
  'daily.title': 'A nap osztása',
  'daily.unproven': 'Nem tartozik a lánchoz.',
  'daily.until': 'eddig kezdhető el: {when}',
  'daily.who': 'Játékos',
}
