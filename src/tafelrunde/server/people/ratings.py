"""Ratings per title and number of players (OpenSkill), of people and, apart from them, of bots;
results and history.
"""
from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ...bots import LEVELS
from ..archive.search import readable
from ..storage import schema
from ..storage.database import Database
from ..tables.table import Table
from ..tables.terms import own_cards

r, s, t = schema.ratings.c, schema.seats.c, schema.tables.c
MU, SIGMA = 25.0, 25.0 / 3


def shown_rating(mu: float, sigma: float) -> float:
    """The displayed number: 1000 for a beginner, 40 points for one of OpenSkill's.

    >>> shown_rating(MU, SIGMA)
    1000.0
    """
    return round(1000 + 40 * (mu - 3 * sigma), 1)


def estimate(mu: float, sigma: float) -> dict[str, float]:
    """The most likely strength, and its uncertainty with 95 % confidence.

    >>> estimate(MU, SIGMA)
    {'likely': 2000.0, 'uncertainty': 666.7}
    """
    return {"likely": round(1000 + 40 * mu, 1), "uncertainty": round(80 * sigma, 1)}


def subject(table: Table, seat: int) -> str | None:
    """Who is rated for a seat.  Of bots, only the lobby's levels are, not every time limit."""
    holder = table.seats[seat]
    if holder.kind == "bot":
        return f"bot:{holder.level}" if holder.level in LEVELS else None
    return f"user:{holder.user}" if holder.user else None


def subjects(table: Table) -> dict[int, str]:
    """Whom a finished game rates, by seat: everybody at a rated table, elsewhere only the bots
    among each other.

    A casual game tells nothing about bots if somebody has taken something back, knew the luck or
    made cards of their own, or if a device has decided for one of them.
    """
    rated, config = table.config.rated, table.config
    if not rated and (any(s.back_to >= 0 or s.by == "device" for s in table.steps) or config.played_on or own_cards(config)):
        return {}
    return {i: who for i, seat in enumerate(table.seats) if rated or seat.kind == "bot"
            if (who := subject(table, i)) is not None}


def places(table: Table) -> list[int]:
    """Each seat's place from 1; players who were not there at the end come last, whatever their
    bots made of it.
    """
    return [] if table.match is None else placed(table.match.ranking, {i for i, s in enumerate(table.seats) if s.standin})


def placed(ranking: Iterable[Iterable[int]], gone: Collection[int]) -> list[int]:
    """By seat, the place from 1 in a ranking; those who left come after all others.

    >>> placed([[0], [1, 2]], {0})
    [3, 1, 1]
    """
    found: dict[int, int] = {}
    for group in [*([seat for seat in group if seat not in gone] for group in ranking), gone]:
        found |= dict.fromkeys(group, len(found) + 1)
    return [found[seat] for seat in sorted(found)]


