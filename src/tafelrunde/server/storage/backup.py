"""Everything a server stores in one file, from one moment, for either kind of database.

The file is gzipped JSON lines: a header, then one line per row, table by table.
"""
from __future__ import annotations

import asyncio
import gzip
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ...errors import TafelrundeError
from ...version import __version__
from ..settings import Settings
from .database import Database
from .migrate import HEAD, VERSION, by_alembic, known, migrate
from .schema import meta, snapshots

BATCH = 500


class BadBackup(TafelrundeError, ValueError):
    """A file that is not a backup, is damaged, or does not fit; the message says why."""


def kept() -> list[sa.Table]:
    """The tables that a backup contains; snapshots are made again from the log."""
    return [table for table in meta.sorted_tables if table is not snapshots]


def back_up(settings: Settings, file: Path) -> int:
    """Write a backup and count its rows.  The file appears only when it is complete."""
    return asyncio.run(_back_up(settings, file))


async def _back_up(settings: Settings, file: Path) -> int:
    database = Database(settings)
    partial = file.with_name(file.name + ".part")
    rows = 0
    try:
        await database.reach()
        partial.unlink(missing_ok=True)  # what somebody else has put there stays theirs
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as out:
            out.write(json.dumps({"tafelrunde": "backup", "schema": HEAD, "version": __version__}) + "\n")
            async with database.reader.connect() as connection:
                if database.postgres:
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                async with connection.begin():
                    async for name, row in _rows(connection):
                        out.write(json.dumps([name, row], ensure_ascii=False) + "\n")
                        rows += 1
            out.write(json.dumps({"rows": rows}) + "\n")
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
        await database.close()
    return rows


async def _rows(connection: AsyncConnection) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    for table in kept():
        result = await connection.stream(sa.select(table))
        async for row in result:
            yield table.name, dict(row._mapping)


def restore(settings: Settings, file: Path) -> int:
    """Fill an empty database from a backup and count its rows.

    If anything is wrong, nothing is changed.
    """
    return asyncio.run(_restore(settings, file))


async def _restore(settings: Settings, file: Path) -> int:
    database = Database(settings)
    try:
        await database.reach(new=True)
        await migrate(database)
        async with database.connection(write=True) as connection:
            with gzip.open(file, "rt", encoding="utf-8") as lines:
                return await _put_back(connection, lines)
    except (OSError, EOFError, UnicodeDecodeError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise BadBackup(f"{file}: this is no whole backup: {error}") from None
    finally:
        await database.close()


def _emptied(connection: sa.Connection, version: str) -> dict[str, sa.Table]:
    """The tables of a backup's schema in an empty database; what is restored into them is migrated
    afterwards.
    """
    for table in kept():
        if connection.execute(sa.select(sa.func.count()).select_from(table)).scalar():
            raise BadBackup(f"the database is not empty ({table.name} has rows); restore into a new one")
    if version != HEAD:
        meta.drop_all(connection)
        connection.execute(sa.text(f"DROP TABLE {VERSION}"))
        by_alembic(connection, version)
    found = sa.MetaData()
    found.reflect(connection, only=lambda name, _: name != VERSION and not name.startswith("procrastinate"))
    return dict(found.tables)


async def _put_back(connection: AsyncConnection, lines: IO[str]) -> int:
    try:
        head = json.loads(lines.readline())
    except ValueError:
        raise BadBackup("the first line is not that of a backup") from None
    if not isinstance(head, dict) or head.get("tafelrunde") != "backup":
        raise BadBackup("the first line is not that of a backup")
    if head["schema"] not in known():
        raise BadBackup(f"the backup has schema {head['schema']}, this version knows up to {HEAD}")
    tables = await connection.run_sync(_emptied, head["schema"])
    batch: list[dict[str, Any]] = []
    current = ""

    async def flush() -> None:
        if batch:
            await connection.execute(sa.insert(tables[current]), batch)
            batch.clear()

    for number, line in enumerate(lines, 2):
        try:
            found = json.loads(line)
        except ValueError:
            raise BadBackup(f"line {number} cannot be read") from None
        if isinstance(found, dict):
            await flush()
            rows = number - 2
            if found.get("rows") != rows:
                raise BadBackup(f"the backup has {rows} rows, its last line says {found.get('rows')}")
            await connection.run_sync(by_alembic)
            return rows
        name, row = found
        if name not in tables:
            raise BadBackup(f"line {number}: there is no table {name!r}")
        if name != current or len(batch) >= BATCH:
            await flush()
            current = name
        batch.append(row)
    raise BadBackup("the backup ends too early")
