"""A server process: its storage, hall, people, bots and news, and how it opens and closes."""
from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from time import time
from typing import Any

import sqlalchemy as sa

from ..bots.levels import BadLevel, check_level
from .archive.keeping import keep
from .bots.runner import Runner
from .daily.deals import Daily
from .daily.deals import move as move_deals
from .games import title_of
from .logs import logger
from .metrics import ENTRIES, LOADED
from .news import News
from .pace import Pace
from .people.ids import PLACE, Keys
from .people.people import People
from .people.presence import Presence
from .people.push import Push
from .people.ratings import Ratings
from .people.sessions import Sessions
from .saying import say
from .settings import BadSettings, Settings
from .storage import schema
from .storage.database import Database
from .storage.entries import Away, Entry
from .storage.log import Log
from .storage.migrate import migrate
from .storage.shelf import Shelved
from .tables.chat import Chat
from .tables.hall import Hall, ratings_of
from .tables.home import Home
from .tables.live import Live
from .tables.sitting import Sitting
from .tables.studies_apart import StudiesApart
from .tables.sweeping import Sweeper
from .tournaments.directing import Director
from .tournaments.entering import Office, move_entrants

HEALTH_WITHIN = 3.0
"""The process counts as healthy if something was stored within this many seconds."""
START_WITHIN = 300.0
"""Seconds that a starting server waits for its database."""


