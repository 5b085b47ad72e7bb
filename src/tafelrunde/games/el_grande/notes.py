"""What a table tells about a view besides the position: what every place pays, what it would pay if
it were scored now, and the order of the turns.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from .forecast import forecast
from .powers import highest, total
from .scoring import table_of
from .tables import BESIDE, MODIFIER_IDS, PLACE_IDS, REGION_IDS, SIDE_ROWS, TABLES, TILE_IDS, TILE_ROW, paid_places


def notes(view: Mapping[str, Any]) -> dict[str, Any]:
    """All of it follows from what the view shows."""
    return {"tables": tables(view), "turn_order": turn_order(view), "forecast": forecast(view)}


# ------------------------------------------------------------ points


def points_at(place: str, tiles: Mapping[str, str | None], players: int) -> tuple[int, ...]:
    """EG-8.4, EG-9.2: what the places of a region or the castillo pay, with the scoring tiles where
    they lie.
    """
    places = (tiles.get(tile) for tile in TILE_IDS)
    board = SimpleNamespace(paid=paid_places(players), tile_at=[BESIDE if at is None else PLACE_IDS.index(at) for at in places])
    return tuple(TABLES[table_of(board, PLACE_IDS.index(place))][: board.paid])


def points_of_tile(tile: str, players: int) -> tuple[int, ...]:
    """What a scoring tile pays where it lies."""
    paid = paid_places(players)
    return tuple(TABLES[TILE_ROW + TILE_IDS.index(tile) + (SIDE_ROWS if paid == 2 else 0)][:paid])


def tables(view: Mapping[str, Any]) -> dict[str, list[int]]:
    """By place, what its places pay now."""
    return {place: [*points] for place, points in _tables(tuple(view["tiles"].items()), view["players"])}


@lru_cache(maxsize=256)
def _tables(tiles: tuple[tuple[str, str | None], ...], players: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((place, points_at(place, dict(tiles), players)) for place in (*REGION_IDS, "castillo"))


# ------------------------------------------------------------ the order of the turns


def sums(view: Mapping[str, Any]) -> list[int | None]:
    """EG-12.2: by colour, what it acts with this round: its power card and modifier together; None
    before it is played.
    """
    cards = _cards(view["played"], view["played_modifiers"])
    return [total(cards, seat) if value else None for seat, value in enumerate(view["played"])]


def by_sum(played: Sequence[int | None], modifiers: Sequence[str | None]) -> list[int]:
    """EG-3.1: the colours that have played a card, the highest sum first."""
    cards = _cards(played, modifiers)
    found: list[int] = []
    while (seat := highest(cards)) >= 0:
        cards.acted |= 1 << seat
        found.append(seat)
    return found


def _cards(played: Sequence[int | None], modifiers: Sequence[str | None]) -> SimpleNamespace:
    """The part of a state that determines the order; a seat that has played nothing counts as done.
    """
    return SimpleNamespace(
        colours=len(played), played=[value or 0 for value in played],
        played_modifier=[MODIFIER_IDS.index(m) + 1 if m else 0 for m in modifiers],
        acted=sum(1 << seat for seat, value in enumerate(played) if value is None))


def turn_order(view: Mapping[str, Any]) -> list[int]:
    """The players in turn order while turns are taken; otherwise in seating order."""
    if view["phase"] != "turns":
        return list(range(view["players"]))
    return [seat for seat in by_sum(view["played"], view["played_modifiers"]) if seat < view["players"]]
