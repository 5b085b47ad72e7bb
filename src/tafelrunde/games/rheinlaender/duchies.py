"""RH-6, RH-8 and RH-10.3: knights come to the board; duchies are founded, grow, merge and change
hands.

Every knight's space knows its duchy and every duchy the knights in it, so a placement looks only at
the spaces around it; only a merger goes over the board, to give its spaces one number.
"""
from __future__ import annotations

from ...kernel import count_bits, emit, lowest_bit, rule
from .bishops import COMES, GOES, appoint, crown
from .castles import claim_castles, exchange_castles, owners_of
from .events import Event
from .fields import (
    ALONE,
    DUCHY_AT,
    FREE,
    ONE,
    ONE_BISHOPRIC,
    SEAT_AT,
    knight_cell,
)
from .numbers import (
    are_several,
    has_bishopric,
    is_lone_knight,
    is_one,
    knights_in,
    owned_by,
    owner_of,
    ownerless,
    replace_knight,
)
from .placing import come_near, look_again, spend_knight
from .readings import own_lesser_duchies_pay, sole_owner_stays
from .scoring import pay, worth
from .tables import (
    BANKS,
    BESIDE,
    BISHOPRIC,
    BIT_OF,
    DEGREE,
    NEIGHBOUR,
    SEATS,
    SITE_COUNT,
    SITE_OF,
    SPACES,
    WORD_OF,
)


@rule
def place_knight(s, seat, space):
    """A knight comes to a free space: castles first (RH-9.2), then who owns what it joins
    (RH-9.5).
    """
    spend_knight(s, seat)
    s.cell[space] = knight_cell(seat, ALONE)
    if space < BANKS:
        s.free[WORD_OF[space]] &= ~BIT_OF[space]
    joined, tally = look_around(s, seat, space)
    tally = claim_castles(s, seat, space, joined, tally)
    if not is_lone_knight(tally, seat):
        unite(s, seat, space, joined, tally)


@rule
def look_around(s, seat, space):
    """RH-6.1, RH-8.1: the duchies that a knight joins, as a set, and the tally of what it forms
    with all around.
    """
    joined = 0
    tally = ONE[seat] + bishoprics_added(s, space)
    for i in range(DEGREE[space]):
        neighbour = NEIGHBOUR[space][i]
        code = s.cell[neighbour]
        if code == FREE:
            if neighbour < BANKS:
                come_near(s, seat, neighbour)
        elif DUCHY_AT[code] != ALONE:
            if not joined >> DUCHY_AT[code] & 1:
                joined |= 1 << DUCHY_AT[code]
                tally += ownerless(s.duchy[DUCHY_AT[code]])
        elif SEAT_AT[code] >= 0:
            tally += ONE[SEAT_AT[code]] + bishoprics_beside(s, neighbour)
    return joined, tally


@rule
def is_alone(s, space):
    """Whether a lone knight stands on a space (RH-R17: no duchy)."""
    return SEAT_AT[s.cell[space]] >= 0 and DUCHY_AT[s.cell[space]] == ALONE


@rule
def bishoprics_added(s, space):
    """RH-7.3: bishoprics beside a space that have no knight beside them yet."""
    n = 0
    for i in range(SITE_COUNT[space]):
        site = SITE_OF[space][i]
        other = BESIDE[site][0] + BESIDE[site][1] - space
        if s.centre[site] == BISHOPRIC and SEAT_AT[s.cell[other]] < 0:
            n += ONE_BISHOPRIC
    return n


@rule
def bishoprics_beside(s, space):
    """RH-7.3: the bishoprics beside a lone knight."""
    n = 0
    for i in range(SITE_COUNT[space]):
        if s.centre[SITE_OF[space][i]] == BISHOPRIC:
            n += ONE_BISHOPRIC
    return n


@rule
def leader(tally):
    """RH-6.2: who has strictly the most knights in a duchy; -1 for nobody."""
    most = 0
    who = -1
    for p in range(SEATS):
        knights = knights_in(tally, p)
        if knights > most:
            most = knights
            who = p
        elif knights == most:
            who = -1
    return who


@rule
def next_owner(s, joined, tally):
    """Who owns the united duchy: RH-8.1 the strict leader; RH-6.3 a tie keeps a duke, RH-8.3 but
    not in a merger.
    """
    who = leader(tally)
    if who >= 0 or joined == 0:
        return who
    if is_one(joined):
        return owner_of(s, lowest_bit(joined))
    if sole_owner_stays(s):
        owners = owners_of(s, joined)
        if is_one(owners):
            return lowest_bit(owners)
    return -1


