"""Searching the archive, newest games first."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from ..cleaning import clean, folded
from ..storage import schema
from ..storage.database import Database

a, s, u = schema.archive.c, schema.seats.c, schema.users.c
Outcome = Literal["won", "lost", "shared"]


@dataclass(frozen=True)
class Search:
    """What to search for; fields that are not set match everything.

    `reader` is who looks: games that are not public are found by those who sat there.  With a
    `user` only that person's games are; `result` is theirs then, `opponent` another person's id,
    and `player` a part of another person's name. Elsewhere `result` is that of the player who is
    looked for, or of any person where none is.
    """

    game: str | None = None
    players: int | None = None
    rated: bool | None = None
    player: str | None = None
    result: Outcome | None = None
    options: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    decisions: tuple[int | None, int | None] = (None, None)
    points: tuple[int | None, int | None] = (None, None)
    user: str | None = None
    opponent: str | None = None
    reader: str | None = None
    tables: list[str] | None = None
    """Only these tables, public or not; the caller has checked that the reader may see them."""


def readable(reader: str | None) -> sa.ColumnElement[bool]:
    """The games of the archive that somebody may find: public ones, and those at which they sat."""
    public = a.public.is_(True)
    return public if reader is None else sa.or_(public, a.table_id.in_(_tables_of(reader)))


def named_to(reader: str | None) -> sa.ColumnElement[bool]:
    """Which names a reader sees: not those of deleted accounts, and those of hidden people only
    after sitting with them.
    """
    there = u.deleted.is_(False)
    if reader is None:
        return sa.and_(there, u.hidden.is_(False))
    return sa.and_(there, sa.or_(u.hidden.is_(False), u.id == reader, s.table_id.in_(_tables_of(reader))))


def _tables_of(user: str) -> sa.Select[tuple[str]]:
    theirs = schema.seats.alias()
    return sa.select(theirs.c.table_id).where(theirs.c.user_id == user)


def conditions(search: Search) -> list[sa.ColumnElement[bool]]:
    """The conditions for a game to be found."""
    found: list[sa.ColumnElement[bool]] = [
        readable(search.reader) if search.tables is None else a.table_id.in_(search.tables)]
    for column, value in ((a.game, search.game), (a.players, search.players), (a.rated, search.rated)):
        if value is not None:
            found.append(column == value)
    for column, (least, most) in ((a.decisions, search.decisions), (a.best, search.points)):
        found += [column >= least] if least is not None else []
        found += [column <= most] if most is not None else []
    o = schema.archive_options.c
    for name, value in search.options:
        found.append(a.table_id.in_(sa.select(o.table_id).where(o.name == name, o.value == value)))
    return found + _person(search)


def _person(search: Search) -> list[sa.ColumnElement[bool]]:
    """Somebody of that name, or anybody at all, sat there with the wanted result."""
    name = folded(clean(search.player or ""))
    sat = sa.select(s.table_id).where(s.table_id == a.table_id, s.user_id.is_not(None))
    named = sat.join_from(schema.seats, schema.users, u.id == s.user_id).where(
        u.folded.contains(name, autoescape=True), named_to(search.reader))
    found: list[sa.ColumnElement[bool]] = []
    if search.opponent is not None:
        found.append(sat.where(s.user_id == search.opponent).exists())
    if search.user is None:
        found += [_did(named if name else sat, search.result).exists()] if name or search.result is not None else []
    else:
        found.append(_did(sat.where(s.user_id == search.user), search.result).exists())
        found += [named.where(s.user_id != search.user).exists()] if name else []
    if search.result in ("won", "shared"):
        found.append(a.shared.is_(search.result == "shared"))
    return found


def _did(sat: sa.Select[tuple[str]], result: Outcome | None) -> sa.Select[tuple[str]]:
    """Seats whose people had the wanted result."""
    if result is None:
        return sat
    return sat.where(s.place > 1 if result == "lost" else s.place == 1)


async def page(database: Database, search: Search, before: tuple[int, str] | None, limit: int,
               record: bool = False) -> list[dict[str, Any]]:
    """Some games, newest first, each with its seats, after the one that `before` names."""
    columns = [c for c in schema.archive.columns if record or c.name != "record"]
    query = sa.select(*columns).where(*conditions(search))
    if before is not None:
        query = query.where(sa.or_(a.ended_at < before[0], sa.and_(a.ended_at == before[0], a.table_id < before[1])))
    rows = await database.rows(query.order_by(a.ended_at.desc(), a.table_id.desc()).limit(limit))
    seats = await _seats(database, [r.table_id for r in rows], search.reader)
    return [dict(r._mapping) | {"options": msgspec.json.decode(r.options), "seats": seats.get(r.table_id, [])} for r in rows]


async def _seats(database: Database, tables: list[str], reader: str | None) -> dict[str, list[dict[str, Any]]]:
    """Who sat at some tables and with which result; deleted and hidden people have no name."""
    if not tables:
        return {}
    there = sa.and_(u.id == s.user_id, named_to(reader))
    query = (sa.select(s.table_id, s.seat, s.level, s.place, s.score, u.id, u.name, u.email)
             .select_from(schema.seats.outerjoin(schema.users, there)).where(s.table_id.in_(tables)).order_by(s.table_id, s.seat))
    found: dict[str, list[dict[str, Any]]] = {}
    for r in await database.rows(query):
        user = {"id": r.id, "name": r.name, "guest": r.email is None} if r.id else None
        found.setdefault(r.table_id, []).append(
            {"seat": r.seat, "user": user, "level": r.level, "place": r.place, "score": r.score})
    return found
