"""The shelf of a server: tables in its database."""
from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from ..tables.shelf import Snapshot
from . import schema
from .database import Database
from .entries import Append, Entry
from .log import Log

t, e, o = schema.tables.c, schema.log.c, schema.orders.c


class Shelved:
    """Tables in a database."""

    def __init__(self, database: Database, log: Log) -> None:
        self.database = database
        self.log = log

    async def append(self, *together: Append) -> None:
        """Store entries of one table durably, all of them or none."""
        await self.log.append(*together)

    async def since(self, table: str, version: int = 0) -> list[Entry]:
        return await self.log.since(table, version)

    async def row(self, table: str) -> Any | None:
        return (await self.rows([table])).get(table)

    async def rows(self, tables: list[str]) -> dict[str, Any]:
        found = await self.database.rows(sa.select(schema.tables).where(t.id.in_(tables))) if tables else []
        return {r.id: r for r in found}

    async def told(self, tables: list[str], without: tuple[str, ...]) -> dict[str, list[Entry]]:
        """The entries of some tables, without those of some kinds."""
        found: dict[str, list[Entry]] = {}
        told = sa.select(schema.log).where(e.table_id.in_(tables), e.kind.not_in(without)).order_by(e.table_id, e.version)
        for r in await self.database.rows(told) if tables else []:
            found.setdefault(r.table_id, []).append(
                Entry(r.version, r.kind, r.at, r.seat, r.user_id, msgspec.json.decode(r.body), r.key))
        return found

    async def change(self, table: str, row: dict[str, Any]) -> None:
        """Change a row without an entry."""
        await self.database.execute(sa.update(schema.tables).where(t.id == table).values(**row))

    async def snapshot(self, table: str, made_with: str) -> Snapshot | None:
        """The snapshot of a table, if there is one of this kind."""
        s = schema.snapshots.c
        rows = await self.database.rows(sa.select(s.version, s.body).where(s.table_id == table, s.made_with == made_with))
        return Snapshot(rows[0].version, rows[0].body) if rows else None

    async def orders(self, table: str) -> dict[int, list[dict[str, Any]]]:
        """The standing orders of a table's seats."""
        found = await self.database.rows(sa.select(o.seat, o.body).where(o.table_id == table))
        return {r.seat: msgspec.json.decode(r.body) for r in found}

    async def keep_orders(self, table: str, seat: int, orders: list[dict[str, Any]]) -> None:
        insert = self.database.into(schema.orders).values(
            table_id=table, seat=seat, body=msgspec.json.encode(orders).decode())
        await self.database.execute(insert.on_conflict_do_update(
            index_elements=["table_id", "seat"], set_={"body": insert.excluded.body}))

    async def unfinished(self, user: str) -> list[str]:
        """The tables of a person that wait or run."""
        rows = await self.database.rows(sa.select(t.id).distinct().join(schema.seats, schema.seats.c.table_id == t.id).where(
            schema.seats.c.user_id == user, t.status.in_(("open", "running"))))
        return [r.id for r in rows]

    async def apart(self, user: str, others: list[str]) -> bool:
        """Whether somebody has blocked one of the others, or one of them has blocked them."""
        b = schema.blocks.c
        return bool(await self.database.rows(sa.select(b.user_id).where(sa.or_(
            sa.and_(b.user_id == user, b.blocked.in_(others)),
            sa.and_(b.blocked == user, b.user_id.in_(others)))).limit(1)) if others else [])
