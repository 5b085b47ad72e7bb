const { Server, Origins } = require("boardgame.io/server");
const { game } = require("./game.cjs");

Server({ games: [game], origins: [Origins.LOCALHOST_IN_DEVELOPMENT, /127\.0\.0\.1/] }).run(Number(process.argv[2]));
