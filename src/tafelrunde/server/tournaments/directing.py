"""The director makes tables, starts games and rounds, and ends tournaments.

All that it does follows from what is stored, and everything can be done twice without harm.  So any
process may do it, and one that dies in between leaves nothing undone.
"""
from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from ...match.chance import SCHEME
from ...match.fairness import commitment
from ..errors import Refused
from ..games import installed, known
from ..logs import logger
from ..people.ids import new_id
from ..storage import schema
from ..storage.entries import Entry, Taken
from ..tables.acting import entry, leave
from ..tables.pinning import rules_version
from ..tables.sitting import checked_options, new_secret, seed_or_due
from ..tables.table import Config, Table
from ..tables.terms import obstacle
from . import keeping
from .keeping import Entrant, Played, Tournament

if TYPE_CHECKING:
    from ..house import House

t, r = schema.tournaments.c, schema.rounds.c
SEEDS_MS = 60_000
"""How long a table waits for its people's seeds; then it begins without the missing ones."""


class Director:
    """Looks after the tournaments that run."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.busy: dict[str, asyncio.Lock] = {}
        self.here = t.game.in_(installed())
        """Which tournaments can go on: not those of titles that are no longer installed."""

    async def look(self) -> None:
        """Check all tournaments; one that fails does not stop the others."""
        for row in await self.house.database.rows(sa.select(t.id).where(t.status == "running", self.here)):
            try:
                await self.go_on(row.id)
            except Exception as error:
                logger().warning("tournament", tournament=row.id, error=repr(error)[:200])

    async def go_on(self, id_: str) -> None:
        """Do whatever a tournament waits for."""
        async with self.busy.setdefault(id_, asyncio.Lock()):
            while await self._step(await keeping.read(self.house.database, id_)):
                pass
        self.busy.pop(id_, None)

    async def _step(self, tournament: Tournament) -> bool:
        """Do one thing; returns whether there may be more to do at once."""
        if tournament.row.status != "running":
            return False
        if not tournament.settled:
            await self._play(tournament)
            return False
        if tournament.complete:
            await self._end(tournament)
        else:
            await self._draw(tournament)
        return True

    # ------------------------------------------------------------ rounds

    async def _draw(self, tournament: Tournament) -> None:
        """Draw the next round. One of several processes does it; all of them would draw the same.
        """
        drawn = await asyncio.to_thread(tournament.draw, least_seats(tournament))
        insert = self.house.database.into(schema.rounds).values(
            tournament_id=tournament.id, number=tournament.round + 1, begun_at=self.house.now(),
            drawn=msgspec.json.encode(drawn).decode())
        await self.house.database.execute(insert.on_conflict_do_nothing())

    async def _end(self, tournament: Tournament) -> None:
        await self.house.database.execute(sa.update(schema.tournaments).values(status="over", ended_at=self.house.now())
                                          .where(t.id == tournament.id, t.status == "running"))

    async def _play(self, tournament: Tournament) -> None:
        """Make the tables of the round that are missing, and let those begin that have waited long
        enough.

        People who have withdrawn resign from the game of the round, even one that had not begun
        yet.
        """
        gone = {one.number: one.user for one in tournament.entrants if one.user and not one.plays(tournament.round + 1)}
        late = self.house.now() - tournament.begun_at[-1] > SEEDS_MS
        for played in tournament.played[-1]:
            if played.status is None:
                await self._make(tournament, played)
            elif played.status == "open" and late:
                await self._begin(played.table)
            elif played.status == "running":
                for user in [gone[number] for number in played.entrants if number in gone]:
                    await self._give_up(played.table, user)

    # ------------------------------------------------------------ tables

    async def _make(self, tournament: Tournament, played: Played) -> None:
        """A table of a round, with everybody at their seat; a table of bots alone begins at once.
        """
        by_number = {one.number: one for one in tournament.entrants}
        seats = [self._seat(by_number[number]) for number in played.entrants]
        row, secret = tournament.row, new_secret()
        options = checked_options(row.game, len(seats), tournament.options)
        config = Config(row.game, len(seats), options, rules_version(row.game), commitment(secret), row.name,
                        tournament.clock, listed=row.listed, rated=False, tournament=tournament.id)
        if row.rated and obstacle(config, (seat["kind"] for seat in seats)) is None:
            config = msgspec.structs.replace(config, rated=True)
        table = Table(played.table, secret, new_id())
        body = {"config": msgspec.to_builtins(config), "seats": seats}
        with suppress(Taken):  # another process was faster, or this one before it died
            await self.house.hall.create(table, Entry(1, "create", self.house.now(), None, None, body))
            if table.ready:
                await self._begin(table.id)

    @staticmethod
    def _seat(entrant: Entrant) -> dict[str, Any]:
        if entrant.user is None:
            return {"kind": "bot", "level": entrant.level}
        return {"kind": "person", "user": entrant.user} | seed_or_due(None, later=True)

    async def _give_up(self, id_: str, user: str) -> None:
        def build(table: Table) -> Entry:
            return leave(table, user, True, self.house.settings.standin, self.house.now(), None)

        with suppress(Refused):  # it was already given up, or has ended meanwhile
            await self.house.hall.act(id_, build)

    async def _begin(self, id_: str) -> None:
        def build(table: Table) -> Entry:
            if table.status != "open":
                raise Refused("stale", more={"version": table.version})
            return entry(table, "start", self.house.now(), level="simple", chance=SCHEME)

        with suppress(Refused):
            await self.house.hall.act(id_, build)


def least_seats(tournament: Tournament) -> int:
    """The smallest number of players at a table, with the tournament's options."""
    row = tournament.row
    return min(seats_allowed(row.game, row.seats, tournament.options), default=row.seats)


def seats_allowed(game: str, seats: int, options: dict[str, Any]) -> Iterable[int]:
    """The numbers of players, up to the tournament's, that the options allow."""
    for players in range(known(game).seats[0], seats + 1):
        with suppress(Refused):
            checked_options(game, players, options)
            yield players
