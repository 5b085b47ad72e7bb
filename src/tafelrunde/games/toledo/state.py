"""The fields of a state, for mypy.

Written by tools/pages.py from `fields.py`; docs/states/toledo.md explains them.
"""
from __future__ import annotations

from typing import Protocol


class State(Protocol):
    """An interpreted state."""

    rng: int
    hand: list[list[int]]
    pile: list[int]
    discards: list[int]
    known: list[int]
    held: list[int]
    pile_left: int
    made: int
    one: list[int]
    two: list[int]
    room: int
    built: int
    double: int
    home: list[int]
    inside: list[list[int]]
    shop: list[int]
    owner: list[int]
    supply: list[int]
    metal: list[int]
    gems: list[int]
    metal_left: int
    gems_left: int
    rack: int
    blades: list[int]
    delivered: list[int]
    masters: list[list[int]]
    masters_left: list[int]
    painting: list[int]
    easel: int
    players: int
    first: int
    readings: int
    cap: int
    turns: int
    phase: int
    turn: int
    last_round: int
    series: int
    front: int
    opening: int
    extra_used: int
    spot: int
    taken: int

    def clone(self) -> State:
        """A copy."""
        ...
