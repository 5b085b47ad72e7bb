"""What a position of Rheinländer is worth, and what a player would rather do: for bots, not for the
law.

Worths are hundredths of a point.  An owned duchy is money in any case: who loses it is paid for it.
What its owner can lose is the duke's higher worth at the end; what others can gain is the whole,
the nearer they are to the most knights.
"""
from __future__ import annotations

from ...kernel import leave_out, random_below, rule, table
from .actions import Act
from .fields import ALONE, DUCHY_AT, FREE, HOLDER_AT, POINTS_AT, SEAT_AT, Phase
from .numbers import knights_in, owner_of
from .placing import is_river_open
from .scoring import centres
from .tables import (
    ARCHBISHOP_AT_THE_END,
    BANK_OF,
    BESIDE,
    DEGREE,
    DUCHIES,
    DUKE,
    DUKE_AT_THE_END,
    HAND,
    NEIGHBOUR,
    RIVER_OF,
    SITE_COUNT,
    SITE_OF,
    SPACES,
)

PARTS = ("points", "duchies", "claims", "archbishop", "pieces", "hand")
OVERLOOKED = ("hand",)
COINS, OWNED, CLAIMS, ARCHBISHOP, PIECES, HELD = range(6)
HORIZON = 24

HOLD = table([30, 55, 74, 86, 93, 97, 100])
"""How likely (in hundredths) a duke stays to the end, by the owner's lead in knights."""
CATCH = table([34, 20, 10, 5, 2, 1, 0])
"""How likely somebody becomes the owner, by the number of knights missing for a tie."""
LONG = 12
"""With this many knights left, the game is still long."""
LONE_KNIGHT, FORT_LEFT, BISHOP, PROMISE = 60, 45, 70, 3


@rule
def judge(s, worth):
    """Every seat's worth, part by part."""
    for p in range(s.players):
        worth[COINS][p] = 100 * s.coins[p]
        worth[OWNED][p] = 0
        worth[CLAIMS][p] = 0
        worth[ARCHBISHOP][p] = 0
        worth[PIECES][p] = 0
        worth[HELD][p] = 0
    if s.phase != Phase.OVER:
        left = rounds_left(s)
        for d in range(DUCHIES):
            if s.duchy[d] != 0:
                judge_duchy(s, d, left, worth)
        for p in range(s.players):
            worth[ARCHBISHOP][p] = BISHOP * s.bishops[p] * left // LONG
            worth[PIECES][p] = FORT_LEFT * s.forts_left[p] * left // LONG
            worth[HELD][p] = PROMISE * best_card(s, p) * min(left, 2) // 2
        if s.archbishop >= 0:
            worth[ARCHBISHOP][s.archbishop] += 100 * ARCHBISHOP_AT_THE_END * (2 * LONG - left) // (2 * LONG) + 20 * left
        for space in range(SPACES):
            p = SEAT_AT[s.cell[space]]
            if p >= 0 and DUCHY_AT[s.cell[space]] == ALONE:
                worth[PIECES][p] += (LONE_KNIGHT + 15 * value_beside(s, space)) * left // LONG


@rule
def best_card(s, seat):
    """What the best knight is worth that the hand can place by a number: the next turn's
    promise.
    """
    best = 0
    for i in range(HAND):
        if s.hand[seat][i] > 0:
            land = s.hand[seat][i] - 1
            left = BANK_OF[land][0]
            right = BANK_OF[land][1]
            if s.cell[left] == FREE:
                best = max(best, knight_sense(s, seat, left))
            if s.cell[right] == FREE:
                best = max(best, knight_sense(s, seat, right))
            if is_river_open(s, land):
                best = max(best, knight_sense(s, seat, RIVER_OF[land]))
    return best


@rule
def rounds_left(s):
    """About how many turns everybody still has, at most LONG."""
    left = LONG
    for p in range(s.players):
        left = min(left, s.supply[p])
    return left


