"""Small readers for positions: each returns a checked value or refuses it by the name of its key."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ...kernel import BadPosition


def refuse(what: str) -> NoReturn:
    """Refuse a position; the message begins with the key that is wrong."""
    raise BadPosition(f"position: {what}")


def shown(value: Any) -> str:
    """A value in an error message, not too long."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"


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


def word(value: Any, where: str, words: Sequence[str], kind: str) -> int:
    """One of some words, as its number."""
    if not isinstance(value, str):
        refuse(f"{where}: expected one {kind}, not {shown(value)}")
    if value not in words:
        refuse(f"{where}: there is no {kind} {value!r} (there are: {', '.join(words)})"[:300])
    return words.index(value)


def row(value: Any, where: str, n: int) -> list[Any]:
    """A list with an entry per colour."""
    if not isinstance(value, (list, tuple)):
        refuse(f"{where}: expected a list of {n}, one per colour, not {shown(value)}")
    if len(value) != n:
        refuse(f"{where}: expected {n} entries, one per colour, not {len(value)}")
    return list(value)


def entries(value: Any, where: str) -> list[Any]:
    """A list."""
    if not isinstance(value, (list, tuple)):
        refuse(f"{where}: expected a list, not {shown(value)}")
    return list(value)


def listed(value: Any) -> list[Any]:
    """A list as it is, anything else as an empty one: for guesses before the key is read."""
    return list(value) if isinstance(value, (list, tuple)) else []


def mapping(value: Any, where: str) -> dict[str, Any]:
    """An object."""
    if not isinstance(value, Mapping) or not all(isinstance(k, str) for k in value):
        refuse(f"{where}: expected an object, not {shown(value)}")
    return dict(value)


def known_keys(given: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
    """Refuse a key that nobody reads: it is a slip of the pen."""
    for key in given:
        if key not in keys:
            refuse(f"{where}: there is no key {shown(key)} (there are: {', '.join(keys)})"[:400])
