"""Strict reading of positions: each reader gives a checked value, or refuses it by the name of its
key.

`where` is what a message begins with: the key, and what stands inside it ("hands: seat 2").
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ..errors import BadPosition

LONG = 80
"""The most characters of a value that a message shows."""


def refuse(what: str) -> NoReturn:
    """Refuse a position; the message begins with the key that is wrong."""
    raise BadPosition(f"position: {what}")


def shown(value: Any) -> str:
    """A value in an error message, not too long."""
    text = repr(value)
    return text if len(text) <= LONG else text[:LONG - 3] + "…"


def whole(value: Any, where: str, low: int, high: int) -> int:
    """A whole number between two bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        refuse(f"{where}: expected a number from {low} to {high}, not {shown(value)}")
    return value


def flag(value: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        refuse(f"{where}: expected true or false, not {shown(value)}")
    return value


def is_word(value: Any) -> bool:
    """Whether a value can be a word: some things are called by numbers."""
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def word(value: Any, where: str, words: Sequence[Any], kind: str) -> int:
    """One of some words, as its number."""
    if not is_word(value):
        refuse(f"{where}: expected one {kind}, not {shown(value)}")
    if value not in words:
        refuse(f"{where}: there is no {kind} {shown(value)} (there are: {', '.join(map(str, words))})"[:300])
    return words.index(value)


def entries(value: Any, where: str, n: int | None = None) -> list[Any]:
    """A list, of n entries where n is given."""
    if not isinstance(value, (list, tuple)) or (n is not None and len(value) != n):
        refuse(f"{where}: expected a list{f' of {n}' if n is not None else ''}, not {shown(value)}")
    return list(value)


def mapping(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        refuse(f"{where}: expected an object, not {shown(value)}")
    return {str(key): inside for key, inside in value.items()}


def known_keys(given: Mapping[str, Any], keys: Sequence[str], where: str = "") -> None:
    """Refuse a key that nobody reads: it is a slip of the pen."""
    for key in given:
        if key not in keys:
            inside = f"{where}: " if where else ""
            refuse(f"{inside}there is no key {shown(key)} (there are: {', '.join(keys)})"[:400])


def of_game(given: Mapping[str, Any], name: str, keys: Sequence[str]) -> None:
    """A position of this game, with keys that somebody reads."""
    known_keys(given, keys)
    if given.get("game", name) != name:
        refuse(f"game: this is a position of {shown(given['game'])}")
