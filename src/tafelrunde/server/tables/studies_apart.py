"""Studies in separate processes, so that no player waits for them."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from ..bots.child import begin
from ..errors import Refused
from ..logs import logger
from .studies import PROCESSES, Studies

T = TypeVar("T")
PATIENCE = 19
"""How far studies make way for everything else: as far as they can.  Nobody's move waits for
them.
"""


class StudiesApart(Studies):
    """Studies that are answered by child processes with low priority."""

    def __init__(self) -> None:
        super().__init__()
        self.pool: ProcessPoolExecutor | None = None

    async def think(self, work: Callable[..., T], *given: Any) -> T:
        """Do the work in a child process."""
        for _ in range(2):
            if self.pool is None:
                self.pool = ProcessPoolExecutor(PROCESSES, get_context("spawn"), begin, (PATIENCE,))
            try:
                return await asyncio.wrap_future(self.pool.submit(work, *given))
            except BrokenProcessPool:
                logger().warning("a study's process died", work=work.__name__)
                self.stop()
        raise Refused("busy", more={"retry_ms": 2000})

    def stop(self) -> None:
        """Stop the child processes."""
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
