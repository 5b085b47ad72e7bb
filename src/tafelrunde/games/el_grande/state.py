"""The fields of a state, for mypy.

Written by tools/pages.py from `fields.py`; docs/states/el_grande.md explains them.
"""
from __future__ import annotations

from typing import Protocol


class Shared(Protocol):
    """What a state has in common with those of the expansion."""

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
    hand: list[int]
    played: list[int]
    rng: int


class State(Shared, Protocol):
    """An interpreted state."""

    edition: int
    readings: int
    regent: int
    shift: int
    extra: list[int]
    merged: int
    memory: int
    card: int
    infiltration: int
    open: int
    deck: list[int]
    boxed: list[int]
    discard: list[int]
    vetoes: int
    veto_seat: list[int]
    veto_until: list[int]
    modifiers: list[int]
    played_modifier: list[int]
    modifier_discard: list[int]
    passed: list[int]
    shown: list[int]
    pool: list[list[int]]
    region_cards: int

    def clone(self) -> State:
        """A copy."""
        ...
