const fs = require("fs");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { game, loaded } = require("./game.cjs");

const [port, tables, seconds, every, pid] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}`;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`))[1]);
const cpu = () => {
  const parts = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(")").pop().trim().split(" ");
  return (Number(parts[11]) + Number(parts[12])) / 100;
};
const post = async (path, body) =>
  (await fetch(url + path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } })).json();

async function open() {
  const { matchID } = await post("/games/peer/create", { numPlayers: 2 });
  const clients = [];
  for (const playerID of ["0", "1", null]) { // two players and somebody who looks on
    const seat = playerID === null ? {} : await post(`/games/peer/${matchID}/join`, { playerID, playerName: playerID });
    const client = Client({ game, matchID, playerID, credentials: seat.playerCredentials, multiplayer: SocketIO({ server: url }), debug: false });
    client.start();
    clients.push(client);
  }
  while (!clients.every((c) => c.getState())) await wait(10);
  return clients;
}

async function play(clients, until, delays) {
  await wait(Math.random() * every * 1000);
  while (Date.now() < until) {
    const state = clients[0].getState();
    if (state.ctx.gameover) return;
    const mover = clients[Number(state.ctx.currentPlayer)];
    const legal = loaded(state.G.pgn).moves();
    const turn = state.ctx.turn, began = performance.now();
    mover.moves.move(legal[Math.floor(Math.random() * legal.length)]);
    await new Promise((done) => {
      const heard = [false, false, false];
      const ends = clients.map((c, i) => c.subscribe((s) => {
        // The mover's own client is optimistic: it counts when the server's answer has come to the others.
        if (s && (s.ctx.turn > turn || s.ctx.gameover) && s.isConnected) heard[i] = true;
        if (heard.every(Boolean)) { ends.forEach((end) => end && end()); done(); }
      }));
    });
    delays.push(performance.now() - began);
    await wait(Math.max(0, every * 1000 - (performance.now() - began)));
  }
}

(async () => {
  for (let tries = 0; tries < 100; tries++) {
    try { await fetch(url + "/games"); break; } catch { await wait(100); }
  }
  await open();
  const before = memory();
  const opened = [];
  for (let i = 0; i < tables; i++) opened.push(await open());
  await wait(2000);
  const idle_kb = (memory() - before) / tables;
  const delays = [], began = Date.now(), used = cpu();
  await Promise.all(opened.map((c) => play(c, began + seconds * 1000, delays)));
  const told = JSON.stringify({ delays, idle_kb, cpu: cpu() - used });
  process.stdout.write(told + "\n", () => process.exit(0)); // a pipe takes it in pieces: all of it must be gone
})();
