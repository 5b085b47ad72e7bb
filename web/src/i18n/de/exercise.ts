import type { exercise as english } from '../en/exercise.ts'

/** Exercises. */
export const exercise: Record<keyof typeof english, string> = {
  'exercise.again': 'Noch einmal',
  'exercise.all': 'Alle Übungen',
  'exercise.done': 'geschafft',
  'exercise.goal': 'Ziel',
  'exercise.list': 'Übungen',
  'exercise.missed': 'Nicht erreicht',
  'exercise.next': 'Nächste Übung',
  'exercise.nth': 'Übung {n} von {of}',
  'exercise.reached': 'Erreicht',
  'exercise.says': 'Kurze Stellungen. Jede verlangt einen Zug und sagt nach den Regeln, ob er gelungen ist.',
}
