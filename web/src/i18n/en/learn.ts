/** English: the first-game guides. */
export const learn = {
  'learn.back': 'Back',
  'learn.contents': 'Contents',
  'learn.done': 'That is it',
  'learn.hint': 'Hint',
  'learn.leave': 'Leave the guide',
  'learn.next': 'Next',
  'learn.play': 'Play on',
  'learn.resume': 'Continue the guide',
  'learn.skip': 'Skip this step',
  'learn.step': 'Step {n} of {of}',
  'learn.title': 'First game',
  'learn.try': 'Your turn to try',
  'learn.tryIt': 'Try it',
  'learn.waits': 'The others are acting. It is your turn in a moment.',
}
