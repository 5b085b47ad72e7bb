"""Many games at once: a template like `driver.py`, for batches of games in one array.

Every function here works on all games of the arrays it gets, so a caller spreads the work over
cores by giving each core its part of them. The CUDA target has its own kernels around the same
rules (`targets/cuda.py`).
"""
from __future__ import annotations

from typing import Any

from .bits import clear, count_actions, lowest_bit, nth_action
from .chance import seed_generator
from .driver import legal_actions
from .law import WORDS, apply, asks, pending, points, resample, setup, standing
from .rules import rule

BEGIN = -1
"""Instead of an action: begin a game."""


def encode(s: Any, seat: int, players: int, colours: int, seen: Any, at: int, step: int) -> int:
    """Write what a seat may know.  Replaced by what `observing.encoder` makes."""
    raise NotImplementedError


def encode_all(s: Any, seat: int, players: int, colours: int, seen: Any, at: int, step: int) -> int:
    """Write the whole state, seen from a seat.  Replaced by what `observing.encoder` makes."""
    raise NotImplementedError


@rule
def next_decision(s, mask):
    """Play forced decisions, up to the next real one: whose it is, with its actions in the mask; -1
    when the game is over.
    """
    seats = pending(s)
    while seats:
        first = lowest_bit(seats)
        rest = seats
        lone = -1
        while rest and lone < 0:
            seat = lowest_bit(rest)
            rest &= rest - 1
            if legal_actions(s, seat, mask) == 1 and not asks(s, seat):
                lone = seat
        if lone < 0:
            if seats & (seats - 1):
                legal_actions(s, first, mask)
            return first
        apply(s, lone, nth_action(mask, 0))
        seats = pending(s)
    clear(mask, WORDS)
    return -1


def first_illegal(actions, masks, seats):
    """The first game whose action is not legal; -1 if there is none."""
    for i in range(actions.shape[0]):
        a = actions[i]
        if seats[i] >= 0 and (a < 0 or a >> 5 >= masks.shape[1] or masks[i][a >> 5] >> (a & 31) & 1 == 0):
            return i
    return -1


def advance(pool, template, actions, seeds, stride, restart, masks, seats, done, standings, finals):
    """One decision in every game; or, if the action is BEGIN, a new game.

    A game that ends tells its standings and points; with `restart` the next one begins at once,
    with a seed that is `stride` higher.
    """
    players = standings.shape[1]
    for i in range(pool.shape[0]):
        s = pool[i]
        done[i] = 0
        action = actions[i]
        if action == BEGIN or seats[i] >= 0:
            if action == BEGIN:
                pool[i] = template[0]
                s.rng = seed_generator(seeds[i])
                setup(s)
            else:
                apply(s, seats[i], action)
            seat = next_decision(s, masks[i])
            if seat < 0 and action != BEGIN:
                done[i] = 1
                for p in range(players):
                    standings[i][p] = standing(s, p)
                    finals[i][p] = points(s, p)
                if restart:
                    seeds[i] += stride
                    pool[i] = template[0]
                    s.rng = seed_generator(seeds[i])
                    setup(s)
                    seat = next_decision(s, masks[i])
            seats[i] = seat


def look(pool, seats, players, colours, seen):
    """What a seat of every game may know."""
    for i in range(pool.shape[0]):
        encode(pool[i], seats[i], players, colours, seen[i], 0, 1)


def look_through(pool, seats, players, colours, seen):
    """The whole state of every game, seen from a seat."""
    for i in range(pool.shape[0]):
        encode_all(pool[i], seats[i], players, colours, seen[i], 0, 1)


def redraw(pool, seats, seeds):
    """Redraw, by a seed, what a seat of every game cannot know; the generator continues from there.
    """
    for i in range(pool.shape[0]):
        s = pool[i]
        s.rng = seed_generator(seeds[i])
        resample(s, seats[i])


@rule
def options_of(s, wanted, mask):
    """The legal actions of a pending seat (-1: the first pending one) in a mask. Returns the seat,
    or -1 if it has nothing to decide.
    """
    clear(mask, WORDS)
    seats = pending(s)
    seat = wanted
    if wanted < 0 and seats:
        seat = lowest_bit(seats)
    if seat < 0 or seats >> seat & 1 == 0:
        return -1
    legal_actions(s, seat, mask)
    return seat


def whose(pool, wanted, masks, seats, waiting):
    """In every game: the seats that are pending, as a set, and the legal actions of one of them.

    Nothing is carried out.
    """
    for i in range(pool.shape[0]):
        waiting[i] = pending(pool[i])
        seats[i] = options_of(pool[i], wanted[i], masks[i])


def tally(pool, totals):
    """The points of every seat now."""
    for i in range(pool.shape[0]):
        for p in range(totals.shape[1]):
            totals[i][p] = points(pool[i], p)


@rule
def next_number(number):
    """The next state of a generator that is not part of any game (the same one as in
    `chance.py`).
    """
    return (number * 25214903917 + 11) & 0xFFFFFFFFFFFF


def choose(masks, seats, generators, actions):
    """A legal action in every game that is not over, each equally likely, from one generator per
    game.
    """
    for i in range(masks.shape[0]):
        if seats[i] >= 0:
            generators[i] = next_number(generators[i])
            actions[i] = nth_action(masks[i], (generators[i] >> 16) * count_actions(masks[i]) >> 32)


def spread(masks, legal):
    """Masks of words as one byte for every action."""
    for i in range(masks.shape[0]):
        for a in range(legal.shape[1]):
            legal[i][a] = masks[i][a >> 5] >> (a & 31) & 1


ENTRIES = (first_illegal, advance, look, look_through, redraw, whose, tally, choose, spread)
"""The functions that compilers make callable from outside."""
