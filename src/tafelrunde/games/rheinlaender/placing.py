"""RH-3, RH-4 and RH-5: where knights and fortresses may go."""
from __future__ import annotations

from ...kernel import allow, allow_set, emit, rule
from .actions import Act
from .events import Event
from .fields import FORT, FREE, HOLDER_AT, REACH_BITS, SEAT_AT
from .readings import castle_knight_supports, fort_takes_bank, supplies_count_at_once
from .tables import (
    BANK_OF,
    BANK_WORD,
    BANK_WORDS,
    BANKS,
    BIT_OF,
    DEGREE,
    NEIGHBOUR,
    RIVER_OF,
    SITE_COUNT,
    SITE_OF,
    WORD_OF,
)


@rule
def spend_knight(s, seat):
    """RH-11.1, RH-R43: a knight leaves the supply; the last one brings the last round, whatever
    comes back later.
    """
    s.supply[seat] -= 1
    if s.supply[seat] == 0 and not s.last_round and supplies_count_at_once(s):
        s.last_round = 1
        emit(s, Event.LAST_ROUND, seat)


@rule
def is_taken(s, space):
    """RH-3.1: whether a bank is taken. Whether a fortress counts is an option (RH-R3)."""
    if s.cell[space] >= FORT:
        return fort_takes_bank(s)
    return s.cell[space] != FREE


@rule
def is_river_open(s, land):
    """RH-3.1: the river is open when both banks of the land are taken."""
    return s.cell[RIVER_OF[land]] == FREE and is_taken(s, BANK_OF[land][0]) and is_taken(s, BANK_OF[land][1])


@rule
def is_land_open(s, land):
    """RH-3.2: whether the land's number places a knight."""
    return s.cell[BANK_OF[land][0]] == FREE or s.cell[BANK_OF[land][1]] == FREE or is_river_open(s, land)


@rule
def allow_land(s, land, mask):
    """RH-3.1: the free banks of a land, or else its river."""
    left = BANK_OF[land][0]
    right = BANK_OF[land][1]
    if s.cell[left] == FREE or s.cell[right] == FREE:
        if s.cell[left] == FREE:
            allow(mask, Act.KNIGHT + left)
        if s.cell[right] == FREE:
            allow(mask, Act.KNIGHT + right)
    elif is_river_open(s, land):
        allow(mask, Act.KNIGHT + RIVER_OF[land])


@rule
def support_places(s, seat, word):
    """RH-4.2: free banks beside a knight of the seat and beside no other's, as a set of one word's
    banks.
    """
    one = s.reach[0][word]
    two = s.reach[1][word]
    four = s.reach[2][word]
    if not seat + 1 & 1:
        one = ~one
    if not seat + 1 & 2:
        two = ~two
    if not seat + 1 & 4:
        four = ~four
    return s.free[word] & one & two & four


@rule
def set_reach(s, bank, seat):
    """Note that only this seat's knights stand next to a free bank; -1: no seat's, or several
    seats'.
    """
    for k in range(REACH_BITS):
        if seat + 1 >> k & 1:
            s.reach[k][WORD_OF[bank]] |= BIT_OF[bank]
        else:
            s.reach[k][WORD_OF[bank]] &= ~BIT_OF[bank]


@rule
def can_support(s, seat):
    """RH-4.1: whether any card can be played as support."""
    for word in range(BANK_WORDS):
        if support_places(s, seat, word) != 0:
            return True
    return False


@rule
def allow_banks(mask, first, word, banks):
    """Add an action for each bank of a word's set."""
    if banks & 0xFFFFFFFF:
        allow_set(mask, first + word * BANK_WORD, banks & 0xFFFFFFFF)
    if banks >> 32:
        allow_set(mask, first + word * BANK_WORD + 32, banks >> 32)


@rule
def allow_forts(s, mask):
    """RH-5.1: any free bank, never the river."""
    for word in range(BANK_WORDS):
        allow_banks(mask, Act.FORT, word, s.free[word])


@rule
def can_lay_fort(s, seat):
    """RH-2.3, RH-5.1: one a turn, three in all, while a bank is free."""
    return s.fort_laid == 0 and s.forts_left[seat] > 0 and s.free[0] | s.free[1] != 0


@rule
def lay_fort(s, seat, space):
    """RH-5.1: a fortress is neutral and joins nothing."""
    s.cell[space] = FORT + seat
    s.forts_left[seat] -= 1
    s.fort_laid = 1
    s.free[WORD_OF[space]] &= ~BIT_OF[space]
    emit(s, Event.FORT, seat, space)


@rule
def come_near(s, seat, bank):
    """RH-4.2: a knight of the seat comes to stand beside a free bank: it can support there if no
    other's does.
    """
    if is_beside_another(s, seat, bank):
        set_reach(s, bank, -1)
    else:
        set_reach(s, bank, seat)


@rule
def is_beside_another(s, seat, bank):
    """Whether a knight of another seat stands beside a bank; in a castle only by an option
    (RH-R8).
    """
    for i in range(DEGREE[bank]):
        other = SEAT_AT[s.cell[NEIGHBOUR[bank][i]]]
        if other >= 0 and other != seat:
            return True
    if castle_knight_supports(s):
        for i in range(SITE_COUNT[bank]):
            other = HOLDER_AT[s.centre[SITE_OF[bank][i]]]
            if other >= 0 and other != seat:
                return True
    return False


@rule
def look_again(s, bank):
    """Recompute whose knights stand next to a bank that one may have left."""
    if bank < BANKS and s.cell[bank] == FREE:
        set_reach(s, bank, -1)
        for p in range(s.players):
            if is_beside(s, p, bank) and not is_beside_another(s, p, bank):
                set_reach(s, bank, p)


@rule
def is_beside(s, seat, bank):
    """Whether a knight of the seat stands next to a bank; on a castle only by an option (RH-R8)."""
    for i in range(DEGREE[bank]):
        if SEAT_AT[s.cell[NEIGHBOUR[bank][i]]] == seat:
            return True
    if castle_knight_supports(s):
        for i in range(SITE_COUNT[bank]):
            if HOLDER_AT[s.centre[SITE_OF[bank][i]]] == seat:
                return True
    return False
