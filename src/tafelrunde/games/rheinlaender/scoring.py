"""RH-7 and RH-11.3: what a duchy is worth, and who is paid."""
from __future__ import annotations

from ...kernel import emit, rule
from .events import Event
from .fields import ALONE, DUCHY_AT, POINTS_AT
from .numbers import owner_of
from .readings import most_dukes_break_ties
from .tables import ARCHBISHOP_AT_THE_END, BESIDE, DUCHIES, DUKE, DUKE_AT_THE_END, SITES, SPACES


@rule
def centres(s, duchy):
    """RH-7.2, RH-7.3: the points of the towns, castles and bishoprics next to a duchy's knights."""
    total = 0
    for site in range(SITES):
        if DUCHY_AT[s.cell[BESIDE[site][0]]] == duchy or DUCHY_AT[s.cell[BESIDE[site][1]]] == duchy:
            total += POINTS_AT[s.centre[site]]
    return total


@rule
def worth(s, duchy):
    """RH-7.2: a duchy's value during the game."""
    return DUKE + centres(s, duchy)


@rule
def pay(s, seat, points):
    """RH-7.1: the treasurer pays."""
    s.coins[seat] += points
    emit(s, Event.PAID, seat, points)


@rule
def score_the_end(s):
    """RH-11.3: every owned duchy pays its centres and 5 for the duke, the archbishop 5."""
    seen = 1 << ALONE
    for space in range(SPACES):
        duchy = DUCHY_AT[s.cell[space]]
        if not seen >> duchy & 1:
            seen |= 1 << duchy
            owner = owner_of(s, duchy)
            if owner >= 0:
                points = DUKE_AT_THE_END + centres(s, duchy)
                s.coins[owner] += points
                emit(s, Event.FINAL, owner, points, space)
    if s.archbishop >= 0:
        s.coins[s.archbishop] += ARCHBISHOP_AT_THE_END
        emit(s, Event.FINAL_ARCHBISHOP, s.archbishop, ARCHBISHOP_AT_THE_END)
    tell_winners(s)


@rule
def tell_winners(s):
    """RH-11.3: most points win; equal points share it, or the most dukes decide (RH-R47, an
    option).
    """
    best = 0
    for p in range(s.players):
        best = max(best, standing(s, p))
    for p in range(s.players):
        if standing(s, p) == best:
            emit(s, Event.WON, p, s.coins[p])


@rule
def dukes(s, seat):
    """How many duchies a seat owns."""
    n = 0
    for duchy in range(DUCHIES):
        if owner_of(s, duchy) == seat:
            n += 1
    return n


@rule
def points(s, seat):
    """The coins of a seat."""
    return s.coins[seat]


@rule
def standing(s, seat):
    """RH-11.3: points, and with the option RH-R47 the number of dukes if they are equal."""
    if most_dukes_break_ties(s):
        return s.coins[seat] * (DUCHIES + 1) + dukes(s, seat)
    return s.coins[seat]
