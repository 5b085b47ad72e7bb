"""What the operator of a server does about people: read reports, and set new passwords."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from time import time
from typing import Any, TypeVar

import sqlalchemy as sa

from ...errors import TafelrundeError
from ..settings import Settings
from ..storage import schema
from ..storage.database import Database
from ..storage.migrate import migrate
from .people import hashed, mail
from .sessions import Sessions

T = TypeVar("T")


class NoAccount(TafelrundeError, ValueError):
    """There is no account with that address."""


def reports(settings: Settings, most: int = 50) -> list[dict[str, Any]]:
    """The reports that people have made, newest first."""
    return _with(settings, lambda database: _reports(database, most))


async def _reports(database: Database, most: int) -> list[dict[str, Any]]:
    r, by, about = schema.reports.c, schema.users.alias(), schema.users.alias()
    rows = await database.rows(
        sa.select(r.at, r.text, r.table_id, r.user_id, r.about, by.c.name.label("by_name"), about.c.name.label("about_name"))
        .join(by, by.c.id == r.user_id, isouter=True).join(about, about.c.id == r.about, isouter=True)
        .order_by(r.at.desc()).limit(most))
    return [{"at": datetime.fromtimestamp(row.at / 1000, UTC).isoformat(timespec="seconds"), "text": row.text,
             "table": row.table_id, "by": (row.by_name, row.user_id), "about": (row.about_name, row.about)} for row in rows]


def set_password(settings: Settings, email: str, password: str) -> None:
    """Give an account another password and sign it out everywhere; NoAccount if there is none."""
    _with(settings, lambda database: _set_password(database, email, password))


async def _set_password(database: Database, email: str, password: str) -> None:
    u = schema.users.c
    found = await database.rows(sa.select(u.id).where(u.email == mail(email)))
    if not found:
        raise NoAccount(f"there is no account with the address {email}")
    await database.execute(sa.update(schema.users).where(u.id == found[0].id).values(password=await hashed(password)))
    await Sessions(database, lambda: int(time() * 1000)).end_all(found[0].id)


def _with(settings: Settings, work: Callable[[Database], Awaitable[T]]) -> T:
    async def run() -> T:
        database = Database(settings)
        try:
            await database.reach()
            await migrate(database)
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())
