import type { exercise as english } from '../en/exercise.ts'

/** Exercises. */
export const exercise: Record<keyof typeof english, string> = {
  'exercise.again': 'Újra',
  'exercise.all': 'Minden gyakorlat',
  'exercise.done': 'kész',
  'exercise.goal': 'Cél',
  'exercise.list': 'Gyakorlatok',
  'exercise.missed': 'Nem sikerült',
  'exercise.next': 'Következő gyakorlat',
  'exercise.nth': '{n}. gyakorlat a {of} közül',
  'exercise.reached': 'Sikerült',
  'exercise.says': 'Rövid állások. Mindegyik egy kört kér, és a szabályok szerint megmondja, sikerült-e.',
}
