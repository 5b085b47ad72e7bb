"""What a card would make of its player if it were laid now, and what a scoring would pay; from what
a view shows.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from ..el_grande.forecast import CASTILLO, Forecast, board_of
from ..el_grande.forecast import forecast as by_place
from ..el_grande.scoring import regions_worth
from ..el_grande.tables import REGION_IDS, TILE_IDS
from .blanks import fill
from .deeds import brings, most_on, row_of
from .scoring import score_by_card
from .tables import BLANK_IDS, CARD, DEEDS, KIND, MUST, VERB, Do, Scoring

Order = Callable[[Mapping[str, Any]], list[dict[str, Any]]]


def forecast(view: Mapping[str, Any]) -> Forecast:
    """By place, what each player would get now; KI-6.8: turned tiles count as they lie."""
    return by_place(view, _board(view), score_by_card)


def _board(view: Mapping[str, Any]) -> SimpleNamespace:
    board = board_of(view)
    board.turned = sum(1 << TILE_IDS.index(tile) for tile in view["turned"])
    board.sums = [0] * board.colours
    board.offered = 0
    for name in ("blank_value", "blank_court", "blank_like", "blank_most"):
        setattr(board, name, [0] * len(BLANK_IDS))
    fill(board, [{**card, "name": ""} for card in view["options"].get("blank_cards", ())])
    return board


def hand(view: Mapping[str, Any], pays: Forecast, order: Order) -> dict[str, dict[str, Any]]:
    """By card in the viewer's hand: whether its action must be done, how many come to court, and,
    while cards are laid, what it would make of its player among those that lie; when it would be
    the last one, with role and caballero card.

    `scores` are the places that it scores, `points` what each player would get for them as the
    board stands.
    """
    seat = view["seat"]
    held = (view["hands"][seat] or []) if seat is not None else []
    laying = view["phase"] == "cards" and seat not in view["laid"]
    board = _board(view)
    found: dict[str, dict[str, Any]] = {}
    for card in held:
        number = CARD[str(card)]
        found[str(card)] = {"must": bool(MUST[row_of(board, number)]), "court": int(brings(board, number)),
                            **_scored(board, number, pays), **(_laid(view, seat, card, order) if laying else {})}
    return found


def _laid(view: Mapping[str, Any], seat: int, card: int | str, order: Order) -> dict[str, Any]:
    """KI-2.1 to KI-2.3: the round as it would be."""
    if card in view["played"]:
        return {"closed": view["played"].index(card)}
    played = [card if p == seat else laid for p, laid in enumerate(view["played"])]
    rows = order({**{key: view[key] for key in ("players", "roles", "options")}, "played": played, "laid": [*view["laid"], seat]})
    place = next(k for k, row in enumerate(rows) if row["seat"] == seat)
    row = {key: rows[place].get(key) for key in ("caballeros", "role", "acts_as")}
    return {"place": place + 1, "of": len(rows), **row}


def _scored(board: SimpleNamespace, card: int, pays: Forecast) -> dict[str, Any]:
    """The places that a card scores without a choice, and what they pay; nothing for the castillo
    that nobody may look into.
    """
    row, values = DEEDS[row_of(board, card)], most_on(board, card)
    verb, kind = row[VERB], row[KIND]
    if verb != Do.SCORE or kind not in (Scoring.VALUES, Scoring.CASTILLO):
        return {}
    bits = regions_worth(board, values) if kind == Scoring.VALUES else 0
    places: Sequence[str] = [r for k, r in enumerate(REGION_IDS) if bits >> k & 1] if kind == Scoring.VALUES else [CASTILLO]
    paid = [pays[place] for place in places]
    known = [points for points in paid if points is not None]
    sums = [sum(row) for row in zip(*known, strict=True)]
    return {"scores": list(places), "points": sums if len(known) == len(paid) else None}
