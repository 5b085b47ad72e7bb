"""A server process: its storage, hall, people, bots and news, and how it opens and closes."""
from __future__ import annotations

import asyncio
import secrets
from time import time
from typing import Any

import sqlalchemy as sa

from ..bots.levels import BadLevel, check_level
from .bots.runner import Runner
from .errors import Refused
from .games import title_of, words_of
from .logs import logger
from .news import News
from .people.ids import Keys
from .people.people import People
from .people.push import Push
from .people.ratings import Ratings
from .people.sessions import Sessions
from .saying import say
from .settings import BadSettings, Settings
from .storage import schema
from .storage.database import Away, Database
from .storage.log import Entry, Log
from .storage.migrate import migrate
from .tables import acting
from .tables.base import encode
from .tables.chat import Chat
from .tables.hall import MATCH, Hall, ratings_of
from .tables.live import Live
from .tables.orders import ordered
from .tables.showing import table_shown
from .tables.sitting import Sitting
from .tables.studies import Studies
from .tables.sweeping import Sweeper
from .tables.table import Table

HEALTH_WITHIN = 3.0
"""Seconds within which something must have been stored for the process to be well."""
START_WITHIN = 300.0
"""Seconds for which a server that starts waits for its database."""


class House:
    """Everything that one process of the server (or one worker) has."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.database = Database(settings)
        self.log = Log(self.database)
        self.people = People(self.database, self.now)
        self.sessions = Sessions(self.database, self.now)
        self.hall = Hall(settings, self.database, self.log, self.people, self.now, self.process)
        self.chat = Chat(self.database, self.people, self.now)
        self.ratings = Ratings(self.database)
        self.push = Push(settings, self.database)
        self.news = News(self)
        self.bots = Runner(self)
        self.sitting = Sitting(self)
        self.studies = Studies()
        self.sweeper = Sweeper(self)
        self.keys = Keys(settings.secret_key or secrets.token_hex(32))
        self.tasks: set[asyncio.Task[Any]] = set()
        self.ready = False
        self.stopping = False
        self._storage = False
        self._stored_until = 0.0

    def now(self) -> int:
        """The time in milliseconds."""
        return int(time() * 1000)

    def pulse(self) -> int:
        """The same time, to notice when the process could not run: a stopped process, a laptop's closed lid."""
        return int(time() * 1000)

    def spawn(self, work: Any, name: str) -> None:
        """Do something beside; a failure is logged."""
        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger().error("task failed", task=task.get_name(), error=repr(task.exception())[:300])

    async def open(self, sweeping: bool = True) -> None:
        """Bring the schema up to date and begin to work."""
        try:
            check_level(self.settings.standin)
        except BadLevel as error:
            raise BadSettings(f"standin: {str(error).removeprefix('level: ')}") from None
        await self.wait_for_storage()
        await self._load_keys()
        self.log.start()
        self.hall.after += [self._after]
        self.people.changed += [self.news.person_changed]
        self.sessions.ended += [self.news.sessions_ended]
        await self.news.start()
        if sweeping:
            await self.sweeper.start()
        self.ready = True

    async def wait_for_storage(self) -> None:
        """Bring the schema up to date, as soon as the database is there: it may be starting as we are."""
        until = asyncio.get_running_loop().time() + START_WITHIN
        while True:
            try:
                await migrate(self.database)
                return
            except Away:
                if not self.settings.shared or asyncio.get_running_loop().time() > until:
                    raise
                logger().warning("waiting for the database")

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
        """What follows from an entry beside the table itself; who appended it sees to it."""
        self.news.table_changed(live, entry)
        if entry.kind not in MATCH:
            self.tell_readers(live)
        if not ours:
            return
        if live.table.bots_due and self.settings.bots_inside:
            self.bots.wake(live.table.id)
        if live.table.status == "over" and entry.kind == "decide":
            self.spawn(self.settle(live.table.id), "settle")
        self.carry_out_orders(live)
        self._notify(live, entry)

    def _notify(self, live: Live, entry: Entry) -> None:
        """In slow games, people who are not looking are told that it is their turn."""
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

    # ------------------------------------------------------------ standing orders

    def carry_out_orders(self, live: Live) -> None:
        """Do what people have ordered, beside."""
        if live.orders and any(live.orders.get(p) for p in live.table.pending):
            self.spawn(self._carry_out(live), "orders")

    async def _carry_out(self, live: Live) -> None:
        for seat in live.table.pending:
            wanted = ordered(live.table, seat, live.orders.get(seat, []))
            if wanted is None:
                continue
            action, left = wanted
            decisions = live.table.decisions

            def build(table: Table, seat: int = seat, action: str = action, decisions: int = decisions) -> Entry:
                if table.decisions != decisions or seat not in table.pending:
                    raise Refused("stale", more={"version": table.version})
                return acting.decided(table, seat, action, self.now(), "order", user=table.seats[seat].user)

            try:
                await self.hall.act(live.table.id, build)
            except Refused:
                continue
            if left is not live.orders.get(seat):
                live.orders[seat] = left
                await self.database.execute(sa.update(schema.orders).values(body=encode(left).decode()).where(
                    schema.orders.c.table_id == live.table.id, schema.orders.c.seat == seat))

    async def close(self) -> None:
        """Tell clients to come back, write what is waiting, let go."""
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

    def shown(self, live: Live, user: str | None, lang: str) -> dict[str, Any]:
        """A table as lists and pages show it to a reader."""
        table = live.table
        words = {"words": words_of(table.config.game, table.config.options, lang)}
        shown = table_shown(table, live.people, live.online(), live.watching(), user, title_of(table.config.game, lang), words)
        if shown["result"] is not None and live.more.get("ratings"):
            shown["result"] = shown["result"] | {"ratings": live.more["ratings"]}
        return shown

    async def tell_table(self, live: Live, read: bool = False) -> None:
        """Tell the readers of a table that its own data have changed."""
        if read:
            rows = await self.database.rows(sa.select(schema.tables.c.result).where(schema.tables.c.id == live.table.id))
            live.more = ratings_of(rows[0]) if rows else {}
        self.tell_readers(live)

    def tell_readers(self, live: Live) -> None:
        """Send a table's own data to all who look at it."""
        for reader in live.entitled():
            reader.tell(encode({"type": "table", "table": self.shown(live, reader.user, reader.lang)}))

    async def health(self) -> dict[str, Any]:
        """How the process is: `unwell` when it cannot do its work, `degraded` when a part of it is left undone."""
        loop = asyncio.get_running_loop()
        if loop.time() > self._stored_until:  # a question a second is enough of writing
            self._storage = await self.database.writable(HEALTH_WITHIN)
            self._stored_until = loop.time() + 1.0 if self._storage else 0.0
        bots, thinking = await self.bots.health() if self._storage else ("unknown", False)
        good = self._storage and self.ready and not self.stopping
        status = "unwell" if not good else "ok" if thinking else "degraded"
        return {"status": status, "storage": self._storage, "tables": len(self.hall.tables), "bots": bots}

    async def settle(self, id_: str) -> None:
        """Write the results of a finished table and tell its readers what they did to the ratings."""
        live = await self.hall.get(id_)
        ratings = await self.ratings.settle(live.table)
        if ratings is not None:
            live.more = {"ratings": ratings}
            await self.tell_table(live)
            self.news.tell(**{"is": "rated", "id": id_})
