"""Putting finished games into the archive, once each, when they end, so that no search has to
replay a game.
"""
from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..games import known
from ..people.ratings import places
from ..storage import schema
from ..storage.database import Database
from ..tables.looking_back import nameless_record
from ..tables.table import Table
from .openings import openings_of, write_openings
from .packing import packed

t = schema.tables.c


async def keep(database: Database, table: Table) -> None:
    """Put a finished table into the archive, unless it is there already."""
    record = nameless_record(table, None)
    row, options = _row(table, record), chosen(table)
    openings = openings_of(table.config.game, record)

    async def work(connection: AsyncConnection) -> None:
        claimed = await connection.execute(
            sa.update(schema.tables).values(archived=True).where(t.id == table.id, t.archived.is_(False)))
        if not claimed.rowcount:
            return
        await connection.execute(sa.insert(schema.archive).values(**row))
        if options:
            await connection.execute(sa.insert(schema.archive_options), [
                {"table_id": table.id, "name": name, "value": value} for name, value in options])
        await write_openings(connection, table.id, openings)

    await database.write(work)


def _row(table: Table, record: str) -> dict[str, Any]:
    config, match = table.config, table.match
    if match is None or table.status != "over":
        raise ValueError(f"table {table.id} is not over")
    return {"table_id": table.id, "public": config.listed and config.spectators, "game": config.game,
            "players": config.players, "rated": config.rated, "options": msgspec.json.encode(config.options).decode(),
            "decisions": table.decisions, "best": max(match.scores), "shared": places(table).count(1) > 1,
            "ended_at": table.ended_at or 0, "record": packed(record)}


def chosen(table: Table) -> list[tuple[str, str]]:
    """A table's options for searching: pairs of name and value, one for each of several values."""
    found: list[tuple[str, str]] = []
    for option in known(table.config.game).options:
        value = table.config.options.get(option.name, option.default)
        if option.kind == "entries":
            continue
        values = value if option.several else [value]
        found += [(option.name, msgspec.json.encode(v).decode().strip('"')) for v in values]
    return found
