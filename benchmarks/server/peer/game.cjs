// A card game of about the size of El Grande's position: secret hands, a board of counts, a log.
const regions = 9, cards = 13;
const range = (n) => [...Array(n).keys()];

exports.game = {
  name: "peer",
  setup: ({ ctx }) => ({
    hands: Object.fromEntries(range(ctx.numPlayers).map((p) => [p, range(cards)])),
    board: range(regions).map(() => Array(ctx.numPlayers).fill(0)),
    scores: Array(ctx.numPlayers).fill(0),
    decks: range(5).map(() => range(12).map((i) => `card-${i}`)),
  }),
  playerView: ({ G, playerID }) => ({
    ...G, hands: Object.fromEntries(Object.entries(G.hands).map(([p, h]) => [p, p === playerID ? h : null])),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, ctx, events }, region) => {
      G.board[region][ctx.currentPlayer] += 1;
      G.scores[ctx.currentPlayer] += G.board[region][ctx.currentPlayer];
    },
  },
};
