"""A tournament as it is stored: what was agreed, who takes part, the rounds that were drawn and
what came of them.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from ..errors import Refused
from ..storage import schema
from ..storage.database import Database
from ..tables.clocks import Clock
from ..tables.sitting import table_id
from .pairing import Past, Round, all_met, past_of, round_robin, rounds_needed, swiss
from .standing import Game, Standing, standings

t, e, r, s, tt = (table.c for table in (
    schema.tournaments, schema.entrants, schema.rounds, schema.seats, schema.tables))
System = Literal["swiss", "round_robin"]
AT_MOST = 256
"""The most entrants of one tournament."""
AT_ONCE = 5000
"""How many tables are looked up at once: databases limit the number of parameters."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: a person, or a bot of a level.  `first` and `last` are rounds, from
    1.
    """

    number: int
    user: str | None
    level: str | None
    strength: float
    first: int
    last: int | None

    def plays(self, number: int) -> bool:
        """Whether it takes part in a round."""
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True)
class Played:
    """A table of a round: the entrants by seat, and its state."""

    table: str
    entrants: tuple[int, ...]
    status: str | None
    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None


@dataclass(frozen=True)
class Tournament:
    """Everything stored about one tournament."""

    row: Any
    entrants: Sequence[Entrant]
    rounds: Sequence[Round]
    begun_at: Sequence[int]
    played: Sequence[Sequence[Played]]

    @property
    def id(self) -> str:
        """Its number."""
        return str(self.row.id)

    @cached_property
    def options(self) -> dict[str, Any]:
        """The options of its games."""
        return options_of(self.row)

    @cached_property
    def clock(self) -> Clock:
        """The clock of its games."""
        return clock_of(self.row)

    @property
    def round(self) -> int:
        """The number of the current round, from 1; 0 before the first."""
        return len(self.rounds)

    @property
    def settled(self) -> bool:
        """Whether every game of the round is over and its results are written."""
        return not self.rounds or all(played.places is not None for played in self.played[-1])

    @cached_property
    def past(self) -> Past:
        """The results of the rounds so far."""
        return past_of(self.rounds)

    def still_there(self) -> list[int]:
        """Who plays in the next round."""
        return [one.number for one in self.entrants if one.plays(self.round + 1)]

    @cached_property
    def standings(self) -> list[Standing]:
        """The standings from the finished games, the best first."""
        games = [Game(p.entrants, p.places, p.scores) for tables in self.played for p in tables
                 if p.places is not None and p.scores is not None]
        done = self.rounds if self.settled else self.rounds[:-1]
        out = [entrant for one in done for entrant in one.out]
        return standings(self.id, (one.number for one in self.entrants), games, out)

    # ------------------------------------------------------------ the next round

    @property
    def planned(self) -> int:
        """How many rounds there will be; in an all-play-all, at least."""
        return planned(self.row, len(self.entrants))

    @property
    def complete(self) -> bool:
        """Whether the last round has been played: as many as were planned, or everybody has met
        everybody.

        An all-play-all at larger tables may need more rounds than there would be at best, but never
        more than twice as many.
        """
        there = self.still_there()
        if len(there) < 2:
            return True
        if self.row.system == "swiss":
            return self.round >= self.planned
        return all_met(there, self.past) or self.round >= 2 * self.planned

    def draw(self, least: int) -> Round:
        """The next round; every process draws the same."""
        there = self.still_there()
        if self.row.system == "round_robin":
            return round_robin(there, self.past, self.round, self.row.seats, least)
        points = {row.entrant: row.points for row in self.standings}
        strength = {one.number: one.strength for one in self.entrants}
        order = sorted(there, key=lambda number: (-round(points[number], 6), -strength[number], number))
        return swiss(order, points, self.past, self.row.seats, least)


def options_of(row: Any) -> dict[str, Any]:
    """The options of a tournament's games."""
    found: dict[str, Any] = msgspec.json.decode(row.options)
    return found


def clock_of(row: Any) -> Clock:
    """The clock of a tournament's games."""
    return msgspec.json.decode(row.clock, type=Clock)


def planned(row: Any, entrants: int) -> int:
    """How many rounds there will be with so many entrants; in an all-play-all, at least."""
    return int(row.rounds) if row.system == "swiss" else rounds_needed(max(2, entrants), row.seats)


def table_of(tournament: str, number: int, board: int) -> str:
    """The id of a table: it follows from its place, so no table is made twice."""
    return table_id(tournament, f"{number}.{board}")


async def read(database: Database, id_: str) -> Tournament:
    """A tournament; Refused if there is none."""
    rows = await database.rows(sa.select(schema.tournaments).where(t.id == id_))
    if not rows:
        raise Refused("not_found", "no_tournament")
    entrants = await database.rows(sa.select(schema.entrants).where(e.tournament_id == id_).order_by(e.number))
    drawn = await database.rows(sa.select(schema.rounds).where(r.tournament_id == id_).order_by(r.number))
    rounds = [msgspec.json.decode(row.drawn, type=Round) for row in drawn]
    played = [[(table_of(id_, number, board), group) for board, group in enumerate(one.tables)]
              for number, one in enumerate(rounds, 1)]
    found: dict[str, tuple[str, Any, Any]] = {}
    tables = [table for tables in played for table, _ in tables]
    for n in range(0, len(tables), AT_ONCE):
        found |= await _results(database, tables[n:n + AT_ONCE])
    return Tournament(
        rows[0], [_entrant(row) for row in entrants], rounds,
        [row.begun_at for row in drawn],
        [[Played(table, group, *found.get(table, (None, None, None))) for table, group in tables] for tables in played])


def _entrant(row: Any) -> Entrant:
    return Entrant(row.number, row.user_id, row.level, row.strength, row.first, row.last)


async def sizes(database: Database, rows: Sequence[Any]) -> dict[str, int]:
    """By tournament, how many take part: a list needs no more of them."""
    query = sa.select(e.tournament_id, sa.func.count().label("n")).where(e.tournament_id.in_([row.id for row in rows]))
    return {row.tournament_id: row.n for row in await database.rows(query.group_by(e.tournament_id))}


async def _results(database: Database, tables: list[str]) -> dict[str, tuple[str, Any, Any]]:
    """By table its status, and the places and points by seat once they are written."""
    status = {row.id: (row.status, row.settled) for row in await database.rows(
        sa.select(tt.id, tt.status, tt.settled).where(tt.id.in_(tables)))}
    seats: dict[str, list[Any]] = {}
    for row in await database.rows(sa.select(s.table_id, s.place, s.score).where(s.table_id.in_(tables))
                                   .order_by(s.table_id, s.seat)):
        seats.setdefault(row.table_id, []).append(row)
    found: dict[str, tuple[str, Any, Any]] = {}
    for table, (now, settled) in status.items():
        here = seats.get(table, [])
        over = now == "over" and settled
        found[table] = (now, tuple(row.place for row in here) if over else None,
                        tuple(row.score for row in here) if over else None)
    return found
