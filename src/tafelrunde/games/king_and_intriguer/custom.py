"""König & Intrigant with the values, and up to two cards, of a person who owns the box."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...kernel import BadData, Game
from ..el_grande.custom import built
from ..el_grande.sources import read
from .sources import merged, printed


def build(own: Path | str | Mapping[str, Any]) -> Game:
    """A game whose cards have a person's own values, blank cards included; BadData says what is wrong with them.

    >>> card = {"value": 47, "name": "Tribute", "deed": "30", "court": 2}
    >>> build({"blank": [card]}).actions.id("discard 47") > 0
    True
    """
    values = own if isinstance(own, Mapping) else read(Path(own))
    if not values:
        raise BadData("there is nothing in it; expected tables such as [[card]] or [[blank]]")
    merged(printed(), values)
    return built(str(__package__), Path(__file__).parent, values)
