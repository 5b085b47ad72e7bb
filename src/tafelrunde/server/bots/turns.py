"""When bots decide, and how long they may think.  Other modules say where they think."""
from __future__ import annotations

import asyncio
import hmac
from typing import TYPE_CHECKING

from ... import bots
from ...bots.strong import MILLISECONDS
from ...match.match import Match
from ..errors import Refused
from ..logs import logger
from ..storage.entries import Away, Entry
from ..tables import acting
from ..tables.live import Live, Reader
from ..tables.table import Table
from .devices import Device, last_decision

if TYPE_CHECKING:
    from ..tables.home import Home

QUICK, SLOW = "quick", "bots"
"""The lanes; with workers, the queues that they take jobs from."""
NODES = 2000
"""The most nodes that a bot may be asked to search: about as many as it searches in the longest
time that the lobby offers.
"""
AGAIN_S = 1.0
"""How long a bot waits before it repeats a decision that could not be stored."""


def lane_of(level: str) -> str:
    """The lane of a level."""
    return SLOW if level.startswith(bots.LIMITED) else QUICK


def capped(level: str) -> str:
    """A level whose thinking time is limited to what the lobby offers.

    >>> capped("strong:9999ms"), capped("strong:50ms"), capped("simple")
    ('strong:400ms', 'strong:50ms', 'simple')
    """
    asked = bots.Level.read(level)
    if asked.milliseconds is not None:
        return f"{asked.name}:{min(asked.milliseconds, MILLISECONDS)}ms"
    return level if asked.nodes is None else f"{asked.name}:{min(asked.nodes, NODES)}nodes"


def owner_of(table: Table) -> str:
    """The person whose table it is, or its tournament. Bots serve owners in turn, however many
    tables one has.
    """
    return table.host or table.config.tournament or next(iter(table.people()), table.id)


def lane_due(table: Table) -> str | None:
    """The lane of a table at which a bot must decide."""
    waiting = table.bots_due
    return lane_of(table.seats[waiting[0]].bot or "random") if waiting else None


def whim(secret: bytes, decision: int, seat: int) -> int:
    """The seed of a bot's random choices: fixed before the match like all its chance, and just as
    hard to predict.

    After an undo, the same decision gets the same seed.
    """
    return int.from_bytes(hmac.digest(secret, f"whim {decision} {seat}".encode(), "sha256")[:8], "big")


def observed(table: Table, match: Match, seat: int) -> bots.Observation:
    """What the bot of a seat may know; what it thought before is of use only if its own last
    decision was its own.
    """
    found = bots.Observation.of(match, seat)
    last = last_decision(table, seat)
    if last is None or last.by not in ("bot", "standin"):
        found.since = None
    return found


class Turns:
    """Lets the bots of a house's tables decide, with one task for each table that waits for bots.
    """

    def __init__(self, house: Home) -> None:
        self.house = house
        self.running: dict[str, asyncio.Task[None]] = {}

    async def think(self, live: Live, level: str, observation: bots.Observation, seed: int) -> str:
        """What a bot decides."""
        raise NotImplementedError

    async def offered(self, reader: Reader, kernel: str, live: Live) -> Device | None:
        """A page offers to think with a module; None if it will not be asked."""
        return None

    async def entrusted(self, live: Live, seat: int, level: str, seed: int) -> str | None:
        """What a device decides in the place of a bot; None if none does."""
        return None

    async def advise(self, live: Live, observation: bots.Observation, seed: int, lang: str) -> bots.Hint:
        """What a bot would do at a person's seat, and why."""
        raise NotImplementedError

    def wake(self, table: str) -> None:
        """Let the bots of a table decide, unless they already do."""
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
                if refused.code == "not_found":  # the table was deleted
                    return
                if refused.code not in ("stale", "conflict"):
                    logger().warning("bot refused", table=table, why=str(refused))
            except Away:
                await asyncio.sleep(AGAIN_S)
            except Exception as error:
                logger().exception("bot failed", table=table, error=repr(error)[:200])
                await asyncio.sleep(pause)
                pause = min(pause * 2, 10)

    async def turn(self, table: str) -> bool:
        """One decision of one bot; False if no bot has to decide."""
        live = await self.house.hall.stored(table)
        due = live.table.bots_due
        match = live.table.match
        if not due or match is None:
            return False
        seat, version = due[0], live.table.version
        level = capped(live.table.seats[seat].bot or "random")
        seed = whim(live.table.secret, live.table.decisions, seat)
        by = "bot" if live.table.seats[seat].kind == "bot" else "standin"
        action = await self.entrusted(live, seat, level, seed)
        if action is not None:
            by = "device"
        elif live.table.version == version:
            action = await self.think(live, level, observed(live.table, match, seat), seed)
        else:  # somebody took something back while a device was asked
            return True
        decision = action

        def build(now: Table) -> Entry:
            if seat not in now.bots_due or now.version != version:
                raise Refused("stale", more={"version": now.version})
            return acting.decided(now, seat, decision, self.house.now(), by)

        await self.house.hall.act(table, build)
        return True
