"""Every game that draws itself, with views to draw."""

from collections.abc import Callable
from typing import Any

from pictures import el_grande_views

from tafelrunde.games.el_grande import picture as el_grande

Draw = Callable[..., str]
DRAW: dict[str, Draw] = {"el_grande": el_grande.draw}
VIEWS: dict[str, dict[str, tuple[dict[str, Any], int | None]]] = {"el_grande": el_grande_views.VIEWS}
CASES = [(game, name) for game, views in VIEWS.items() for name in views]


def drawn(game: str, name: str, **how: Any) -> str:
    view, seat = VIEWS[game][name]
    return DRAW[game](view, **({"seat": seat} | how))
