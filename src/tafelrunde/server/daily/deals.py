"""Playing the daily deal, once, and its table of results."""
from __future__ import annotations

import secrets
from datetime import date
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ...match.chance import SCHEME
from ...match.fairness import commitment
from ..errors import Refused
from ..games import known
from ..people.ids import new_id
from ..people.person import Person
from ..storage import schema
from ..storage.entries import Entry, Taken
from ..tables import acting
from ..tables.live import Live
from ..tables.pinning import rules_version
from ..tables.sitting import checked_options
from ..tables.table import Config, Table
from .chain import Chain, closes_at, secret, today

if TYPE_CHECKING:
    from ..house import House

d, s, t, u = schema.daily.c, schema.seats.c, schema.tables.c, schema.users.c
KEY = "daily_chain"
LEVEL = "simple"
"""The bots of every deal: they answer at once, and always the same in the same game."""
PLAYERS, SEAT = 3, 0


class Daily:
    """The house's chain, and the deals played from it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._chain: Chain | None = None

    async def chain(self) -> Chain:
        """The house's chain; it begins with the day on which a server first asks for it."""
        if self._chain is None:
            made = {"head": secrets.token_bytes(32).hex(), "start": today(self.house.now()).isoformat()}
            database, c = self.house.database, schema.house.c
            await database.execute(database.into(schema.house).values(
                key=KEY, value=msgspec.json.encode(made).decode()).on_conflict_do_nothing())
            rows = await database.rows(sa.select(c.value).where(c.key == KEY))
            kept = msgspec.json.decode(rows[0].value)
            self._chain = Chain(bytes.fromhex(kept["head"]), date.fromisoformat(kept["start"]))
        return self._chain

    async def day(self) -> date:
        """The day whose deal is played: today, or the chain's first if the clock was set back
        before it.
        """
        return max(today(self.house.now()), (await self.chain()).start)

    async def played(self, user: str, day: date) -> dict[str, Any]:
        """Somebody's tables of a day, by title; one counts as over once its result is written."""
        over = sa.and_(t.status == "over", t.settled.is_(True))
        status = sa.case((over, "over"), (t.id.is_not(None), "running"), else_=None).label("status")
        rows = await self.house.database.rows(
            sa.select(d.game, d.table_id, status, s.place, s.score)
            .select_from(schema.daily.outerjoin(schema.tables, t.id == d.table_id)
                         .outerjoin(schema.seats, sa.and_(s.table_id == d.table_id, s.seat == SEAT)))
            .where(d.day == day.isoformat(), d.user_id == user))
        return {r.game: r for r in rows}

    async def play(self, person: Person, game: str) -> Live:
        """The day's deal of a title: a new table, or the existing one."""
        known(game)
        day, database = await self.day(), self.house.database
        mine = sa.select(d.table_id).where(d.day == day.isoformat(), d.game == game, d.user_id == person.id)
        await database.execute(database.into(schema.daily).values(
            day=day.isoformat(), game=game, user_id=person.id, table_id=new_id()).on_conflict_do_nothing())
        id_ = (await database.rows(mine))[0].table_id
        try:
            return await self._begin(person, game, day, id_)
        except Taken:
            return await self.house.hall.get(id_)

    async def _begin(self, person: Person, game: str, day: date, id_: str) -> Live:
        low, high = known(game).seats
        players = min(max(PLAYERS, low), high)
        dealt = secret((await self.chain()).link(day), day, game)
        config = Config(game, players, checked_options(game, players, {}), rules_version(game), commitment(dealt),
                        listed=False, spectators=False, rated=False, daily=day.isoformat())
        seats = [{"kind": "person", "user": person.id} if i == SEAT else {"kind": "bot", "level": LEVEL} for i in range(players)]
        table, house = Table(id_, dealt, new_id()), self.house
        first = Entry(1, "create", house.now(), None, person.id, {"config": msgspec.to_builtins(config), "seats": seats})
        return await house.hall.create(table, first, [
            lambda table: acting.entry(table, "start", house.now(), None, person.id, level=LEVEL, chance=SCHEME)])

    async def results(self, user: str, day: date, game: str, skip: int, limit: int) -> list[dict[str, Any]]:
        """Who has finished a deal in time, best first: people with an account who are not hidden,
        and oneself.

        Refused to anybody who may still play it, or is playing.
        """
        await self._check_seeing(user, day, game)
        shown = sa.and_(u.id == d.user_id, u.deleted.is_(False),
                        sa.or_(u.id == user, sa.and_(u.hidden.is_(False), u.email.is_not(None))))
        done = sa.and_(t.id == d.table_id, t.status == "over", t.settled.is_(True), t.ended_at < closes_at(day))
        found = schema.daily.join(schema.users, shown).join(schema.tables, done).join(
            schema.seats, sa.and_(s.table_id == d.table_id, s.seat == SEAT))
        rank = sa.func.rank().over(order_by=(s.place, s.score.desc()))
        rows = await self.house.database.rows(
            sa.select(u.id, u.name, u.email, s.place, s.score, rank.label("rank")).select_from(found)
            .where(d.day == day.isoformat(), d.game == game)
            .order_by(s.place, s.score.desc(), u.folded, u.id).offset(skip).limit(limit))
        return [{"rank": r.rank, "user": {"id": r.id, "name": r.name, "guest": r.email is None}, "place": r.place,
                 "score": r.score} for r in rows]

    async def _check_seeing(self, user: str, day: date, game: str) -> None:
        if self.house.now() >= closes_at(day):
            return
        mine = (await self.played(user, day)).get(game)
        if mine is None and day < await self.day():
            raise Refused("forbidden", "daily_too_late")
        if mine is None or mine.status != "over":
            raise Refused("forbidden", "daily_spoiler")

    async def revealed(self, day: date) -> str | None:
        """The link of a day, once nobody can play its deal any more."""
        chain = await self.chain()
        if self.house.now() < closes_at(day) or day < chain.start:
            return None
        return chain.link(day).hex()


async def move(connection: AsyncConnection, guest: str, account: str) -> None:
    """A guest's deals become the account's, except those that it has played itself."""
    own = schema.daily.alias()
    double = sa.select(own.c.day).where(own.c.user_id == account, own.c.day == d.day, own.c.game == d.game).exists()
    await connection.execute(sa.update(schema.daily).where(d.user_id == guest, ~double).values(user_id=account))
