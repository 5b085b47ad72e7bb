// Chess, the largest game among boardgame.io's examples: as there, the position is kept as the text of the moves so far.
const { Chess } = require("chess.js");
const { INVALID_MOVE } = require("boardgame.io/core");

const loaded = (pgn) => {
  const chess = new Chess();
  if (pgn) chess.loadPgn(pgn);
  return chess;
};

exports.loaded = loaded;
exports.game = {
  name: "peer",
  setup: () => ({ pgn: "" }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    move: ({ G, ctx }, san) => {
      const chess = loaded(G.pgn);
      if ((chess.turn() === "w") !== (ctx.currentPlayer === "0")) return INVALID_MOVE;
      try { chess.move(san); } catch { return INVALID_MOVE; }
      return { pgn: chess.pgn() };
    },
  },
  endIf: ({ G }) => (loaded(G.pgn).isGameOver() ? { over: true } : undefined),
};
