"""The data file of König & Intrigant: read, checked, and changed with the values of an owner's box.

A file of one's own has [[card]] entries like `data/cards.toml`: an entry names the card's id and
whatever differs, such as how many caballeros it brings to court.  The environment variable
TAFELRUNDE_KING_AND_INTRIGUER_DATA names it for a whole program; `custom.build` makes one more game
of it.
"""
from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ...errors import BadData
from ..el_grande.sources import MOST, check_number, mark_of, own_values, read, with_entries

FILE = Path(__file__).parent / "data" / "cards.toml"
OWN = "TAFELRUNDE_KING_AND_INTRIGUER_DATA"
"""The environment variable that names the owner's file."""
WHERE = ("name", "court", "printed", "provenance", "confidence")
"""What an override may change; values, sets and what a card does are the frame that rules and
notation stand on.
"""


@cache
def printed() -> dict[str, Any]:
    """The data file."""
    return read(FILE)


def data_for(package: str) -> tuple[dict[str, Any], str]:
    """The data that a package's tables are made of, and the mark of a person's own values among
    them.
    """
    own = own_values(package, OWN)
    return merged(printed(), own), mark_of(own)


def merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The data with some cards changed; BadData names the card and what is wrong."""
    result = dict(base)
    for table, entries in own.items():
        if table != "card":
            raise BadData(f"{table}: there is no such table (there is: card)")
        if not isinstance(entries, list):
            raise BadData("card: expected a list of entries ([[card]])")
        result["card"] = with_entries("card", base["card"], entries, "id", WHERE)
    for card in result["card"]:
        if card["id"] == "joker" and "court" in card:
            raise BadData("card joker: it brings nobody to court; the card that is laid after it does")
        if card["id"] != "joker":
            check_number(f"card {card['id']}: court", card["court"], 0, MOST)
    return result
