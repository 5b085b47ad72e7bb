"""REST: the archive of finished public games."""
from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from ..archive.bulk import line_schema, zipped
from ..archive.search import Outcome, Search, page
from ..games import known, title_of
from ..pace import PAGE
from . import past_shapes
from .answers import Errors, gives, json_answer
from .asking import Asker, Asking, Before
from .reading import WireRoute
from .turns import end_turn

router = APIRouter(prefix="/api/archive", tags=["archive"], responses=Errors, route_class=WireRoute)
Chosen = Annotated[str, Query(pattern=r"^[a-z_]{1,60}:[a-z0-9_]{1,60}$")]
Number = Annotated[int | None, Query(ge=0, le=1_000_000)]
Points = Annotated[int | None, Query(ge=-1000, le=1_000_000)]


def searched(game: Annotated[str | None, Query(max_length=40)] = None, players: Annotated[int | None, Query(ge=1, le=10)] = None,
             rated: bool | None = None, player: Annotated[str | None, Query(max_length=30)] = None,
             result: Outcome | None = None, option: Annotated[list[Chosen], Query(max_length=20)] = [],  # noqa: B006
             decisions_from: Number = None, decisions_to: Number = None,
             points_from: Points = None, points_to: Points = None) -> Search:
    """The search terms of a request."""
    if game is not None:
        known(game)
    options = [(name, value) for name, _, value in (one.partition(":") for one in option)]
    return Search(game, players, rated, player, result, options, (decisions_from, decisions_to), (points_from, points_to))


Searched = Annotated[Search, Depends(searched)]


@router.get("", responses=gives(past_shapes.Archive))
async def search(asker: Asking, looked_for: Searched,
                 before: Before = None,
                 limit: Annotated[int, Query(ge=1, le=100)] = 30) -> Response:
    """Finished public games, newest first; for the next page, send `next` as `before`.

    `player` is a part of a name, without regard to capitals and accents; `result` is that player's,
    or anybody's; `option` is NAME:VALUE and may come several times; `best` are the winner's points.
    """
    asker.limit("archive")
    at, _, id_ = (before or "").partition("-")
    rows = await page(asker.house.database, looked_for, (int(at), id_) if before else None, limit)
    return json_answer(asker, shown(rows, limit, asker.lang))


def shown(rows: list[dict[str, Any]], limit: int, lang: str) -> dict[str, Any]:
    """A page of games, and where the next one begins."""
    last = rows[-1] if len(rows) == limit else None
    return {"games": [_game(r, lang) for r in rows], "next": f"{last['ended_at']}-{last['table_id']}" if last else None}


def _game(row: dict[str, Any], lang: str) -> dict[str, Any]:
    return {"table": row["table_id"], "title": title_of(row["game"], lang)} | {
        name: row[name] for name in ("game", "players", "rated", "options", "decisions", "best", "shared", "ended_at", "seats")}


@router.get("/schema", response_class=Response,
            responses={200: {"content": {"application/schema+json": {"schema": {"type": "object"}}}}})
async def schema(asker: Asking) -> Response:
    """The JSON Schema of a line of the file with many games."""
    answer = json_answer(asker, line_schema())
    answer.headers["Content-Type"] = "application/schema+json"
    return answer


@router.get("/download", response_class=StreamingResponse,
            responses={200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}}})
async def download(request: Request, asker: Asking, looked_for: Searched) -> Response:
    """All of them in one ZIP archive, with their records: `games.jsonl`, a game on each line, and
    `schema.json`.
    """
    asker.limit("bulk")
    end_turn(request.scope)
    return zip_answer(asker, zipped(asker.house.database, looked_for))


def zip_answer(asker: Asker, pieces: AsyncIterator[bytes], name: str = "tafelrunde-games") -> StreamingResponse:
    """A file that is made while it is sent, and no faster than its address may ask for more."""

    async def paced() -> AsyncIterator[bytes]:
        async for piece in pieces:
            yield piece
            await asker.house.pace.wait(asker.address, PAGE)

    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}.zip"'}
    return StreamingResponse(paced(), media_type="application/zip", headers=headers)
