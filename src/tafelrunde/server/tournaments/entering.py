"""What people do with a tournament: create it, enter, withdraw, start it, cancel it."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ..errors import Refused
from ..people.ids import new_id
from ..people.person import Person
from ..people.ratings import MU
from ..storage import schema
from ..tables.clocks import Clock
from ..tables.sitting import checked_clock, checked_level, checked_options
from . import keeping
from .keeping import AT_MOST, System, Tournament

if TYPE_CHECKING:
    from ..house import House

t, e, ra = schema.tournaments.c, schema.entrants.c, schema.ratings.c
ROUNDS = (1, 20)


class Office:
    """The page where people enter."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.database = house.database

    async def create(self, host: Person, name: str, game: str, seats: int, options: dict[str, Any], system: System,
                     rounds: int, clock: Clock, rated: bool, listed: bool) -> str:
        """A new tournament, open for everybody; returns its id."""
        checked = checked_options(game, seats, options)
        if system == "swiss" and not ROUNDS[0] <= rounds <= ROUNDS[1]:
            raise Refused("bad_request", "out_of_range", field="body.rounds", low=ROUNDS[0], high=ROUNDS[1])
        timed = checked_clock(clock)
        if timed.kind == "none":
            raise Refused("bad_request", "tournament_clock", field="body.clock")
        id_ = new_id()
        await self.database.execute(sa.insert(schema.tournaments).values(
            id=id_, host=host.id, name=name, game=game, options=msgspec.json.encode(checked).decode(), seats=seats,
            system=system, rounds=rounds if system == "swiss" else 0, clock=msgspec.json.encode(timed).decode(),
            rated=rated, listed=listed, status="open", created_at=self.house.now()))
        return id_

    # ------------------------------------------------------------ entrants

    async def join(self, id_: str, person: Person) -> None:
        """Take part: from the first round on, or from the next one."""
        await self._enter(id_, [(person.id, None)])

    async def add_bots(self, id_: str, host: Person, level: str, count: int) -> None:
        """The host lets bots take part."""
        chosen = checked_level(level)
        await self._as_host(id_, host)
        await self._enter(id_, [(None, chosen)] * count)

    async def _enter(self, id_: str, who: list[tuple[str | None, str | None]]) -> None:
        found = await keeping.read(self.database, id_)
        strengths = [await self._strength(found, user, level) for user, level in who]

        async def work(connection: AsyncConnection) -> None:
            first = await self._next_round(connection, id_)
            newest = sa.select(sa.func.coalesce(sa.func.max(e.number), 0)).where(e.tournament_id == id_)
            number = int((await connection.execute(newest)).scalar_one())
            if number + len(who) > AT_MOST:
                raise Refused("conflict", "tournament_full", n=AT_MOST)
            again = await connection.execute(sa.update(schema.entrants).values(last=None, first=first).where(
                e.tournament_id == id_, e.user_id == who[0][0], e.last.is_not(None), e.last < first)) if who[0][0] else None
            if again is not None and again.rowcount:
                return
            await connection.execute(sa.insert(schema.entrants), [
                {"tournament_id": id_, "number": number + n, "user_id": user, "level": level, "strength": strength,
                 "first": first} for n, ((user, level), strength) in enumerate(zip(who, strengths, strict=True), 1)])

        try:
            await self.database.write(work)
        except IntegrityError:
            raise Refused("conflict", "entered_already") from None

    async def _next_round(self, connection: AsyncConnection, id_: str) -> int:
        """The first round of somebody who enters now; Refused if there is none."""
        row, begun = await self._locked(connection, id_)
        if row.status not in ("open", "running"):
            raise Refused("conflict", f"tournament_{row.status}")
        if row.system == "swiss" and begun >= row.rounds:
            raise Refused("conflict", "tournament_late")
        return begun + 1

    @staticmethod
    async def _locked(connection: AsyncConnection, id_: str) -> tuple[Any, int]:
        """A tournament's row, locked for the moment, and how many rounds have begun."""
        row = (await connection.execute(sa.select(schema.tournaments).where(t.id == id_).with_for_update())).one()
        drawn = sa.select(sa.func.count()).select_from(schema.rounds).where(schema.rounds.c.tournament_id == id_)
        return row, int((await connection.execute(drawn)).scalar_one())

    async def _strength(self, tournament: Tournament, user: str | None, level: str | None) -> float:
        """How strong somebody is at these tables, by the ratings; a beginner's strength where
        nobody knows.
        """
        who = f"user:{user}" if user else f"bot:{level}"
        rows = await self.database.rows(sa.select(ra.mu).where(
            ra.subject == who, ra.game == tournament.row.game, ra.players == tournament.row.seats))
        return float(rows[0].mu) if rows else MU

    async def withdraw(self, id_: str, person: Person) -> None:
        """Withdraw.  Before the start it is as if they had never entered; later they resign from
        this round's game.
        """
        await keeping.read(self.database, id_)
        mine = sa.and_(e.tournament_id == id_, e.user_id == person.id, e.last.is_(None))

        async def work(connection: AsyncConnection) -> str:
            row, begun = await self._locked(connection, id_)
            if row.status == "open":
                done = await connection.execute(sa.delete(schema.entrants).where(mine))
            elif row.status == "running":
                done = await connection.execute(sa.update(schema.entrants).values(last=begun).where(mine))
            else:
                raise Refused("conflict", f"tournament_{row.status}")
            if not done.rowcount:
                raise Refused("conflict", "not_entered")
            return str(row.status)

        if await self.database.write(work) == "running":
            await self.house.director.go_on(id_)

    async def leave_all(self, person: Person) -> None:
        """Somebody goes for good."""
        rows = await self.database.rows(sa.select(t.id).join(schema.entrants, e.tournament_id == t.id).where(
            e.user_id == person.id, e.last.is_(None), t.status.in_(("open", "running"))))
        for row in rows:
            await self.withdraw(row.id, person)

    # ------------------------------------------------------------ the host

    async def begin(self, id_: str, host: Person) -> None:
        """The first round."""
        found = await self._as_host(id_, host)
        if found.row.status != "open":
            raise Refused("conflict", f"tournament_{found.row.status}")
        if len(found.entrants) < 2:
            raise Refused("conflict", "tournament_few")
        await self.database.execute(sa.update(schema.tournaments).values(status="running", started_at=self.house.now())
                                    .where(t.id == id_, t.status == "open"))
        await self.house.director.go_on(id_)

    async def close(self, id_: str, host: Person) -> None:
        """Cancel it: running games are finished, and no round follows."""
        found = await self._as_host(id_, host)
        if found.row.status not in ("open", "running"):
            raise Refused("conflict", f"tournament_{found.row.status}")
        await self.database.execute(sa.update(schema.tournaments).values(status="closed", ended_at=self.house.now())
                                    .where(t.id == id_, t.status.in_(("open", "running"))))

    async def _as_host(self, id_: str, host: Person) -> Tournament:
        found = await keeping.read(self.database, id_)
        if found.row.host != host.id:
            raise Refused("forbidden", "tournament_host")
        return found


async def move_entrants(connection: AsyncConnection, guest: str, account: str) -> None:
    """A guest's entries move to the account; somebody who entered under both names stays in twice.
    """
    await connection.execute(sa.update(schema.tournaments).where(t.host == guest).values(host=account))
    there = sa.select(e.tournament_id).where(e.user_id == account)
    await connection.execute(sa.update(schema.entrants).where(
        e.user_id == guest, e.tournament_id.not_in(there)).values(user_id=account))
