"""A look ahead through one call of the beam."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .machine import Machine

DEPTH = 24
WIDTH, BREADTH = 6, 999
"""How many orders the beam keeps, and how many actions it looks at after each of them."""
SAMPLES = 2
"""How often a bot redraws what its seat cannot know and looks ahead; on the interpreter once."""
SLOW_WIDTH, SLOW_BREADTH = 2, 10
"""The same on the interpreter, which is about a hundred times slower."""


@dataclass(frozen=True)
class Look:
    """The result of one look ahead: a score per legal action (-1: not pursued), and the best order.
    """

    scores: list[int]
    line: list[int]


def look(machine: Machine, s: Any, seat: int, actions: int, width: int = 0, breadth: int = 0) -> Look:
    """Look ahead once from a complete state in which a seat has several legal actions."""
    machine = machine.apart()
    width = width or (WIDTH if machine.compiled else SLOW_WIDTH)
    breadth = breadth or (BREADTH if machine.compiled else SLOW_BREADTH)
    every = len(machine.game.actions)
    wants, scores, best = machine.numbers(every), machine.numbers(every), machine.numbers(DEPTH + 1)
    rows = 2 * width + 2
    machine.call.think_ahead(machine.pool(s, rows), seat, machine.mask(), machine.mask(),
                             machine.numbers(machine.parts, 8), machine.parts, machine.numbers(8), width, DEPTH,
                             breadth, wants, scores, machine.numbers(rows, DEPTH), machine.numbers(rows, 3), best)
    line = [int(a) for a in best]
    return Look([int(x) for x in scores[:actions]], line[:line.index(-1)] if -1 in line else line)
