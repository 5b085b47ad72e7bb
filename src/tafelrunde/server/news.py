"""News: between the processes of a server, and from them to people in the lobby."""
from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from .logs import logger
from .metrics import STREAMS
from .people.person import is_there
from .people.presence import people_of
from .storage.entries import Entry
from .tables.hall import LOBBY
from .tables.live import Live, Looking

if TYPE_CHECKING:
    from .house import House

CHANNEL = "tafelrunde"
ALIVE_EVERY, ALIVE_FOR = 5.0, 20.0
MARKS = 100
"""The most ended sessions in one notification."""


class Stream:
    """One person's connection to the news."""

    def __init__(self, user: str, mark: str, kept: bool, lang: str) -> None:
        self.user = user
        self.mark = mark
        self.kept = kept
        self.lang = lang
        self.queue: asyncio.Queue[tuple[str, dict[str, Any]] | None] = asyncio.Queue(100)

    def put(self, event: str, data: dict[str, Any]) -> None:
        """Send something; a client that cannot keep up is disconnected and gets a fresh list on
        return.
        """
        try:
            self.queue.put_nowait((event, data))
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """End the stream."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class News:
    """Carries news.  Between processes on PostgreSQL by LISTEN and NOTIFY; alone, there is nobody
    else to tell.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self.streams: set[Stream] = set()
        self.listener: asyncio.Task[None] | None = None
        self.heard: dict[str, float] = {}
        self.outbox: asyncio.Queue[str] = asyncio.Queue(10_000)

    # ------------------------------------------------------------ the lobby

    def add(self, stream: Stream) -> None:
        """A person begins to listen."""
        self.streams.add(stream)
        STREAMS.set(len(self.streams))

    def remove(self, stream: Stream) -> None:
        """A person no longer listens."""
        self.streams.discard(stream)
        STREAMS.set(len(self.streams))

    def table_changed(self, live: Live, entry: Entry) -> None:
        """Something happened at a table that this process holds."""
        table = live.table
        before, live.asked = live.asked, set(table.asked_people())
        if not self.streams:
            return
        if entry.kind in LOBBY and table.config.listed:
            for stream in self.streams:
                if table.has_room:
                    stream.put("table", {"table": self.house.shown(live, stream.user, stream.lang)})
                else:
                    stream.put("gone", {"id": table.id})
        self.tell_asked(live, entry, before)

    def tell_asked(self, live: Live, entry: Entry, before: set[str] | None) -> None:
        """Tell people when it becomes or stops being their turn, and when a table of theirs starts
        or ends; all its people, if nobody knows whose turn it was before.
        """
        table = live.table
        if table.config.exercise:
            return
        now = set(live.asked or ())
        everybody = entry.kind == "start" or table.status == "over"
        turned = set(table.people()) if everybody or before is None else now ^ before
        for stream in self.streams:
            if stream.user in turned:
                seat = next((p for p in table.pending if table.seats[p].user == stream.user), None)
                asked = stream.user in now
                shown = live.situation(seat, stream.lang)
                stream.put("mine", {"table": table.id, "game": table.config.game, "name": table.config.name,
                                    "status": table.status, "asked": asked, "prompt": shown["prompt"],
                                    "version": table.version})

    def connected(self) -> set[str]:
        """The people with an open page in this process."""
        readers = (r.user for live in self.house.hall.tables.values() for r in live.readers)
        return people_of((s.user for s in self.streams), readers)

    def challenged(self, *users: str) -> None:
        """Tell some people, in any process, that their challenges have changed."""
        self._call(users)
        self.tell(**{"is": "challenges", "users": users})

    def _call(self, users: Iterable[str]) -> None:
        for stream in self.streams:
            if stream.user in users:
                stream.put("challenges", {})

    # ------------------------------------------------------------ between processes

    def tell(self, **news: Any) -> None:
        if self.house.settings.shared:
            text = msgspec.json.encode({"from": self.house.process} | news).decode()
            try:
                self.outbox.put_nowait(text)
            except asyncio.QueueFull:
                logger().warning("news dropped")

    async def person_changed(self, id_: str) -> None:
        """A person's name or games have changed."""
        self.tell(**{"is": "person", "id": id_})
        await self._refresh_person(id_)

    def sessions_ended(self, marks: set[str]) -> None:
        """Somebody is signed out somewhere: no connection of theirs stays open, at this process or
        another.
        """
        self.end_sessions(marks)
        for n in range(0, len(marks), MARKS):
            self.tell(**{"is": "sessions", "marks": sorted(marks)[n:n + MARKS]})

    def end_sessions(self, marks: set[str]) -> None:
        """End the connections of some sessions."""
        for stream in [s for s in self.streams if s.mark in marks]:
            stream.close()
        for live in list(self.house.hall.tables.values()):
            for reader in [r for r in live.readers if r.mark in marks]:
                reader.log_out()

    def marks(self) -> set[str]:
        """The sessions of which a connection is open here; a guest of whom nothing was kept then
        has none to end.
        """
        readers = {r.mark for live in self.house.hall.tables.values() for r in live.readers if r.kept}
        return readers | {s.mark for s in self.streams if s.kept}

    async def _refresh_person(self, id_: str) -> None:
        """Tables at which the person sits show the new name; connections of people who are logged
        out end.
        """
        person = await self.house.people.find(id_)
        for stream in [s for s in self.streams if s.user == id_ and not is_there(person)]:
            stream.close()
        for live in list(self.house.hall.tables.values()):
            for reader in [r for r in live.readers if r.user == id_]:
                reader.follow(person)
            if id_ not in live.people and id_ not in live.table.people() and live.table.host != id_:
                continue
            if person is not None and person.merged:
                live.whole = False
            else:
                await self.house.hall.meet(live)
            await self.house.hall.fresh(live.table.id)
            live.broadcast()
            if any(live.apart(reader.user) for reader in live.readers):
                (await self.house.hall.follow(live)).broadcast()
            if live.table.status == "open":  # the waiting room shows the table, not a state
                self.house.tell_readers(live)

    async def start(self) -> None:
        """Begin to listen to the other processes."""
        if self.house.settings.shared:
            self.listener = asyncio.create_task(self._listen(), name="news")

    async def stop(self) -> None:
        """End every stream."""
        for stream in list(self.streams):
            stream.close()
        if self.listener is not None:
            self.listener.cancel()
            await asyncio.gather(self.listener, return_exceptions=True)

    async def _listen(self) -> None:
        """Listen, and come back when the connection is lost; what was missed then is read from the
        log.
        """
        import asyncpg

        url = self.house.settings.direct
        while True:
            try:
                connection: Any = await asyncpg.connect(url, timeout=5)
                try:
                    await connection.add_listener(CHANNEL, lambda *a: self._heard(a[3]))
                    for id_ in list(self.house.hall.tables):
                        self.house.spawn(self.house.hall.catch_up(id_), "catch up")
                    self.tell(**{"is": "who"})
                    await self._speak(connection)
                finally:
                    await connection.close(timeout=2)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                logger().warning("news connection lost", error=repr(error)[:200])
                await asyncio.sleep(0.5)

    async def _speak(self, connection: Any) -> None:
        loop = asyncio.get_running_loop()
        alive = 0.0
        while True:
            if loop.time() > alive:
                alive = loop.time() + ALIVE_EVERY
                self.tell(**{"is": "alive"})
                self._bury()
            try:
                # `wait_for` may swallow that we are told to stop
                async with asyncio.timeout(ALIVE_EVERY):
                    text = await self.outbox.get()
            except TimeoutError:
                continue
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, text)

    def _heard(self, payload: str) -> None:
        news: dict[str, Any] = msgspec.json.decode(payload)
        if news["from"] == self.house.process:
            return
        self.heard[news["from"]] = asyncio.get_running_loop().time()
        getattr(self, f"_heard_{news['is']}")(news)

    def _heard_alive(self, news: dict[str, Any]) -> None:
        """Another process is alive."""

    def _heard_table(self, news: dict[str, Any]) -> None:
        hall = self.house.hall
        if news["id"] in hall.tables:
            self.house.spawn(hall.catch_up(news["id"]), "catch up")
        elif self.streams and (news["kind"] in LOBBY or any(s.user in news["asked"] for s in self.streams)):
            self.house.spawn(self._show_foreign(news), "show foreign table")

    async def _show_foreign(self, news: dict[str, Any]) -> None:
        live = await self.house.hall.get(news["id"])
        self.table_changed(live, Entry(news["v"], news["kind"], self.house.now()))

    def _heard_person(self, news: dict[str, Any]) -> None:
        self.house.people.forget(news["id"])
        self.house.spawn(self._refresh_person(news["id"]), "refresh person")

    def _heard_sessions(self, news: dict[str, Any]) -> None:
        self.end_sessions(set(news["marks"]))

    def _heard_chat(self, news: dict[str, Any]) -> None:
        live = self.house.hall.tables.get(news["id"])
        if live is not None:
            self.house.spawn(self.house.chat.tell(live, news["n"]), "chat")

    def _heard_challenges(self, news: dict[str, Any]) -> None:
        self._call(news["users"])

    def _heard_orders(self, news: dict[str, Any]) -> None:
        live = self.house.hall.tables.get(news["id"])
        if live is not None:
            self.house.spawn(self.house.hall.read_orders(live), "orders")

    def _heard_rated(self, news: dict[str, Any]) -> None:
        live = self.house.hall.tables.get(news["id"])
        if live is not None:
            self.house.spawn(self.house.tell_table(live, read=True), "ratings")

    # ------------------------------------------------------------ presence

    def presence(self, live: Live) -> None:
        """The readers of a table in this process have changed."""
        live.tell_presence()
        if self.house.settings.shared:
            self.tell(**{"is": "presence", "id": live.table.id, "rows": presence_rows(live)})

    def _heard_presence(self, news: dict[str, Any]) -> None:
        live = self.house.hall.tables.get(news["id"])
        if live is not None:
            live.elsewhere[news["from"]] = [Looking(*row) for row in news["rows"]]
            if not news["rows"]:
                del live.elsewhere[news["from"]]
            live.tell_presence()

    def _heard_who(self, news: dict[str, Any]) -> None:
        """A process has started, or has loaded a table, and asks who is connected."""
        for live in self.house.hall.tables.values():
            if live.readers and news.get("id") in (None, live.table.id):
                self.tell(**{"is": "presence", "id": live.table.id, "rows": presence_rows(live)})

    def _bury(self) -> None:
        """Forget the people of processes that have been silent for a while."""
        now = asyncio.get_running_loop().time()
        for process in [p for p, at in self.heard.items() if now - at > ALIVE_FOR]:
            del self.heard[process]
            for live in self.house.hall.tables.values():
                if live.elsewhere.pop(process, None) is not None:
                    live.tell_presence()


def presence_rows(live: Live) -> list[Looking]:
    """Who is connected to a table in this process, and the names that others see."""
    return list({reader.user: Looking(reader.user, reader.called) for reader in live.readers}.values())[:100]


async def open_tables(house: House, user: str | None, lang: str) -> list[dict[str, Any]]:
    """The listed tables with a free seat, newest first."""
    from .storage import schema

    t = schema.tables.c
    rows = await house.database.rows(sa.select(t.id).where(t.status == "open", t.listed.is_(True), schema.has_room)
                                     .order_by(t.created_at.desc()).limit(100))
    return [house.shown(live, user, lang) for live in await house.hall.outlines([r.id for r in rows])]
