"""REST: tables, from the lobby to the rematch."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Path, Query, Response

from ..errors import Refused
from ..house import House
from ..pace import LOADING
from ..storage import schema
from ..tables import waiting
from ..tables.clocks import Clock
from ..tables.handing_over import hand_over
from ..tables.live import Live
from ..tables.playing_on import play_on
from ..tables.rights import check_reading
from . import models as b
from . import shapes
from .answers import Errors, gives, json_answer
from .asking import Asker, Asking, Before
from .bodies import given
from .messages import Leave, Return
from .playing import Playing
from .reading import WireRoute

router = APIRouter(prefix="/api", tags=["tables"], responses=Errors, route_class=WireRoute)
MOST_MUTED = 100
"""The most people whom somebody can mute at one table."""
TableId = Annotated[str, Path(pattern=b.ID_PATTERN)]
t, s = schema.tables.c, schema.seats.c


async def shown(asker: Asker, live: Live, status: int = 200) -> Response:
    """A table as an answer; concurrent changes are included once they are stored."""
    await asker.house.hall.stored(live.table.id)
    return json_answer(asker, asker.house.shown(live, asker.id, asker.lang), status)


@router.post("/tables", status_code=201, responses=gives(shapes.TableShape, 201))
async def create(asker: Asking, body: b.CreateBody) -> Response:
    """A new table; I sit on seat 0 and the rest is open unless `seats` says otherwise.

    Without an open seat it starts at once, with `seed_later` only when my seed is here. Where
    `rated` cannot be, the answer is `conflict` and the text says why.
    """
    person = await asker.known()
    asker.limit("create")
    return await shown(asker, await asker.house.sitting.create(person, _asked(body)), 201)


@router.post("/play-now", status_code=201, responses=gives(shapes.TableShape, 201))
async def play_now(asker: Asking, body: b.PlayNowBody) -> Response:
    """A running table in one request: I against bots, always casual, my seat drawn unless it is
    given.

    With `seed_later` it starts as soon as my seed has arrived.
    """
    person = await asker.known()
    asker.limit("create")
    return await shown(asker, await asker.house.sitting.play_now(person, _asked(body)), 201)


def _asked(body: b.CreateBody | b.PlayNowBody) -> dict[str, Any]:
    asked = given(body)
    return asked | {"clock": Clock(**asked["clock"])}


@router.get("/tables", responses=gives(shapes.Tables))
async def listed(asker: Asking, game: Annotated[str | None, Query(max_length=40)] = None,
                 status: Literal["open", "running", "over"] = "open",
                 limit: Annotated[int, Query(ge=1, le=100)] = 30,
                 before: Before = None) -> Response:
    """Listed tables, newest first; for the next page, send `next` as `before`.

    Waiting tables appear while they have a free seat, other games if they can or could be watched.
    """
    query = sa.select(t.id, t.created_at.label("at")).where(t.status == status, t.listed.is_(True), *_before(t.created_at, before))
    if game is not None:
        query = query.where(t.game == game)
    query = query.where(schema.has_room if status == "open" else t.spectators.is_(True))
    rows = await asker.house.database.rows(query.order_by(t.created_at.desc(), t.id.desc()).limit(limit))
    tables = [asker.house.shown(live, asker.id, asker.lang) for live in await asker.house.hall.outlines([r.id for r in rows])]
    return json_answer(asker, {"tables": tables, "next": _next(rows, limit)})


def _before(time: Any, before: str | None) -> list[sa.ColumnElement[bool]]:
    """That a table comes after the one that `before` names, in a list by time."""
    if before is None:
        return []
    at, _, id_ = before.partition("-")
    return [sa.or_(time < int(at), sa.and_(time == int(at), t.id < id_))]


def _next(rows: Sequence[Any], limit: int) -> str | None:
    return f"{rows[-1].at}-{rows[-1].id}" if len(rows) == limit else None


@router.get("/tables/mine", responses=gives(shapes.Tables))
async def mine(asker: Asking, status: Literal["open", "running", "over"] | None = None,
               limit: Annotated[int, Query(ge=1, le=100)] = 100, before: Before = None) -> Response:
    """My tables by when they last changed, on each page those where I must decide first; `next`
    goes on with `before`.
    """
    query = (sa.select(t.id, t.status, t.changed_at.label("at"), sa.func.max(t.pending.op("&")(_bit())).label("asked"))
             .join(schema.seats, s.table_id == t.id)
             .where(s.user_id == asker.id, t.status.not_in(("closed", "exercise")), *_before(t.changed_at, before)))
    if status is not None:
        query = query.where(t.status == status)
    rows = await asker.house.database.rows(
        query.group_by(t.id, t.status, t.changed_at).order_by(t.changed_at.desc(), t.id.desc()).limit(limit))
    order = {"running": 1, "open": 2, "held": 3, "over": 4}
    following = _next(rows, limit)
    rows = sorted(rows, key=lambda r: (0 if r.asked else order.get(r.status, 5)))
    return json_answer(asker, {"tables": [
        asker.house.shown(live, asker.id, asker.lang) for live in await asker.house.hall.outlines([r.id for r in rows])],
        "next": following})


def _bit() -> Any:
    """1 << seat, in a form that both databases can compute."""
    return sa.case({i: 1 << i for i in range(10)}, value=s.seat, else_=0)


async def readable(house: House, asker: Asker, id_: str, invite: str | None = None) -> Live:
    """A table that the asker may look at, as they see it."""
    if id_ not in house.hall.tables:
        house.pace.take(asker.address, LOADING)
    live = await house.hall.fresh(id_)
    check_reading(live.table, asker.id, invite, house.now())
    return await house.hall.seen(live, asker.id)


@router.get("/tables/{table}", responses=gives(shapes.TableShape))
async def one(asker: Asking, table: TableId, invite: Annotated[str | None, Query(max_length=22)] = None) -> Response:
    """A table."""
    return await shown(asker, await readable(asker.house, asker, table, invite))


@router.post("/tables/{table}/join", responses=gives(shapes.TableShape))
async def join(asker: Asking, table: TableId, body: b.JoinBody) -> Response:
    """Sit down; the game starts by itself when the last seat is taken and no seed is missing."""
    person = await asker.known()
    asker.limit("sit")
    live = await asker.house.hall.fresh(table)
    await asker.house.sitting.join(live, person, body.seat, body.invite, body.seed, body.name, body.seed_later, body.id)
    # The same request may come again too late
    check_reading(live.table, person.id, body.invite, asker.house.now())
    return await shown(asker, live)


@router.post("/tables/{table}/seed", responses=gives(shapes.TableShape))
async def add_seed(asker: Asking, table: TableId, body: b.SeedBody) -> Response:
    """Add a seed of my own, for those of my seats that have none, before the start; it cannot be
    changed.
    """
    asker.limit("sit")
    live = await asker.house.hall.fresh(table)
    await asker.house.sitting.add_seed(live, asker.person, body.seed)
    return await shown(asker, live)


@router.post("/tables/{table}/seats", responses=gives(shapes.TableShape))
async def set_seat(asker: Asking, table: TableId, body: b.SetSeatBody) -> Response:
    """The host puts a bot on a seat, or clears it, before the start; a rated table has no bots."""
    asker.limit("sit")
    live = await asker.house.hall.fresh(table)
    await asker.house.sitting.set_seat(live, asker.person, body.seat, body.kind, body.level)
    return await shown(asker, live)


@router.post("/tables/{table}/move", responses=gives(shapes.TableShape))
async def move(asker: Asking, table: TableId, body: b.MoveBody) -> Response:
    """Go to a free seat before the start; the host may swap any two seats.

    Everybody who has moved adds a fresh seed and says again that they are ready.
    """
    asker.limit("sit")
    live = await asker.house.hall.fresh(table)
    await waiting.move(asker.house, live, asker.person, body.seat, body.to)
    return await shown(asker, live)


@router.post("/tables/{table}/ready", responses=gives(shapes.TableShape))
async def say_ready(asker: Asking, table: TableId, body: b.ReadyBody) -> Response:
    """Say that I am ready for the game to begin, or not ready yet."""
    asker.limit("sit")
    live = await asker.house.hall.fresh(table)
    await waiting.say_ready(asker.house, live, asker.person, body.ready)
    return await shown(asker, live)


@router.post("/tables/{table}/rated", responses=gives(shapes.TableShape))
async def set_rated(asker: Asking, table: TableId, body: b.RatedBody) -> Response:
    """The host makes the game rated or casual before the start; then nobody is ready any more.

    It cannot become rated while somebody else sits here.
    """
    asker.limit("sit")
    live = await asker.house.hall.fresh(table)
    await waiting.set_rated(asker.house, live, asker.person, body.rated)
    return await shown(asker, live)


@router.post("/tables/{table}/start", responses=gives(shapes.TableShape))
async def start(asker: Asking, table: TableId, body: b.StartBody) -> Response:
    """The host begins, when all others are ready; open seats become bots, but not at a rated
    table.
    """
    asker.limit("sit")
    live = await asker.house.hall.fresh(table)
    await asker.house.sitting.start(live, asker.person, body.level)
    return await shown(asker, live)


@router.post("/tables/{table}/leave", responses=gives(shapes.TableShape))
async def leave(asker: Asking, table: TableId, body: b.LeaveBody) -> Response:
    """Before the start, stand up: the next person becomes the host, and a table with nobody left is
    closed.

    In a running game a bot plays on until I am back, and the table waits where everybody has left
    and there is no clock. With `resign` it is for good, and I count as last.
    """
    return await _do(asker, table, Leave(id=_once(), resign=body.resign))


@router.post("/tables/{table}/return", responses=gives(shapes.TableShape))
async def take_back_seat(asker: Asking, table: TableId, body: b.NoBody) -> Response:
    """Take my seat back from the bot."""
    return await _do(asker, table, Return(id=_once()))


async def _do(asker: Asker, table: str, message: Any) -> Response:
    live = await asker.house.hall.fresh(table)
    await Playing(asker.house, asker, live).do(message)
    return await shown(asker, live)


def _once() -> str:
    from ..people.ids import new_id

    return new_id()


@router.post("/tables/{table}/rematch", responses=gives(shapes.TableShape) | gives(shapes.TableShape, 201))
async def rematch(asker: Asking, table: TableId, body: b.RematchBody) -> Response:
    """The same people, bots and options again; the first to ask makes the table, the others get
    it.
    """
    asker.limit("create")
    live = await asker.house.hall.fresh(table)
    new, made = await asker.house.sitting.rematch(live, asker.person, body.seed_later)
    if not made and not new.table.seats_of(asker.id) and new.table.status == "open":
        await asker.house.sitting.join(new, asker.person, None, new.table.invite, None, None, body.seed_later)
    check_reading(new.table, asker.id, None, asker.house.now())  # it may have begun without me
    return await shown(asker, new, 201 if made else 200)


@router.post("/tables/{table}/play-on", status_code=201, responses=gives(shapes.TableShape, 201))
async def play_on_from(asker: Asking, table: TableId, body: b.PlayOnBody) -> Response:
    """A finished game again after its first `at` decisions, with the same deal and luck.

    I sit at `seat` (by default where I sat, or who decides next), bots elsewhere; it is neither
    rated nor listed.
    """
    person = await asker.known()
    asker.limit("create")
    live = await readable(asker.house, asker, table)
    asker.house.pace.take(asker.address, body.at)
    return await shown(asker, await play_on(asker.house, live, person, body.at, body.seat, body.level), 201)


@router.post("/records", status_code=201, responses=gives(shapes.TableShape, 201))
async def take_record(asker: Asking, body: b.RecordBody) -> Response:
    """A finished game that was played on my own device, as a table of mine; neither rated nor
    listed.

    Its record is replayed, and every draw is checked against its secret.
    """
    person = await asker.known()
    asker.limit("record")
    return await shown(asker, await hand_over(asker.house, person, asker.address, body.record, body.seats), 201)


@router.put("/tables/{table}/mute/{user}", responses=gives(shapes.Muted))
async def mute(asker: Asking, table: TableId, user: Annotated[str, Path(pattern=b.ID_PATTERN)]) -> Response:
    """Mute somebody at this table."""
    await asker.known()
    asker.limit("block")
    await readable(asker.house, asker, table)
    muted = await _mutes(asker, table)
    if user not in muted and len(muted) >= MOST_MUTED:
        raise Refused("conflict", "mutes_many", n=MOST_MUTED)
    await asker.house.database.execute(asker.house.database.into(schema.mutes).values(
        table_id=table, user_id=asker.id, muted=user).on_conflict_do_nothing())
    return await _muted(asker, table)


@router.delete("/tables/{table}/mute/{user}", responses=gives(shapes.Muted))
async def unmute(asker: Asking, table: TableId, user: Annotated[str, Path(pattern=b.ID_PATTERN)]) -> Response:
    """Unmute somebody."""
    asker.limit("block")
    c = schema.mutes.c
    await asker.house.database.execute(sa.delete(schema.mutes).where(
        c.table_id == table, c.user_id == asker.id, c.muted == user))
    return await _muted(asker, table)


async def _mutes(asker: Asker, table: str) -> list[str]:
    c = schema.mutes.c
    rows = await asker.house.database.rows(sa.select(c.muted).where(c.table_id == table, c.user_id == asker.id))
    return sorted(r.muted for r in rows)


async def _muted(asker: Asker, table: str) -> Response:
    return json_answer(asker, {"muted": await _mutes(asker, table)})


__all__ = ["Refused", "TableId", "readable", "router", "shown"]
