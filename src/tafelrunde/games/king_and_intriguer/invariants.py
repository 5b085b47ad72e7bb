"""What is true at every moment of every game: pieces and cards add up, closed is closed, full is
full.

Written in the rules' subset of Python, so that it runs compiled after every decision of a million
games (`run.py prove`).
"""
from __future__ import annotations

from ...kernel import count_bits, first_broken, names, rule
from ..el_grande.invariants import caballeros_of
from ..el_grande.tables import BESIDE, CABALLEROS, CASTILLO, REGIONS, SEATS
from .fields import Phase
from .lying import unseen_cards

Broken = names("Broken", "NOTHING", "CABALLEROS", "COLOURS", "GRANDES", "BESIDE", "HANDS", "USED", "DISCARDS", "KING", "CLOSED",
               "LIMITS", "TILES", "SUMS", "DOUBLES")
"""What can be broken; NOTHING is 0."""
CHOSEN, ROOM = 13, 6
"""How many cards every player begins the game with; how many caballeros a region with a 66 holds.
"""


@rule
def broken_pieces(s):
    """KI-1.3: every colour has its thirty caballeros, those on a 75 among them; what stands beside
    the castillo is in it.
    """
    for p in range(s.players):
        if s.strangers[p] < 0 or caballeros_of(s, p) + s.strangers[p] != CABALLEROS:
            return Broken.CABALLEROS
        if s.grande[p] < 0 or s.grande[p] > CASTILLO:
            return Broken.GRANDES
        beside = 0
        if s.collapse:
            beside = s.castillo[p] - s.inside[p]
        if s.beside[p] != beside:
            return Broken.BESIDE
    for p in range(s.players, SEATS):
        if caballeros_of(s, p) != 0:
            return Broken.COLOURS
    return Broken.NOTHING


@rule
def broken_cards(s):
    """KI-1.1: cards in a hand were never shown, and thirteen cards are chosen."""
    for p in range(s.players):
        if s.hand[p] & ~unseen_cards(s, p):
            return Broken.HANDS
        if s.used[p] & s.hand[p]:
            return Broken.USED
        if s.phase == Phase.DISCARD and count_bits(s.hand[p]) < CHOSEN:
            return Broken.DISCARDS
    return Broken.NOTHING


@rule
def broken_places(s):
    """EG-6.2, KI-C-95, KI-C-73: the king and protected regions are closed; tiles lie apart, a
    turned one on the board.
    """
    if s.king < 0 or s.king >= CASTILLO:
        return Broken.KING
    closed = 1 << s.king | s.protected
    if s.no_entry != closed or s.no_exit != closed:
        return Broken.CLOSED
    if s.tile_at[0] != BESIDE and s.tile_at[0] == s.tile_at[1]:
        return Broken.TILES
    for t in range(2):
        if s.tile_at[t] == CASTILLO or (s.turned >> t & 1 and s.tile_at[t] == BESIDE):
            return Broken.TILES
    return Broken.NOTHING


@rule
def broken_limits(s):
    """KI-C-66: a region with a 66 holds six caballeros and has room for no seventh."""
    limited = 0
    for p in range(s.players):
        if s.limit_at[p] > 0:
            limited |= 1 << (s.limit_at[p] - 1)
    if limited != s.limited:
        return Broken.LIMITS
    for r in range(REGIONS):
        n = 0
        for p in range(s.players):
            n += s.regions[r][p]
        full = 0
        if limited >> r & 1:
            if n > ROOM:
                return Broken.LIMITS
            full = n // ROOM
        if s.no_room >> r & 1 != full:
            return Broken.LIMITS
    return Broken.NOTHING


@rule
def broken_doubles(s):
    """KI-C-130: doubled regions are different, and each was chosen at its time; the counting paper
    is empty.
    """
    chosen = 0
    for p in range(SEATS):
        if s.sums[p] != 0:
            return Broken.SUMS
        if min(1, s.double_at[p]) != min(1, s.double_rank[p]):
            return Broken.DOUBLES
        if s.double_at[p] > 0:
            if chosen >> s.double_at[p] & 1:
                return Broken.DOUBLES
            chosen |= 1 << s.double_at[p]
    return Broken.NOTHING


broken = first_broken(broken_pieces, broken_cards, broken_places, broken_limits, broken_doubles)
