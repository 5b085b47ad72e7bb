"""What a device answers to the requests of its pages: those of the server's that one person alone
can make.
"""
from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ..server import games
from ..server.errors import Refused
from ..server.tables import exercises, waiting
from ..server.tables.clocks import Clock
from ..server.tables.handing_over import hand_over
from ..server.tables.live import Live
from ..server.tables.looking_back import picture_of, record_of, seat_of_file
from ..server.tables.playing_on import play_on
from ..server.tables.rights import check_reading
from ..server.tables.showing import steps_shown
from ..server.web import messages, models
from ..server.web.bodies import given
from ..server.web.playing import Playing
from .house import Asker

TEXT, PICTURE, JSON = "text/plain; charset=utf-8", "image/svg+xml", "application/json"
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


@dataclass
class Answer:
    """What is sent back."""

    body: Any
    status: int = 200
    kind: str = JSON
    lasts: bool = False


class Query(Struct, forbid_unknown_fields=True, rename={"start": "from"}):
    """The parameters of all routes; each route reads its own."""

    lang: str | None = None
    seat: SeatNumber | None = None
    at: Count | None = None
    since: Count | None = None
    start: Count = 0
    to: Count | None = None
    invite: str | None = None
    status: Literal["open", "running", "over"] | None = None
    limit: Count | None = None
    download: str | None = None
    judged: bool = True


@dataclass(frozen=True)
class Route:
    """One kind of request."""

    method: str
    pattern: re.Pattern[str]
    body: Any
    do: Callable[..., Awaitable[Answer]]
    lasts: bool


ROUTES: list[Route] = []
Doing = Callable[..., Awaitable[Answer]]


