"""Searches against each other in whole games, and what there is to fit judgements to.

One seat searches by the first row of settings, the others by the second; every deal is played from
each seat in turn.  All variants of the search are numbers in a row, so one compilation serves every
question.  While games go on, positions are noted with what the title's judgement says of them,
there and after playouts of several lengths.

A template for processors (see `bots/thinking.py`).
"""
from __future__ import annotations

from ..bots.judgement import believe, judge, spread
from ..bots.search import KEY, LINKS, credit, descend, play_by_lore, play_on, remember
from ..bots.search import SEAT as NODE_SEAT
from ..bots.selfplay import winners_of
from ..bots.thinking import WHOLE, copy_state, falling, likely_action, shares, total_worth
from ..kernel import count_bits, lowest_bit, nth_action, rule, seed_generator
from ..kernel.driver import begin, legal_actions, play
from ..kernel.law import pending, resample
from .deciding import DEPTH, name_finalists, winner

TIMES, HORIZON, EXPLORE, WIDEN, TRUST, FEW, LAST, SHARP, LEARNED, ADAPT = range(10)
"""A row of settings: iterations; decisions a playout looks ahead; exploration; widening; when lore
is enough; how many finalists there are, and how many of the iterations compare them; the title's
spread, in hundredths; where learned weights begin, counted from 1 (0: the title's own); whether
exploration is scaled by how much results vary.
"""
STAGES, FINE = 4, 16
EARLY, LATE = 0, 1
GAME, SEAT, AFTER, STAGE, OVER, WON, MOVE, FIRST_PART = range(8)
"""A noted position: the game's number, who was to decide, playout decisions since then, the spread
there, who won the playout if it came to an end (0 if not), who won the game, how many decisions the
game had had, and the parts of the worth, 8 seats each.
"""
SEATS = 8
LONGEST = 3000


