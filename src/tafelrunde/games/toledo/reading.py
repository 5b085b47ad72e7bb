"""Small readers for positions: each returns a checked value or refuses it by name."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ...kernel import BadPosition


def refuse(what: str) -> NoReturn:
    """Refuse a position."""
    raise BadPosition(f"position: {what}")


def whole(value: Any, where: str, low: int, high: int) -> int:
    """A whole number between two bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        refuse(f"{where} must be a number from {low} to {high}, not {value!r}")
    return value


def seat_of(value: Any, where: str, players: int) -> int:
    """A seat."""
    return whole(value, where, 0, players - 1)


def entries(value: Any, where: str, n: int | None = None) -> list[Any]:
    """A list, of n entries where n is given."""
    if not isinstance(value, list) or (n is not None and len(value) != n):
        refuse(f"{where} must be a list{f' of {n}' if n is not None else ''}, not {value!r}"[:200])
    return list(value)


def mapping(value: Any, where: str) -> dict[str, Any]:
    """An object with string keys."""
    if not isinstance(value, Mapping):
        refuse(f"{where} must be an object, not {value!r}"[:200])
    return {str(k): v for k, v in value.items()}


def step_of(key: str, where: str, low: int, high: int) -> int:
    """A step written as a key."""
    if not (key.isascii() and key.isdigit() and len(key) < 4 and low <= int(key) <= high):
        refuse(f"{where}: {key!r} is no step from {low} to {high}")
    return int(key)


def one_of(value: Any, where: str, words: Sequence[str]) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in words:
        refuse(f"{where} must be one of {', '.join(words)}, not {value!r}")
    return value


def per_seat(position: Mapping[str, Any], key: str, players: int, empty: Any) -> list[Any]:
    """A list with an entry per seat; `empty` for each where the key is left out."""
    if key not in position:
        return [empty() if callable(empty) else empty for _ in range(players)]
    return entries(position[key], key, players)
