"""Lets bots decide: one task per table that waits for bots, thinking in child processes."""
from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING

import sqlalchemy as sa

from ... import bots
from ..errors import Refused
from ..metrics import BOT_TURNS
from ..pace import DECISION
from ..tables.live import Live, Reader
from . import child, devices
from .devices import Device
from .lanes import Lane
from .turns import QUICK, SLOW, Turns, lane_of, owner_of

if TYPE_CHECKING:
    from ..house import House


class Runner(Turns):
    """The bots of this process's tables."""

    house: House

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.lanes = {QUICK: Lane(1), SLOW: Lane(house.settings.bot_processes)}

    async def think(self, live: Live, level: str, observation: bots.Observation, seed: int) -> str:
        """What a bot decides, in a child process."""
        place = self.house.pace.place(owner_of(live.table))
        await self.house.pace.wait(place, DECISION)
        began = perf_counter()
        found = await self._decision(live, place, level, observation, seed)
        BOT_TURNS.labels(level.partition(":")[0]).observe(perf_counter() - began)
        return found

    async def _decision(self, live: Live, place: str, level: str, observation: bots.Observation, seed: int) -> str:
        if level != "random" and len(observation.ids) > 1:
            lane = self.lanes[lane_of(level)]
            found = await lane.think(place, live.table.id, level, child.written(observation, seed))
            if found is not None:
                return found
        return bots.make("random", observation.game, seed).decide(observation)

    async def offered(self, reader: Reader, kernel: str, live: Live) -> Device | None:
        """A page offers to think with a module; None unless that is the one of the server's own
        rules.
        """
        ours = await asyncio.to_thread(devices.kernel_of, live.table.config.game)
        return Device(reader) if kernel == ours else None

    async def entrusted(self, live: Live, seat: int, level: str, seed: int) -> str | None:
        """What a device decides in the place of a bot; None if none does."""
        began = perf_counter()
        found = await devices.decision(live, seat, level, seed)
        if found is not None:
            BOT_TURNS.labels("device").observe(perf_counter() - began)
        return found

    async def advise(self, live: Live, observation: bots.Observation, seed: int, lang: str) -> bots.Hint:
        """A hint for a person, from a child process."""
        values = child.written(observation, seed)
        place = self.house.pace.place(owner_of(live.table))
        found = await self.lanes[SLOW].advise(place, live.table.id, values, lang)
        if found is None:
            raise Refused("busy", more={"retry_ms": 2000})
        return found

    async def stop(self) -> None:
        """Let no more bots begin, and interrupt those that think; their turns come again after the
        next start.
        """
        for task in list(self.running.values()):
            task.cancel()
        await asyncio.gather(*self.running.values(), return_exceptions=True)
        for lane in self.lanes.values():
            lane.stop()

    async def health(self) -> tuple[str, bool]:
        """Where bots think, and whether anybody does."""
        if self.house.settings.bots_inside:
            return "inside", True
        rows = await self.house.database.rows(sa.text(
            "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '60 seconds'"))
        workers = rows[0][0] // len(self.lanes)  # each listens to every lane
        return f"{workers} workers", workers > 0
