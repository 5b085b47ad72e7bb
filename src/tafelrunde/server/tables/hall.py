"""The hall: the tables that this process holds in memory, and the only way to change them."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from ..bots.turns import lane_due, owner_of
from ..errors import Refused
from ..logs import logger
from ..settings import Settings
from ..storage.entries import Append, Entry, Taken
from . import snapshots
from .live import Done, Live, Outside
from .pinning import owned, replayed
from .shelf import Shelf, Snapshot
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
    """For processes that do not watch the time."""


class Names(Protocol):
    """What tables need to know about people."""

    async def shown(self, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
        """People as everybody sees them, by id."""
        ...

    async def merged(self, ids: Iterable[str]) -> dict[str, str]:
        """The accounts into which guests were merged."""
        ...

    async def hidden(self, ids: Iterable[str]) -> set[str]:
        """Those of some people who hide their profiles."""
        ...


T = TypeVar("T")


class Aside(Protocol):
    """Does slow work, such as replaying a match, without delaying others if the process can."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """The result of the work."""
        ...


class Hall:
    """Loads tables, lets entries happen, and tells everybody."""

    def __init__(self, settings: Settings, shelf: Shelf, people: Names, now: Callable[[], int], process: str,
                 aside: Aside) -> None:
        self.settings = settings
        self.shelf = shelf
        self.people = people
        self.now = now
        self.process = process
        self.aside = aside
        self.tables: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.after: list[Callable[[Live, Entry, bool], None]] = []
        self.opened: list[Callable[[Live, int, int], None]] = []
        self.place: Callable[[str], str] = lambda who: who
        """Whom somebody's bots are counted to: wherever they come from, where that is known."""
        self.slept: Callable[[], bool] = lambda: False
        self.wake: Callable[[], Awaitable[None]] = _is_awake

    # ------------------------------------------------------------ loading

    async def get(self, id_: str) -> Live:
        """A table, loaded if necessary and as new as the storage; Refused if there is none."""
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

    async def stored(self, id_: str) -> Live:
        """The same, as it is stored: waits for pending writes, because they may fail.

        Nothing else happens at the table until the caller awaits something.
        """
        on_its_way = self.tables.get(id_)
        if on_its_way is not None and on_its_way.lock.locked():
            async with on_its_way.lock:
                pass
        return await self.get(id_)

    async def fresh(self, id_: str) -> Live:
        """The same, including what another process has appended."""
        live = await self.stored(id_)
        if self.settings.shared:
            row = await self.shelf.row(id_)
            if row is not None and row.version > live.table.version:
                await self.catch_up(id_)
        return live

    async def _load(self, id_: str) -> Live:
        table, row = await self._read(id_)
        live = Live(table, self.now)
        live.kept_at = table.version
        live.more = ratings_of(row)
        live.keep(self._stored_row(table, row))
        await self.meet(live)
        await self.read_orders(live)
        await self._adopt(live, row.status)
        self.tables[id_] = live
        return live

    async def read_orders(self, live: Live) -> None:
        """The standing orders of a table's seats."""
        live.orders = await self.shelf.orders(live.table.id)

    async def _read(self, id_: str) -> tuple[Table, Any]:
        row = await self.shelf.row(id_)
        if row is None:
            raise Refused("not_found", "no_table")
        kept = await self._snapshot(id_, row.game)
        entries = await self.shelf.since(id_, kept.version if kept is not None else 0)
        people = [e.user for e in entries if e.user] + (snapshots.people_in(kept.body) if kept is not None else [])
        merged = await self.people.merged(people)

        def again() -> Table:
            table = Table(id_, bytes.fromhex(row.secret), row.invite)
            if kept is not None:
                snapshots.restore(table, kept.body, merged)
            return replayed(table, entries, merged)

        # This may take a while, and others play in the meantime
        return await self.aside(again), row

    async def _snapshot(self, id_: str, game: str) -> Snapshot | None:
        """The snapshot of a table, if it is still valid."""
        return await self.shelf.snapshot(id_, snapshots.made_with(game))

    async def outlines(self, ids: list[str]) -> list[Live]:
        """Tables as lists show them: from memory, or without playing their matches again."""
        away = [i for i in ids if i not in self.tables or not self.tables[i].stored]
        rows, entries = await self.shelf.rows(away), await self.shelf.told(away, MATCH)
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
        await self.meet(live)
        return live

    async def _adopt(self, live: Live, status: str) -> None:
        """A match that was begun under other rules goes on only if its replay has shown that they
        play it the same.
        """
        table = live.table
        if "held" in (status, table.status) and status != table.stored_status:
            logger().warning("rules", table=table.id, status=table.status, because=table.held_because)
            row = {"status": table.stored_status, "deadline": table.clocks.deadline(), "bots_due": bool(table.bots_due)}
            await self.shelf.change(table.id, row)
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
        await self.meet(live)
        live.whole = True
        live.keep(self._stored_row(live.table, row))
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
            if live.outside is not None:
                await self.follow(live)
            return
        for entry in await self.shelf.since(live.table.id, live.table.version):
            if entry.version != live.table.version + 1:
                break
            live.table.apply(await self._own(entry))
            live.keep(row_of(live.table, self.now()))
            await self._refresh_people(live)
            live.broadcast()
            self._happened(live, entry, ours=False)

    # ------------------------------------------------------------ seen from outside

    async def seen(self, live: Live, user: str | None) -> Live:
        """A table as somebody may see it now."""
        return await self.follow(live) if live.apart(user) else live

    async def follow(self, live: Live) -> Outside:
        """Advance the spectators' view of a table as far as allowed, and tell them."""
        async with live.following:
            outside = live.outside or Outside(live)
            before, until = outside.table.version, live.open_until
            entries = [e for e in await self.shelf.since(live.table.id, before) if e.version <= until] if until > before else []
            if before == 0:
                merged = await self.people.merged([e.user for e in entries if e.user])
                await self.aside(lambda: replayed(outside.table, entries, merged))
            else:
                for entry in entries:
                    outside.table.apply(await self._own(entry))
            if live.table.status == "held":
                outside.table.status = "held"
            live.outside = outside
            if entries:
                outside.broadcast()
            for listener in self.opened if entries and before else ():
                listener(live, before, outside.table.version)
            return outside

    async def _own(self, entry: Entry) -> Entry:
        """An entry with the account that its guest has become."""
        if entry.user is None:
            return entry
        return owned(entry, await self.people.merged([entry.user]))

    async def _refresh_people(self, live: Live) -> None:
        if any(u not in live.people for u in _names_needed(live.table)):
            await self.meet(live)

    async def meet(self, live: Live) -> None:
        """Load the people of a table, and which of them are hidden from strangers."""
        needed = _names_needed(live.table)
        people, hidden = await self.people.shown(needed), await self.people.hidden(needed)
        for face in (live, live.outside):
            if face is not None:
                face.meet(people, hidden)

    # ------------------------------------------------------------ happening

    async def create(self, table: Table, entry: Entry, following: Sequence[Build] = ()) -> Live:
        """A new table, and what has happened at it before anybody sees it: all of it is stored at
        once, or nothing.
        """
        table.apply(entry)
        together = [Append(table.id, entry, {}, news=self._news(table, entry), create=True)]
        for build in following:
            await asyncio.sleep(0)  # a whole game may follow, and others play meanwhile
            entry = build(table)
            table.apply(entry)
            together.append(Append(table.id, entry, {}))
        first, last = together[0], together[-1]
        first.row, first.seats = whole_row(table, self.now()), seat_rows(table)
        last.news = self._news(table, entry)
        last.bots = self._job(table) if following else None
        await self.shelf.append(*together)
        live = Live(table, self.now)
        live.keep(row_of(table, self.now()))
        await self.meet(live)
        self.tables[table.id] = live
        self._happened(live, entry, ours=True)
        return live

    def named(self, id_: str) -> str:
        """The id of a new table here."""
        return id_

    async def bring(self, id_: str, whole: Whole) -> Live:
        """A game that was played elsewhere, as a table: all of it is stored at once, or nothing."""
        first, *_, last = together = [Append(id_, entry, {}) for entry in whole.entries]
        first.create, first.row, first.seats = True, whole.row, whole.seats
        last.snapshot = whole.snapshot
        last.news = self._told(id_, last.entry.version, last.entry.kind, [], whole.row["status"])
        await self.shelf.append(*together)
        live = await self.get(id_)
        self._happened(live, last.entry, ours=True)
        return live

    async def act(self, id_: str, build: Build, key: str | None = None, seen: int = 0, done: Done | None = None) -> int:
        """Append an entry: `build` checks the change against the present table and makes it.

        Returns its version; idempotent for a known key.  `seen` is a version that the person has
        seen: if it is newer than ours, another process has appended something.
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
        """The same, even if the clocks do not know yet that the process was suspended."""
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
                seats = seat_rows(table) if entry.kind in ("join", "leave", "seats", "move", "start") else []
                row = row_of(table, self.now())
                await self.shelf.append(Append(table.id, entry, live.changed(row), seats, self._news(table, entry),
                                             bots=self._job(table),
                                             snapshot=self._take(live)))
            except Taken:
                await self.reload(live)
                live.broadcast()
                continue
            except BaseException:
                live.whole = False
                raise
            live.keep(row)
            if entry.kind not in MATCH:  # nobody comes to a table by playing
                await self._refresh_people(live)
            live.broadcast(done)
            if entry.kind == "decide":
                table.digest()  # the next decision needs it, and now its code is warm
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

    def _stored_row(self, table: Table, row: Any) -> dict[str, Any]:
        """What the storage has of a table; another process may have gone on between reading its row
        and its log.

        The result was written when the game ended, and later belongs to the ratings.
        """
        made = row_of(table, self.now())
        if row.version == table.version:
            made |= {name: getattr(row, name) for name in made if name != "result"}
        return made

    def _job(self, table: Table) -> tuple[str, str] | None:
        """The lane of a bot's turn and whom it is counted to, where workers take such turns."""
        lane = None if self.settings.bots_inside else lane_due(table)
        return None if lane is None else (lane, self.place(owner_of(table)))

    def _news(self, table: Table, entry: Entry) -> str:
        """The news of a new version for other processes; empty if there are none."""
        if not self.settings.shared:
            return ""
        return self._told(table.id, table.version, entry.kind, table.asked_people(), table.status)

    def _told(self, id_: str, version: int, kind: str, asked: list[str], status: str) -> str:
        return msgspec.json.encode({"is": "table", "from": self.process, "id": id_, "v": version, "kind": kind,
                                    "asked": asked, "over": status}).decode()

    async def each(self, do: Callable[[Live], Awaitable[None]]) -> None:
        """Do something with every loaded table; a failure does not stop the others, and nobody
        waits for all of them.
        """
        for n, live in enumerate(list(self.tables.values())):
            if n % 20 == 19:
                await asyncio.sleep(0)
            try:
                await do(live)
            except Exception as error:
                logger().warning("sweep", table=live.table.id, error=repr(error)[:200])

    def forget(self, live: Live) -> None:
        """Drop a table from memory."""
        if not live.readers and not live.lock.locked():
            self.tables.pop(live.table.id, None)