@rule
def unite(s, seat, space, joined, tally):
    """RH-6.2, RH-8: a knight and all that it adjoins become one duchy."""
    owner = next_owner(s, joined, tally)
    owners = owners_of(s, joined)
    merged = are_several(joined)
    if merged:
        emit(s, Event.MERGED, count_bits(joined), space)
    kept = 0
    if merged and owner >= 0 and owner != leader(tally):
        kept = best_worth(s, joined, owner)
    dismiss(s, joined, owner)
    duchy = take_in(s, seat, space, joined)
    s.duchy[duchy] = owned_by(tally, owner)
    if owner >= 0:
        if not owners >> owner & 1:
            emit(s, Event.DUKE, owner, space)
        if merged or not owners >> owner & 1:
            exchange_castles(s, duchy, owner)
            if kept:
                count_again(s, duchy, owner, space, kept)
        appoint(s, duchy, COMES)
    elif owners:
        emit(s, Event.OWNERLESS, space)
    if has_bishopric(tally):
        crown(s)


@rule
def best_worth(s, joined, owner):
    """The value of the most valuable of a player's duchies among some."""
    best = 0
    while joined:
        duchy = lowest_bit(joined)
        joined &= joined - 1
        if owner_of(s, duchy) == owner:
            best = max(best, worth(s, duchy))
    return best


@rule
def count_again(s, duchy, owner, space, kept):
    """RH-R50: after the castles of a merger are exchanged, somebody else may lead: then that player
    takes the duchy over.
    """
    who = leader(s.duchy[duchy])
    if who >= 0 and who != owner:
        pay(s, owner, kept)
        s.duchy[duchy] = owned_by(s.duchy[duchy], who)
        emit(s, Event.DUKE, who, space)
        exchange_castles(s, duchy, who)


@rule
def dismiss(s, joined, owner):
    """RH-7.1, RH-8.2, RH-8.3: the former owners are paid; of the next owner's own duchies all but
    the best.
    """
    best = 0
    while joined:
        duchy = lowest_bit(joined)
        joined &= joined - 1
        appoint(s, duchy, GOES)
        former = owner_of(s, duchy)
        if former >= 0 and former != owner:
            pay(s, former, worth(s, duchy))
        elif former >= 0 and (joined or best):
            value = worth(s, duchy)
            if best and own_lesser_duchies_pay(s):
                pay(s, former, min(best, value))
            best = max(best, value)


@rule
def take_in(s, seat, space, joined):
    """Give the knight and all neighbours one duchy number, and return it."""
    if joined == 0:
        duchy = unused_duchy(s)
    else:
        duchy = lowest_bit(joined)
        joined &= joined - 1
        while joined:
            rename(s, lowest_bit(joined), duchy)
            joined &= joined - 1
    for i in range(DEGREE[space]):
        neighbour = NEIGHBOUR[space][i]
        if is_alone(s, neighbour):
            s.cell[neighbour] = knight_cell(SEAT_AT[s.cell[neighbour]], duchy)
    s.cell[space] = knight_cell(seat, duchy)
    return duchy


@rule
def rename(s, duchy, into):
    """The spaces of one duchy become part of another."""
    first = knight_cell(0, duchy)
    shift = SEATS * (into - duchy)
    for space in range(SPACES):
        if first <= s.cell[space] < first + SEATS:
            s.cell[space] += shift
    s.duchy[duchy] = 0


@rule
def unused_duchy(s):
    """The lowest number that no duchy has."""
    duchy = 0
    while s.duchy[duchy] != 0:
        duchy += 1
    return duchy


@rule
def swap_knight(s, seat, space):
    """RH-10.3: the archbishop replaces another player's knight; ownership changes only to a strict
    leader.
    """
    other = SEAT_AT[s.cell[space]]
    duchy = DUCHY_AT[s.cell[space]]
    emit(s, Event.SWAP, seat, space, other)
    spend_knight(s, seat)
    s.supply[other] += 1
    s.cell[space] = knight_cell(seat, duchy)
    for i in range(DEGREE[space]):
        look_again(s, NEIGHBOUR[space][i])
    if duchy != ALONE:
        replace_knight(s, duchy, other, seat)
        who = leader(s.duchy[duchy])
        if who >= 0 and who != owner_of(s, duchy):
            take_over(s, duchy, who, space)


@rule
def take_over(s, duchy, owner, space):
    """RH-7.1, RH-9.4: a duchy changes hands without growing."""
    appoint(s, duchy, GOES)
    former = owner_of(s, duchy)
    if former >= 0:
        pay(s, former, worth(s, duchy))
    s.duchy[duchy] = owned_by(s.duchy[duchy], owner)
    emit(s, Event.DUKE, owner, space)
    exchange_castles(s, duchy, owner)
    appoint(s, duchy, COMES)
    crown(s)
