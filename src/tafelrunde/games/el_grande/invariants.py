"""What is true at every moment of every game: no piece is lost or made, and derived values agree
with their source.

Written in the rules' subset of Python, so that it runs compiled after every decision of a million
games (`run.py prove`).
"""
from __future__ import annotations

from ...kernel import count_bits, first_broken, names, rule
from .fields import Phase
from .laying_out import deck_copies
from .tables import (
    ALL_MODIFIERS,
    BESIDE,
    CABALLEROS,
    CARDS,
    CASTILLO,
    FRANCE,
    FULL_HAND,
    GRAND_STRATEGY,
    REGIONS,
    SEATS,
    SECRET_BALLOT,
    VETO,
)
from .vetoes import took_veto_now

Broken = names("Broken", "NOTHING", "CABALLEROS", "COLOURS", "CARDS", "TILES", "KING", "CLOSED", "GRANDES", "MODIFIERS",
               "POWER_CARDS")
"""What can be broken; NOTHING is 0."""
HELD_MODIFIERS = 3


@rule
def caballeros_of(s, p):
    """How many caballeros a colour has in regions, castillo, court and province; -1 if one of these
    is negative.
    """
    if s.castillo[p] < 0 or s.court[p] < 0 or s.province[p] < 0:
        return -1
    n = s.castillo[p] + s.court[p] + s.province[p]
    for r in range(REGIONS):
        if s.regions[r][p] < 0:
            return -1
        n += s.regions[r][p]
    return n


@rule
def broken_pieces(s):
    """EG-1.1: every colour has its thirty caballeros, and no other colour is on the board."""
    for p in range(s.colours):
        if caballeros_of(s, p) != CABALLEROS:
            return Broken.CABALLEROS
    for p in range(s.colours, SEATS):
        if caballeros_of(s, p) != 0:
            return Broken.COLOURS
    return Broken.NOTHING


@rule
def broken_places(s):
    """EG-6.2, EG-8.4: the king closes his place, tiles lie on different places, grandes stand on
    the board.
    """
    if s.tile_at[0] != BESIDE and s.tile_at[0] == s.tile_at[1]:
        return Broken.TILES
    if s.king < 0 or (s.king >= CASTILLO and not s.regent):
        return Broken.KING
    closed = 0
    if s.king < FRANCE:
        closed = 1 << s.king
    if s.no_entry != closed or s.no_exit != closed:
        return Broken.CLOSED
    for p in range(s.players):
        if s.grande[p] < 0 or s.grande[p] > CASTILLO or (s.grande[p] == CASTILLO and not s.regent):
            return Broken.GRANDES
    return Broken.NOTHING


@rule
def copies_in_game(s, card):
    """EG-1.2, EG-10.1: how many of an action card are in the game."""
    n = deck_copies(s, card)
    if card == GRAND_STRATEGY:
        n += s.extra[0]
    elif card == VETO:
        n += s.extra[1]
    elif card == SECRET_BALLOT:
        n += s.extra[2]
    return n


@rule
def copies_seen(s, card):
    """How many of an action card lie open, were discarded or lie before a seat."""
    n = s.discard[card] + (s.open >> card & 1)
    if card == VETO:
        n += s.vetoes
    if s.card == card and not took_veto_now(s):
        n += 1
    return n


@rule
def broken_cards(s):
    """EG-1.2: every action card is in a deck, open, discarded, before a seat or in the box."""
    for card in range(CARDS):
        if s.deck[card] < 0 or s.boxed[card] < 0:
            return Broken.CARDS
        if s.deck[card] + s.boxed[card] + copies_seen(s, card) != copies_in_game(s, card):
            return Broken.CARDS
    return Broken.NOTHING


@rule
def broken_modifiers(s):
    """EG-12.1: with Power Shift every seat has three modifiers, all of them different."""
    every = 0
    if not s.shift:
        return Broken.NOTHING
    for p in range(s.players):
        held = s.modifiers[p] | s.modifier_discard[p] | 1 << s.played_modifier[p] >> 1
        if held & every or held & ~ALL_MODIFIERS:
            return Broken.MODIFIERS
        if count_bits(held) != HELD_MODIFIERS and s.phase != Phase.PASS:
            return Broken.MODIFIERS
        every |= held
    return Broken.NOTHING


@rule
def broken_hands(s):
    """EG-2.3: a hand holds power cards only, and every card that left it was shown."""
    for p in range(s.players):
        if s.hand[p] & ~FULL_HAND or FULL_HAND & ~s.hand[p] & ~s.shown[p]:
            return Broken.POWER_CARDS
    return Broken.NOTHING


broken = first_broken(broken_pieces, broken_places, broken_cards, broken_modifiers, broken_hands)
