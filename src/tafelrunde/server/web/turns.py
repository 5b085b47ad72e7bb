"""Requests of one address are worked on a few at a time: nobody waits for more of them, however
many it sends at once.
"""
from __future__ import annotations

import asyncio

from starlette.types import Scope

from ..fair import Fair
from .places import place_of

AT_ONCE, EVERYBODY = 4, 10_000
"""How many requests are handled at once: of one address, and of all of them."""
PAUSE = 0.25
"""Seconds after which somebody hears that it was too much; it keeps its turn meanwhile, so it
cannot ask much more.
"""
TURN = "tafelrunde.turn"


class Turn:
    """A request's turn.  It ends with the beginning of the answer, or when the request only waits
    for something else.
    """

    __slots__ = ("fair", "over", "who")

    def __init__(self, fair: Fair, scope: Scope) -> None:
        self.fair = fair
        self.who = place_of(scope["client"][0]) if scope.get("client") else "unknown"
        self.over = True
        scope[TURN] = self

    async def begin(self) -> None:
        await self.fair.enter(self.who)
        self.over = False

    def end(self) -> None:
        """The next one's turn."""
        if not self.over:
            self.over = True
            self.fair.leave(self.who)


def turns() -> Fair:
    """The address that is being served."""
    return Fair(EVERYBODY, AT_ONCE)


async def answered(scope: Scope, status: int) -> None:
    """A request is answered; a refusal is delayed."""
    turn: Turn | None = scope.get(TURN)
    if turn is not None:
        if status == 429:
            await asyncio.sleep(PAUSE)
        turn.end()


def end_turn(scope: Scope) -> None:
    """From now on a request only waits for something else: the next one of its address may begin.
    """
    turn: Turn | None = scope.get(TURN)
    if turn is not None:
        turn.end()
