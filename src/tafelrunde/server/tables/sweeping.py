"""What happens with time: clocks run out, bots stand in for absent players, idle tables leave
memory.

Every process does this; the log lets only one of them succeed.
"""
from __future__ import annotations

import asyncio
from random import random
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..archive.keeping import keep
from ..archive.openings import fill_openings
from ..bots.turns import SLOW
from ..errors import Refused
from ..games import installed
from ..logs import logger
from ..storage import schema
from ..storage.entries import Away, Entry
from ..storage.log import DEFER, WAITS
from .acting import entry
from .live import Live
from .table import Table

if TYPE_CHECKING:
    from ..house import House

EVERY = 0.5
LONG_EVERY = 5.0
NUDGE_MS = 10_000
"""After this long a bot's turn is requested again: the process that had it has died."""
DOWN_MS = 15_000
"""If no process ran for longer than this, the time does not count for clocks."""
BEAT = 1.0
"""Seconds between two signs of life of the process."""


class Sweeper:
    """The process's sense of time."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.tasks: list[asyncio.Task[None]] = []
        self.beat = house.pulse()
        self.waking = asyncio.Lock()
        self.ended = ""
        self.unreadable: set[str] = set()
        self.unopened = True
        self.here = schema.tables.c.game.in_(installed())
        """Which tables can be looked after: not those of titles that are no longer installed."""

    async def start(self) -> None:
        """Start, first with what was left undone when the last process ended."""
        await self._pause_clocks()
        await self.house.sessions.clear()
        self.ended = await self.house.sessions.last_ended()
        self.beat = self.house.pulse()
        self.house.hall.slept, self.house.hall.wake = self.slept, self.wake
        self.tasks = [asyncio.create_task(self._sweep(), name="sweeper"), asyncio.create_task(self._beat(), name="heart")]

    async def stop(self) -> None:
        """End."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks = []

    # ------------------------------------------------------------ being suspended

    def slept(self) -> bool:
        """Whether the process could not run for a while and nobody has been given that time back
        yet.
        """
        return self.house.pulse() - self.beat > DOWN_MS

    async def wake(self) -> None:
        """After a suspension: pause all clocks before anything else happens."""
        if not self.slept():
            return
        async with self.waking:
            if self.slept():
                for live in self.house.hall.tables.values():
                    live.offline.clear()
                await self._pause_clocks()

    async def _beat(self) -> None:
        while True:
            try:
                await self.wake()
                self.beat = self.house.pulse()
            except Exception as error:
                logger().warning("waking", error=repr(error)[:200])
            await asyncio.sleep(BEAT)

    async def _sweep(self) -> None:
        long_at = 0.0
        loop = asyncio.get_running_loop()
        while True:
            try:
                await self.wake()
                await self.house.hall.each(self._look)
                if loop.time() >= long_at:
                    long_at = loop.time() + LONG_EVERY
                    await self._alive()
                    await self._look_at_storage()
                    await self._end_sessions()
                    await self.house.presence.beat()
                    await self.house.director.look()
            except Exception as error:
                logger().warning("sweeper", error=repr(error)[:200])
            await asyncio.sleep(EVERY * (0.8 + 0.4 * random()))  # noqa: S311  # processes should not march in step

    # ------------------------------------------------------------ tables in memory

    async def _look(self, live: Live) -> None:
        now = self.house.now()
        if not live.rests(now):
            await self._look_closely(live, now)
        if not live.readers and now - live.used_at > self.house.settings.idle_after * 1000 and not live.table.bots_due:
            self.house.hall.forget(live)

    async def _look_closely(self, live: Live, now: int) -> None:
        table = live.table
        if table.status == "running":
            for seat in table.clocks.out(now):
                await self.run_out(table.id, seat)
            await self._absent(live, now)
            if table.bots_due and self.house.settings.bots_inside:
                self.house.bots.wake(table.id)
                return
            if live.offline or table.clocks.out(now):
                return
        live.let_rest()

    async def run_out(self, id_: str, seat: int) -> None:
        """A seat's time is up: a bot plays for it until its person is back."""
        level = self.house.settings.standin

        def build(table: Table) -> Entry:
            now = self.house.now()
            if seat not in table.clocks.out(now):
                raise Refused("stale", more={"version": table.version})
            return entry(table, "clock", now, seat, level=level, away="clock", by="clock")

        await self._quietly(id_, build)

    async def _absent(self, live: Live, now: int) -> None:
        """After a while a bot takes over for a disconnected player who holds up the game (not in
        slow games).
        """
        table = live.table
        if table.config.clock.kind == "slow":
            return
        online = live.online()
        missing = [seat for seat in table.pending if self._holds_up(table, seat, online)]
        live.offline = {seat: live.offline.get(seat, now) for seat in missing}
        for seat, since in list(live.offline.items()):
            if now - since > self.house.settings.absent_after * 1000:
                await self._stand_in(live, seat, since)

    @staticmethod
    def _holds_up(table: Table, seat: int, online: set[int]) -> bool:
        """Whether a seat's person is absent while somebody else waits for the decision."""
        holder = table.seats[seat]
        waited_for = any(i != seat and table.seats[i].user != holder.user for i in online)
        return holder.bot is None and seat not in online and waited_for

    async def _stand_in(self, live: Live, seat: int, since: int) -> None:
        level = self.house.settings.standin

        def build(table: Table) -> Entry:
            if seat not in table.pending or table.seats[seat].bot is not None or live.offline.get(seat) != since:
                raise Refused("stale", more={"version": table.version})
            return entry(table, "standin", self.house.now(), seat, level=level, away="absent")

        await self._quietly(live.table.id, build)

    async def _quietly(self, id_: str, build: Any) -> None:
        try:
            await self.house.hall.act(id_, build)
        except Refused as refused:
            if refused.code != "stale":
                raise

    # ------------------------------------------------------------ what is stored

    async def _look_at_storage(self) -> None:
        t = schema.tables.c
        now = self.house.now()
        running = sa.select(t.id).where(t.status == "running", self.here)
        due = await self.house.database.rows(running.where(t.deadline < now - 1000).limit(50))
        for row in due:
            if row.id not in self.house.hall.tables:
                await self.house.hall.get(row.id)  # the next sweep finds its clock
        asleep = running.where(t.bots_due.is_(True))
        if self.house.settings.bots_inside:
            for row in await self.house.database.rows(asleep.limit(500)):
                self.house.bots.wake(row.id)
        else:
            for row in await self.house.database.rows(
                    asleep.where(t.changed_at < now - NUDGE_MS, t.nudged_at < now - NUDGE_MS).limit(200)):
                await self._nudge(row.id, now)
        unsettled = sa.select(t.id).where(t.status == "over", t.settled.is_(False), t.ended_at < now - 3000, self.here).limit(20)
        for row in await self.house.database.rows(unsettled):
            await self.house.settle(row.id)
        await self._archive(now)

    async def _archive(self, now: int) -> None:
        """Archive games that ended before there was an archive, or when their process died; an
        unreadable one stops no other.
        """
        t = schema.tables.c
        left_out = sa.select(t.id).where(t.status == "over", t.settled.is_(True), t.archived.is_(False),
                                         t.ended_at < now - 3000, t.id.not_in(self.unreadable), self.here).limit(5)
        for row in await self.house.database.rows(left_out):
            try:
                await keep(self.house.database, (await self.house.hall.get(row.id)).table)
            except Away:
                raise
            except Exception as error:
                self.unreadable.add(row.id)
                logger().warning("archive", table=row.id, error=repr(error)[:200])
        if self.unopened:
            self.unopened = await fill_openings(self.house.database)

    async def _end_sessions(self) -> None:
        """Finish here what another program has ended, such as the operator's command."""
        ended = await self.house.sessions.last_ended()
        if ended != self.ended:
            self.ended = ended
            self.house.news.end_sessions(await self.house.sessions.gone(self.house.news.marks()))

    async def _nudge(self, id_: str, now: int) -> None:
        """Ask for a bot's turn again; of several processes one does.  One that only waits for its
        turn is not asked for again.
        """
        t = schema.tables.c

        async def work(connection: AsyncConnection) -> None:
            changed = await connection.execute(sa.update(schema.tables).values(nudged_at=now)
                                               .where(t.id == id_, t.nudged_at < now - NUDGE_MS))
            if changed.rowcount and not (await connection.execute(WAITS, {"table": id_})).first():
                await connection.execute(DEFER, {"table": id_, "queue": SLOW, "who": id_})

        await self.house.database.write(work)

    # ------------------------------------------------------------ downtime

    async def _alive(self) -> None:
        # First the clocks must be told, and they count from when we were last alive
        if self.slept():
            return
        now = str(self.house.now())
        statement = self.house.database.into(schema.house).values(key="alive_at", value=now)
        await self.house.database.execute(
            statement.on_conflict_do_update(index_elements=["key"], set_={"value": now}))

    async def _pause_clocks(self) -> None:
        """Nobody loses on time while no process of the server could run; the first to notice writes
        a pause.
        """
        rows = await self.house.database.rows(sa.select(schema.house.c.value).where(schema.house.c.key == "alive_at"))
        now = self.house.now()
        alive_at = int(rows[0].value) if rows else now
        if now - alive_at >= DOWN_MS:
            await self._pause(alive_at, now - alive_at)
        self.beat = self.house.pulse()
        await self._alive()

    async def _pause(self, since: int, ms: int) -> None:
        t, key = schema.tables.c, f"pause:{since}"
        timed = sa.select(t.id).where(t.status == "running", t.deadline.is_not(None), self.here)
        for row in await self.house.database.rows(timed):
            def build(table: Table) -> Entry:
                if table.status != "running":
                    raise Refused("stale", more={"version": table.version})
                return entry(table, "pause", self.house.now(), None, None, key, ms=ms)

            try:
                await self.house.hall.act_anyway(row.id, build, key)
            except Refused as refused:
                if refused.code != "stale":
                    raise
        logger().info("clocks paused", seconds=ms // 1000)
