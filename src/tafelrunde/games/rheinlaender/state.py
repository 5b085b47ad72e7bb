"""The fields of a state, for mypy.

Written by tools/pages.py from `fields.py`; docs/states/rheinlaender.md explains them.
"""
from __future__ import annotations

from typing import Protocol


class State(Protocol):
    """An interpreted state."""

    players: int
    options: int
    first: int
    phase: int
    turn: int
    start: int
    last_round: int
    card: int
    fort_laid: int
    archbishop: int
    cell: list[int]
    duchy: list[int]
    centre: list[int]
    tiles_left: list[int]
    free: list[int]
    reach: list[list[int]]
    bishops: list[int]
    supply: list[int]
    forts_left: list[int]
    coins: list[int]
    hand: list[list[int]]
    pile: int
    discards: int
    rng: int

    def clone(self) -> State:
        """A copy."""
        ...
