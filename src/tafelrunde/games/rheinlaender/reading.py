"""Small readers for positions: each returns a checked value or refuses it by name."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from ...kernel import BadPosition
from .board import BOARD
from .tables import CARDS

SPACE_NUMBER = {name: i for i, name in enumerate(BOARD.spaces)}


def refuse(what: str) -> NoReturn:
    """Refuse a position."""
    raise BadPosition(f"position: {what}")


def short(value: object) -> str:
    """A value as a message shows it."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def whole(value: Any, where: str, low: int, high: int) -> int:
    """A whole number between two bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        refuse(f"{where}: expected a number from {low} to {high}, not {short(value)}")
    return value


def flag(value: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        refuse(f"{where}: expected true or false, not {short(value)}")
    return value


def entries(value: Any, where: str, n: int | None = None) -> list[Any]:
    """A list, of n entries where n is given."""
    if not isinstance(value, list) or (n is not None and len(value) != n):
        refuse(f"{where}: expected a list{f' of {n}' if n is not None else ''}, not {short(value)}")
    return list(value)


def mapping(value: Any, where: str) -> dict[str, Any]:
    """An object with string keys."""
    if not isinstance(value, Mapping):
        refuse(f"{where}: expected an object, not {short(value)}")
    return {str(k): v for k, v in value.items()}


def space_of(value: Any, where: str) -> int:
    """A space by its name."""
    if not isinstance(value, str) or value not in SPACE_NUMBER:
        refuse(f"{where}: there is no space {short(value)}")
    return SPACE_NUMBER[value]


def site_of(key: str, where: str) -> int:
    """A site by its number, from 0 in the state."""
    if not (key.isascii() and key.isdigit() and len(key) < 4 and 1 <= int(key) <= len(BOARD.sites)):
        refuse(f"{where}: there is no site {short(key)}")
    return int(key) - 1


def cards_of(value: Any, where: str) -> list[int]:
    """Different number cards, from 0 in the state; unknown ones (null) are left out."""
    cards = [whole(c, where, 1, CARDS) - 1 for c in entries(value, where) if c is not None]
    if len(set(cards)) != len(cards):
        refuse(f"{where}: a card is there twice")
    return cards
