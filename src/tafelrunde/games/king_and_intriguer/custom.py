"""König & Intrigant with the values from the owner's own box."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...kernel import BadData, Game
from ..el_grande.custom import built
from ..el_grande.sources import read
from .sources import merged, printed


def build(own: Path | str | Mapping[str, Any]) -> Game:
    """A game whose cards have the owner's values; BadData says what is wrong with them.

    >>> build({"card": [{"id": "150", "court": 3}]}).options[-1].name
    'values'
    """
    values = own if isinstance(own, Mapping) else read(Path(own))
    if not values:
        raise BadData("there is nothing in it; expected [[card]] entries")
    merged(printed(), values)
    return built(str(__package__), Path(__file__).parent, values)
