"""REST: exercises, each a turn that the rules judge."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from ..games import known
from ..tables import exercises
from . import game_shapes, shapes
from . import models as b
from .answers import Errors, gives, json_answer
from .asking import Asking
from .reading import WireRoute
from .tables import TableId, readable
from .tables import shown as table_shown

router = APIRouter(prefix="/api", tags=["exercises"], responses=Errors, route_class=WireRoute)


@router.get("/games/{name}/exercises", responses=gives(game_shapes.Exercises))
async def of_game(asker: Asking, name: Annotated[str, Path(max_length=40)]) -> Response:
    """A title's exercises."""
    known(name)
    return json_answer(asker, {"exercises": exercises.listed(name, asker.lang)})


@router.post("/exercises", responses=gives(shapes.TableShape))
async def begin(asker: Asking, body: b.ExerciseBody) -> Response:
    """My table for an exercise, at its beginning: a new one, or the same as before with everything
    taken back.
    """
    person = await asker.known()
    asker.limit("exercise")
    known(body.game)
    return await table_shown(asker, await exercises.begin(asker.house, person, body.game, body.exercise))


@router.get("/tables/{table}/exercise", responses=gives(game_shapes.ExerciseState))
async def of_table(asker: Asking, table: TableId) -> Response:
    """How the exercise of a table stands: when it is over, a sentence for every goal, and what to
    learn from it.
    """
    live = await readable(asker.house, asker, table)
    return json_answer(asker, exercises.shown(live.table, asker.lang))
