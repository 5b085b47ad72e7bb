"""What is true at every moment of every game: pieces and cards add up, and what is kept step by step is what one finds.

Written in the rules' subset, so that it runs compiled after every decision of a million games (`run.py prove`).
"""
from __future__ import annotations

from ...kernel import first_broken, names, rule
from .data import (
    BANKS,
    BESIDE,
    BISHOPRIC,
    BIT_OF,
    CARDS,
    DEGREE,
    DUCHIES,
    EVERY_CARD,
    FORTS,
    HAND,
    KNIGHTS,
    NEIGHBOUR,
    SITES,
    SPACES,
    TILE_COUNT,
    TILE_KINDS,
    WORD_OF,
)
from .duchies import leader
from .fields import (
    ALONE,
    DUCHY_AT,
    FORT,
    FREE,
    HOLDER_AT,
    KIND_AT,
    KNIGHT_BITS,
    KNIGHT_MASK,
    ONE,
    ONE_BISHOPRIC,
    SEAT_AT,
    WITHOUT_OWNER,
    Reading,
    bishoprics_of,
    owner_of,
)
from .placing import is_beside, is_beside_another, support_places

Broken = names("Broken", "NOTHING", "KNIGHTS", "FORTS", "TILES", "CARDS", "FREE", "SUPPORT", "CASTLES", "ALONE", "NEIGHBOURS",
               "CONNECTED", "DUCHIES", "OWNERS", "BISHOPS", "ARCHBISHOP")
"""What can be broken; NOTHING is 0."""
WORD = 60
"""Spaces in one word of a set of spaces; four words hold those of any board."""
WORDS = 4


@rule
def broken_pieces(s):
    """RH-1.1, RH-1.2: every knight, fortress and realm centre is on the board or with its owner."""
    knights = 0
    forts = 0
    for space in range(SPACES):
        if SEAT_AT[s.cell[space]] >= 0:
            knights += ONE[SEAT_AT[s.cell[space]]]
        elif s.cell[space] >= FORT:
            forts += ONE[s.cell[space] - FORT]
    for site in range(SITES):
        if HOLDER_AT[s.centre[site]] >= 0:
            knights += ONE[HOLDER_AT[s.centre[site]]]
    for seat in range(s.players):
        if s.supply[seat] < 0 or s.supply[seat] + (knights >> KNIGHT_BITS * seat & KNIGHT_MASK) != KNIGHTS[s.players]:
            return Broken.KNIGHTS
        if s.forts_left[seat] < 0 or s.forts_left[seat] + (forts >> KNIGHT_BITS * seat & KNIGHT_MASK) != FORTS:
            return Broken.FORTS
    for space in range(BANKS, SPACES):
        if s.cell[space] >= FORT:
            return Broken.FORTS
    for kind in range(TILE_KINDS):
        n = s.tiles_left[kind]
        for site in range(SITES):
            if KIND_AT[s.centre[site]] == kind:
                n += 1
        if n != TILE_COUNT[kind]:
            return Broken.TILES
    return Broken.NOTHING


@rule
def broken_cards(s):
    """RH-1.3: every number card is in a hand, in the pile or among the discards."""
    if s.pile & s.discards:
        return Broken.CARDS
    every = s.pile | s.discards
    for seat in range(s.players):
        for i in range(HAND):
            if s.hand[seat][i] > 0:
                if s.hand[seat][i] > CARDS or every >> (s.hand[seat][i] - 1) & 1:
                    return Broken.CARDS
                every |= 1 << (s.hand[seat][i] - 1)
    if every != EVERY_CARD:
        return Broken.CARDS
    return Broken.NOTHING


@rule
def supporter(s, bank):
    """RH-4.2: the seat whose knights alone stand beside a bank; -1 for none."""
    for seat in range(s.players):
        if is_beside(s, seat, bank) and not is_beside_another(s, seat, bank):
            return seat
    return -1


@rule
def broken_banks(s):
    """RH-4.2: the sets of free banks, and of those that a seat can support, are what one sees on the board."""
    for bank in range(BANKS):
        if (s.cell[bank] == FREE) != (s.free[WORD_OF[bank]] & BIT_OF[bank] != 0):
            return Broken.FREE
        if s.cell[bank] == FREE:
            who = supporter(s, bank)
            for seat in range(s.players):
                if (support_places(s, seat, WORD_OF[bank]) & BIT_OF[bank] != 0) != (seat == who):
                    return Broken.SUPPORT
    return Broken.NOTHING


@rule
def knights_beside(s, space):
    """The knights that stand beside a knight, in castles too."""
    n = 0
    for i in range(DEGREE[space]):
        if SEAT_AT[s.cell[NEIGHBOUR[space][i]]] >= 0:
            n += 1
    for site in range(SITES):
        if (BESIDE[site][0] == space or BESIDE[site][1] == space) and HOLDER_AT[s.centre[site]] >= 0:
            n += 1
    return n


@rule
def broken_neighbours(s):
    """RH-6.1, RH-9.1: neighbours share a duchy, a lone knight has none; beside a castle's knight stands another."""
    for space in range(SPACES):
        if SEAT_AT[s.cell[space]] >= 0:
            alone = DUCHY_AT[s.cell[space]] == ALONE
            if alone != (knights_beside(s, space) == 0):
                return Broken.ALONE
            for i in range(DEGREE[space]):
                other = s.cell[NEIGHBOUR[space][i]]
                if SEAT_AT[other] >= 0 and DUCHY_AT[other] != DUCHY_AT[s.cell[space]]:
                    return Broken.NEIGHBOURS
    for site in range(SITES):
        if HOLDER_AT[s.centre[site]] >= 0:
            if SEAT_AT[s.cell[BESIDE[site][0]]] < 0 and SEAT_AT[s.cell[BESIDE[site][1]]] < 0:
                return Broken.CASTLES
    return Broken.NOTHING


