"""What is true at every moment of every game: pieces and cards add up, and what is kept step by
step is what one finds.

Written in the rules' subset, so that it runs compiled after every decision of a million games
(`run.py prove`).
"""
from __future__ import annotations

from ...kernel import first_broken, names, rule
from .duchies import leader
from .fields import (
    ALONE,
    DUCHY_AT,
    FORT,
    FREE,
    HOLDER_AT,
    KIND_AT,
    ONE,
    ONE_BISHOPRIC,
    REACH_BITS,
    SEAT_AT,
    WITHOUT_OWNER,
    Phase,
)
from .numbers import bishoprics_of, knights_in, owner_of
from .placing import can_lay_fort
from .readings import bishop_per_bishopric, castle_knight_supports, passes_without_placement
from .tables import (
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
    SITE_COUNT,
    SITE_OF,
    SITES,
    SPACES,
    TILE_COUNT,
    TILE_KINDS,
    WORD_OF,
)

Broken = names("Broken", "NOTHING", "KNIGHTS", "FORTS", "TILES", "CARDS", "FREE", "SUPPORT", "CASTLES", "ALONE", "NEIGHBOURS",
               "CONNECTED", "DUCHIES", "OWNERS", "BISHOPS", "ARCHBISHOP", "CARD_PLAYED", "LAST_ROUND", "FORT_LAID", "PASSED_OVER",
               "TURN_OVER")
"""What can be broken; NOTHING is 0."""
SAID = {
    Broken.KNIGHTS: "knights: a seat has more on the board than there are",
    Broken.FORTS: f"forts: a seat has {FORTS}, and they stand on banks, not on the river",
    Broken.CASTLES: "castle_knights: no knight stands beside the castle",
    Broken.OWNERS: "duchies: a seat that has strictly the most knights in a duchy is its owner",
    Broken.CARD_PLAYED: "open: a card lies there exactly when the knight or the end of the turn is open",
    Broken.LAST_ROUND: "over: a game ends with the last round, before the start player's turn",
    Broken.FORT_LAID: "open: fort_laid: the seat on turn has no fortress on the board",
    Broken.PASSED_OVER: "turn: in the last round a seat without knights is passed over",
    Broken.TURN_OVER: "open: no fortress can be laid, so the turn has ended",
}
"""What to say of a typed position that breaks a law, by its keys."""
WORD = 60
"""Spaces in one word of a set of spaces; four words hold those of any board."""


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
        if s.supply[seat] < 0 or s.supply[seat] + knights_in(knights, seat) != KNIGHTS[s.players]:
            return Broken.KNIGHTS
        if s.forts_left[seat] < 0 or s.forts_left[seat] + knights_in(forts, seat) != FORTS:
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
    """RH-4.2: the seat whose knights alone stand beside a bank; -1 for none.  In a castle only by
    an option (RH-R8).
    """
    who = -1
    for i in range(DEGREE[bank]):
        seat = SEAT_AT[s.cell[NEIGHBOUR[bank][i]]]
        if seat >= 0:
            if who >= 0 and who != seat:
                return -1
            who = seat
    if castle_knight_supports(s):
        for i in range(SITE_COUNT[bank]):
            seat = HOLDER_AT[s.centre[SITE_OF[bank][i]]]
            if seat >= 0:
                if who >= 0 and who != seat:
                    return -1
                who = seat
    return who


@rule
def noted(s, bank):
    """The seat recorded as the only one next to a bank; -1 if there is none."""
    number = 0
    for k in range(REACH_BITS):
        if s.reach[k][WORD_OF[bank]] & BIT_OF[bank]:
            number |= 1 << k
    return number - 1


@rule
def broken_banks(s):
    """RH-4.2: the sets of free banks, and of those that a seat can support, are what one sees on
    the board.
    """
    for bank in range(BANKS):
        if (s.cell[bank] == FREE) != (s.free[WORD_OF[bank]] & BIT_OF[bank] != 0):
            return Broken.FREE
        if s.cell[bank] == FREE and noted(s, bank) != supporter(s, bank):
            return Broken.SUPPORT
    return Broken.NOTHING


@rule
def has_company(s, space):
    """Whether a knight stands next to a space, on a castle too."""
    for i in range(DEGREE[space]):
        if SEAT_AT[s.cell[NEIGHBOUR[space][i]]] >= 0:
            return True
    for i in range(SITE_COUNT[space]):
        if HOLDER_AT[s.centre[SITE_OF[space][i]]] >= 0:
            return True
    return False


@rule
def broken_neighbours(s):
    """RH-6.1, RH-9.1: neighbours share a duchy, a lone knight has none; beside a castle's knight
    stands another.
    """
    for space in range(SPACES):
        if SEAT_AT[s.cell[space]] >= 0:
            if (DUCHY_AT[s.cell[space]] == ALONE) == has_company(s, space):
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
def has(space, a, b, c, d):
    """Whether a space is in a set of spaces, given in four words."""
    word = a
    if space >= 3 * WORD:
        word = d
    elif space >= 2 * WORD:
        word = c
    elif space >= WORD:
        word = b
    return word >> space % WORD & 1