def route(method: str, path: str, body: Any = None, *, lasts: bool = False) -> Callable[[Doing], Doing]:
    """Declare what answers a path; its words in braces become arguments.

    An answer that lasts is the same as long as the same pack answers, so the worker keeps it for
    the next start.
    """
    pattern = re.compile("/api" + re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

    def add(do: Doing) -> Doing:
        ROUTES.append(Route(method, pattern, body, do, lasts))
        return do

    return add


async def shown(asker: Asker, live: Live, status: int = 200) -> Answer:
    """The answer with a table."""
    await asker.house.hall.stored(live.table.id)
    return Answer(asker.house.shown(live, asker.id, asker.lang), status)


async def readable(asker: Asker, table: str) -> Live:
    """A table of this device; interrupted bots continue."""
    live = await asker.house.hall.fresh(table)
    check_reading(live.table, asker.id, None, asker.house.now())
    if live.table.bots_due:
        asker.house.bots.wake(table)
    return live


# ------------------------------------------------------------ me


def me_shown(asker: Asker) -> dict[str, Any]:
    p = asker.person
    return {"user": {"id": p.id, "name": p.name, "guest": True, "email": None, "lang": p.lang or asker.lang,
                     "since_at": p.created_at, "hidden": False},
            "csrf": "", "limits": {"chat": 500, "name": 30, "settings": 8192}}


@route("GET", "/me")
async def me(asker: Asker, query: Query) -> Answer:
    return Answer(me_shown(asker))


@route("PATCH", "/me", models.MeBody)
async def change_me(asker: Asker, query: Query, body: models.MeBody) -> Answer:
    await asker.house.people.change(**{name: value for name, value in given(body).items() if name in ("name", "lang")})
    return Answer(me_shown(asker))


@route("GET", "/me/challenges")
async def challenges(asker: Asker, query: Query) -> Answer:
    """Nobody challenges anybody here."""
    return Answer({"received": [], "sent": []})


@route("GET", "/me/stats")
async def stats(asker: Asker, query: Query) -> Answer:
    """Games on a device are rated nowhere."""
    return Answer({"stats": []})


# ------------------------------------------------------------ titles


@route("GET", "/games", lasts=True)
async def titles(asker: Asker, query: Query) -> Answer:
    return Answer({"games": [games.game_shown(name, asker.lang) for name in games.playable()]})


@route("GET", "/games/{name}", lasts=True)
async def title(asker: Asker, query: Query, name: str) -> Answer:
    return Answer(games.game_shown(name, asker.lang))


@route("GET", "/games/{name}/texts/{lang}", lasts=True)
async def texts(asker: Asker, query: Query, name: str, lang: str) -> Answer:
    return Answer({"lang": lang, "texts": games.catalogue(name, lang)})


@route("GET", "/games/{name}/rules", lasts=True)
async def rules(asker: Asker, query: Query, name: str) -> Answer:
    games.known(name)
    return Answer({"rules": games.rules(name, asker.lang), "hints": games.hints(name, asker.lang)})


@route("GET", "/games/{name}/data", lasts=True)
async def data(asker: Asker, query: Query, name: str) -> Answer:
    return Answer({"data": games.data(name)})


@route("GET", "/games/{name}/exercises")
async def exercises_of(asker: Asker, query: Query, name: str) -> Answer:
    games.known(name)
    return Answer({"exercises": exercises.listed(name, asker.lang)})


# ------------------------------------------------------------ tables


def _asked(body: models.CreateBody | models.PlayNowBody) -> dict[str, Any]:
    asked = given(body)
    return asked | {"clock": Clock(**asked["clock"])}


@route("POST", "/tables", models.CreateBody)
async def create(asker: Asker, query: Query, body: models.CreateBody) -> Answer:
    return await shown(asker, await asker.house.sitting.create(asker.person, _asked(body)), 201)


@route("POST", "/play-now", models.PlayNowBody)
async def play_now(asker: Asker, query: Query, body: models.PlayNowBody) -> Answer:
    """A running table against bots."""
    return await shown(asker, await asker.house.sitting.play_now(asker.person, _asked(body)), 201)


@route("GET", "/tables")
async def listed(asker: Asker, query: Query) -> Answer:
    """Nobody else's tables are here."""
    return Answer({"tables": [], "next": None})


@route("GET", "/tables/mine")
async def mine(asker: Asker, query: Query) -> Answer:
    """The person's tables, first those where they must decide."""
    rows = [r for r in await asker.house.shelf.all() if r.status not in ("closed", "exercise")
            and (query.status is None or r.status == query.status)]
    order = {"running": 1, "open": 2, "held": 3, "over": 4}

    def asked(row: Any) -> bool:
        return any(s["user_id"] == asker.id and row.pending >> s["seat"] & 1 for s in row.seats)

    rows.sort(key=lambda r: (0 if asked(r) else order.get(r.status, 5), -r.changed_at))
    found = await asker.house.hall.outlines([r.id for r in rows[:100]])
    return Answer({"tables": [asker.house.shown(live, asker.id, asker.lang) for live in found]})


@route("GET", "/tables/{table}")
async def one(asker: Asker, query: Query, table: str) -> Answer:
    return await shown(asker, await readable(asker, table))


@route("DELETE", "/tables/{table}")
async def forget(asker: Asker, query: Query, table: str) -> Answer:
    """Delete a table from this device."""
    await asker.house.forget(table)
    return Answer({"id": table})


@route("POST", "/tables/{table}/seed", models.SeedBody)
async def add_seed(asker: Asker, query: Query, table: str, body: models.SeedBody) -> Answer:
    """Add a seed before the start."""
    live = await asker.house.hall.fresh(table)
    await asker.house.sitting.add_seed(live, asker.person, body.seed)
    return await shown(asker, live)


@route("POST", "/tables/{table}/join", models.JoinBody)
async def join(asker: Asker, query: Query, table: str, body: models.JoinBody) -> Answer:
    """Sit down on another seat, for several people who share the device."""
    live = await asker.house.hall.fresh(table)
    await asker.house.sitting.join(live, asker.person, body.seat, body.invite, body.seed, body.name, body.seed_later, body.id)
    return await shown(asker, live)


@route("POST", "/tables/{table}/seats", models.SetSeatBody)
async def set_seat(asker: Asker, query: Query, table: str, body: models.SetSeatBody) -> Answer:
    """Put a bot on a seat, or clear it."""
    live = await asker.house.hall.fresh(table)
    await asker.house.sitting.set_seat(live, asker.person, body.seat, body.kind, body.level)
    return await shown(asker, live)


@route("POST", "/tables/{table}/move", models.MoveBody)
async def move(asker: Asker, query: Query, table: str, body: models.MoveBody) -> Answer:
    """Two seats change places."""
    live = await asker.house.hall.fresh(table)
    await waiting.move(asker.house, live, asker.person, body.seat, body.to)
    return await shown(asker, live)


@route("POST", "/tables/{table}/start", models.StartBody)
async def start(asker: Asker, query: Query, table: str, body: models.StartBody) -> Answer:
    """Begin; bots take the open seats."""
    live = await asker.house.hall.fresh(table)
    await asker.house.sitting.start(live, asker.person, body.level)
    return await shown(asker, live)


@route("POST", "/tables/{table}/leave", models.LeaveBody)
async def leave(asker: Asker, query: Query, table: str, body: models.LeaveBody) -> Answer:
    """Stand up, or let a bot play on."""
    return await _sit(asker, table, messages.Leave(id=_once(), resign=body.resign))


@route("POST", "/tables/{table}/return", models.NoBody)
async def take_back_seat(asker: Asker, query: Query, table: str, body: models.NoBody) -> Answer:
    """Take the seat back from the bot."""
    return await _sit(asker, table, messages.Return(id=_once()))


async def _sit(asker: Asker, table: str, message: Any) -> Answer:
    live = await asker.house.hall.fresh(table)
    await Playing(asker.house, asker, live).do(message)
    return await shown(asker, live)


def _once() -> str:
    from ..server.people.ids import new_id

    return new_id()


@route("POST", "/tables/{table}/rematch", models.RematchBody)
async def rematch(asker: Asker, query: Query, table: str, body: models.RematchBody) -> Answer:
    """A rematch at a new table."""
    live = await asker.house.hall.fresh(table)
    new, made = await asker.house.sitting.rematch(live, asker.person, body.seed_later)
    return await shown(asker, new, 201 if made else 200)


@route("POST", "/tables/{table}/play-on", models.PlayOnBody)
async def play_on_from(asker: Asker, query: Query, table: str, body: models.PlayOnBody) -> Answer:
    """A finished game, continued from one of its steps."""
    live = await readable(asker, table)
    return await shown(asker, await play_on(asker.house, live, asker.person, body.at, body.seat, body.level), 201)


@route("POST", "/records", models.RecordBody)
async def open_record(asker: Asker, query: Query, body: models.RecordBody) -> Answer:
    """A finished game from its record, as a table of this device."""
    return await shown(asker, await hand_over(asker.house, asker.person, asker.id, body.record, body.seats), 201)


@route("POST", "/exercises", models.ExerciseBody)
async def begin_exercise(asker: Asker, query: Query, body: models.ExerciseBody) -> Answer:
    """The person's table for an exercise, at its beginning."""
    games.known(body.game)
    return await shown(asker, await exercises.begin(asker.house, asker.person, body.game, body.exercise))


@route("GET", "/tables/{table}/exercise")
async def exercise_of(asker: Asker, query: Query, table: str) -> Answer:
    """The progress of a table's exercise."""
    return Answer(exercises.shown((await readable(asker, table)).table, asker.lang))


# ------------------------------------------------------------ playing and looking back


@route("GET", "/tables/{table}/state")
async def state(asker: Asker, query: Query, table: str) -> Answer:
    """What the person sees and may do."""
    playing = Playing(asker.house, asker, await readable(asker, table))
    return Answer(playing.live.state(asker.id, playing.eyes(query.seat), asker.lang, query.since))


@route("GET", "/tables/{table}/steps")
async def steps(asker: Asker, query: Query, table: str) -> Answer:
    """Older steps, at most 200."""
    playing = Playing(asker.house, asker, await readable(asker, table))
    playing.live.call_people()
    to = query.to
    found = [s for s in playing.live.table.steps if s.version >= query.start and (to is None or s.version <= to)][:200]
    return Answer({"steps": steps_shown(playing.live.table, found, playing.eyes(query.seat), asker.lang)})


@route("GET", "/tables/{table}/replay")
async def replay(asker: Asker, query: Query, table: str) -> Answer:
    """The table after some decisions."""
    live = await readable(asker, table)
    seat, at = query.seat, query.at or 0
    if live.table.status != "over":
        seat = Playing(asker.house, asker, live).eyes(seat)
    elif seat is not None and seat >= live.table.config.players:
        raise Refused("bad_request", "bad_seat", field="query.seat")
    if at > live.table.decisions:
        raise Refused("not_found", "bad_at", field="query.at", n=live.table.decisions)
    return await _studied(asker, live, "replay", at, seat)


@route("GET", "/tables/{table}/record")
async def record(asker: Asker, query: Query, table: str) -> Answer:
    live = await readable(asker, table)
    return Answer(record_of(live, seat_of_file(live.table, asker.id)), kind=TEXT)


@route("GET", "/tables/{table}/picture")
async def picture(asker: Asker, query: Query, table: str) -> Answer:
    """The table as a picture."""
    live = await readable(asker, table)
    live.call_people()
    return Answer(picture_of(live.table, seat_of_file(live.table, asker.id), asker.lang), kind=PICTURE)


@route("GET", "/tables/{table}/verify")
async def verify(asker: Asker, query: Query, table: str) -> Answer:
    """Whether the chance of the finished game was fair."""
    live = await readable(asker, table)
    if live.table.status != "over":
        raise Refused("conflict", "verify_later")
    return await _studied(asker, live, "verify")


@route("GET", "/tables/{table}/review")
async def review(asker: Asker, query: Query, table: str) -> Answer:
    """The course of a finished game."""
    return await _studied(asker, await _finished(asker, table, query.seat), "review", query.seat, query.judged)


@route("GET", "/tables/{table}/positions")
async def positions(asker: Asker, query: Query, table: str) -> Answer:
    """The positions of a finished game, for analysis."""
    return await _studied(asker, await _finished(asker, table, None), "positions")


@route("GET", "/tables/{table}/choices")
async def choices(asker: Asker, query: Query, table: str) -> Answer:
    """What a seat could have done instead."""
    live = await _finished(asker, table, query.seat)
    at = query.at or 0
    if not 1 <= at <= live.table.decisions:
        raise Refused("not_found", "bad_at", field="query.at", n=live.table.decisions)
    return await _studied(asker, live, "choices", at, query.seat)


async def _finished(asker: Asker, table: str, seat: int | None) -> Live:
    live = await readable(asker, table)
    if live.table.status != "over":
        raise Refused("conflict", "not_over")
    if seat is not None and seat >= live.table.config.players:
        raise Refused("bad_request", "bad_seat", field="query.seat")
    return live


async def _studied(asker: Asker, live: Live, what: str, *arguments: Any) -> Answer:
    made = await asker.house.studies.answer(live, asker.id, what, asker.lang, *arguments)
    return Answer(msgspec.Raw(made.body))
