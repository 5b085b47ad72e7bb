"""The fields of a state, and how spaces, duchies and realm centres are written as numbers.

A space is one byte: free, a knight (whose, and of which duchy) or a fortress (whose).  A duchy is
one number, its tally: the knights of each seat, its owner and its bishoprics; merging adds them up.
A realm centre is its kind or, for a castle that was taken, whose knight stands on it.  So all that
is known of board and duchies takes some 430 bytes, and a placement looks only at the spaces around
it.
"""
from __future__ import annotations

from ...kernel import (
    NOBODY,
    OWN_MEMORY,
    OWNER,
    PUBLIC,
    RNG,
    Case,
    Coded,
    Counts,
    Derived,
    Field,
    Maybe,
    Number,
    One,
    Packed,
    Seat,
    Set,
    members,
    names,
    rule,
    table,
)
from .tables import (
    BANK_WORDS,
    CARDS,
    CASTLE,
    DUCHIES,
    FORTS,
    HAND,
    KNIGHTS,
    SEATS,
    SITES,
    SPACES,
    SWITCHES,
    TILE_KINDS,
    TILE_POINTS,
)

Phase = names("Phase", "CARD", "KNIGHT", "END", "OVER")
"""What the seat on turn decides: a card (or a fortress before it), where the knight goes, a
fortress or the end.
"""

Reading = SWITCHES.readings()
"""The bits of `options`: readings that a table has chosen instead of the default."""
END_OF_TURN = Reading.END_TRIGGER_ANY_SUPPLY_ZERO_CHECKED_AT_END_OF_TURN | Reading.END_TRIGGER_ONLY_ACTIVE_PLAYER
"""RH-R43: the readings that look at supplies when a turn ends."""

