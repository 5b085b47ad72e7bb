"""REST: people's profiles, for everybody to read unless their owner has hidden them."""
from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from ..archive.bulk import zipped
from ..archive.openings import opening_said
from ..archive.search import Search, page
from ..games import is_here, known, texts_of, title_of
from ..people import profiles
from . import past_shapes, profile_shapes
from .answers import Errors, gives, json_answer
from .archive import Searched, shown, zip_answer
from .asking import Asker, Asking, Before, Skip
from .models import ID_PATTERN
from .people import UserId, shown_person
from .reading import WireRoute
from .turns import end_turn

router = APIRouter(prefix="/api/users/{user}", tags=["profiles"], responses=Errors, route_class=WireRoute)
OtherId = Annotated[str, Path(pattern=ID_PATTERN)]
Opponent = Annotated[str | None, Query(pattern=ID_PATTERN)]


async def _theirs(asker: Asker, user: str, looked_for: Search, opponent: str | None) -> Search:
    """The games of somebody's profile."""
    await shown_person(asker, user)
    if opponent is not None and opponent != user:
        await shown_person(asker, opponent)
    return replace(looked_for, user=user, opponent=opponent, reader=asker.id)


@router.get("/games", responses=gives(past_shapes.Archive))
async def games(asker: Asking, user: UserId, looked_for: Searched, opponent: Opponent = None, before: Before = None,
                limit: Annotated[int, Query(ge=1, le=100)] = 30) -> Response:
    """Somebody's finished games that I may find, in the archive's form.

    `result` is theirs, `player` a part of another's name.
    """
    asker.limit("profile")
    search = await _theirs(asker, user, looked_for, opponent)
    at, _, id_ = (before or "").partition("-")
    rows = await page(asker.house.database, search, (int(at), id_) if before else None, limit)
    return json_answer(asker, shown(rows, limit, asker.lang))


@router.get("/games/download", response_class=StreamingResponse,
            responses={200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}}})
async def download(request: Request, asker: Asking, user: UserId, looked_for: Searched, opponent: Opponent = None) -> Response:
    """All of them in one file, as the archive gives them out; my own with those that are not
    public.
    """
    asker.limit("bulk")
    search = await _theirs(asker, user, looked_for, opponent)
    end_turn(request.scope)
    return zip_answer(asker, zipped(asker.house.database, search))


@router.get("/progress", responses=gives(profile_shapes.Progress))
async def progress(asker: Asking, user: UserId, game: Annotated[str, Query(max_length=40)],
                   players: Annotated[int, Query(ge=1, le=10)], before: Before = None,
                   limit: Annotated[int, Query(ge=1, le=500)] = 200) -> Response:
    """Somebody's rating of a title and a number of players after each game, newest first."""
    asker.limit("profile")
    known(game)
    await shown_person(asker, user)
    at, _, id_ = (before or "").partition("-")
    rows = await profiles.progress(asker.house.database, user, asker.id, game, players,
                                   (int(at), id_) if before else None, limit)
    points = [{"table": r.table_id, "ended_at": r.ended_at, "before": r.before, "after": r.after} for r in rows]
    last = rows[-1] if len(rows) == limit else None
    return json_answer(asker, {"points": points, "next": f"{last.ended_at}-{last.table_id}" if last else None})


@router.get("/opponents", responses=gives(profile_shapes.Opponents))
async def opponents(asker: Asking, user: UserId, skip: Skip = 0,
                    limit: Annotated[int, Query(ge=1, le=100)] = 10) -> Response:
    """Somebody's record against people and levels of bots, most often met first; `next` is what to
    `skip`.
    """
    asker.limit("profile")
    await shown_person(asker, user)
    met = await profiles.opponents(asker.house.database, user, asker.id, skip, limit)
    return json_answer(asker, {"opponents": met, "next": skip + limit if len(met) == limit else None})


@router.get("/against/{opponent}", responses=gives(profile_shapes.HeadToHead))
async def against(asker: Asking, user: UserId, opponent: OtherId) -> Response:
    """Two people head to head."""
    asker.limit("profile")
    one, two = await shown_person(asker, user), await shown_person(asker, opponent)
    met = await profiles.against(asker.house.database, user, opponent, asker.id)
    meetings = [m | {"title": title_of(m["game"], asker.lang)} for m in met]
    return json_answer(asker, {"user": one.shown(), "opponent": two.shown(), "meetings": meetings})


@router.get("/openings", responses=gives(profile_shapes.Openings))
async def openings(asker: Asking, user: UserId) -> Response:
    """Somebody's five most frequent openings of each title; `name` says what an opening is
    there.
    """
    asker.limit("profile")
    await shown_person(asker, user)
    found = await profiles.openings(asker.house.database, user, asker.id)
    return json_answer(asker, {"titles": [
        {"game": game, "title": title_of(game, asker.lang), "name": texts_of(game, asker.lang).say("opening"),
         "openings": [{"moves": opening_said(game, o["opening"], asker.lang), "games": o["games"], "won": o["won"]}
                      for o in favourites]}
        for game, favourites in found.items() if is_here(game)]})
