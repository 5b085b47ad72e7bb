"""Every game that draws itself, with views to draw."""

from collections.abc import Callable
from functools import cache
from typing import Any

from pictures import el_grande_views, king_and_intriguer_views, rheinlaender_views, toledo_views

from tafelrunde.games.el_grande import picture as el_grande
from tafelrunde.games.king_and_intriguer import picture as king_and_intriguer
from tafelrunde.games.rheinlaender import picture as rheinlaender
from tafelrunde.games.toledo import picture as toledo

Draw = Callable[..., str]
DRAW: dict[str, Draw] = {
    "el_grande": el_grande.draw,
    "king_and_intriguer": king_and_intriguer.draw,
    "rheinlaender": rheinlaender.draw,
    "toledo": toledo.draw,
}
VIEWS: dict[str, dict[str, tuple[dict[str, Any], int | None]]] = {
    "el_grande": el_grande_views.VIEWS,
    "king_and_intriguer": king_and_intriguer_views.VIEWS,
    "rheinlaender": rheinlaender_views.VIEWS,
    "toledo": toledo_views.VIEWS,
}
CASES = [(game, name) for game, views in VIEWS.items() for name in views]


# Names and sentences of our own, so that no golden picture changes when somebody mends a text
WORDS = {
    f"card.{card}.{what}": text
    for view, _ in el_grande_views.VIEWS.values()
    for card in [*view["open_cards"], "legislation"]
    for what, text in (("name", card), ("says", "One sentence that says what the card does, on two lines."))
}


@cache
def drawn(game: str, name: str, **how: Any) -> str:
    """The picture of a view for its seat; `fixed` words stand in for the texts of the game."""
    view, seat = VIEWS[game][name]
    fixed = how.pop("fixed", False)
    return DRAW[game](view, seat=seat, words=WORDS if fixed else None, **how)
