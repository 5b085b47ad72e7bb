"""REST: the titles."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from ..games import catalogue, data, game_shown, hints, known, playable, rules
from . import game_shapes
from .answers import Errors, gives, json_answer
from .asking import Asking
from .reading import WireRoute

router = APIRouter(prefix="/api/games", tags=["games"], responses=Errors, route_class=WireRoute)
Name = Annotated[str, Path(max_length=40)]


@router.get("", responses=gives(game_shapes.Games))
async def games(asker: Asking) -> Response:
    """All titles."""
    return json_answer(asker, {"games": [game_shown(name, asker.lang) for name in playable()]})


@router.get("/{name}", responses=gives(game_shapes.GameShape))
async def game(asker: Asking, name: Name) -> Response:
    """One title."""
    return json_answer(asker, game_shown(name, asker.lang))


@router.get("/{name}/texts/{lang}", responses=gives(game_shapes.Texts))
async def texts(asker: Asking, name: Name, lang: Annotated[str, Path(max_length=5)]) -> Response:
    """A title's whole catalogue of words in a language, nested as in its text files; English where
    a word is missing.
    """
    return json_answer(asker, {"lang": lang, "texts": catalogue(name, lang)})


@router.get("/{name}/rules", responses=gives(game_shapes.Rules))
async def game_rules(asker: Asking, name: Name) -> Response:
    """Every rule in a sentence, in the order of the rulebook: the title's own, then those of its
    base game that hold too.
    """
    known(name)
    return json_answer(asker, {"rules": rules(name, asker.lang), "hints": hints(name, asker.lang)})


@router.get("/{name}/data", responses=gives(game_shapes.Data))
async def game_data(asker: Asking, name: Name) -> Response:
    """A title's own tables, the numbers that the rules use: cards, board, coordinates."""
    return json_answer(asker, {"data": data(name)})
