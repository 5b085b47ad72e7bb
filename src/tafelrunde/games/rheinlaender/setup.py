"""RH-1: the realm centres, the pieces, the hands and the start player."""
from __future__ import annotations

from ...kernel import draw_bit, draw_kind, emit, rule
from .events import Event
from .fields import Phase
from .tables import BANK_WORDS, BANKS_IN, EVERY_CARD, FORTS, HAND, KNIGHTS, SITES, TILE_COUNT, TILE_KINDS


@rule
def setup(s):
    """RH-1.1 the realm centres, RH-1.2 the pieces, RH-1.3 the hands (only number cards), RH-1.4 the
    start player.
    """
    for kind in range(TILE_KINDS):
        s.tiles_left[kind] = TILE_COUNT[kind]
    for site in range(SITES):
        lay_tile(s, site)
    for p in range(s.players):
        s.supply[p] = KNIGHTS[s.players]
        s.forts_left[p] = FORTS
    for word in range(BANK_WORDS):
        s.free[word] = BANKS_IN[word]
    s.pile = EVERY_CARD
    for p in range(s.players):
        for i in range(HAND):
            card = draw_bit(s, s.pile)
            emit(s, Event.DEAL, p, card)
            s.pile &= ~(1 << card)
            s.hand[p][i] = card + 1
    if s.first:
        s.start = s.first - 1
        emit(s, Event.NAMED_START, s.start)
    else:
        s.start = draw_bit(s, (1 << s.players) - 1)
        emit(s, Event.START, s.start)
    s.turn = s.start
    s.archbishop = -1
    s.phase = Phase.CARD


@rule
def lay_tile(s, site):
    """RH-1.1: draw a realm centre and lay it on a site."""
    kind = draw_kind(s, s.tiles_left, TILE_KINDS)
    emit(s, Event.TILE, site, kind)
    s.tiles_left[kind] -= 1
    s.centre[site] = kind
