"""Lanes for bots: one for those that answer at once, one for those that search. Each lane takes
people in turn.
"""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from ...bots import Hint
from ...bots.strong import cores
from ..fair import Fair
from ..logs import logger
from . import child

T = TypeVar("T")
TABLES = 2
"""At how many tables of one person bots think at once."""


class Lane:
    """Child processes and their queue."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        # One core belongs to the server, whose moves cannot wait
        self.threads = max(1, (cores() - 1) // processes)
        self.fair = Fair(processes, TABLES)
        self.pool: ProcessPoolExecutor | None = None
        self.deaths = 0

    async def think(self, owner: str, table: str, level: str, values: dict[str, Any]) -> str | None:
        """A bot's decision; None if its process dies every time it thinks about this."""
        return await self._do(owner, table, child.think, table, level, values, self.threads)

    async def advise(self, owner: str, table: str, values: dict[str, Any], lang: str) -> Hint | None:
        """A hint for a person; None if the process dies every time it thinks about this."""
        return await self._do(owner, table, child.advise, values, lang, self.threads)

    async def _do(self, owner: str, table: str, work: Callable[..., T], *given: Any) -> T | None:
        for attempt in range(3):
            async with self.fair.place(owner):
                try:
                    return await asyncio.wrap_future(self._children().submit(work, *given))
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
        """End the children, interrupting bots that are thinking."""
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
