"""The display of a title that has none of its own: its view, key by key."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from ..match.texts import Texts
from .canvas import Look, wrap
from .labels import View
from .seats import seat_name

SPOTS: tuple[str, ...] = ()
KEYS: dict[str, str] = {}
ROWS = 18


def board(view: View, texts: Texts, look: Look) -> list[Text]:
    """Every key of the view with its value."""
    rows: list[Text] = []
    for key, value in view.items():
        rows += wrap(Text.assemble((f"{key}: ", "bold"), str(value)), look.width)
    return rows[: look.height]


def side(view: View, texts: Texts, look: Look) -> list[Text]:
    """The seats with their points."""
    scores: Sequence[int] = view.get("scores", ())
    return [Text.assemble(seat_name(texts, seat), f"  {points}") for seat, points in enumerate(scores)]


def status(view: View, texts: Texts) -> str:
    """Nothing is shown."""
    return ""


def facts(texts: Texts, action: str) -> dict[str, Any]:
    """Nothing is added."""
    return {}


def detail(view: View, texts: Texts, action: str) -> str:
    """Nothing is shown."""
    return ""


def expected(view: View, action: str) -> bool:
    """Every closed choice of the same verb."""
    return True
