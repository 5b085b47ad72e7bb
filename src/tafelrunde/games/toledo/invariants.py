"""What is true at every moment of every game: the pieces add up, and stand where pieces can stand.

Written in the rules' subset, so that it runs compiled after every decision of a million games
(`run.py prove`).
"""
from __future__ import annotations

from ...kernel import count_bits, first_broken, names, rule
from .business import forgeable, is_worth_a_visit
from .cards import lies_in
from .fields import Phase
from .pawns import pawns_on
from .resample import has_way_out
from .tables import (
    CARDS,
    FIRST_GATE,
    GEMS,
    MASTER_KINDS,
    MASTER_LIMIT,
    MASTER_TILES,
    METAL,
    PAINTINGS,
    PAWNS,
    PAWNS_TO_END,
    SWORDS,
    Kind,
)

Broken = names("Broken", "NOTHING", "CARDS", "HANDS", "PILE", "KNOWN", "METAL", "GEMS", "SWORDS", "DELIVERED", "MASTERS",
               "MASTER_LIMIT", "PAWNS", "CIRCLES", "ROOM", "PAINTINGS", "OPENING", "BEGUN", "SPOT", "FULL", "WAY_OUT", "LANDED",
               "BUSINESS", "LAST_ROUND")
"""What can be broken; NOTHING is 0."""
SAID = {
    Broken.METAL: f"metal: there are {METAL} in all",
    Broken.GEMS: f"gems: there are {GEMS} in all",
    Broken.DELIVERED: "delivered: a seat has more swords in the Alcazar than pawns",
    Broken.MASTERS: "masters: there are fewer fencing tiles of a kind",
    Broken.MASTER_LIMIT: "masters: a seat has at most 3 fencing tiles",
    Broken.PAWNS: "pawns: every seat has five, the one in transit among them",
    Broken.LAST_ROUND: "last_round: the seat that had three pawns in the Alcazar first; null while nobody has",
    Broken.PAINTINGS: "",  # anybody may be given any painting
    Broken.OPENING: "open: an opening card is the only card played so far, by a movement tile",
    Broken.BEGUN: "open: a move action has a phase, and has begun with a first card or an opening card",
    Broken.SPOT: "open: the phase and the pawn that has landed do not go together",
    Broken.FULL: "open: the pawn in transit is not on a full space",
    Broken.WAY_OUT: "open: the pawn in transit can neither challenge anybody nor go on",
    Broken.LANDED: "open: no pawn of the seat on turn has landed there, or none with a sword at that gate",
    Broken.BUSINESS: "open: there is no sword to forge, no fencing master or nothing to gain where the pawn has landed",
}
"""What to say of a typed position that breaks a law, by its keys; nothing where a position may
break it.
"""


@rule
def broken_cards(s):
    """TO-1.1: every card is in one place, and hands and pile are as large as everybody counts
    them.
    """
    for card in range(CARDS):
        n = lies_in(s.pile, card) + lies_in(s.discards, card)
        if s.front == card:
            n += 1
        for seat in range(s.players):
            held = lies_in(s.hand[seat], card)
            n += held
            if s.known[card] == -1 - seat and not held:
                return Broken.KNOWN
        if n != 1:
            return Broken.CARDS
    for seat in range(s.players):
        if count_bits(s.hand[seat][0]) + count_bits(s.hand[seat][1]) != s.held[seat]:
            return Broken.HANDS
    if count_bits(s.pile[0]) + count_bits(s.pile[1]) != s.pile_left:
        return Broken.PILE
    return Broken.NOTHING


@rule
def broken_stock(s):
    """TO-1.1: metal, gems and paintings are with the seats or in the stock."""
    metal = s.metal_left
    gems = s.gems_left
    for seat in range(s.players):
        if s.metal[seat] < 0:
            return Broken.METAL
        if s.gems[seat] < 0:
            return Broken.GEMS
        metal += s.metal[seat]
        gems += s.gems[seat]
    if s.metal_left < 0 or metal != METAL:
        return Broken.METAL
    if s.gems_left < 0 or gems != GEMS:
        return Broken.GEMS
    for i in range(PAINTINGS):
        if (s.painting[i] < 0 and i < s.easel) or (s.painting[i] >= 0 and i >= s.easel):
            return Broken.PAINTINGS
    return Broken.NOTHING


