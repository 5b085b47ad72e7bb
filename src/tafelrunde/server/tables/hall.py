"""The hall: the tables that this process holds in memory, and the one way in which anything happens at them."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from ..bots.lanes import due
from ..errors import Refused
from ..logs import logger
from ..metrics import ENTRIES, LOADED
from ..people.people import People
from ..settings import Settings
from ..storage import schema
from ..storage.database import Database
from ..storage.log import Append, Entry, Log, Taken
from . import snapshots
from .live import Done, Live
from .pinning import owned, replayed
from .showing import result_shown
from .table import Outline, Table

Build = Callable[[Table], Entry]
MATCH = ("decide", "undo", "ask", "answer", "adopt", "pause")
"""Kinds of entries that concern the match alone."""
LOBBY = frozenset({"create", "join", "seed", "leave", "seats", "move", "ready", "terms", "start", "close", "rematch"})
"""Kinds of entries that the lobby shows."""


class Slept(Exception):
    """The process was suspended, and the clocks have not been told yet."""


async def _is_awake() -> None:
    """Nothing is to be done for a process that has no sense of time."""


class Hall:
    """Loads tables, lets entries happen, and tells everybody."""

    def __init__(self, settings: Settings, database: Database, log: Log, people: People, now: Callable[[], int],
                 process: str) -> None:
        self.settings = settings
        self.database = database
        self.log = log
        self.people = people
        self.now = now
        self.process = process
        self.tables: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.after: list[Callable[[Live, Entry, bool], None]] = []
        self.slept: Callable[[], bool] = lambda: False
        self.wake: Callable[[], Awaitable[None]] = _is_awake

    # ------------------------------------------------------------ loading

    async def get(self, id_: str) -> Live:
        """A table, loaded if need be and as new as the storage; Refused when there is none."""
        live = self.tables.get(id_)
        if live is None:
            task = self.loading.get(id_)
            if task is None:
                task = self.loading[id_] = asyncio.create_task(self._load(id_))
                task.add_done_callback(lambda t: self.loading.pop(id_, None))
            live = await asyncio.shield(task)
        live.used_at = self.now()
        if not live.whole:
            async with live.lock:
                await self.reload(live)
        return live

    async def fresh(self, id_: str) -> Live:
        """The same, as it is stored: what is on its way is not shown yet, and what another process has appended is."""
        on_its_way = self.tables.get(id_)
        if on_its_way is not None and on_its_way.lock.locked():
            async with on_its_way.lock:
                pass
        live = await self.get(id_)
        if self.settings.shared:
            row = await self.database.rows(sa.select(schema.tables.c.version).where(schema.tables.c.id == id_))
            if row and row[0].version > live.table.version:
                await self.catch_up(id_)
        return live

    async def _load(self, id_: str) -> Live:
        table, row = await self._read(id_)
        live = Live(table, self.now)
        live.kept_at = table.version
        live.more = ratings_of(row)
        live.row = self._stored_row(table, row)
        live.people = await self.people.shown(_names_needed(table))
        await self.read_orders(live)
        await self._adopt(live, row.status)
        self.tables[id_] = live
        LOADED.set(len(self.tables))
        return live

    async def read_orders(self, live: Live) -> None:
        """The standing orders of a table's seats."""
        found = await self.database.rows(sa.select(schema.orders.c.seat, schema.orders.c.body)
                                         .where(schema.orders.c.table_id == live.table.id))
        live.orders = {r.seat: msgspec.json.decode(r.body) for r in found}

    async def _read(self, id_: str) -> tuple[Table, Any]:
        rows = await self.database.rows(sa.select(schema.tables).where(schema.tables.c.id == id_))
        if not rows:
            raise Refused("not_found", "no_table")
        row = rows[0]
        kept = await self._snapshot(id_, row.game)
        entries = await self.log.since(id_, kept.version if kept is not None else 0)
        people = [e.user for e in entries if e.user] + (snapshots.people_in(kept.body) if kept is not None else [])
        merged = await self.people.merged(people)

        def again() -> Table:
            table = Table(id_, bytes.fromhex(row.secret), row.invite)
            if kept is not None:
                snapshots.restore(table, kept.body, merged)
            return replayed(table, entries, merged)

        return await asyncio.to_thread(again), row  # it may take a while, and others play meanwhile

    async def _snapshot(self, id_: str, game: str) -> Any:
        """The snapshot of a table, if there is one that counts today."""
        s = schema.snapshots.c
        rows = await self.database.rows(sa.select(s.version, s.body).where(
            s.table_id == id_, s.made_with == snapshots.made_with(game)))
        return rows[0] if rows else None

    async def outlines(self, ids: list[str]) -> list[Live]:
        """Tables as lists show them: from memory, or without playing their matches again."""
        away = [i for i in ids if i not in self.tables or not self.tables[i].stored]
        t, e = schema.tables.c, schema.log.c
        rows = {r.id: r for r in await self.database.rows(sa.select(schema.tables).where(t.id.in_(away)))} if away else {}
        entries: dict[str, list[Entry]] = {}
        told = sa.select(schema.log).where(e.table_id.in_(away), e.kind.not_in(MATCH)).order_by(e.table_id, e.version)
        for r in await self.database.rows(told) if away else []:
            entries.setdefault(r.table_id, []).append(
                Entry(r.version, r.kind, r.at, r.seat, r.user_id, msgspec.json.decode(r.body), r.key))
        found: list[Live] = []
        for id_ in ids:
            held = self.tables.get(id_)
            if id_ not in away and held is not None:
                found.append(held)
            elif id_ in rows:
                outline = await self._outline(rows[id_], entries.get(id_, []))
                if held is not None:
                    outline.readers, outline.elsewhere = held.readers, held.elsewhere
                found.append(outline)
        return found

    async def _outline(self, row: Any, entries: list[Entry]) -> Live:
        table = Table(row.id, b"", row.invite)
        result = msgspec.json.decode(row.result) if row.result else None
        pending = tuple(p for p in range(row.players) if row.pending >> p & 1)
        table.outline = Outline(pending if row.status == "running" else (), row.decisions, result)
        for entry in entries:
            table.apply(await self._own(entry))
        table.version, table.status, table.ended_at = row.version, row.status, row.ended_at
        live = Live(table, self.now)
        live.people = await self.people.shown(_names_needed(table))
        return live

    async def _adopt(self, live: Live, status: str) -> None:
        """A match that was begun under other rules goes on only if its replay has shown that they play it the same."""
        table = live.table
        if "held" in (status, table.status) and status != table.stored_status:
            logger().warning("rules", table=table.id, status=table.status, because=table.held_because)
            row = {"status": table.stored_status, "deadline": table.clocks.deadline(), "bots_due": bool(table.bots_due)}
            await self.database.execute(sa.update(schema.tables).where(schema.tables.c.id == table.id).values(**row))
            live.row |= row
        elif table.adopts and table.status in ("running", "open"):
            try:
                await self._act(live, self._adoption, None)
            except Refused:
                return

    def _adoption(self, table: Table) -> Entry:
        if not table.adopts:
            raise Refused("conflict")
        return Entry(table.version + 1, "adopt", self.now(), body={"rules": table.adopts}, before=table.digest())

    async def reload(self, live: Live) -> None:
        """Read the table again; the lock is held."""
        live.table, row = await self._read(live.table.id)
        live.people = await self.people.shown(_names_needed(live.table))
        live.whole, live.row = True, self._stored_row(live.table, row)
        live.forget_shown()

    async def catch_up(self, id_: str) -> None:
        """Apply what other processes have appended, and tell the readers."""
        live = self.tables.get(id_)
        if live is None:
            return
        async with live.lock:
            try:
                await self._catch_up(live)
            except Exception as error:
                live.whole = False
                logger().warning("catch up", table=id_, error=repr(error)[:200])

    async def _catch_up(self, live: Live) -> None:
        if not live.whole:
            await self.reload(live)
            live.broadcast()
            return
        for entry in await self.log.since(live.table.id, live.table.version):
            if entry.version != live.table.version + 1:
                break
            live.table.apply(await self._own(entry))
            live.row = self._row(live.table)
            await self._refresh_people(live)
            live.broadcast()
            self._happened(live, entry, ours=False)

    async def _own(self, entry: Entry) -> Entry:
        """An entry with the account that its guest has become."""
        if entry.user is None:
            return entry
        return owned(entry, await self.people.merged([entry.user]))

    async def _refresh_people(self, live: Live) -> None:
        if any(u not in live.people for u in _names_needed(live.table)):
            live.people = await self.people.shown(_names_needed(live.table))

    # ------------------------------------------------------------ happening

    async def create(self, table: Table, entry: Entry, following: Sequence[Build] = ()) -> Live:
        """A new table, and what has happened at it before anybody sees it."""
        table.apply(entry)
        row = self._row(table) | {
            "game": table.config.game, "players": table.config.players, "listed": table.config.listed,
            "secret": table.secret.hex(), "invite": table.invite, "created_at": entry.at}
        await self.log.append(Append(table.id, entry, row, self._seat_rows(table), self._news(table, entry), create=True))
        for n, build in enumerate(following, 1):
            entry = build(table)
            table.apply(entry)
            seats = self._seat_rows(table) if entry.kind == "start" else []
            last = n == len(following)
            await self.log.append(Append(table.id, entry, self._row(table), seats, self._news(table, entry),
                                         bots=due(table) if last and not self.settings.bots_inside else None))
        live = Live(table, self.now)
        live.row = self._row(table)
        live.people = await self.people.shown(_names_needed(table))
        self.tables[table.id] = live
        LOADED.set(len(self.tables))
        self._happened(live, entry, ours=True)
        return live

    async def act(self, id_: str, build: Build, key: str | None = None, seen: int = 0, done: Done | None = None) -> int:
        """Let something happen: `build` checks it against the present table and makes the entry.

        The version it has got; the same again when its key is known already.  `seen` is a version that the person has
        seen: if it is newer than ours, another process has gone on.
        """
        def awake(table: Table) -> Entry:
            if self.slept():
                raise Slept
            return build(table)

        while True:
            await self.wake()
            try:
                return await self.act_anyway(id_, awake, key, seen, done)
            except Slept:
                continue

    async def act_anyway(self, id_: str, build: Build, key: str | None = None, seen: int = 0,
                         done: Done | None = None) -> int:
        """The same, even while the clocks do not know yet that the process was suspended."""
        live = await self.get(id_)
        return await asyncio.shield(asyncio.create_task(self._act_locked(live, build, key, seen, done)))

    async def _act_locked(self, live: Live, build: Build, key: str | None, seen: int, done: Done | None) -> int:
        async with live.lock:
            if not live.whole:
                await self.reload(live)
            if seen > live.table.version and self.settings.shared:
                await self._catch_up(live)
            return await self._act(live, build, key, done)

    async def _act(self, live: Live, build: Build, key: str | None, done: Done | None = None) -> int:
        while True:
            table = live.table
            if key is not None and key in table.keys:
                return table.keys[key]
            entry = build(table)
            try:
                table.apply(entry)
                seats = self._seat_rows(table) if entry.kind in ("join", "leave", "seats", "move", "start") else []
                row = self._row(table)
                await self.log.append(Append(table.id, entry, live.changed(row), seats, self._news(table, entry),
                                             bots=None if self.settings.bots_inside else due(table),
                                             snapshot=self._take(live)))
            except Taken:
                await self.reload(live)
                live.broadcast()
                continue
            except BaseException:
                live.whole = False
                raise
            live.row = row
            await self._refresh_people(live)
            ENTRIES.labels(entry.kind).inc()
            live.broadcast(done)
            self._happened(live, entry, ours=True)
            return entry.version

    @staticmethod
    def _take(live: Live) -> tuple[str, bytes] | None:
        """A snapshot, when it is time for one."""
        table = live.table
        if not snapshots.is_due(table, live.kept_at):
            return None
        live.kept_at = table.version
        return snapshots.made_with(table.config.game), snapshots.take(table)

    def _happened(self, live: Live, entry: Entry, ours: bool) -> None:
        for listener in self.after:
            try:
                listener(live, entry, ours)
            except Exception:
                logger().exception("after an entry", table=live.table.id, kind=entry.kind)

    def _row(self, table: Table) -> dict[str, Any]:
        result = result_shown(table)
        return {"version": table.version, "status": table.stored_status, "started_at": table.started_at,
                "ended_at": table.ended_at, "changed_at": self.now(), "deadline": table.clocks.deadline(),
                "pending": sum(1 << p for p in table.pending), "decisions": table.decisions,
                "bots_due": bool(table.bots_due), "rated": table.config.rated,
                "rematch": table.rematch,
                "result": None if result is None else msgspec.json.encode(result).decode()}

    def _stored_row(self, table: Table, row: Any) -> dict[str, Any]:
        """What the storage has of a table; another process may have gone on between reading its row and its log.

        The result was written when the game ended, and has been the ratings' since then.
        """
        made = self._row(table)
        if row.version == table.version:
            made |= {name: getattr(row, name) for name in made if name != "result"}
        return made

    @staticmethod
    def _seat_rows(table: Table) -> list[dict[str, Any]]:
        return [{"seat": i, "user_id": s.user, "level": s.level} for i, s in enumerate(table.seats)]

    def _news(self, table: Table, entry: Entry) -> str:
        """What other processes are told of a new version."""
        return msgspec.json.encode({"is": "table", "from": self.process, "id": table.id, "v": table.version,
                                    "kind": entry.kind, "asked": table.asked_people(), "over": table.status}).decode()

    async def each(self, do: Callable[[Live], Awaitable[None]]) -> None:
        """Do something with every loaded table; one that fails does not stop the others, and nobody waits for all of them."""
        for n, live in enumerate(list(self.tables.values())):
            if n % 20 == 19:
                await asyncio.sleep(0)
            try:
                await do(live)
            except Exception as error:
                logger().warning("sweep", table=live.table.id, error=repr(error)[:200])

    def forget(self, live: Live) -> None:
        """Take a table out of the memory."""
        if not live.readers and not live.lock.locked():
            self.tables.pop(live.table.id, None)
            LOADED.set(len(self.tables))


def _names_needed(table: Table) -> list[str]:
    return [*table.people(), *([table.host] if table.host and table.host not in table.people() else [])]


def ratings_of(row: Any) -> dict[str, Any]:
    """The ratings that a finished table changed, once they are written."""
    result = msgspec.json.decode(row.result) if row.result else {}
    return {"ratings": result["ratings"]} if "ratings" in result else {}