@rule
def in_duchy(s, duchy, word):
    """The spaces of a duchy, or of all duchies (ALONE), as a set of one word's spaces."""
    found = 0
    for space in range(word * WORD, min(SPACES, (word + 1) * WORD)):
        at = DUCHY_AT[s.cell[space]]
        if at != ALONE and (duchy == ALONE or at == duchy):
            found |= 1 << space % WORD
    return found


@rule
def first_spaces(s, word):
    """The first space of every duchy, as a set of one word's spaces."""
    seen = 0
    found = 0
    for space in range(min(SPACES, (word + 1) * WORD)):
        at = DUCHY_AT[s.cell[space]]
        if at != ALONE and not seen >> at & 1:
            seen |= 1 << at
            if space // WORD == word:
                found |= 1 << space % WORD
    return found


@rule
def spread(space, a, b, c, d):
    """Whether a neighbour of a space is in a set of spaces, given in four words."""
    for i in range(DEGREE[space]):
        near = NEIGHBOUR[space][i]
        word = a
        if near >= 3 * WORD:
            word = d
        elif near >= 2 * WORD:
            word = c
        elif near >= WORD:
            word = b
        if word >> near % WORD & 1:
            return 1
    return 0


@rule
def broken_connection(s):
    """RH-6.1: every duchy is one piece: from its first space one comes to all the others."""
    a = first_spaces(s, 0)
    b = first_spaces(s, 1)
    c = first_spaces(s, 2)
    d = first_spaces(s, 3)
    grew = 1
    while grew:
        grew = 0
        for space in range(SPACES):
            if DUCHY_AT[s.cell[space]] != ALONE and spread(space, a, b, c, d):
                bit = 1 << space % WORD
                if space < WORD:
                    grew |= bit & ~a
                    a |= bit
                elif space < 2 * WORD:
                    grew |= bit & ~b
                    b |= bit
                elif space < 3 * WORD:
                    grew |= bit & ~c
                    c |= bit
                else:
                    grew |= bit & ~d
                    d |= bit
    if a != in_duchy(s, ALONE, 0) or b != in_duchy(s, ALONE, 1) or c != in_duchy(s, ALONE, 2) or d != in_duchy(s, ALONE, 3):
        return Broken.CONNECTED
    return Broken.NOTHING


@rule
def number_of(s, duchy):
    """The knights of each seat and the bishoprics of a duchy, counted on the board, as its number holds them."""
    number = 0
    for space in range(SPACES):
        if DUCHY_AT[s.cell[space]] == duchy:
            number += ONE[SEAT_AT[s.cell[space]]]
    for site in range(SITES):
        if DUCHY_AT[s.cell[BESIDE[site][0]]] == duchy or DUCHY_AT[s.cell[BESIDE[site][1]]] == duchy:
            if HOLDER_AT[s.centre[site]] >= 0:
                number += ONE[HOLDER_AT[s.centre[site]]]
            elif s.centre[site] == BISHOPRIC:
                number += ONE_BISHOPRIC
    return number


@rule
def broken_duchies(s):
    """RH-6.2: a duchy's number is what stands in it, and a strict leader is its owner."""
    in_use = 0
    for space in range(SPACES):
        if DUCHY_AT[s.cell[space]] != ALONE:
            in_use |= 1 << DUCHY_AT[s.cell[space]]
    for duchy in range(DUCHIES):
        if in_use >> duchy & 1:
            if number_of(s, duchy) != s.duchy[duchy] & WITHOUT_OWNER:
                return Broken.DUCHIES
            first = leader(s.duchy[duchy])
            if owner_of(s, duchy) >= s.players or (first >= 0 and first != owner_of(s, duchy)):
                return Broken.OWNERS
        elif s.duchy[duchy] != 0:
            return Broken.DUCHIES
    return Broken.NOTHING


@rule
def bishops_of(s, seat):
    """RH-10.1: the bishops of a seat, counted anew: one for a duchy with a bishopric, or one for each (RH-R37)."""
    n = 0
    for duchy in range(DUCHIES):
        if s.duchy[duchy] != 0 and owner_of(s, duchy) == seat:
            here = bishoprics_of(s, duchy)
            if not s.options & Reading.BISHOPS_COUNTED_ONE_PER_BISHOPRIC:
                here = min(1, here)
            n += here
    return n


@rule
def broken_bishops(s):
    """RH-10.1, RH-10.2: bishops are counted rightly, and the archbishop has strictly the most of them."""
    most = 0
    who = -1
    for seat in range(s.players):
        n = bishops_of(s, seat)
        if n != s.bishops[seat]:
            return Broken.BISHOPS
        if n > most:
            most = n
            who = seat
        elif n == most:
            who = -1
    if who != s.archbishop:
        return Broken.ARCHBISHOP
    return Broken.NOTHING


broken = first_broken(broken_pieces, broken_cards, broken_banks, broken_neighbours, broken_connection, broken_duchies,
                      broken_bishops)
