/** The words that ask for something in the text table; English is understood in every language. */
export const query = {
  'query.cards': 'cards|action cards|offer',
  'query.confirm': 'confirm|yes|ok',
  'query.far': 'how far|how far ahead|how far behind',
  'query.hand': 'my hand|hand|my cards|court',
  'query.happened': 'last|since|what happened|log',
  'query.help': 'help|?',
  'query.if': 'what if|if',
  'query.lead': 'who leads in|who leads|who is first in|who has',
  'query.must': 'what|now|turn|what must i do|what can i do',
  'query.players': 'players|score|scores|points|who wins',
  'query.round': 'round|order',
  'query.undo': 'u|undo|take back',
  'query.what': 'what is|where is|how is',
  'query.why': 'why not|why',
}
