"""The fields of a state, for mypy.

Written by tools/pages.py from `fields.py`; docs/states/king_and_intriguer.md explains them.
"""
from __future__ import annotations

from typing import Protocol

from ..el_grande.state import Shared


class State(Shared, Protocol):
    """An interpreted state."""

    switches: int
    offered: int
    blank_value: list[int]
    blank_court: list[int]
    blank_like: list[int]
    blank_most: list[int]
    blank_name: list[list[int]]
    used: list[int]
    laid: list[int]
    role: list[int]
    vetoed: int
    whirlwind: list[int]
    free: int
    queen: int
    protected: int
    turned: int
    castillo_at: int
    collapse: int
    inside: list[int]
    beside: list[int]
    spies: int
    limit_at: list[int]
    limited: int
    strangers: list[int]
    allies: list[int]
    double_at: list[int]
    double_rank: list[int]
    named: int
    sums: list[int]

    def clone(self) -> State:
        """A copy."""
        ...
