"""Who is online: people with an open page in any process.  Each process records its own regularly.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable

import sqlalchemy as sa

from ..storage import schema
from ..storage.database import Database

u = schema.users.c
EVERY_MS = 30_000
"""How often the people of a process are recorded."""
HERE_MS = 75_000
"""Without a record for this long, somebody counts as gone: their process has died."""
AT_ONCE = 500


class Presence:
    """Records who is connected to this process."""

    def __init__(self, database: Database, now: Callable[[], int], connected: Callable[[], set[str]]) -> None:
        self.database = database
        self.now = now
        self.connected = connected
        self.noted_at = 0

    async def beat(self) -> None:
        """Record everybody who is connected, every half minute."""
        if self.now() - self.noted_at >= EVERY_MS:
            self.noted_at = self.now()
            await self._note(sorted(self.connected()), self.now())

    async def came(self, user: str) -> None:
        """Somebody has opened a page."""
        await self._note([user], self.now())

    async def left(self, user: str) -> None:
        """A page was closed: unless the person has another one in this process, they are gone."""
        if user not in self.connected():
            await self._note([user], 0)

    async def _note(self, users: list[str], at: int) -> None:
        for n in range(0, len(users), AT_ONCE):
            await self.database.execute(
                sa.update(schema.users).where(u.id.in_(users[n:n + AT_ONCE])).values(here_at=at))


def is_here(now: int) -> sa.ColumnElement[bool]:
    """Whether somebody is online and visible to others."""
    return sa.and_(u.here_at > now - HERE_MS, u.hidden.is_(False))


def people_of(streams: Iterable[str], readers: Iterable[str | None]) -> set[str]:
    """The people of some connections."""
    return {*streams, *(r for r in readers if r is not None)}
