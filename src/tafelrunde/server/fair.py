"""Places for work that takes long: everybody in turn, nobody more than a few at once."""
from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .errors import Refused


class Fair:
    """A few places.  People who wait are served in turn, each with one piece of work; within a
    person's, first come first.

    `each`: how many places one person may have at once; `waiting`: how many pieces of a person's
    work may wait, and `most` of everybody's together, before more of it is refused.
    """

    def __init__(self, places: int, each: int, waiting: int | None = None, most: int | None = None) -> None:
        self.free = places
        self.each = each
        self.waiting = waiting
        self.most = most
        self.queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.at_work: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, who: str) -> AsyncIterator[None]:
        """A place, as soon as it is this person's turn."""
        await self.enter(who)
        try:
            yield
        finally:
            self.leave(who)

    async def enter(self, who: str) -> None:
        """Wait for a place and take it; `leave` gives it back."""
        queue = self.queues.get(who)
        if (self.waiting is not None and len(queue or ()) >= self.waiting) or (
                self.most is not None and sum(map(len, self.queues.values())) >= self.most):
            raise Refused("busy", more={"retry_ms": 2000})
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.queues.setdefault(who, deque()).append(turn)
        self._call()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # called, and cancelled at the same moment
                self.leave(who)
            raise

    def leave(self, who: str) -> None:
        """A place has become free."""
        self.free += 1
        self.at_work[who] -= 1
        if not self.at_work[who]:
            del self.at_work[who]
        self._call()

    def _call(self) -> None:
        """Give free places to the next in line."""
        for who in list(self.queues):
            if not self.free:
                return
            queue = self.queues[who]
            while queue and queue[0].done():  # this person has gone away
                queue.popleft()
            if queue and self.at_work[who] < self.each:
                queue.popleft().set_result(None)
                self.free -= 1
                self.at_work[who] += 1
                self.queues.move_to_end(who)
            if not queue:
                del self.queues[who]
        if self.free and any(self.at_work[who] < self.each for who in self.queues):
            self._call()
