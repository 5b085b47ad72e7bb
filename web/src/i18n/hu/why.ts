import type { why as english } from '../en/why.ts'

export const why: Record<keyof typeof english, string> = {
  'result.ahead': '{n} ponttal {name} előtt',
  'result.aheadOfYou': '{n} ponttal előtted',
  'result.casual': 'barátságos játék: az értékszám nem változik',
  'result.noTie': 'Nincs két egyenlő pontszám.',
  'result.points': 'Pont',
  'result.rating': 'Értékszám',
  'result.rounds': 'Pontok fordulónként',
  'result.share': 'Megosztás',
  'result.shared': '{names} közösen nyertek {n} ponttal',
  'result.copied': 'A link a vágólapon',
  'result.sources': 'Miből jöttek a pontok',
  'result.wins': '{name} nyert {n} ponttal',
  'result.youWin': 'Nyertél {n} ponttal',
  'why.copy': 'Másolás szövegként',
  'why.steps': 'még {n} lépés',
  'why.times': 'Időpontok',
  'why.you': 'Te',
}
