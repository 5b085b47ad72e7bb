"""Talk at a table: short, plain text, kept in order; who is blocked or muted is not heard."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ..people.people import People, Person
from ..storage import schema
from ..storage.database import Database
from .base import encode
from .live import Live
from .rights import may_talk

LENGTH = 500
PAGE = 50
chat, blocks, mutes = schema.chat.c, schema.blocks.c, schema.mutes.c


class Chat:
    """The talk at all tables."""

    def __init__(self, database: Database, people: People, now: Callable[[], int]) -> None:
        self.database = database
        self.people = people
        self.now = now

    async def say(self, live: Live, person: Person, key: str, text: str) -> int:
        """Keep a message; its number.  The same key again is the same message."""
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
                at=self.now(), text=text))
            return n

        for _ in range(20):
            try:
                return await self.database.write(work)
            except IntegrityError:  # another process was faster
                continue
        return await self.database.write(work)

    async def page(self, table: str, reader: str | None, before: int | None = None) -> list[dict[str, Any]]:
        """The newest messages, oldest first, without those of people whom the reader does not hear."""
        query = sa.select(schema.chat).where(chat.table_id == table)
        if before is not None:
            query = query.where(chat.n < before)
        rows = await self.database.rows(query.order_by(chat.n.desc()).limit(PAGE))
        unheard = await self.unheard(table, reader)
        return [await self._shown(r) for r in reversed(rows) if r.user_id not in unheard]

    async def unheard(self, table: str, reader: str | None) -> set[str]:
        """Whom a reader has blocked, or muted at this table."""
        if reader is None:
            return set()
        found = await self.database.rows(
            sa.select(blocks.blocked.label("id")).where(blocks.user_id == reader).union(
                sa.select(mutes.muted).where(mutes.user_id == reader, mutes.table_id == table)))
        return {r.id for r in found}

    async def _shown(self, row: Any) -> dict[str, Any]:
        person = await self.people.find(row.user_id)
        name = person.name if person is not None else ""
        return {"n": row.n, "id": row.key.partition(":")[2], "user": {"id": row.user_id, "name": name}, "seat": row.seat,
                "at": row.at, "text": row.text}

    async def tell(self, live: Live, n: int) -> None:
        """Tell a message to everybody at the table for whom it is."""
        rows = await self.database.rows(sa.select(schema.chat).where(chat.table_id == live.table.id, chat.n == n))
        if not rows:
            return
        message = encode({"type": "chat", "message": await self._shown(rows[0])})
        unheard = {user: await self.unheard(live.table.id, user) for user in {r.user for r in live.readers}}
        for reader in live.entitled():
            if may_talk(live.table, reader.user, reader.invite) and rows[0].user_id not in unheard.get(reader.user, ()):
                reader.tell(message)