@rule
def touches(space, a, b, c, d):
    """Whether a neighbour of a space is in a set of spaces, given in four words."""
    for i in range(DEGREE[space]):
        if has(NEIGHBOUR[space][i], a, b, c, d):
            return True
    return False


@rule
def broken_connection(s):
    """RH-6.1: every duchy is connected: all its spaces can be reached from the first one."""
    a = 0
    b = 0
    c = 0
    d = 0
    begun = 0
    left = 1
    grew = 1
    while left and grew:
        left = 0
        grew = 0
        for space in range(SPACES):
            duchy = DUCHY_AT[s.cell[space]]
            if duchy != ALONE and not has(space, a, b, c, d):
                if not begun >> duchy & 1 or touches(space, a, b, c, d):
                    begun |= 1 << duchy
                    grew = 1
                    bit = 1 << space % WORD
                    if space < WORD:
                        a |= bit
                    elif space < 2 * WORD:
                        b |= bit
                    elif space < 3 * WORD:
                        c |= bit
                    else:
                        d |= bit
                else:
                    left = 1
    if left:
        return Broken.CONNECTED
    return Broken.NOTHING


@rule
def add_what_stands(s, times):
    """Add the knights and bishoprics on the board to the numbers of their duchies, a number of
    times.
    """
    for space in range(SPACES):
        if DUCHY_AT[s.cell[space]] != ALONE:
            s.duchy[DUCHY_AT[s.cell[space]]] += times * ONE[SEAT_AT[s.cell[space]]]
    for site in range(SITES):
        one = 0
        if HOLDER_AT[s.centre[site]] >= 0:
            one = ONE[HOLDER_AT[s.centre[site]]]
        elif s.centre[site] == BISHOPRIC:
            one = ONE_BISHOPRIC
        duchy = DUCHY_AT[s.cell[BESIDE[site][0]]]
        if duchy != ALONE:
            s.duchy[duchy] += times * one
        other = DUCHY_AT[s.cell[BESIDE[site][1]]]
        if other != ALONE and other != duchy:
            s.duchy[other] += times * one


@rule
def broken_numbers(s):
    """RH-6.2: a duchy's number is what stands in it.  Take all of that away: nothing is left; then
    give it back.
    """
    what = Broken.NOTHING
    add_what_stands(s, -1)
    for duchy in range(DUCHIES):
        if s.duchy[duchy] & WITHOUT_OWNER != 0:
            what = Broken.DUCHIES
    add_what_stands(s, 1)
    return what


@rule
def broken_owners(s):
    """RH-6.2: a strict leader is the owner of a duchy, and a duchy in which nothing stands has
    none.
    """
    in_use = 0
    for space in range(SPACES):
        if DUCHY_AT[s.cell[space]] != ALONE:
            in_use |= 1 << DUCHY_AT[s.cell[space]]
    for duchy in range(DUCHIES):
        if in_use >> duchy & 1:
            first = leader(s.duchy[duchy])
            if owner_of(s, duchy) >= s.players or (first >= 0 and first != owner_of(s, duchy)):
                return Broken.OWNERS
        elif s.duchy[duchy] != 0:
            return Broken.DUCHIES
    return Broken.NOTHING


@rule
def bishops_of(s, seat):
    """RH-10.1: the bishops of a seat, counted again: one for a duchy with a bishopric, or one for
    each (RH-R37).
    """
    n = 0
    for duchy in range(DUCHIES):
        if s.duchy[duchy] != 0 and owner_of(s, duchy) == seat:
            here = bishoprics_of(s, duchy)
            if not bishop_per_bishopric(s):
                here = min(1, here)
            n += here
    return n


@rule
def broken_bishops(s):
    """RH-10.1, RH-10.2: bishops are counted rightly, and the archbishop has strictly the most of
    them.
    """
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


@rule
def broken_turn(s):
    """RH-2.1, RH-3, RH-11.1: what is open fits the card played, the fortress laid and the last
    round.
    """
    lies = s.phase == Phase.KNIGHT or s.phase == Phase.END
    passed = s.phase == Phase.END and passes_without_placement(s)
    if (s.card > 0) != lies and not passed:
        return Broken.CARD_PLAYED
    if s.phase == Phase.OVER and (not s.last_round or s.turn != s.start):
        return Broken.LAST_ROUND
    if s.fort_laid and s.forts_left[s.turn] == FORTS:
        return Broken.FORT_LAID
    if s.phase == Phase.CARD and s.last_round and s.supply[s.turn] == 0:
        return Broken.PASSED_OVER
    if s.phase == Phase.END and not can_lay_fort(s, s.turn):
        return Broken.TURN_OVER
    return Broken.NOTHING


broken = first_broken(broken_pieces, broken_cards, broken_banks, broken_neighbours, broken_connection, broken_numbers,
                      broken_owners, broken_bishops, broken_turn)
