/** Whether the chance of a finished game was fair. */
export const fair = {
  'fair.verified': 'Checked in this page: every draw of this game was fair.',
  'fair.failed': 'The draws of this game do not check out.',
  'fair.kept': 'The secret fits the commitment that this browser kept before the game began.',
  'fair.notKept': 'This browser did not play at the table, so it has nothing to compare. The secret fits the commitment in the record.',
  'fair.seeds': 'The random number that this browser added is in the record.',
  'fair.draws': '{n, plural, one {The one draw follows} other {All # draws follow}} from the secret and the players’ random numbers.',
  'fair.rules': 'Which card a number stands for is decided by the rules. “tafelrunde verify” checks that too: download the record and run it on your own machine.',
  'fair.problem.record': 'The record has no readable secret or random numbers.',
  'fair.problem.old': 'This game was drawn by an older method, which this page cannot check. “tafelrunde verify” can.',
  'fair.problem.scheme': 'The record says that the draws were made in a different way than announced.',
  'fair.problem.secret': 'The secret does not fit the commitment in the record.',
  'fair.problem.promise': 'The commitment in the record is not the one that this browser kept before the game began.',
  'fair.problem.seed': 'The random number that this browser added for {seat} is not in the record.',
  'fair.problem.lines': 'The list of draws does not agree with the record.',
  'fair.problem.draw': 'A draw does not follow from the secret: “{line}” after decision {n}.',
}
