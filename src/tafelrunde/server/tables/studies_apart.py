"""Studies in separate processes, so that no player waits for them."""
from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from ..bots.child import begin
from ..errors import Refused
from ..logs import logger
from .studies import PROCESSES, Studies
from .study import Course, study


class StudiesApart(Studies):
    """Studies whose answers child processes find."""

    def __init__(self) -> None:
        super().__init__()
        self.pool: ProcessPoolExecutor | None = None

    async def think(self, course: Course, what: str, lang: str, arguments: tuple[Any, ...]) -> bytes:
        """One answer, from a child process."""
        for _ in range(2):
            if self.pool is None:
                self.pool = ProcessPoolExecutor(PROCESSES, get_context("spawn"), begin)
            try:
                return await asyncio.wrap_future(self.pool.submit(study, course, what, lang, arguments))
            except BrokenProcessPool:
                logger().warning("a study's process died", table=course.key[0], what=what)
                self.stop()
        raise Refused("busy", more={"retry_ms": 2000})

    def stop(self) -> None:
        """Stop the child processes."""
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
