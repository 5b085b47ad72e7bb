"""Following people, private notes on them, and challenges."""
from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..errors import Refused
from ..storage import schema
from ..storage.database import Database
from .presence import is_here

b, c, f, n, t, u = (table.c for table in (
    schema.blocks, schema.challenges, schema.follows, schema.notes, schema.tables, schema.users))
MOST = 500
"""The most people whom somebody may follow."""
SHOWN = 20
"""The most challenges that are shown at once."""


async def check_peace(database: Database, one: str, two: str) -> None:
    """Refused if one of two people has blocked the other."""
    either = sa.or_(sa.and_(b.user_id == one, b.blocked == two), sa.and_(b.user_id == two, b.blocked == one))
    if await database.rows(sa.select(b.user_id).where(either).limit(1)):
        raise Refused("forbidden", "no_peace")


async def part(database: Database, one: str, two: str) -> None:
    """Two people are separated because one has blocked the other."""
    await database.execute(*(statement for mine, theirs in ((one, two), (two, one)) for statement in (
        sa.delete(schema.follows).where(f.user_id == mine, f.followed == theirs),
        sa.delete(schema.challenges).where(c.from_id == mine, c.to_id == theirs))))


async def follow(database: Database, user: str, followed: str) -> None:
    """Follow somebody."""
    await check_peace(database, user, followed)
    rows = await database.rows(sa.select(sa.func.count()).where(f.user_id == user))
    if rows[0][0] >= MOST:
        raise Refused("conflict", "follows_many", n=MOST)
    await database.execute(database.into(schema.follows).values(user_id=user, followed=followed).on_conflict_do_nothing())


async def unfollow(database: Database, user: str, followed: str) -> None:
    """Stop following somebody."""
    await database.execute(sa.delete(schema.follows).where(f.user_id == user, f.followed == followed))


async def follows(database: Database, user: str, followed: str) -> bool:
    """Whether somebody follows somebody."""
    return bool(await database.rows(sa.select(f.user_id).where(f.user_id == user, f.followed == followed)))


async def followed(database: Database, user: str, now: int, skip: int, limit: int) -> list[dict[str, Any]]:
    """Whom somebody follows: people who are online first, then by name."""
    here = sa.case((is_here(now), 1), else_=0)
    people = schema.follows.join(schema.users, u.id == f.followed).outerjoin(
        schema.notes, sa.and_(n.user_id == f.user_id, n.about == f.followed))
    rows = await database.rows(
        sa.select(u.id, u.name, u.email, here.label("here"), n.text).select_from(people)
        .where(f.user_id == user, u.deleted.is_(False), u.merged.is_(None))
        .order_by(here.desc(), u.folded, u.id).offset(skip).limit(limit))
    return [{"user": {"id": r.id, "name": r.name, "guest": r.email is None}, "here": bool(r.here), "note": r.text or ""}
            for r in rows]


async def blocked(database: Database, user: str, skip: int, limit: int) -> list[dict[str, Any]]:
    """Whom somebody has blocked, by name."""
    rows = await database.rows(
        sa.select(u.id, u.name).join(schema.blocks, b.blocked == u.id).where(b.user_id == user, u.deleted.is_(False))
        .order_by(u.folded, u.id).offset(skip).limit(limit))
    return [{"id": r.id, "name": r.name} for r in rows]


async def note_on(database: Database, user: str, about: str) -> str:
    """Somebody's note on somebody."""
    rows = await database.rows(sa.select(n.text).where(n.user_id == user, n.about == about))
    return str(rows[0].text) if rows else ""


async def write_note(database: Database, user: str, about: str, text: str) -> None:
    """Keep a note; an empty one deletes it."""
    if not text:
        await database.execute(sa.delete(schema.notes).where(n.user_id == user, n.about == about))
        return
    note = database.into(schema.notes).values(user_id=user, about=about, text=text)
    await database.execute(note.on_conflict_do_update(index_elements=["user_id", "about"], set_={"text": text}))


# ------------------------------------------------------------ challenges


async def challenge(database: Database, table: str, by: str, to: str, now: int) -> None:
    """Ask somebody to an open table; what was asked to tables that are no longer open is
    forgotten.
    """
    still_open = sa.select(t.id).where(t.id == c.table_id, t.status == "open").exists()
    made = database.into(schema.challenges).values(table_id=table, to_id=to, from_id=by, at=now)
    await database.execute(
        sa.delete(schema.challenges).where(sa.or_(c.from_id == by, c.to_id == to), ~still_open),
        made.on_conflict_do_update(index_elements=["table_id", "to_id"], set_={"at": now, "declined": False}))


async def decline(database: Database, table: str, to: str) -> None:
    """Decline a challenge."""
    await database.execute(sa.update(schema.challenges).where(c.table_id == table, c.to_id == to).values(declined=True))


async def withdraw(database: Database, table: str, by: str, to: str) -> None:
    """The challenger takes it back, or has read that it was declined."""
    await database.execute(sa.delete(schema.challenges).where(c.table_id == table, c.to_id == to, c.from_id == by))


async def challenges(database: Database, user: str) -> tuple[list[Any], list[Any]]:
    """What waits for somebody's answer, and what they have asked others; only for tables that are
    still open.
    """
    still_open = schema.challenges.join(schema.tables, sa.and_(t.id == c.table_id, t.status == "open"))
    query = sa.select(c.table_id, c.from_id, c.to_id, c.at, c.declined, t.game, t.players, t.rated, t.invite).select_from(
        still_open).order_by(c.at.desc(), c.table_id).limit(SHOWN)
    received = await database.rows(query.where(c.to_id == user, c.declined.is_(False)))
    return received, await database.rows(query.where(c.from_id == user))


# ------------------------------------------------------------ people who change


PAIRS = ((f.user_id, f.followed), (n.user_id, n.about), (b.user_id, b.blocked), (c.to_id, c.table_id))
"""Rows that belong to somebody or are about somebody; a pair of people has at most one."""


async def move(connection: AsyncConnection, guest: str, account: str) -> None:
    """A guest's rows become the account's; if both have a row, the account's stays."""
    for own, about in PAIRS:
        for mine, other in ((own, about), (about, own)) if about is not c.table_id else ((own, about),):
            same = mine.table.alias()
            double = sa.select(same.c[other.name]).where(same.c[mine.name] == account)
            await connection.execute(sa.update(mine.table).where(
                mine == guest, other != account, other.not_in(double)).values({mine.name: account}))
            await connection.execute(sa.delete(mine.table).where(mine == guest))
    await connection.execute(sa.update(schema.challenges).where(c.from_id == guest).values(from_id=account))


def forget(user: str) -> list[sa.Delete]:
    """Delete what belongs to somebody, and what is about them, when they delete the account."""
    found = [sa.delete(own.table).where(sa.or_(own == user, about == user)) for own, about in PAIRS]
    return [*found, sa.delete(schema.challenges).where(c.from_id == user)]
