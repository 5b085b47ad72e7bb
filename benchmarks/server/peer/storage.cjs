// Keeps matches in SQLite as our server does: write-ahead log, and a flush to the disk for every move.
const Database = require("better-sqlite3");
const { Sync } = require("boardgame.io/internal");

exports.Storage = class extends Sync {
  connect() {
    this.db = new Database("matches.sqlite3");
    this.db.pragma("journal_mode = WAL");
    this.db.pragma("synchronous = FULL");
    this.db.exec(`CREATE TABLE IF NOT EXISTS matches (id TEXT PRIMARY KEY, state TEXT, initial TEXT, metadata TEXT);
      CREATE TABLE IF NOT EXISTS log (id TEXT, n INTEGER PRIMARY KEY, entry TEXT);
      CREATE INDEX IF NOT EXISTS log_of ON log (id);`);
    this.insert = this.db.prepare("INSERT INTO matches VALUES (?, ?, ?, ?)");
    this.update = this.db.prepare("UPDATE matches SET state = ? WHERE id = ?");
    this.describe = this.db.prepare("UPDATE matches SET metadata = ? WHERE id = ?");
    this.append = this.db.prepare("INSERT INTO log (id, entry) VALUES (?, ?)");
    this.find = this.db.prepare("SELECT * FROM matches WHERE id = ?");
    this.entries = this.db.prepare("SELECT entry FROM log WHERE id = ? ORDER BY n");
    this.move = this.db.transaction((id, state, deltalog) => {
      for (const entry of deltalog ?? []) this.append.run(id, JSON.stringify(entry));
      this.update.run(JSON.stringify(state), id);
    });
  }
  createMatch(id, { initialState, metadata }) {
    const initial = JSON.stringify(initialState);
    this.insert.run(id, initial, initial, JSON.stringify(metadata));
  }
  setState(id, state, deltalog) { this.move(id, state, deltalog); }
  setMetadata(id, metadata) { this.describe.run(JSON.stringify(metadata), id); }
  fetch(id, wanted) {
    const row = this.find.get(id) ?? {};
    const read = (text) => (text === undefined ? undefined : JSON.parse(text));
    const found = {};
    if (wanted.state) found.state = read(row.state);
    if (wanted.metadata) found.metadata = read(row.metadata);
    if (wanted.initialState) found.initialState = read(row.initial);
    if (wanted.log) found.log = this.entries.all(id).map((one) => JSON.parse(one.entry));
    return found;
  }
  wipe(id) { this.db.prepare("DELETE FROM matches WHERE id = ?").run(id); }
  listMatches() { return this.db.prepare("SELECT id FROM matches").all().map((row) => row.id); }
};