@rule
def broken_swords(s):
    """TO-6.1: every sword tile is in one place, and none was delivered without a pawn in the
    Alcazar.
    """
    every = s.rack
    for seat in range(s.players):
        if s.blades[seat] & s.delivered[seat] or (s.blades[seat] | s.delivered[seat]) & every:
            return Broken.SWORDS
        every |= s.blades[seat] | s.delivered[seat]
        if count_bits(s.delivered[seat]) > s.inside[seat][0] + s.inside[seat][1]:
            return Broken.DELIVERED
    if every != (1 << SWORDS) - 1:
        return Broken.SWORDS
    return Broken.NOTHING


@rule
def broken_masters(s):
    """TO-5.3: fencing tiles are with the seats or on the board; nobody keeps more than three."""
    for kind in range(MASTER_KINDS):
        n = s.masters_left[kind]
        for seat in range(s.players):
            n += s.masters[seat][kind]
        if s.masters_left[kind] < 0 or n != MASTER_TILES[kind]:
            return Broken.MASTERS
    for seat in range(s.players):
        limit = MASTER_LIMIT
        if s.phase == Phase.RETURN and seat == s.turn:
            limit += 1
        n = 0
        for kind in range(MASTER_KINDS):
            n += s.masters[seat][kind]
        if n > limit:
            return Broken.MASTER_LIMIT
    return Broken.NOTHING


@rule
def broken_road(s):
    """TO-1.2, TO-4.2: every seat has five pawns, and they stand on circles; `room` is where one is
    free.
    """
    for seat in range(s.players):
        n = s.home[seat] + s.inside[seat][0] + s.inside[seat][1] + count_bits(s.one[seat]) + count_bits(s.two[seat])
        if s.phase == Phase.FULL and s.turn == seat and 0 < s.spot < FIRST_GATE:
            n += 1
        if n != PAWNS:
            return Broken.PAWNS
        if s.two[seat] & ~s.one[seat]:
            return Broken.CIRCLES
    for step in range(1, FIRST_GATE):
        n = pawns_on(s, step)
        size = (s.built >> step & 1) + (s.built >> step & s.double >> step & 1)
        if n > size:
            return Broken.CIRCLES
        free = 0
        if n < size:
            free = 1
        if s.room >> step & 1 != free:
            return Broken.ROOM
    return Broken.NOTHING


@rule
def has_no_landing(s):
    """TO-4.4, TO-5, TO-8: whether the open decision cannot arise where the pawn has landed."""
    if s.phase == Phase.DELIVER:
        return s.spot < FIRST_GATE or s.inside[s.turn][s.spot - FIRST_GATE] == 0 or s.blades[s.turn] == 0
    return s.spot >= FIRST_GATE or s.one[s.turn] >> s.spot & 1 == 0


@rule
def has_no_business(s):
    """TO-5.3, TO-5.4: whether the open decision is none of the shop where the pawn has landed."""
    kind = s.shop[s.spot]
    if s.phase == Phase.BUSINESS:
        return not is_worth_a_visit(s, s.turn, kind)
    if s.phase == Phase.SWORD:
        return kind != Kind.SMITH or not forgeable(s, s.turn)
    return (s.phase == Phase.MASTER or s.phase == Phase.RETURN) and kind != Kind.FENCING


@rule
def broken_move(s):
    """TO-3, TO-4: inside a move action a card was played, and the pawn that has landed can be where
    it is.
    """
    if s.opening > 0 and (s.series > 0 or s.extra_used != 1):
        return Broken.OPENING
    inside = s.phase != Phase.TURN and s.phase != Phase.OVER
    if inside != (s.series > 0 or s.opening > 0 or s.extra_used > 0):
        return Broken.BEGUN
    if (s.spot > 0) != (inside and s.phase != Phase.MORE):
        return Broken.SPOT
    if s.phase == Phase.FULL:
        if s.spot >= FIRST_GATE or s.built & ~s.room & 1 << s.spot == 0:
            return Broken.FULL
        if not has_way_out(s):
            return Broken.WAY_OUT
    elif s.spot > 0:
        if has_no_landing(s):
            return Broken.LANDED
        if s.spot < FIRST_GATE and has_no_business(s):
            return Broken.BUSINESS
    return Broken.NOTHING


@rule
def broken_end(s):
    """TO-9.1: a seat with three pawns in the Alcazar ends the game, and nobody else does."""
    ending = 0
    for seat in range(s.players):
        if s.inside[seat][0] + s.inside[seat][1] >= PAWNS_TO_END:
            ending |= 1 << seat
    if (s.last_round < 0) != (ending == 0) or (s.last_round >= 0 and ending >> s.last_round & 1 == 0):
        return Broken.LAST_ROUND
    return Broken.NOTHING


broken = first_broken(broken_cards, broken_stock, broken_swords, broken_masters, broken_road, broken_move, broken_end)
