"""Every game that draws itself, with views to draw."""

from collections.abc import Callable
from typing import Any

from pictures import el_grande_views, rheinlaender_views, toledo_views

from tafelrunde.games.el_grande import picture as el_grande
from tafelrunde.games.rheinlaender import picture as rheinlaender
from tafelrunde.games.toledo import picture as toledo

Draw = Callable[..., str]
DRAW: dict[str, Draw] = {"el_grande": el_grande.draw, "rheinlaender": rheinlaender.draw, "toledo": toledo.draw}
VIEWS: dict[str, dict[str, tuple[dict[str, Any], int | None]]] = {
    "el_grande": el_grande_views.VIEWS,
    "rheinlaender": rheinlaender_views.VIEWS,
    "toledo": toledo_views.VIEWS,
}
CASES = [(game, name) for game, views in VIEWS.items() for name in views]


# names and sentences of our own, so that a golden picture does not change when somebody mends a text
WORDS = {
    f"card.{card}.{what}": text
    for view, _ in el_grande_views.VIEWS.values()
    for card in [*view["open_cards"], "legislation"]
    for what, text in (("name", card), ("says", "One sentence that says what the card does, on two lines."))
}


def drawn(game: str, name: str, **how: Any) -> str:
    view, seat = VIEWS[game][name]
    return DRAW[game](view, **({"seat": seat} | how))
