"""TO-1: setup."""
from ...kernel import draw_bit, emit, rule
from .cards import draw_card, take_in
from .events import Event
from .fields import Phase
from .tables import (
    CARDS,
    CIRCLES,
    GATE,
    GEMS,
    MASTER_KINDS,
    MASTER_TILES,
    METAL,
    PAINTINGS,
    PAWNS,
    PRINTED,
    SPLIT,
    START_HAND,
    STEPS,
    SWORDS,
)


@rule
def setup(s):
    """TO-1: lay everything out, deal seat by seat, draw the start player or take the one that was
    named.
    """
    lay_out_board(s)
    lay_out_stock(s)
    for seat in range(s.players):
        s.home[seat] = PAWNS
        s.supply[seat] = 0xFF
    s.pile[0] = (1 << SPLIT) - 1
    s.pile[1] = (1 << (CARDS - SPLIT)) - 1
    s.pile_left = CARDS
    deal(s)
    if s.first:
        s.turn = s.first - 1
        emit(s, Event.NAMED_START, s.turn)
    else:
        s.turn = draw_bit(s, (1 << s.players) - 1)
        emit(s, Event.START, s.turn)
    s.phase = Phase.TURN


@rule
def lay_out_board(s):
    """TO-1.1: taverns and the artist are printed on the road; everything else is still empty."""
    for step in range(STEPS):
        s.shop[step] = PRINTED[step]
        s.owner[step] = -1
        if GATE[step]:
            s.room |= 1 << step
        if CIRCLES[step] > 0:
            s.built |= 1 << step
            s.room |= 1 << step
        if CIRCLES[step] > 1:
            s.double |= 1 << step
    s.last_round = -1
    s.front = -1
    s.taken = -1


@rule
def lay_out_stock(s):
    """TO-1.1: paintings, swords, fencing tiles, metal and gems."""
    for i in range(PAINTINGS):
        s.painting[i] = -1
    s.rack = (1 << SWORDS) - 1
    for kind in range(MASTER_KINDS):
        s.masters_left[kind] = MASTER_TILES[kind]
    s.metal_left = METAL
    s.gems_left = GEMS


@rule
def deal(s):
    """TO-1.2: five money cards each."""
    for seat in range(s.players):
        for _ in range(START_HAND):
            card = draw_card(s)
            emit(s, Event.DEAL, seat, card)
            take_in(s, seat, card)
