"""Lets bots decide: one task per table that waits for bots, thinking in child processes."""
from __future__ import annotations

import asyncio
import hmac
from time import perf_counter
from typing import TYPE_CHECKING

import sqlalchemy as sa

from ... import bots
from ..errors import Refused
from ..logs import logger
from ..metrics import BOT_TURNS
from ..storage.database import Away
from ..storage.log import Entry
from ..tables import acting
from ..tables.live import Live
from ..tables.table import Table
from . import child
from .lanes import QUICK, SLOW, Lane, capped, lane_of, owner_of

if TYPE_CHECKING:
    from ..house import House


def whim(secret: bytes, decision: int, seat: int) -> int:
    """What a bot draws its whims from: fixed before the match like all its chance, and no more to be foretold.

    A decision that was taken back and comes again finds the bot in the same mood.
    """
    return int.from_bytes(hmac.digest(secret, f"whim {decision} {seat}".encode(), "sha256")[:8], "big")


class Runner:
    """The bots of this process's tables."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.lanes = {QUICK: Lane(1), SLOW: Lane(house.settings.bot_processes)}
        self.running: dict[str, asyncio.Task[None]] = {}

    def wake(self, table: str) -> None:
        """Let the bots of a table decide, if none is at it already."""
        if table not in self.running and not self.house.stopping:
            task = asyncio.create_task(self.turns(table), name=f"bots of {table}")
            self.running[table] = task
            task.add_done_callback(lambda t: self.running.pop(table, None))

    async def turns(self, table: str) -> None:
        """Let bots decide until a person must."""
        pause = 0.1
        while not self.house.stopping:
            try:
                if not await self.turn(table):
                    return
                pause = 0.1
            except Refused as refused:
                if refused.code not in ("stale", "conflict"):
                    logger().warning("bot refused", table=table, why=str(refused))
            except Away:
                await asyncio.sleep(1)
            except Exception as error:
                logger().exception("bot failed", table=table, error=repr(error)[:200])
                await asyncio.sleep(pause)
                pause = min(pause * 2, 10)

    async def turn(self, table: str) -> bool:
        """One decision of one bot; False when no bot has to decide."""
        live = await self.house.hall.get(table)
        due = live.table.bots_due
        match = live.table.match
        if not due or match is None:
            return False
        seat, decisions = due[0], live.table.decisions
        level = capped(live.table.seats[seat].bot or "random")
        observation = bots.Observation.of(match, seat)
        began = perf_counter()
        action = await self._think(live, level, observation, whim(live.table.secret, decisions, seat))
        BOT_TURNS.labels(level.partition(":")[0]).observe(perf_counter() - began)

        def build(now: Table) -> Entry:
            if seat not in now.bots_due or now.decisions != decisions:
                raise Refused("stale", more={"version": now.version})
            by = "bot" if now.seats[seat].kind == "bot" else "standin"
            return acting.decided(now, seat, action, self.house.now(), by)

        await self.house.hall.act(table, build)
        return True

    async def _think(self, live: Live, level: str, observation: bots.Observation, seed: int) -> str:
        if level != "random" and len(observation.ids) > 1:
            lane = self.lanes[lane_of(level)]
            found = await lane.think(owner_of(live.table), live.table.id, level, child.written(observation, seed))
            if found is not None:
                return found
        return bots.make("random", observation.game, seed).decide(observation)

    async def stop(self) -> None:
        """Let no bot begin; who thinks is interrupted, the turn comes again after the next start."""
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
