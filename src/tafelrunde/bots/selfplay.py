"""Whole games of quick bots, recorded turn by turn: the chances to win are fitted to them (see
`chances.py`).

A template like `thinking.py`. Every seat plays the best order that a narrow beam finds for its
turn, on a position in which everything it cannot know is redrawn.
"""
from __future__ import annotations

from ..kernel import count_bits, is_allowed, lowest_bit, random_below, rule, seed_generator
from ..kernel.driver import legal_actions, settle
from ..kernel.law import apply, pending, setup, standing
from .beam import look_ahead
from .judgement import judge, spread
from .thinking import copy_state

SEATS = 8
GAME, STAGE, WINNERS, FIRST_PART = 0, 1, 2, 3
"""A row: number of the game, spread, set of winners, then the parts of the worth per seat."""
MOST_TURNS, MOST_DECISIONS = 1000, 20_000
"""More decisions than a game has.

A longer game is not recorded: everybody waits, or a turn of Toledo repeats itself.
"""


@rule
def note(s, rows, n, game, worth, parts):
    """Write a position down."""
    judge(s, worth)
    rows[n][GAME] = game
    rows[n][STAGE] = spread(s)
    for p in range(s.players):
        for k in range(parts):
            rows[n][FIRST_PART + k * SEATS + p] = worth[k][p]


@rule
def winners_of(s):
    """The seats that share the first place of a finished game."""
    first = standing(s, 0)
    for p in range(1, s.players):
        first = max(first, standing(s, p))
    found = 0
    for p in range(s.players):
        if standing(s, p) == first:
            found |= 1 << p
    return found


@rule
def think(pool, me, mask, spare, worth, parts, chances, width, depth, breadth, wants, scores, lines, marks, best_line):
    """Find an order for a turn. The beam's draws are independent of the game's."""
    s = pool[0]
    kept = s.rng
    s.rng = seed_generator(kept)
    look_ahead(pool, me, mask, spare, worth, parts, chances, width, depth, breadth, wants, scores, lines, marks,
               best_line)
    s.rng = kept
    random_below(s, 2)


def play_games(pool, template, mask, spare, worth, parts, chances, width, depth, breadth, wants, scores, lines, marks,
               best_line, first, games, rows, room):
    """Play games with the seeds first, first + 1, … and record every position in which a turn
    begins.

    Returns the number of rows and the number of games. Stops when the next game might not fit.
    """
    n = 0
    for g in range(games):
        copy_state(pool, 0, template)
        s = pool[0]
        s.rng = seed_generator(first + g)
        setup(s)
        settle(s, spare)
        begin = n
        last = -1
        at = 0
        best_line[0] = -1
        decisions = 0
        seats = pending(s)
        while seats and n - begin < MOST_TURNS and decisions < MOST_DECISIONS:
            decisions += 1
            me = lowest_bit(seats)
            alone = count_bits(seats) == 1
            if me != last or not alone:
                if alone or last >= 0:
                    note(s, rows, n, first + g, worth, parts)
                    n += 1
                at = 0
                best_line[0] = -1
            last = me if alone else -1
            legal_actions(s, me, mask)
            if best_line[at] < 0 or not is_allowed(mask, best_line[at]):
                think(pool, me, mask, spare, worth, parts, chances, width, depth, breadth, wants, scores, lines,
                      marks, best_line)
                at = 0
            apply(s, me, best_line[at])
            at += 1
            settle(s, spare)
            seats = pending(s)
        if seats:
            n = begin
        won = winners_of(s)
        for i in range(begin, n):
            rows[i][WINNERS] = won
        if n + MOST_TURNS > room:
            return n, g + 1
    return n, games


ENTRIES = (play_games,)
