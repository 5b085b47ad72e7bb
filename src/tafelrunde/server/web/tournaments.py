"""REST: tournaments."""
from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from ..archive.bulk import zipped
from ..archive.search import Search
from ..games import known
from ..tables.clocks import Clock
from ..tournaments import keeping, showing
from . import tournament_shapes as shapes
from .answers import Errors, gives, json_answer
from .archive import zip_answer
from .asking import Asker, Asking, Before
from .bodies import given
from .models import ID_PATTERN
from .reading import WireRoute
from .turns import end_turn

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"], responses=Errors, route_class=WireRoute)
Id = Annotated[str, Path(pattern=ID_PATTERN)]
TABLE = 0.03
"""What each of its tables adds to the cost of a tournament that is shown (`pace.py`)."""


@router.get("", responses=gives(shapes.Tournaments))
async def some(asker: Asking, status: Literal["open", "running", "over", "closed"] | None = None,
               before: Before = None,
               limit: Annotated[int, Query(ge=1, le=100)] = 30) -> Response:
    """Listed tournaments, newest first; for the next page, send `next` as `before`."""
    asker.limit("archive")
    at, _, id_ = (before or "").partition("-")
    rows = await showing.page(asker.house, status, (int(at), id_) if before else None, limit)
    sizes = await keeping.sizes(asker.house.database, rows)
    people = await asker.house.people.shown([row.host for row in rows])
    last = rows[-1] if len(rows) == limit else None
    return json_answer(asker, {"tournaments": [showing.outline(row, sizes.get(row.id, 0), people, asker.lang) for row in rows],
                               "next": f"{last.created_at}-{last.id}" if last else None})


@router.post("", status_code=201, responses=gives(shapes.WholeTournament, 201))
async def create(asker: Asking, body: shapes.TournamentBody) -> Response:
    """A new tournament, open for everybody."""
    person = await asker.known()
    asker.limit("tournament")
    known(body.game)
    clock = Clock(**given(body.clock))
    id_ = await asker.house.tournaments.create(
        person, body.name, body.game, body.seats, body.options, body.system, body.rounds, clock, body.rated, body.listed)
    asker.house.pace.notice(id_, asker.address)
    return await _shown(asker, id_, 201)


@router.get("/{tournament}", responses=gives(shapes.WholeTournament))
async def one(asker: Asking, tournament: Id) -> Response:
    """A tournament: its entrants, the newest rounds, the standings."""
    asker.limit("profile")
    return await _shown(asker, tournament)


@router.get("/{tournament}/rounds", responses=gives(shapes.TournamentRounds))
async def rounds(asker: Asking, tournament: Id, before: Annotated[int | None, Query(ge=1, le=100_000)] = None,
                 limit: Annotated[int, Query(ge=1, le=20)] = showing.RECENT) -> Response:
    """Rounds in their order, those before the round `before`."""
    asker.limit("profile")
    return json_answer(asker, showing.rounds(await _read(asker, tournament), before, limit))


@router.post("/{tournament}/join", responses=gives(shapes.WholeTournament))
async def join(asker: Asking, tournament: Id) -> Response:
    """Take part, from the first round on or from the next one."""
    person = await asker.known()
    asker.limit("sit")
    await asker.house.tournaments.join(tournament, person)
    return await _shown(asker, tournament)


@router.post("/{tournament}/withdraw", responses=gives(shapes.WholeTournament))
async def withdraw(asker: Asking, tournament: Id) -> Response:
    """Withdraw; once the tournament has begun, I resign from the running game."""
    asker.limit("sit")
    await asker.house.tournaments.withdraw(tournament, asker.person)
    return await _shown(asker, tournament)


@router.post("/{tournament}/bots", responses=gives(shapes.WholeTournament))
async def add_bots(asker: Asking, tournament: Id, body: shapes.BotsBody) -> Response:
    """The host lets bots take part."""
    asker.limit("sit")
    await asker.house.tournaments.add_bots(tournament, asker.person, body.level, body.count)
    return await _shown(asker, tournament)


@router.post("/{tournament}/start", responses=gives(shapes.WholeTournament))
async def start(asker: Asking, tournament: Id) -> Response:
    """The host begins the first round."""
    asker.limit("sit")
    asker.house.pace.notice(tournament, asker.address)
    await asker.house.tournaments.begin(tournament, asker.person)
    return await _shown(asker, tournament)


@router.post("/{tournament}/close", responses=gives(shapes.WholeTournament))
async def close(asker: Asking, tournament: Id) -> Response:
    """The host cancels it: running games are finished, and no round follows."""
    asker.limit("sit")
    await asker.house.tournaments.close(tournament, asker.person)
    return await _shown(asker, tournament)


@router.get("/{tournament}/results", response_class=Response,
            responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}})
async def results(asker: Asking, tournament: Id) -> Response:
    """The standings as comma-separated values."""
    asker.limit("heavy")
    found = await _read(asker, tournament)
    headers = {"Content-Disposition": 'attachment; filename="tournament.csv"'}
    return Response(await showing.results(asker.house, found), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/{tournament}/records", response_class=StreamingResponse,
            responses={200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}}})
async def records(request: Request, asker: Asking, tournament: Id) -> Response:
    """Its finished games in one ZIP archive, in the same form as the archive's download."""
    asker.limit("bulk")
    found = await _read(asker, tournament)
    end_turn(request.scope)
    search = Search(tables=[played.table for tables in found.played for played in tables])
    return zip_answer(asker, zipped(asker.house.database, search), "tournament")


async def _shown(asker: Asker, id_: str, status: int = 200) -> Response:
    return json_answer(asker, await showing.whole(asker.house, await _read(asker, id_), asker.person, asker.lang), status)


async def _read(asker: Asker, id_: str) -> keeping.Tournament:
    """A tournament; a large one takes more of the asker's share."""
    found = await keeping.read(asker.house.database, id_)
    asker.house.pace.take(asker.address, TABLE * sum(map(len, found.played)))
    return found
