import type { exercise as english } from '../en/exercise.ts'

/** Exercises. */
export const exercise: Record<keyof typeof english, string> = {
  'exercise.again': 'Zkusit znovu',
  'exercise.all': 'Všechna cvičení',
  'exercise.done': 'hotovo',
  'exercise.goal': 'Cíl',
  'exercise.list': 'Cvičení',
  'exercise.missed': 'Nepodařilo se',
  'exercise.next': 'Další cvičení',
  'exercise.nth': 'Cvičení {n} z {of}',
  'exercise.reached': 'Podařilo se',
  'exercise.says': 'Krátké pozice. Každá chce jeden tah a podle pravidel řekne, zda se podařil.',
}
