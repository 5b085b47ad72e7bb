"""REST: the daily deal."""
from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from ...match.fairness import commitment
from ..daily.chain import DAY_MS, closes_at, secret
from ..errors import Refused
from ..games import known, playable, title_of
from . import daily_shapes, shapes
from .answers import Errors, gives, json_answer
from .asking import Asking, Skip
from .reading import WireRoute
from .tables import shown

router = APIRouter(prefix="/api/daily", tags=["daily"], responses=Errors, route_class=WireRoute)
Name = Annotated[str, Path(max_length=40)]
Day = Annotated[str, Path(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


@router.get("", responses=gives(daily_shapes.DailyShape))
async def daily(asker: Asking) -> Response:
    """Today's deals (UTC) and my tables of them; `chain` is the published end of the chain, `start`
    its first day.
    """
    asker.limit("daily")
    house = asker.house
    chain, day = await house.daily.chain(), await house.daily.day()
    mine = await house.daily.played(asker.id, day)
    titles = []
    for game in playable():
        row = mine.get(game)
        titles.append({"game": game, "title": title_of(game, asker.lang),
                       "commitment": commitment(secret(chain.link(day), day, game)),
                       "table": row and row.table_id, "status": row and row.status, "place": row and row.place,
                       "score": row and row.score})
    return json_answer(asker, {"day": day.isoformat(), "ends_at": closes_at(day) - DAY_MS, "closes_at": closes_at(day),
                               "chain": chain.end.hex(), "start": chain.start.isoformat(), "titles": titles})


@router.post("/{name}", status_code=201, responses=gives(shapes.TableShape, 201))
async def play(asker: Asking, name: Name) -> Response:
    """The table at which I play today's deal; the same table again if there is one."""
    asker.limit("create")
    known(name)
    return await shown(asker, await asker.house.daily.play(await asker.known(), name), 201)


@router.get("/{day}/{name}", responses=gives(daily_shapes.DailyResults))
async def results(asker: Asking, day: Day, name: Name, skip: Skip = 0,
                  limit: Annotated[int, Query(ge=1, le=100)] = 30) -> Response:
    """The table of a day's deal: `forbidden` before I have played it, unless it is closed; `link`
    when it is.
    """
    asker.limit("daily")
    known(name)
    house = asker.house
    try:
        when = date.fromisoformat(day)
    except ValueError:
        raise Refused("not_found", "no_day", field="day") from None
    if not (await house.daily.chain()).start <= when <= await house.daily.day():
        raise Refused("not_found", "no_day", field="day")
    rows = await house.daily.results(asker.id, when, name, skip, limit)
    return json_answer(asker, {"day": day, "game": name, "title": title_of(name, asker.lang),
                               "link": await house.daily.revealed(when), "results": rows,
                               "next": skip + limit if len(rows) == limit else None})
