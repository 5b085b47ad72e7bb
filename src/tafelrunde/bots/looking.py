"""A look ahead from outside: one call of the beam."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .machine import Machine

WIDTH, DEPTH = 6, 24


@dataclass(frozen=True)
class Look:
    """What one look ahead found: a score per legal action (-1: not pursued), and the best order."""

    scores: list[int]
    line: list[int]


def look(machine: Machine, s: Any, seat: int, actions: int, width: int = WIDTH) -> Look:
    """Look ahead once from a complete state in which a seat decides between so many legal actions."""
    scores, best = machine.numbers(len(machine.game.actions)), machine.numbers(DEPTH + 1)
    rows = 2 * width + 2
    machine.call.think_ahead(machine.pool(s, rows), seat, machine.mask(), machine.mask(),
                             machine.numbers(machine.parts, 8), machine.parts, machine.numbers(8), width, DEPTH, scores,
                             machine.numbers(rows, DEPTH), machine.numbers(rows, 3), best)
    line = [int(a) for a in best]
    return Look([int(x) for x in scores[:actions]], line[:line.index(-1)] if -1 in line else line)