ALONE = DUCHIES
"""Stands for "no duchy"; duchies are numbered below it."""
FREE = 0
FORT = 1 + SEATS * (DUCHIES + 1)
"""A fortress of seat p is FORT + p; a knight of seat p is 1 + p + SEATS * duchy."""
SEAT_AT = table((code - 1) % SEATS if 0 < code < FORT else -1 for code in range(256))
"""Whose knight stands on a space, by its cell; -1 for none."""
DUCHY_AT = table((code - 1) // SEATS if 0 < code < FORT else ALONE for code in range(256))
"""The duchy of a space, by its cell; ALONE for none."""

KNIGHT_BITS = 5
KNIGHT_MASK = (1 << KNIGHT_BITS) - 1
ONE = table(1 << KNIGHT_BITS * seat for seat in range(SEATS))
"""One knight of a seat in a tally."""
OWNER_SHIFT = KNIGHT_BITS * SEATS
OWNER_MASK = 7
ONE_OWNER = 1 << OWNER_SHIFT
BISHOPRIC_SHIFT = OWNER_SHIFT + 3
ONE_BISHOPRIC = 1 << BISHOPRIC_SHIFT
KNIGHTS_ONLY = ONE_OWNER - 1
WITHOUT_OWNER = ~(OWNER_MASK << OWNER_SHIFT)
"""A tally without its owner: what adds up when duchies merge."""

TAKEN = TILE_KINDS
"""A castle with a knight of seat p is TAKEN + p; any other realm centre is its kind."""
KIND_AT = table([*range(TILE_KINDS), *[CASTLE] * SEATS])
HOLDER_AT = table([*[-1] * TILE_KINDS, *range(SEATS)])
POINTS_AT = table([TILE_POINTS[kind] for kind in KIND_AT])

REACH_BITS = 3
"""Bits of a seat's number counted from 1, as `reach` stores it for every bank."""

READINGS = sum(members(Reading).values()).bit_length()
KNIGHTS_MOST = max(KNIGHTS)
STANDING = Coded((
    Case("free"),
    Case("knight", (("seat", Seat, SEATS), ("duchy", One("duchy", DUCHIES + 1), DUCHIES + 1))),
    Case("fortress", (("seat", Seat, SEATS),))))
"""What stands on a space: the three readings of the cell, in the order of their numbers."""
CENTRE = Coded((Case("tile", (("tile", One("tile", TILE_KINDS), TILE_KINDS),)), Case("taken castle", (("seat", Seat, SEATS),))))
DUCHY = Packed("knights", KNIGHT_BITS, SEATS, KNIGHTS_MOST,
               (("owner", 3, Maybe(Seat, none=0)), ("bishoprics", 31 - BISHOPRIC_SHIFT, Number(0, SITES))))

FIELDS = (
    Field("players", "i1", (), PUBLIC, "seats in use", Number(3, SEATS)),
    Field("options", "i2", (), PUBLIC, "the readings chosen instead of the default, as bits", Set("reading", READINGS)),
    Field("first", "i1", (), PUBLIC, "option: the seat named to start, counted from 1; 0 when it is drawn",
          Maybe(Seat, none=0)),
    Field("phase", "i1", (), PUBLIC, "what the seat on turn decides", One("phase", 4)),
    Field("turn", "i1", (), PUBLIC, "the seat on turn", Seat),
    Field("start", "i1", (), PUBLIC, "the start player", Seat),
    Field("last_round", "i1", (), PUBLIC, "1 when the game ends with this round", Number(0, 1)),
    Field("card", "i1", (), PUBLIC, "the number of the card played in this turn, 0 for none", Number(0, CARDS)),
    Field("fort_laid", "i1", (), PUBLIC, "1 when a fortress was laid in this turn", Number(0, 1)),
    Field("archbishop", "i1", (), PUBLIC, "the archbishop's seat, -1 for none", Maybe(Seat)),
    Field("cell", "u1", (SPACES,), PUBLIC, "what stands on each space: free, a knight with its duchy, a fortress",
          STANDING, ("space",)),
    Field("duchy", "i4", (DUCHIES,), PUBLIC, "knights per seat, owner and bishoprics of each duchy; 0 for none",
          DUCHY, ("duchy",)),
    Field("centre", "i1", (SITES,), PUBLIC, "the realm centre on each site, and whose knight stands on a castle",
          CENTRE, ("site",)),
    Field("tiles_left", "i1", (TILE_KINDS,), PUBLIC, "realm centres of each kind that are not laid",
          Counts("tile", 99), ("tile",)),
    Field("free", "i8", (BANK_WORDS,), PUBLIC, "the free banks, as sets", Derived(), ("word",)),
    Field("reach", "i8", (REACH_BITS, BANK_WORDS), PUBLIC, "free banks beside knights of one seat only, by bits of it",
          Derived(), ("bit", "word")),
    Field("bishops", "i1", (SEATS,), PUBLIC, "bishops of each seat", Number(0, 99), ("seat",)),
    Field("supply", "i1", (SEATS,), PUBLIC, "knights of each seat that are not on the board",
          Number(0, KNIGHTS_MOST), ("seat",)),
    Field("forts_left", "i1", (SEATS,), PUBLIC, "fortresses of each seat that are not on the board",
          Number(0, FORTS), ("seat",)),
    Field("coins", "i2", (SEATS,), OWN_MEMORY, "points paid to each seat", Number(0, 999), ("seat",)),
    Field("hand", "i1", (SEATS, HAND), OWNER, "card numbers in each hand, 0 for a card that was played",
          Number(0, CARDS), ("seat", "slot")),
    Field("pile", "i8", (), NOBODY, "number cards left in the draw pile, as a set from 0", Set("card", CARDS)),
    Field("discards", "i8", (), PUBLIC, "cards played since the last reshuffle, as a set from 0", Set("card", CARDS)),
    RNG,
)


@rule
def knight_cell(seat, duchy):
    """The cell of a space with a knight in a duchy."""
    return 1 + seat + SEATS * duchy
