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
  'exercise.says': 'Short puzzles. Play one turn from each position and see whether you reach the goal.',
}
