"""Chat at a table: short, plain text, in order; blocked and muted people are not shown.

While a game runs, those who look on talk among themselves (`gallery`): its people read it when the
game is over.  Where spectators see the table later than its people do, they hear what these say
later, too.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ..people.people import People
from ..people.person import Person
from ..storage import schema
from ..storage.database import Database
from .base import encode
from .live import Live
from .rights import PLAYING, belongs, is_gallery, may_talk

PAGE = 50
chat, blocks, mutes = schema.chat.c, schema.blocks.c, schema.mutes.c


class Chat:
    """The chat of all tables."""

    def __init__(self, database: Database, people: People, now: Callable[[], int]) -> None:
        self.database = database
        self.people = people
        self.now = now

    async def say(self, live: Live, person: Person, key: str, text: str) -> int:
        """Store a message and return its number.  The same key again is the same message."""
        seats = live.table.seats_of(person.id)

        async def work(connection: AsyncConnection) -> int:
            known = await connection.execute(sa.select(chat.n).where(chat.table_id == live.table.id, chat.key == key))
            row = known.first()
            if row is not None:
                return row.n
            last = await connection.execute(sa.select(sa.func.max(chat.n)).where(chat.table_id == live.table.id))
            n = (last.scalar() or 0) + 1
            await connection.execute(sa.insert(schema.chat).values(
                table_id=live.table.id, n=n, key=key, user_id=person.id, seat=seats[0] if seats else None,
                at=self.now(), text=text, version=live.table.version, gallery=is_gallery(live.table, person.id)))
            return n

        for _ in range(20):
            try:
                return await self.database.write(work)
            except IntegrityError:  # another process was faster
                continue
        return await self.database.write(work)

    async def page(self, live: Live, reader: str | None, before: int | None = None) -> list[dict[str, Any]]:
        """The newest messages that are for the reader, oldest first, without those of people they
        have blocked or muted.
        """
        table = live.table.id
        query = sa.select(schema.chat).where(chat.table_id == table, _meant_for(live, reader))
        if before is not None:
            query = query.where(chat.n < before)
        rows = await self.database.rows(query.order_by(chat.n.desc()).limit(PAGE))
        unheard = await self.unheard(table, reader)
        apart = live.apart(reader)
        return [await self._shown(live, r, apart) for r in reversed(rows) if r.user_id not in unheard]

    async def unheard(self, table: str, reader: str | None) -> set[str]:
        """People whom a reader has blocked, or muted at this table."""
        if reader is None:
            return set()
        found = await self.database.rows(
            sa.select(blocks.blocked.label("id")).where(blocks.user_id == reader).union(
                sa.select(mutes.muted).where(mutes.user_id == reader, mutes.table_id == table)))
        return {r.id for r in found}

    async def _shown(self, live: Live, row: Any, apart: bool) -> dict[str, Any]:
        """A message; if somebody at the table is hidden, strangers do not read the name."""
        person = await self.people.find(row.user_id)
        name = "" if person is None or (apart and row.user_id in live.hidden) else person.name
        return {"n": row.n, "id": row.key.partition(":")[2], "user": {"id": row.user_id, "name": name}, "seat": row.seat,
                "at": row.at, "text": row.text, "gallery": row.gallery}

    async def tell(self, live: Live, n: int) -> None:
        """Send a message to everybody at the table who may read it."""
        await self._tell(live, chat.n == n, lambda row, user: is_meant_for(live, user, row))

    async def tell_opened(self, live: Live, since: int, until: int) -> None:
        """Send spectators what was said at the table between two versions that they see now."""
        said = sa.and_(chat.version > since, chat.version <= until, chat.gallery.is_(False))
        await self._tell(live, said, lambda row, user: live.delays(user))

    async def tell_over(self, live: Live, since: int) -> None:
        """The game is over: its people hear what the gallery has said, and spectators what they did
        not hear yet.
        """
        said = sa.or_(chat.gallery, chat.version > since)
        await self._tell(live, said, lambda row, user: row.gallery == belongs(live.table, user))

    async def _tell(self, live: Live, said: sa.ColumnElement[bool], meant: Callable[[Any, str | None], bool]) -> None:
        """Send messages to everybody who may read them."""
        query = sa.select(schema.chat).where(chat.table_id == live.table.id, said).order_by(chat.n.desc()).limit(PAGE)
        rows = await self.database.rows(query)
        if not rows:
            return
        unheard = {user: await self.unheard(live.table.id, user) for user in {r.user for r in live.readers}}
        for row in reversed(rows):
            messages = [encode({"type": "chat", "message": await self._shown(live, row, apart)}) for apart in (False, True)]
            for reader in live.entitled():
                heard = meant(row, reader.user) and row.user_id not in unheard.get(reader.user, ())
                if heard and may_talk(live.table, reader.user, reader.invite):
                    reader.tell(messages[live.apart(reader.user)])


def is_meant_for(live: Live, user: str | None, row: Any) -> bool:
    """Whether somebody at the table may read a message now."""
    if row.gallery:
        return live.table.status not in PLAYING or not belongs(live.table, user)
    return not live.delays(user) or row.version <= live.open_until


def _meant_for(live: Live, user: str | None) -> sa.ColumnElement[bool]:
    """The same, as a database query."""
    if live.table.status in PLAYING and belongs(live.table, user):
        return chat.gallery.is_(False)
    return sa.or_(chat.gallery, chat.version <= live.open_until) if live.delays(user) else sa.true()
