"""What lies on the table before the first draw: supplies, hands, modifiers, decks (EG-1, EG-10.1,
EG-11.1, EG-12.1).
"""
from __future__ import annotations

from ...kernel import draw_between, draw_bit, emit, rule
from .board import stand_king
from .events import Event
from .tables import (
    ALL_MODIFIERS,
    ALL_REGIONS,
    AT_COURT,
    AT_HOME,
    BASE,
    BESIDE,
    CABALLEROS,
    CARDS,
    DECK_OF,
    DECK_START,
    FULL_HAND,
    GRAND_STRATEGY,
    OLD,
    REGENT,
    SEATS,
    SECRET_BALLOT,
    VETO,
)


@rule
def clear_pieces(s):
    """EG-1.1, EG-1.3: all pieces in their supplies, tiles beside the board."""
    for p in range(SEATS):
        s.grande[p] = BESIDE
        s.dial[p] = -1
    for p in range(s.colours):
        s.province[p] = CABALLEROS
    s.tile_at[0] = BESIDE
    s.tile_at[1] = BESIDE
    s.source = -1


@rule
def draw_homes(s):
    """EG-1.4 to EG-1.6: region cards place the king and everybody's first pieces; who starts is
    drawn or named.
    """
    free = ALL_REGIONS
    king = draw_bit(s, free)
    emit(s, Event.KING, king)
    stand_king(s, king)
    free &= ~(1 << king)
    for p in range(s.players):
        home = draw_bit(s, free)
        emit(s, Event.HOME, p, home)
        free &= ~(1 << home)
        s.grande[p] = home
        s.regions[home][p] = AT_HOME
        s.court[p] = AT_COURT
        s.province[p] -= AT_HOME + AT_COURT
    if s.first:
        s.starter = s.first - 1
        emit(s, Event.NAMED_START, s.starter)
    else:
        s.starter = draw_bit(s, (1 << s.players) - 1)
        emit(s, Event.START, s.starter)


@rule
def clear_board(s):
    """EG-1.1, EG-9.4: all pieces in their supplies, full hands, tiles beside the board."""
    clear_pieces(s)
    for p in range(s.colours):
        s.hand[p] = FULL_HAND
    s.card = -1
    s.region_cards = 0
    if s.players == 2:
        s.region_cards = ALL_REGIONS


@rule
def deal_modifiers(s):
    """EG-12.1: three to each player; the rest stays in the box unseen."""
    free = ALL_MODIFIERS
    for p in range(s.players):
        for _ in range(3):
            m = draw_bit(s, free)
            emit(s, Event.DEAL, p, m)
            free &= ~(1 << m)
            s.modifiers[p] |= 1 << m


@rule
def stack_decks(s):
    """EG-1.2, EG-10.1, EG-11.1, EG-13.2: which cards are in the decks."""
    for c in range(CARDS):
        s.deck[c] = deck_copies(s, c)
    for deck in range(1, 5):
        for _ in range(alternatives_of(s, deck)):
            card = draw_between(s, s.deck, DECK_START[deck], DECK_START[deck + 1])
            emit(s, Event.BOX, deck, card)
            s.deck[card] -= 1
            s.boxed[card] += 1
    if s.edition == 0:
        s.deck[GRAND_STRATEGY] += s.extra[0]
        s.deck[VETO] += s.extra[1]
        s.deck[SECRET_BALLOT] += s.extra[2]


@rule
def deck_copies(s, card):
    """How many of a card the decks hold before alternative cards are added."""
    if s.edition == 1:
        return OLD[card]
    if DECK_OF[card] == 5 and s.regent:
        return REGENT[card]
    return BASE[card]


@rule
def alternatives_of(s, deck):
    """How many alternative cards are added to a deck."""
    if deck == 1:
        return s.extra[0]
    if deck == 2:
        return s.extra[1]
    if deck == 4:
        return s.extra[2]
    return 0