class Ratings:
    """Ratings in the database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def settle(self, table: Table) -> list[dict[str, Any]] | None:
        """Write results and ratings of a finished table, once; None if that was done before."""
        if table.match is None or table.status != "over":
            return None
        scores, ranks = table.match.scores, places(table)

        async def work(connection: AsyncConnection) -> list[dict[str, Any]] | None:
            claimed = await connection.execute(
                sa.update(schema.tables).values(settled=True).where(t.id == table.id, t.settled.is_(False)))
            if not claimed.rowcount:
                return None
            changed = await self._rate(connection, table, ranks)
            shown = [{"seat": i, **change} for i, change in sorted(changed.items())] if table.config.rated else []
            rated = {change["seat"]: change for change in shown}
            for i in range(table.config.players):
                change = rated.get(i, {})
                await connection.execute(sa.update(schema.seats).where(s.table_id == table.id, s.seat == i).values(
                    place=ranks[i], score=scores[i], before=change.get("before"), after=change.get("after")))
            result = {"scores": scores, "ranking": table.match.ranking if table.match else [], "ratings": shown}
            await connection.execute(sa.update(schema.tables).where(t.id == table.id)
                                     .values(result=msgspec.json.encode(result).decode()))
            return shown

        return await self.database.write(work)

    async def _rate(self, connection: AsyncConnection, table: Table, ranks: list[int]) -> dict[int, dict[str, float]]:
        from openskill.models import PlackettLuce

        who_at = subjects(table)
        if len(set(who_at.values())) < 2:
            return {}
        known: dict[str, tuple[float, float, int]] = {}
        for who in sorted(set(who_at.values())):  # one order for all processes avoids deadlocks
            await connection.execute(self.database.into(schema.ratings).values(
                subject=who, game=table.config.game, players=table.config.players, mu=MU, sigma=SIGMA, games=0
            ).on_conflict_do_nothing())
            query = sa.select(schema.ratings).where(r.subject == who, r.game == table.config.game,
                                                    r.players == table.config.players)
            row = (await connection.execute(query.with_for_update())).one()
            known[who] = (row.mu, row.sigma, row.games)
        model = PlackettLuce()
        seats = sorted(who_at)
        teams = [[model.rating(mu=known[who_at[i]][0], sigma=known[who_at[i]][1])] for i in seats]
        after = model.rate(teams, ranks=[float(ranks[i]) for i in seats])
        changed: dict[int, dict[str, float]] = {}
        for who, (mu, sigma, games) in known.items():
            own = [k for k, i in enumerate(seats) if who_at[i] == who]
            new_mu = sum(after[k][0].mu for k in own) / len(own)
            new_sigma = sum(after[k][0].sigma for k in own) / len(own)
            await connection.execute(sa.update(schema.ratings).where(
                r.subject == who, r.game == table.config.game, r.players == table.config.players).values(
                mu=new_mu, sigma=new_sigma, games=games + 1))
            for k in own:
                changed[seats[k]] = {"before": shown_rating(mu, sigma), "after": shown_rating(new_mu, new_sigma),
                                     **estimate(new_mu, new_sigma)}
        return changed

    async def of(self, subject: str) -> list[dict[str, Any]]:
        """All ratings of somebody."""
        rows = await self.database.rows(sa.select(schema.ratings).where(r.subject == subject).order_by(r.game, r.players))
        return [rating_shown(row) for row in rows]

    async def best(self, game: str, players: int, of: str, skip: int, limit: int) -> list[Any]:
        """The best of a title and a number of players: `people` with an account, or the lobby's
        `bots`.
        """
        u = schema.users.c
        account = sa.select(sa.literal("user:") + u.id).where(
            u.email.is_not(None), u.deleted.is_(False), u.hidden.is_(False))
        listed = r.subject.in_([f"bot:{level}" for level in LEVELS]) if of == "bots" else r.subject.in_(account)
        return await self.database.rows(
            sa.select(schema.ratings).where(r.game == game, r.players == players, listed)
            .order_by((r.mu - 3 * r.sigma).desc(), r.subject).offset(skip).limit(limit))

    async def history(self, user: str, reader: str, game: str | None, players: int | None,
                      before: tuple[int, str] | None, limit: int) -> list[Any]:
        """Finished games of a person, newest first; those that are not public only for people who
        sat there.
        """
        query: Any = (sa.select(t.id, t.game, t.players, t.ended_at, t.result, s.seat, s.place, s.score, s.before, s.after)
                      .join(schema.seats, s.table_id == t.id).where(s.user_id == user, t.status == "over"))
        query = _to_others(query, user, reader)
        for column, value in ((t.game, game), (t.players, players)):
            if value is not None:
                query = query.where(column == value)
        if before is not None:
            query = query.where(sa.or_(t.ended_at < before[0], sa.and_(t.ended_at == before[0], t.id < before[1])))
        return await self.database.rows(query.order_by(t.ended_at.desc(), t.id.desc()).limit(limit))

    async def stats(self, user: str, reader: str) -> list[dict[str, Any]]:
        """How a person has done, per title and number of players, in the games that the reader may
        find.
        """
        won = sa.func.sum(sa.case((s.place == 1, 1), else_=0))
        query = (sa.select(t.game, t.players, sa.func.count().label("n"), won.label("wins"), sa.func.avg(s.place).label("place"),
                           sa.func.avg(s.score).label("score"), sa.func.max(s.score).label("best"))
                 .join(schema.seats, s.table_id == t.id)
                 .where(s.user_id == user, t.status == "over", s.place.is_not(None)))
        rows = await self.database.rows(
            _to_others(query, user, reader).group_by(t.game, t.players).order_by(t.game, t.players))
        own = {(o["game"], o["players"]): o for o in await self.of(f"user:{user}")}
        return [{"game": row.game, "players": row.players, "games": row.n, "wins": int(row.wins),
                 "mean_place": round(float(row.place), 2), "mean_score": round(float(row.score), 1),
                 "best_score": row.best, "rating": own.get((row.game, row.players))} for row in rows]


def _to_others(query: Any, user: str, reader: str) -> Any:
    """The reader's own games as soon as they are over; others' as the archive shows them."""
    if reader == user:
        return query
    return query.join(schema.archive, schema.archive.c.table_id == t.id).where(readable(reader))


def rating_shown(row: Any) -> dict[str, Any]:
    """A rating in the form of the protocol."""
    return {"game": row.game, "players": row.players, "rating": shown_rating(row.mu, row.sigma),
            **estimate(row.mu, row.sigma), "mu": round(row.mu, 3), "sigma": round(row.sigma, 3), "games": row.games}
