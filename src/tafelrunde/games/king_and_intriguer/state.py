"""The fields of a state, for mypy. Written by tools/pages.py from `fields.py`; docs/states/king_and_intriguer.md explains them."""
from __future__ import annotations

from typing import Protocol


class State(Protocol):
    """An interpreted state."""

    players: int
    colours: int
    paid: int
    short_game: int
    first: int
    marker: int
    starter: int
    regions: list[list[int]]
    castillo: list[int]
    court: list[int]
    province: list[int]
    grande: list[int]
    king: int
    no_entry: int
    no_exit: int
    no_room: int
    tile_at: list[int]
    score: list[int]
    dial: list[int]
    phase: int
    waiting: int
    actor: int
    acted: int
    parts: int
    part: int
    step: int
    next_step: int
    left: int
    own_left: int
    foe_left: int
    must: int
    targets: int
    source: int
    held: int
    held_from: int
    asked: int
    judge: int
    paused: int
    paused_for: int
    switches: int
    offered: int
    blank_value: list[int]
    blank_court: list[int]
    blank_like: list[int]
    blank_most: list[int]
    blank_name: list[list[int]]
    hand: list[int]
    used: list[int]
    played: list[int]
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
    rng: int

    def clone(self) -> State:
        """A copy."""
        ...
