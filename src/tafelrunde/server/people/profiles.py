"""What a profile tells of somebody: counted from the archived games that its reader may find, and
from no others.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from ..archive.openings import NONE
from ..archive.search import readable
from ..storage import schema
from ..storage.database import Database

a, s, u = schema.archive.c, schema.seats.c, schema.users.c
other = schema.seats.alias("other")
FAVOURITES = 5
"""How many openings of a title are shown."""
OPENINGS = 2000
"""How many different openings are examined, the most frequent first."""


PLAYED = schema.archive.join(schema.seats, s.table_id == a.table_id)
MET = PLAYED.join(other, sa.and_(other.c.table_id == s.table_id, other.c.seat != s.seat))
"""Games, once for each other seat at the table."""


def _games(user: str, reader: str, source: sa.FromClause, *columns: Any) -> sa.Select[Any]:
    """Somebody's finished games, as far as the reader may find them."""
    return sa.select(*columns).select_from(source).where(s.user_id == user, s.place.is_not(None), readable(reader))


def _times(condition: sa.ColumnElement[bool], name: str) -> sa.Label[Any]:
    return sa.func.sum(sa.case((condition, 1), else_=0)).label(name)


COUNTED: Sequence[sa.Label[Any]] = (
    sa.func.count().label("games"), _times(s.place < other.c.place, "ahead"), _times(s.place > other.c.place, "behind"))
"""How often somebody met another, and finished ahead of them or behind."""


def _counts(row: Any) -> dict[str, int]:
    ahead, behind = int(row.ahead), int(row.behind)
    return {"games": row.games, "ahead": ahead, "behind": behind, "level": row.games - ahead - behind}


async def progress(database: Database, user: str, reader: str, game: str, players: int,
                   before: tuple[int, str] | None, limit: int) -> list[Any]:
    """The shown rating after each rated game of a title and a number of players, newest first."""
    query = _games(user, reader, PLAYED, a.table_id, a.ended_at, s.before, s.after).where(
        a.game == game, a.players == players, s.after.is_not(None))
    if before is not None:
        query = query.where(sa.or_(a.ended_at < before[0], sa.and_(a.ended_at == before[0], a.table_id < before[1])))
    return await database.rows(query.order_by(a.ended_at.desc(), a.table_id.desc()).limit(limit))


async def opponents(database: Database, user: str, reader: str, skip: int, limit: int) -> list[dict[str, Any]]:
    """Whom somebody has met, people and levels of bots, most often first; hidden people only to
    whom it concerns.
    """
    shown = sa.or_(u.hidden.is_(False), u.id == reader, sa.literal(user == reader))
    known = sa.and_(u.id == other.c.user_id, u.deleted.is_(False), shown)
    who = (other.c.user_id, other.c.level, u.name, u.email)
    rows = await database.rows(
        _games(user, reader, MET.outerjoin(schema.users, known), *who, *COUNTED)
        .where(sa.or_(sa.and_(u.id.is_not(None), u.id != user), sa.and_(other.c.user_id.is_(None), other.c.level.is_not(None))))
        .group_by(*who).order_by(sa.desc("games"), other.c.user_id, other.c.level).offset(skip).limit(limit))
    return [{"user": {"id": r.user_id, "name": r.name, "guest": r.email is None} if r.user_id else None,
             "bot": r.level if r.user_id is None else None, **_counts(r)} for r in rows]


async def against(database: Database, user: str, opponent: str, reader: str) -> list[dict[str, Any]]:
    """Two people's meetings, by title and number of players."""
    rows = await database.rows(_games(user, reader, MET, a.game, a.players, *COUNTED).where(other.c.user_id == opponent)
                               .group_by(a.game, a.players).order_by(a.game, a.players))
    return [{"game": r.game, "players": r.players, **_counts(r)} for r in rows]


async def openings(database: Database, user: str, reader: str) -> dict[str, list[dict[str, Any]]]:
    """Somebody's most frequent openings, by title, and how often those games were won."""
    won = _times(s.place == 1, "won")
    rows = await database.rows(
        _games(user, reader, PLAYED, a.game, s.opening, sa.func.count().label("games"), won).where(s.opening != NONE)
        .group_by(a.game, s.opening).order_by(sa.desc("games"), s.opening).limit(OPENINGS))
    found: dict[str, list[dict[str, Any]]] = {}
    for r in rows:
        of_title = found.setdefault(r.game, [])
        if len(of_title) < FAVOURITES:
            of_title.append({"opening": r.opening, "games": r.games, "won": int(r.won)})
    return dict(sorted(found.items()))
