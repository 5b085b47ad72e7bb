"""Bringing a database to the present schema: Alembic's migrations, or the whole schema at once
where there is none.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..settings import BadSettings
from .database import Database
from .schema import meta

HEAD = "0009"
"""The newest migration."""

VERSION = "alembic_version"
"""The table that stores the version of the schema."""

FOLDER = Path(__file__).parent / "migrations"
LOCK = 7_126_211
"""PostgreSQL's advisory lock: one process migrates while the others wait."""


async def migrate(database: Database) -> None:
    """Create or upgrade the schema.  Processes that start together wait for each other."""

    async def work(connection: AsyncConnection) -> None:
        if database.postgres:
            await connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        await connection.run_sync(_upgrade)
        if database.postgres:
            await _jobs(connection)

    database.prepare()
    await database.write(work)


def _upgrade(connection: sa.Connection) -> None:
    found = sa.inspect(connection).get_table_names()
    if VERSION in found:
        version = str(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar())
        if version not in known():
            raise BadSettings(f"database: it belongs to a newer Tafelrunde (its schema is {version}, this one knows up to "
                              f"{HEAD}); use that one, or restore a backup")
        if version != HEAD:
            by_alembic(connection)
    else:
        meta.create_all(connection)
        connection.execute(sa.text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
        connection.execute(sa.text(f"INSERT INTO alembic_version VALUES ('{HEAD}')"))  # noqa: S608  # our constant


def known() -> set[str]:
    """The schemas that this Tafelrunde can upgrade."""
    return {path.name.partition("_")[0] for path in (FOLDER / "versions").glob("[0-9]*.py")}


def by_alembic(connection: sa.Connection, revision: str = "head") -> None:
    """Run the migrations on a connection that is in a transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


async def _jobs(connection: AsyncConnection) -> None:
    """The tables of the job queue (procrastinate), if they are missing."""
    if (await connection.execute(sa.text("SELECT to_regclass('procrastinate_jobs')"))).scalar() is not None:
        return
    from procrastinate.schema import SchemaManager

    raw: Any = (await connection.get_raw_connection()).driver_connection
    await raw.execute(SchemaManager.get_schema())
