/** Exercises. */
export const exercise = {
  'exercise.again': 'Try again',
  'exercise.all': 'All exercises',
  'exercise.done': 'done',
  'exercise.goal': 'Goal',
  'exercise.list': 'Exercises',
  'exercise.missed': 'Not reached',
  'exercise.next': 'Next exercise',
  'exercise.nth': 'Exercise {n} of {of}',
  'exercise.reached': 'Reached',
  'exercise.says': 'Short positions. Each asks for one turn and says whether the rules agree.',
}
