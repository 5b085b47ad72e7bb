"""Where bots think: a lane for those that answer at once, one for those that search; in each, people's tables in turn."""
from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from ... import bots
from ...bots.strong import MILLISECONDS
from ..fair import Fair
from ..logs import logger
from ..tables.table import Table
from . import child

QUICK, SLOW = "quick", "bots"
"""The lanes; with workers, the queues that they take jobs from."""
TABLES = 2
"""At how many tables of one person bots think at once."""
NODES = 2000
"""The most nodes that a bot may be asked to search: about what it searches in the time that the lobby offers."""


def lane_of(level: str) -> str:
    """The lane of a level."""
    return SLOW if level.startswith("strong") else QUICK


def capped(level: str) -> str:
    """A level that thinks no longer than the lobby offers, whatever was asked for.

    >>> capped("strong:9999ms"), capped("strong:50ms"), capped("simple")
    ('strong:400ms', 'strong:50ms', 'simple')
    """
    asked = bots.Level.read(level)
    if asked.milliseconds is not None:
        return f"{asked.name}:{min(asked.milliseconds, MILLISECONDS)}ms"
    return level if asked.nodes is None else f"{asked.name}:{min(asked.nodes, NODES)}nodes"


def owner_of(table: Table) -> str:
    """The person whose table it is: bots think for people in turn, however many tables somebody has."""
    return table.host or next(iter(table.people()), table.id)


def due(table: Table) -> tuple[str, str] | None:
    """The lane and the owner of a table at which a bot must decide."""
    waiting = table.bots_due
    return (lane_of(table.seats[waiting[0]].bot or "random"), owner_of(table)) if waiting else None


class Lane:
    """Child processes, and who is next."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.fair = Fair(processes, TABLES)
        self.pool: ProcessPoolExecutor | None = None
        self.deaths = 0

    async def think(self, owner: str, table: str, level: str, values: dict[str, Any]) -> str | None:
        """A bot's decision; None when its process dies whenever it thinks about this."""
        for attempt in range(3):
            async with self.fair.place(owner):
                try:
                    return await asyncio.wrap_future(self._children().submit(child.think, table, level, values))
                except BrokenProcessPool:
                    self.deaths += 1
                    logger().warning("a bot's process died", table=table, attempt=attempt)
                    self.stop()
        return None

    def _children(self) -> ProcessPoolExecutor:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.processes, get_context("spawn"), child.begin)
        return self.pool

    def stop(self) -> None:
        """End the children; who thinks is interrupted."""
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