class Whole(NamedTuple):
    """A whole game as it is stored: its log, its row, its seats, and a snapshot of its end."""

    entries: list[Entry]
    row: dict[str, Any]
    seats: list[dict[str, Any]]
    snapshot: tuple[str, bytes]


def row_of(table: Table, now: int) -> dict[str, Any]:
    """What lists show of a table."""
    result = result_shown(table)
    return {"version": table.version, "status": table.stored_status, "started_at": table.started_at,
            "ended_at": table.ended_at, "changed_at": now, "deadline": table.clocks.deadline(),
            "pending": sum(1 << p for p in table.pending), "decisions": table.decisions,
            "bots_due": bool(table.bots_due), "rated": table.config.rated,
            "rematch": table.rematch,
            "result": None if result is None else msgspec.json.encode(result).decode()}


def whole_row(table: Table, now: int) -> dict[str, Any]:
    """The same with what never changes, as it is stored first."""
    return row_of(table, now) | {
        "game": table.config.game, "players": table.config.players, "listed": table.config.listed,
        "spectators": table.config.spectators,
        "secret": table.secret.hex(), "invite": table.invite, "created_at": table.created_at}


def seat_rows(table: Table) -> list[dict[str, Any]]:
    """Who sits where."""
    return [{"seat": i, "user_id": s.user, "level": s.level} for i, s in enumerate(table.seats)]


def whole(table: Table, first: Entry, following: Iterable[Build], now: int) -> Whole:
    """A whole game, played in one go: for a process in which nobody waits."""
    table.apply(first)
    entries = [first]
    for build in following:
        entries.append(build(table))
        table.apply(entries[-1])
    return Whole(entries, whole_row(table, now), seat_rows(table), (snapshots.made_with(table.config.game), snapshots.take(table)))


def _names_needed(table: Table) -> list[str]:
    return [*table.people(), *([table.host] if table.host and table.host not in table.people() else [])]


def ratings_of(row: Any) -> dict[str, Any]:
    """The ratings that a finished table changed, once they are written."""
    result = msgspec.json.decode(row.result) if row.result else {}
    return {"ratings": result["ratings"]} if "ratings" in result else {}
