"""What every place would pay if it were scored now, by the rules and from what a view shows."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from types import SimpleNamespace
from typing import Any

from .scoring import score_place
from .tables import BESIDE, PLACE_IDS, REGION_IDS, TILE_IDS, paid_places

CASTILLO = "castillo"
NOWHERE = -1
Forecast = dict[str, list[int] | None]


def board_of(view: Mapping[str, Any]) -> SimpleNamespace:
    """The part of a state that a scoring reads; nobody has points yet."""
    inside = view["castillo"] or []
    return SimpleNamespace(
        log=None, players=view["players"], colours=len(next(iter(view["regions"].values()))), paid=paid_places(view["players"]),
        regions=[list(view["regions"][region]) for region in REGION_IDS], castillo=[n or 0 for n in inside],
        king=_place(view["king"]), grande=[_place(place) for place in view["grandes"]],
        tile_at=[BESIDE if view["tiles"].get(tile) is None else _place(view["tiles"][tile]) for tile in TILE_IDS],
        score=[0] * view["players"])


def _place(name: str | None) -> int:
    return NOWHERE if name is None else PLACE_IDS.index(name)


def forecast(view: Mapping[str, Any], board: SimpleNamespace | None = None,
             score: Callable[[Any, int], None] = score_place) -> Forecast:
    """By place, what each player would get now; None for a castillo whose contents the viewer may
    not know.
    """
    at = board or board_of(view)
    known = view["castillo"] is not None and None not in view["castillo"]
    pays = partial(_paid, at, score=score) if board else partial(_paid_alone, at)
    return {place: pays(place) if known or place != CASTILLO else None for place in (*REGION_IDS, CASTILLO)}


def _paid_alone(board: SimpleNamespace, name: str) -> list[int]:
    """The same by the rules of El Grande, from what counts at a place alone: most decisions change
    one, the others are known.
    """
    place = PLACE_IDS.index(name)
    counts = board.castillo if name == CASTILLO else board.regions[place]
    # A list is quicker
    here = tuple([place if at == place else NOWHERE for at in (board.king, *board.grande, *board.tile_at)])
    return [*_paid_for(name, tuple(counts), here, board.players)]


@lru_cache(maxsize=4096)
def _paid_for(name: str, counts: tuple[int, ...], here: tuple[int, ...], players: int) -> tuple[int, ...]:
    king, grandes, tiles = here[0], here[1:-len(TILE_IDS)], here[-len(TILE_IDS):]
    board = SimpleNamespace(
        log=None, players=players, colours=len(counts), paid=paid_places(players), castillo=counts,
        regions=[counts if region == name else () for region in REGION_IDS], king=king, grande=grandes, tile_at=tiles)
    return tuple(_paid(board, name, score_place))


def _paid(board: SimpleNamespace, place: str, score: Callable[[Any, int], None]) -> list[int]:
    board.score = [0] * board.players
    score(board, PLACE_IDS.index(place))
    return list(board.score)
