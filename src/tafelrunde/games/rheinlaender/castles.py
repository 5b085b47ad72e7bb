"""RH-9: taking castles, and exchanging their knights."""
from __future__ import annotations

from ...kernel import emit, lowest_bit, rule
from .events import Event
from .fields import DUCHY_AT, HOLDER_AT, KIND_AT, ONE, SEAT_AT, TAKEN
from .numbers import is_one, knights_in, owner_of
from .placing import look_again, spend_knight
from .readings import castle_knight_supports, placer_claims_castles, placer_claims_for_empty
from .tables import BESIDE, CASTLE, SITE_COUNT, SITE_OF, SITES


@rule
def owners_of(s, joined):
    """The seats that own some of these duchies, as a set."""
    owners = 0
    while joined:
        owner = owner_of(s, lowest_bit(joined))
        if owner >= 0:
            owners |= 1 << owner
        joined &= joined - 1
    return owners


@rule
def claimant(s, seat, joined, tally):
    """RH-9.1: the seat that takes a castle when a knight joins these duchies, by their owners
    before the placement.
    """
    owners = owners_of(s, joined)
    if owners == 0:
        return seat
    if is_one(owners):
        return lowest_bit(owners)
    if placer_claims_castles(s):
        return seat
    best = -1
    who = seat
    while owners:
        owner = lowest_bit(owners)
        owners &= owners - 1
        knights = knights_in(tally, owner)
        if knights > best:
            best = knights
            who = owner
        elif knights == best:
            who = seat
    return who


@rule
def claim_castles(s, seat, space, joined, tally):
    """RH-9.1, RH-9.2: the first knight beside a castle takes it; the group's tally with the extra
    knight.
    """
    taker = -1
    before = tally
    for i in range(SITE_COUNT[space]):
        site = SITE_OF[space][i]
        other = BESIDE[site][0] + BESIDE[site][1] - space
        if s.centre[site] == CASTLE and SEAT_AT[s.cell[other]] < 0:
            if taker < 0:
                taker = claimant(s, seat, joined, before)
            tally += put_extra_knight(s, seat, taker, site)
    return tally


@rule
def put_extra_knight(s, seat, taker, site):
    """RH-9.1: a knight on the castle, if there is one (RH-11.2); what it adds to the group's
    tally.
    """
    if s.supply[taker] == 0 and placer_claims_for_empty(s):
        taker = seat
    if s.supply[taker] == 0:
        emit(s, Event.CASTLE_EMPTY, taker, site)
        return 0
    spend_knight(s, taker)
    s.centre[site] = TAKEN + taker
    emit(s, Event.CASTLE, taker, site)
    neighbours_changed(s, site)
    return ONE[taker]


@rule
def exchange_castles(s, duchy, owner):
    """RH-9.4: the owner's knights go on all castles of a duchy, as far as they reach, lowest site
    first (RH-11.2).
    """
    for site in range(SITES):
        if KIND_AT[s.centre[site]] == CASTLE and s.centre[site] != TAKEN + owner and s.supply[owner] > 0:
            if DUCHY_AT[s.cell[BESIDE[site][0]]] == duchy or DUCHY_AT[s.cell[BESIDE[site][1]]] == duchy:
                exchange_knight(s, duchy, owner, site)


@rule
def exchange_knight(s, duchy, owner, site):
    """RH-9.4: one castle's knight goes home and the owner's takes its place; an empty castle is
    filled (RH-9.3).
    """
    holder = HOLDER_AT[s.centre[site]]
    if holder >= 0:
        s.supply[holder] += 1
        s.duchy[duchy] -= ONE[holder]
        emit(s, Event.EXCHANGED, owner, site, holder)
    else:
        emit(s, Event.FILLED, owner, site)
    spend_knight(s, owner)
    s.duchy[duchy] += ONE[owner]
    s.centre[site] = TAKEN + owner
    neighbours_changed(s, site)


@rule
def neighbours_changed(s, site):
    """RH-R8: where castle knights count for support, look again whose knights stand beside the
    banks of a site.
    """
    if castle_knight_supports(s):
        look_again(s, BESIDE[site][0])
        look_again(s, BESIDE[site][1])
