"""What is true at every moment of every game: the pieces add up, and stand where pieces can stand.

Written in the rules' subset of Python, so that it runs compiled after every decision of a million
games (`run.py prove`).
"""
from __future__ import annotations

from ...kernel import count_bits, first_broken, names, rule
from .cards import lies_in
from .fields import Phase
from .pawns import pawns_on
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
    SWORDS,
)

Broken = names("Broken", "NOTHING", "CARDS", "HANDS", "PILE", "KNOWN", "METAL", "GEMS", "SWORDS", "DELIVERED", "MASTERS",
               "MASTER_LIMIT", "PAWNS", "CIRCLES", "ROOM", "PAINTINGS")
"""What can be broken; NOTHING is 0."""


@rule
def broken_cards(s):
    """TO-1.1: every card is in one place, and hands and pile have their recorded sizes."""
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
    """TO-1.2, TO-4.2: every seat has five pawns, and they stand on circles; `room` says which
    circles are free.
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


broken = first_broken(broken_cards, broken_stock, broken_swords, broken_masters, broken_road)
