const { Server, Origins } = require("boardgame.io/server");
const { game } = require("./game.cjs");
const { Storage } = require("./storage.cjs");

Server({ games: [game], db: new Storage(), origins: [Origins.LOCALHOST_IN_DEVELOPMENT, /127\.0\.0\.1/] }).run(Number(process.argv[2]));
