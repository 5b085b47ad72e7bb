"""Playing by the law: what every machine does with a game's rules.

This file is a template. `bind` (see `law.py`) makes one copy of it per game, in which the names of
the game's law refer to that game's functions. The compilers do the same with compiled functions. So
a loop here is written once and runs interpreted, under Numba and on a GPU.
"""
from __future__ import annotations

from .bits import clear, count_actions, lowest_bit, nth_action
from .chance import random_below, seed_generator
from .law import WORDS, apply, asks, legal, pending, resample, setup, standing
from .rules import rule

MASK32 = 0xFFFFFFFF


@rule
def legal_actions(s, seat, mask):
    """Fill a mask with the legal actions of a pending seat; returns their number."""
    clear(mask, WORDS)
    legal(s, seat, mask)
    return count_actions(mask)


@rule
def settle_once(s, mask):
    """Play the first forced decision: one with a single option, known to everybody."""
    seats = pending(s)
    while seats:
        seat = lowest_bit(seats)
        seats &= seats - 1
        if legal_actions(s, seat, mask) == 1 and not asks(s, seat):
            apply(s, seat, nth_action(mask, 0))
            return True
    return False


@rule
def settle(s, mask):
    """Play forced decisions, up to the next real one or the end."""
    while settle_once(s, mask):
        pass


@rule
def begin(s, mask):
    """Set a configured state up and go to the first decision."""
    setup(s)
    settle(s, mask)


@rule
def play(s, seat, action, mask):
    """Apply a legal action and go to the next decision."""
    apply(s, seat, action)
    settle(s, mask)


@rule
def play_randomly(s, mask):
    """Random play to the end: (decisions, a hash of the trajectory)."""
    decisions = 0
    trace = 1
    seats = pending(s)
    while seats:
        seat = lowest_bit(seats)
        n = legal_actions(s, seat, mask)
        action = nth_action(mask, random_below(s, n))
        if n > 1 or asks(s, seat):
            decisions += 1
            trace = (trace * 1000003 ^ (action * 4096 + n)) & MASK32
        apply(s, seat, action)
        seats = pending(s)
    return decisions, trace


def playouts(pool, template, mask, first, games, decisions, traces, standings):
    """Whole random games with the seeds first, first + 1, …: their lengths, hashes and final
    standings.
    """
    s = pool[0]
    seats = standings.shape[1]
    for i in range(games):
        pool[0] = template[0]
        s.rng = seed_generator(first + i)
        setup(s)
        d, t = play_randomly(s, mask)
        decisions[i] = d
        traces[i] = t
        for seat in range(seats):
            standings[i][seat] = standing(s, seat)


def setup_at(pool, i, mask):
    """Begin one game of a pool."""
    begin(pool[i], mask)


def legal_at(pool, i, seat, mask):
    """Fill a mask with the legal actions of a seat in one game of a pool; returns their number."""
    return legal_actions(pool[i], seat, mask)


def pending_at(pool, i):
    """The pending seats of one game of a pool."""
    return pending(pool[i])


def apply_at(pool, i, seat, action):
    """Apply an action in one game of a pool, without settling what follows."""
    apply(pool[i], seat, action)


def settle_once_at(pool, i, mask):
    """Play one forced decision; returns whether there was one."""
    return settle_once(pool[i], mask)


def resample_at(pool, i, seat):
    """Redraw what a seat cannot know, in one game of a pool."""
    resample(pool[i], seat)


def copy_many(pool, times):
    """Copy the first state of a pool over the second, many times (to measure what a clone
    costs).
    """
    for _ in range(times):
        pool[1] = pool[0]


ENTRIES = (playouts, setup_at, legal_at, pending_at, apply_at, settle_once_at, resample_at, copy_many)
"""The functions that compilers make callable from outside; they take pools of records."""