class House(Home):
    """Everything that one process of the server (or one worker) has."""

    bots: Runner
    studies: StudiesApart
    chat: Chat
    news: News

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.process = secrets.token_hex(6)
        self.pace = Pace(settings.limits)
        self.database = Database(settings)
        self.log = Log(self.database)
        self.people = People(self.database, self.now)
        self.sessions = Sessions(self.database, self.now)
        self.hall = Hall(settings, Shelved(self.database, self.log), self.people, self.now, self.process, asyncio.to_thread)
        LOADED.set_function(lambda: len(self.hall.tables))
        self.chat = Chat(self.database, self.people, self.now)
        self.ratings = Ratings(self.database)
        self.push = Push(settings, self.database)
        self.news = News(self)
        self.presence = Presence(self.database, self.now, self.news.connected)
        self.bots = Runner(self)
        self.sitting = Sitting(self)
        self.studies = StudiesApart()
        self.sweeper = Sweeper(self)
        self.daily = Daily(self)
        self.people.merging += [move_deals, move_entrants]
        self.director = Director(self)
        self.tournaments = Office(self)
        self.keys = Keys(settings.secret_key or secrets.token_hex(32))
        self.hall.place = self.counted_to
        self.ready = False
        self._storage = False
        self._stored_until = 0.0

    def counted_to(self, who: str) -> str:
        """Whom the work for somebody is counted to, as other processes may read it."""
        place = self.pace.place(who)
        return place if place == who or place.startswith(PLACE) else self.keys.place(place)

    def private(self, text: str) -> str:
        """Something that follows from a text, and that only this server can compute."""
        return self.keys.private(text)

    def pulse(self) -> int:
        """The same time, to notice when the process could not run: a stopped process, a laptop's
        closed lid.
        """
        return int(time() * 1000)

    async def open(self, sweeping: bool = True) -> None:
        """Bring the schema up to date and begin to work."""
        try:
            check_level(self.settings.standin)
        except BadLevel as error:
            raise BadSettings(f"standin: {str(error).removeprefix('level: ')}") from None
        await self.wait_for_storage()
        await self._reach(self._load_keys)
        await self._reach(self.daily.chain)
        self.log.start()
        self.hall.after += [self._after]
        self.hall.opened += [self._opened]
        self.people.changed += [self.news.person_changed]
        self.sessions.ended += [self.news.sessions_ended]
        await self.news.start()
        if sweeping:
            await self._reach(self.sweeper.start)
        self.ready = True

    async def wait_for_storage(self) -> None:
        """Bring the schema up to date once the database can be reached; it may still be starting.
        """
        await self._reach(partial(migrate, self.database))

    async def _reach(self, step: Callable[[], Awaitable[Any]]) -> None:
        """Take a step of opening, once the database can be reached."""
        until = asyncio.get_running_loop().time() + START_WITHIN
        while True:
            try:
                await step()
                return
            except Away:
                if not self.settings.shared or asyncio.get_running_loop().time() > until:
                    raise
                logger().warning("waiting for the database")
                await asyncio.sleep(0.5)

    async def _load_keys(self) -> None:
        """The key that signs cookies, the same for all processes."""
        if self.settings.secret_key:
            return
        made = secrets.token_hex(32)
        await self.database.execute(
            self.database.into(schema.house).values(key="secret_key", value=made).on_conflict_do_nothing())
        rows = await self.database.rows(sa.select(schema.house.c.value).where(schema.house.c.key == "secret_key"))
        self.keys = Keys(rows[0].value)

    def _after(self, live: Live, entry: Entry, ours: bool) -> None:
        """What follows from an entry on a server: results are written, people who are not looking
        are told.
        """
        self.happened(live, entry, ours)
        self._let_follow(live, entry)
        if not ours:
            return
        ENTRIES.labels(entry.kind).inc()
        if live.table.status == "over" and entry.kind == "decide":
            self.spawn(self.settle(live.table.id), "settle")
        self._notify(live, entry)

    def _let_follow(self, live: Live, entry: Entry) -> None:
        """Bring spectators to where they may be; when the game is over everybody sees and hears the
        same.
        """
        if live.table.status == "over" and entry.kind == "decide":
            seen = live.outside.table.version if live.outside is not None else live.table.version
            self.spawn(self.chat.tell_over(live, seen), "chat")
        if not live.delayed and not live.hidden:
            live.outside = None
        elif any(live.apart(reader.user) for reader in live.readers):
            self.spawn(self.hall.follow(live), "spectators")

    def _opened(self, live: Live, since: int, until: int) -> None:
        """Spectators see what happened after one version and up to another: what was said then is
        for them now, too.
        """
        self.spawn(self.chat.tell_opened(live, since, until), "chat")

    def _notify(self, live: Live, entry: Entry) -> None:
        """In slow games, notify people who are not looking that it is their turn."""
        table = live.table
        if table.config.clock.kind != "slow" or entry.kind not in ("decide", "start", "undo"):
            return
        online = live.online()
        for seat in table.pending:
            user = table.seats[seat].user
            if user is not None and seat not in online and table.asked_at[seat] == table.version:
                self.spawn(self._push(live, seat, user), "push")

    async def _push(self, live: Live, seat: int, user: str) -> None:
        person = await self.people.find(user)
        lang = (person.lang if person is not None else None) or "en"
        title = title_of(live.table.config.game, lang)
        note = {"title": say(lang, "push.turn", game=title), "body": live.situation(seat, lang)["prompt"],
                "url": f"/t/{live.table.id}", "table": live.table.id, "tag": live.table.id}
        await self.push.send(user, note)

    async def close(self) -> None:
        """Tell clients to reconnect, write what is queued, close."""
        self.stopping = True
        self.ready = False
        await self.sweeper.stop()
        await self.bots.stop()
        self.studies.stop()
        await self.news.stop()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.log.stop()
        await self.database.close()

    # ------------------------------------------------------------ showing

    async def tell_table(self, live: Live, read: bool = False) -> None:
        """Tell the readers of a table that its own data have changed."""
        if read:
            rows = await self.database.rows(sa.select(schema.tables.c.result).where(schema.tables.c.id == live.table.id))
            live.more = ratings_of(rows[0]) if rows else {}
        self.tell_readers(live)

    async def health(self) -> dict[str, Any]:
        """How the process is: `unwell` when it cannot do its work, `degraded` when a part of it is
        left undone.
        """
        loop = asyncio.get_running_loop()
        if loop.time() > self._stored_until:  # at most one write a second
            self._storage = await self.database.writable(HEALTH_WITHIN)
            self._stored_until = loop.time() + 1.0 if self._storage else 0.0
        bots, thinking = await self.bots.health() if self._storage else ("unknown", False)
        good = self._storage and self.ready and not self.stopping
        status = "unwell" if not good else "ok" if thinking else "degraded"
        return {"status": status, "storage": self._storage, "tables": len(self.hall.tables), "bots": bots}

    async def settle(self, id_: str) -> None:
        """Write the results of a finished table, tell its readers what they did to the ratings, and
        archive it.
        """
        live = await self.hall.get(id_)
        ratings = await self.ratings.settle(live.table)
        if ratings is not None:
            live.more = {"ratings": ratings}
            await self.tell_table(live)
            self.news.tell(**{"is": "rated", "id": id_})
        if live.table.status == "over":
            await keep(self.database, live.table)
            if live.table.config.tournament:
                await self.director.go_on(live.table.config.tournament)
