"""What the seats of a finished game opened with, read from its record.  Each title's room `opening`
says what counts.
"""
from __future__ import annotations

from functools import partial

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ...match.texts import Texts
from ..errors import Refused
from ..games import known
from ..storage import schema
from ..storage.database import Database
from .packing import unpacked

s = schema.seats.c
AT_ONCE = 20
"""Games that are processed together."""
NONE = ""
"""Stands for no opening: the title has none, or the game ended too early."""


def openings_of(game: str, record: str) -> dict[int, str]:
    """The first actions of the title's opening verb, by seat, between commas.

    >>> openings_of("el_grande", "Game: el_grande\\n\\n* start 0\\n0 power 5\\n1 power 2\\n1 court 0\\n0 power 13\\n0 power 1\\n")
    {0: 'power 5, power 13', 1: 'power 2'}
    """
    title = known(game)
    room = title.room("opening")
    found: dict[int, list[str]] = {}
    for line in record.partition("\n\n")[2].splitlines() if room is not None else ():
        seat, _, action = line.partition(" ")
        if not seat.isdecimal() or not title.actions.knows(action):
            continue
        id_ = title.actions.id(action)
        made = found.setdefault(int(seat), [])
        if title.actions.verb_of[id_].label == room.VERB and len(made) < room.MOST:
            made.append(title.actions.name(id_))
    return {seat: ", ".join(made) for seat, made in found.items()}


async def write_openings(connection: AsyncConnection, table: str, openings: dict[int, str]) -> None:
    """Store what was found; the other seats of the table have none."""
    await connection.execute(sa.update(schema.seats).where(s.table_id == table).values(opening=NONE))
    for seat, opening in openings.items():
        await connection.execute(sa.update(schema.seats).where(s.table_id == table, s.seat == seat).values(opening=opening))


async def fill_openings(database: Database) -> bool:
    """Find the openings of some older games; return whether there may be more."""
    a = schema.archive.c
    unread = sa.select(s.table_id).where(s.opening.is_(None))
    rows = await database.rows(sa.select(a.table_id, a.game, a.record).where(a.table_id.in_(unread)).limit(AT_ONCE))
    for row in rows:
        try:
            found = openings_of(row.game, unpacked(row.record))
        except Refused:  # the title is no longer installed
            found = {}
        await database.write(partial(write_openings, table=row.table_id, openings=found))
    return bool(rows)


def opening_said(game: str, opening: str, lang: str) -> list[str]:
    """An opening in words, action by action.

    >>> opening_said("toledo", "shop gem 2 4", "en")
    ['gem merchant, space 4']
    """
    title = known(game)
    texts, room = Texts(title, lang), title.room("opening")
    said: list[str] = []
    for action in opening.split(", "):
        words = zip(room.MEANINGS, action.split()[1:], strict=False)
        said.append(", ".join(texts.named(meaning, word) for meaning, word in words if meaning))
    return said
