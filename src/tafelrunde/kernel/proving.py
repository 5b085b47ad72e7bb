"""Random games whose invariants are checked after every decision.

A template, like `driver.py`.
"""
from __future__ import annotations

from typing import Any

from .bits import lowest_bit, nth_action
from .chance import random_below, seed_generator
from .driver import legal_actions
from .law import apply, asks, pending, setup
from .rules import rule

STUCK = -1
"""The number for: a seat must decide and has no legal action."""
GAME, DECISION, WHAT, DECISIONS = range(4)
"""The cells of `found`: the seed of the current game, the decision, what is broken, decisions of
all games.
"""


def broken(s: Any) -> int:
    """Only a name: the game's own rule replaces it."""
    raise NotImplementedError


@rule
def play_checked(s, mask, checked, found):
    """Random play to the end; as soon as something is broken, its number."""
    decisions = 0
    what = 0
    if checked:
        what = broken(s)
    seats = pending(s)
    while seats and what == 0:
        seat = lowest_bit(seats)
        n = legal_actions(s, seat, mask)
        if n == 0:
            what = STUCK
        else:
            if n > 1 or asks(s, seat):
                decisions += 1
            apply(s, seat, nth_action(mask, random_below(s, n)))
            if checked:
                what = broken(s)
            seats = pending(s)
    found[DECISION] = decisions
    found[DECISIONS] += decisions
    return what


def prove(pool, template, mask, first, games, checked, found):
    """Whole random games with the seeds first, first + 1, …, until something is broken."""
    s = pool[0]
    for i in range(games):
        pool[0] = template[0]
        found[GAME] = first + i
        s.rng = seed_generator(first + i)
        setup(s)
        found[WHAT] = play_checked(s, mask, checked, found)
        if found[WHAT] != 0:
            return


ENTRIES = (prove,)
