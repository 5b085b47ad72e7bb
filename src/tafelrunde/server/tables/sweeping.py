"""What happens by time alone: clocks run out, bots play for the absent, idle tables leave the memory.

Every process does it; the log lets only one of them succeed.
"""
from __future__ import annotations

import asyncio
from random import random
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..bots.lanes import SLOW
from ..errors import Refused
from ..logs import logger
from ..storage import schema
from ..storage.log import DEFER, Entry
from .acting import entry
from .live import Live
from .table import Table

if TYPE_CHECKING:
    from ..house import House

EVERY = 0.5
LONG_EVERY = 5.0
NUDGE_MS = 10_000
"""After so long a bot's turn is asked for again: whoever had it has died."""
DOWN_MS = 15_000
"""Longer than this nobody was there: the time does not count for live clocks."""


class Sweeper:
    """The process's sense of time."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin, with what was left undone when the last process ended."""
        await self._pause_clocks()
        self.task = asyncio.create_task(self._sweep(), name="sweeper")

    async def stop(self) -> None:
        """End."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
            self.task = None

    async def _sweep(self) -> None:
        long_at = 0.0
        loop = asyncio.get_running_loop()
        while True:
            try:
                await self.house.hall.each(self._look)
                if loop.time() >= long_at:
                    long_at = loop.time() + LONG_EVERY
                    await self._alive()
                    await self._look_at_storage()
            except Exception as error:
                logger().warning("sweeper", error=repr(error)[:200])
            await asyncio.sleep(EVERY * (0.8 + 0.4 * random()))  # noqa: S311  # processes should not march in step

    # ------------------------------------------------------------ tables in memory

    async def _look(self, live: Live) -> None:
        now = self.house.now()
        table = live.table
        if table.status == "running":
            for seat in table.clocks.out(now):
                await self.run_out(table.id, seat)
            await self._absent(live, now)
            if table.bots_due and self.house.settings.bots_inside:
                self.house.bots.wake(table.id)
        if not live.readers and now - live.used_at > self.house.settings.idle_after * 1000 and not table.bots_due:
            self.house.hall.forget(live)

    async def run_out(self, id_: str, seat: int) -> None:
        """A seat's time is over: a bot plays for it until its person is back."""
        level = self.house.settings.standin

        def build(table: Table) -> Entry:
            now = self.house.now()
            if seat not in table.clocks.out(now):
                raise Refused("stale", more={"version": table.version})
            return entry(table, "clock", now, seat, level=level, away="clock", by="clock")

        await self._quietly(id_, build)

    async def _absent(self, live: Live, now: int) -> None:
        """Who is not connected and holds others up is played for by a bot after a while (not in slow games)."""
        table = live.table
        if table.config.clock.kind == "slow":
            return
        online = live.online()
        for seat in table.pending:
            holder = table.seats[seat]
            waiting = any(i != seat and table.seats[i].user != holder.user for i in online)
            if holder.bot is not None or seat in online or not waiting:
                live.offline.pop(seat, None)
                continue
            since = live.offline.setdefault(seat, now)
            if now - since > self.house.settings.absent_after * 1000:
                live.offline.pop(seat, None)
                await self._stand_in(table.id, seat)

    async def _stand_in(self, id_: str, seat: int) -> None:
        level = self.house.settings.standin

        def build(table: Table) -> Entry:
            if seat not in table.pending or table.seats[seat].bot is not None:
                raise Refused("stale", more={"version": table.version})
            return entry(table, "standin", self.house.now(), seat, level=level, away="absent")

        await self._quietly(id_, build)

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
        due = await self.house.database.rows(sa.select(t.id).where(t.status == "running", t.deadline < now - 1000).limit(50))
        for row in due:
            if row.id not in self.house.hall.tables:
                await self.house.hall.get(row.id)  # the next sweep finds its clock
        waiting = sa.select(t.id).where(t.status == "running", t.bots_due.is_(True), t.changed_at < now - NUDGE_MS,
                                        t.nudged_at < now - NUDGE_MS).limit(200)
        if self.house.settings.bots_inside:
            asleep = sa.select(t.id).where(t.status == "running", t.bots_due.is_(True)).limit(500)
            for row in await self.house.database.rows(asleep):
                self.house.bots.wake(row.id)
        else:
            for row in await self.house.database.rows(waiting):
                await self._nudge(row.id, now)
        unsettled = sa.select(t.id).where(t.status == "over", t.settled.is_(False), t.ended_at < now - 3000).limit(20)
        for row in await self.house.database.rows(unsettled):
            await self.house.settle(row.id)

    async def _nudge(self, id_: str, now: int) -> None:
        """Ask for a bot's turn again; of several processes one does."""
        t = schema.tables.c

        async def work(connection: AsyncConnection) -> None:
            changed = await connection.execute(sa.update(schema.tables).values(nudged_at=now)
                                               .where(t.id == id_, t.nudged_at < now - NUDGE_MS))
            if changed.rowcount:
                await connection.execute(sa.text(DEFER), {"table": id_, "queue": SLOW, "who": id_})

        await self.house.database.write(work)

    # ------------------------------------------------------------ downtime

    async def _alive(self) -> None:
        now = str(self.house.now())
        statement = self.house.database.into(schema.house).values(key="alive_at", value=now)
        await self.house.database.execute(
            statement.on_conflict_do_update(index_elements=["key"], set_={"value": now}))

    async def _pause_clocks(self) -> None:
        """Nobody loses on time because the server was down."""
        rows = await self.house.database.rows(sa.select(schema.house.c.value).where(schema.house.c.key == "alive_at"))
        now = self.house.now()
        down = now - int(rows[0].value) if rows else 0
        await self._alive()
        if down < DOWN_MS:
            return
        t = schema.tables.c
        for row in await self.house.database.rows(sa.select(t.id).where(t.status == "running", t.deadline.is_not(None))):
            def build(table: Table, ms: int = down) -> Entry:
                return entry(table, "pause", self.house.now(), ms=ms)

            await self._quietly(row.id, build)
        logger().info("clocks paused", seconds=down // 1000)
