"""Tournaments in the form in which they are shown, and their results in a file."""
from __future__ import annotations

import csv
import io
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from ..games import title_of
from ..house import House
from ..people.person import Person
from ..storage import schema
from .keeping import Tournament, clock_of, options_of, planned

t = schema.tournaments.c
RECENT = 6
"""How many rounds are sent with a tournament."""
COLUMNS = ("place", "name", "points", "opponents", "wins", "share", "games", "out")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Characters that spreadsheets take for the beginning of a formula."""


async def page(house: House, status: str | None, before: tuple[int, str] | None, limit: int) -> list[Any]:
    """Listed tournaments, newest first."""
    query = sa.select(schema.tournaments).where(t.listed.is_(True))
    if status is not None:
        query = query.where(t.status == status)
    if before is not None:
        query = query.where(sa.or_(t.created_at < before[0], sa.and_(t.created_at == before[0], t.id < before[1])))
    return await house.database.rows(query.order_by(t.created_at.desc(), t.id.desc()).limit(limit))


def outline(row: Any, size: int, people: dict[str, dict[str, Any]], lang: str) -> dict[str, Any]:
    """A tournament of some entrants, as lists show it."""
    plain = {name: getattr(row, name) for name in (
        "id", "name", "game", "seats", "system", "rated", "listed", "status", "created_at", "started_at", "ended_at")}
    return plain | {"title": title_of(row.game, lang), "options": options_of(row), "clock": clock_of(row).shown(),
                    "rounds": planned(row, size), "host": people.get(row.host)}


async def whole(house: House, tournament: Tournament, reader: Person, lang: str) -> dict[str, Any]:
    """A tournament with everything."""
    people = await people_of(house, tournament)
    mine = next((one.number for one in tournament.entrants if one.user == reader.id and one.last is None), None)
    return {
        "tournament": outline(tournament.row, len(tournament.entrants), people, lang), "round": tournament.round, "mine": mine,
        "entrants": [{"number": one.number, "user": people.get(one.user or ""), "level": one.level, "first": one.first,
                      "last": one.last} for one in tournament.entrants],
        "standings": [{name: value for name, value in asdict(row).items() if name != "met"} for row in tournament.standings],
        **rounds(tournament, None, RECENT)}


def rounds(tournament: Tournament, before: int | None, limit: int) -> dict[str, Any]:
    """Some rounds in their order: the last ones, or those before a round."""
    end = min(tournament.round, tournament.round if before is None else before - 1)
    first = max(0, end - limit)
    return {"rounds": [{"number": n + 1, "begun_at": tournament.begun_at[n], "out": list(tournament.rounds[n].out),
                        "tables": [asdict(played) for played in tournament.played[n]]} for n in range(first, end)],
            "earlier": first + 1 if first > 0 else None}


async def people_of(house: House, tournament: Tournament) -> dict[str, dict[str, Any]]:
    """The host and everybody who takes part, by id."""
    return await house.people.shown([tournament.row.host, *(one.user for one in tournament.entrants if one.user)])


async def results(house: House, tournament: Tournament) -> str:
    """The standings as comma-separated values."""
    people = await people_of(house, tournament)
    names = {one.number: people.get(one.user or "", {}).get("name", "") if one.user else one.level or ""
             for one in tournament.entrants}
    out = io.StringIO()
    lines = csv.DictWriter(out, COLUMNS, extrasaction="ignore")
    lines.writeheader()
    for row in tournament.standings:
        name = names[row.entrant]
        lines.writerow(asdict(row) | {"name": f"'{name}" if name.startswith(FORMULA) else name})
    return out.getvalue()