@rule
def judge_duchy(s, duchy, left, worth):
    """What a duchy promises to its owner and to those who may become its owner."""
    value = 100 * (DUKE + centres(s, duchy))
    owner = owner_of(s, duchy)
    most = 0
    for p in range(s.players):
        if p != owner:
            most = max(most, knights_in(s.duchy[duchy], p))
    top = most
    if owner >= 0:
        own = knights_in(s.duchy[duchy], owner)
        top = max(top, own)
        hold = HOLD[min(max(own - most, 0), 6)]
        hold = (hold * left + 100 * (LONG - left)) // LONG
        worth[OWNED][owner] += value + (DUKE_AT_THE_END - DUKE) * hold
    for p in range(s.players):
        if p != owner and knights_in(s.duchy[duchy], p) > 0:
            worth[CLAIMS][p] += (value + 400) * CATCH[min(top - knights_in(s.duchy[duchy], p), 6)] * left // (100 * LONG)


@rule
def value_beside(s, space):
    """The points of realm centres next to a space that have no knight yet."""
    total = 0
    for i in range(SITE_COUNT[space]):
        site = SITE_OF[space][i]
        other = BESIDE[site][0] + BESIDE[site][1] - space
        if SEAT_AT[s.cell[other]] < 0 and HOLDER_AT[s.centre[site]] < 0:
            total += POINTS_AT[s.centre[site]]
    return total


@rule
def spread(s):
    """The fewer turns are left, the more a lead is worth."""
    return 350 + 60 * rounds_left(s)


# ------------------------------------------------------------ what a player would rather do


@rule
def prefer(s, seat, action):
    """A quick guess for playouts and for the order in which actions are tried."""
    if action < Act.CARD:
        return fort_sense(s, seat, action - Act.FORT) - 40
    if action < Act.KNIGHT:
        return 0
    if action < Act.SUPPORT:
        return knight_sense(s, seat, action - Act.KNIGHT)
    if action < Act.SWAP:
        return knight_sense(s, seat, action - Act.SUPPORT) - 1
    if action < Act.NOTHING:
        return 30 + knight_sense(s, seat, action - Act.SWAP)
    return 0


@rule
def knight_sense(s, seat, space):
    """What a knight on a space achieves: centres it brings, duchies it holds, joins or takes."""
    total = 10 * value_beside(s, space)
    seen = 1 << ALONE
    for i in range(DEGREE[space]):
        code = s.cell[NEIGHBOUR[space][i]]
        duchy = DUCHY_AT[code]
        if SEAT_AT[code] >= 0 and duchy == ALONE:
            total += 8
            if SEAT_AT[code] == seat:
                total += 22
        elif not seen >> duchy & 1:
            seen |= 1 << duchy
            total += duchy_sense(s, seat, duchy)
    return total


@rule
def duchy_sense(s, seat, duchy):
    """What one more of the seat's knights achieves in a duchy."""
    own = knights_in(s.duchy[duchy], seat)
    owner = owner_of(s, duchy)
    most = 0
    for p in range(s.players):
        if p != seat:
            most = max(most, knights_in(s.duchy[duchy], p))
    if owner == seat:
        if own - most <= 1:
            return 25
        return 4
    if own + 1 > most:
        return 50 + 6 * centres(s, duchy)
    if own + 1 == most:
        return 12
    return -5


@rule
def fort_sense(s, seat, space):
    """A fortress keeps others off the seat's duchies; far from them it is wasted."""
    for i in range(DEGREE[space]):
        duchy = DUCHY_AT[s.cell[NEIGHBOUR[space][i]]]
        if duchy != ALONE and owner_of(s, duchy) == seat:
            return 30
    return 0


@rule
def narrow(s, seat, mask, n):
    """Fortress actions are many and seldom played: most playouts do not draw from them."""
    if s.phase == Phase.KNIGHT or random_below(s, 20) == 0:
        return n
    return leave_out(mask, n, 0, SPACES)