@rule
def by_weights(s, worth, parts, chances, weights, at):
    """Every seat's chance by learned weights, which change with the stage of the game."""
    judge(s, worth)
    span = max(weights[at][EARLY] - weights[at][LATE], 1)
    x = min(max((weights[at][EARLY] - spread(s)) * FINE * (STAGES - 1) // span, 0), FINE * (STAGES - 1))
    i = min(x // FINE, STAGES - 2)
    x -= i * FINE
    best = 0
    for p in range(s.players):
        total = 0
        for k in range(parts):
            total += (weights[at + 1 + i][k] * (FINE - x) + weights[at + 2 + i][k] * x) * worth[k][p]
        chances[p] = total // FINE
        if p == 0 or chances[p] > best:
            best = chances[p]
    sum_ = 0
    for p in range(s.players):
        chances[p] = falling(best - chances[p], WHOLE)
        sum_ += chances[p]
    for p in range(s.players):
        chances[p] = chances[p] * WHOLE // sum_


@rule
def by_spread(s, worth, parts, chances, sharp):
    """Every seat's chance by the title's own judgement, with another spread."""
    judge(s, worth)
    best = total_worth(s, 0, worth, parts)
    for p in range(1, s.players):
        best = max(best, total_worth(s, p, worth, parts))
    sum_ = 0
    for p in range(s.players):
        chances[p] = falling(best - total_worth(s, p, worth, parts), max(1, spread(s) * sharp // 100))
        sum_ += chances[p]
    for p in range(s.players):
        chances[p] = chances[p] * WHOLE // sum_


@rule
def leaf(s, worth, parts, chances, own, weights):
    """Every seat's chance in a position, as settings say."""
    if pending(s) == 0 or (own[LEARNED] == 0 and own[SHARP] == 100):
        shares(s, worth, parts, chances)
    elif own[LEARNED] > 0:
        by_weights(s, worth, parts, chances, weights, own[LEARNED] - 1)
    else:
        by_spread(s, worth, parts, chances, own[SHARP])


@rule
def try_once(s, me, mask, spare, worth, parts, chances, links, gains, path, lore, told, size, room, seed, own, explore, weights,
             by_way_of):
    """As `bots/search.iterate`, with more settings."""
    s.rng = seed_generator(seed)
    resample(s, me)
    believe(s, me)
    length, size = descend(s, me, mask, spare, links, gains, path, size, room, DEPTH, explore, own[WIDEN], by_way_of)
    if own[TRUST] > 0:
        n = play_by_lore(s, mask, own[HORIZON], lore, told, own[TRUST])
        leaf(s, worth, parts, chances, own, weights)
        remember(links, path, length, lore, told, n, chances)
    else:
        play_on(s, mask, own[HORIZON])
        leaf(s, worth, parts, chances, own, weights)
    credit(links, gains, path, length, chances, s.players)
    return size


@rule
def scaled(own, n, total, squares):
    """How much exploration counts, by how much what was found so far varies: by its deviation, of a
    quarter of a win.
    """
    if own[ADAPT] == 0 or n < 8:
        return own[EXPLORE]
    mean = total // n
    return own[EXPLORE] * 4 * root_of(max(squares // n - mean * mean, 1)) // WHOLE + 1


@rule
def root_of(x):
    """The whole part of a square root, by Newton's method."""
    found = WHOLE
    for _ in range(24):
        found = (found + x // found) // 2
    return max(found, 1)


@rule
def think(pool, me, own, mask, spare, worth, parts, chances, links, gains, path, lore, told, finalists, room, actions, seed,
          weights):
    """The action that a pending seat chooses; the tree stays in `links` and `gains`.  The first
    state of the pool is the root.
    """
    n = legal_actions(pool[0], me, mask)
    for k in range(LINKS):
        links[0][k] = 0
    for p in range(pool[0].players):
        gains[0][p] = 0
    if n == 1:
        return nth_action(mask, 0)
    if own[TRUST] > 0:
        for p in range(pool[0].players):
            for k in range(2 * actions):
                lore[p][k] = 0
    few = 0
    size = 1
    total = 0
    squares = 0
    explore = own[EXPLORE]
    plain = own[TIMES]
    if own[FEW] > 0:
        plain -= own[LAST]
    for t in range(own[TIMES]):
        by_way_of = 0
        world = seed + t
        if t == plain:
            few = name_finalists(links, gains, me, finalists, own[FEW])
        if few > 0:
            by_way_of = finalists[(t - plain) % few]
            world = seed + plain + (t - plain) // few
        copy_state(pool, 1, 0)
        size = try_once(pool[1], me, mask, spare, worth, parts, chances, links, gains, path, lore, told, size, room, world, own,
                        explore, weights, by_way_of)
        total += chances[me]
        squares += chances[me] * chances[me]
        if t % 8 == 7:
            explore = scaled(own, t + 1, total, squares)
    return links[winner(links, gains, me, finalists, few)][KEY] % NODE_SEAT


@rule
def note(s, worth, parts, rows, n, game, me, after, move):
    """Write a position down; how many there are then."""
    rows[n][GAME] = game
    rows[n][SEAT] = me
    rows[n][AFTER] = after
    rows[n][MOVE] = move
    rows[n][OVER] = 0
    if pending(s) == 0:
        rows[n][OVER] = winners_of(s)
    judge(s, worth)
    rows[n][STAGE] = spread(s)
    for k in range(parts):
        for p in range(s.players):
            rows[n][FIRST_PART + k * SEATS + p] = worth[k][p]
    return n + 1


@rule
def note_all(pool, me, own, mask, worth, parts, seed, rows, n, game, move, step, steps):
    """Write down a position as a seat sees it, and where a playout from it comes to."""
    copy_state(pool, 1, 0)
    s = pool[1]
    s.rng = seed_generator(seed)
    resample(s, me)
    believe(s, me)
    n = note(s, worth, parts, rows, n, game, me, 0, move)
    for k in range(steps):
        play_on(s, mask, step)
        n = note(s, worth, parts, rows, n, game, me, (k + 1) * step, move)
    return n


def contest(pool, mask, spare, worth, parts, chances, links, gains, path, lore, told, finalists, room, actions, settings, weights,
            first, games, astray, every, step, steps, rows, found):
    """Games number first, first + 1, …: found[i] has who won (0: it had no end), decisions, and
    iterations of both sides.

    The third state of the pool is what games begin with.  In `astray` of a thousand decisions a
    playout's action is played instead.  Of every `every` decisions one is noted (0: none), with a
    playout of `steps` times `step` decisions.  The number of rows written is returned; there must
    be room for all of them.
    """
    n = 0
    for g in range(games):
        copy_state(pool, 0, 2)
        s = pool[0]
        s.rng = seed_generator((first + g) // s.players)
        begin(s, mask)
        lone = (first + g) % s.players
        whim = seed_generator(7919 * (first + g) + 3)
        decisions = 0
        found[g][2] = 0
        found[g][3] = 0
        begun = n
        seats = pending(s)
        while seats and decisions < LONGEST:
            me = lowest_bit(seats)
            seed = ((first + g) * 4096 + decisions) << 16
            whim = seed_generator(whim)
            if every > 0 and count_bits(seats) == 1 and (whim >> 8) % every == 0 and legal_actions(s, me, mask) > 1:
                n = note_all(pool, me, settings[1], mask, worth, parts, seed, rows, n, first + g, decisions, step, steps)
            if (whim >> 24) % 1000 < astray:
                action = likely_action(s, me, mask, legal_actions(s, me, mask))
            else:
                side = 1
                if me == lone:
                    side = 0
                action = think(pool, me, settings[side], mask, spare, worth, parts, chances, links, gains, path, lore, told,
                               finalists, room, actions, seed, weights)
                found[g][2 + side] += settings[side][TIMES]
            play(s, me, action, mask)
            decisions += 1
            seats = pending(s)
        found[g][0] = 0
        if seats == 0:
            found[g][0] = winners_of(s)
        found[g][1] = decisions
        for i in range(begun, n):
            rows[i][WON] = found[g][0]
    return n


ENTRIES = (contest,)
