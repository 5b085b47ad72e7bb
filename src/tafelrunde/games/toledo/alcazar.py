"""TO-6 and TO-9: entering the Alcazar, and what counts at the end."""
from ...kernel import emit, lowest_bit, rule
from .business import land_done
from .cards import count_value
from .events import Event
from .fields import Phase
from .tables import (
    FIRST_GATE,
    MOVEMENT_COST,
    OF_TYPE,
    PAINTING,
    PAINTINGS,
    PAWNS_TO_END,
    SWORD_VALUE,
    VALUES,
    Master,
)


@rule
def enter(s, seat, gate):
    """TO-6.1: a pawn on a gate is in the Alcazar to the end.  TO-9.1: the third one begins the last
    round.
    """
    s.inside[seat][gate - FIRST_GATE] += 1
    n = pawns_inside(s, seat)
    emit(s, Event.ENTERED, seat, gate, n)
    if n >= PAWNS_TO_END and s.last_round < 0:
        s.last_round = seat
        emit(s, Event.LAST_ROUND, seat)
    if s.blades[seat] != 0:
        s.phase = Phase.DELIVER
    else:
        land_done(s)


@rule
def pawns_inside(s, seat):
    """A seat's pawns in the Alcazar."""
    return s.inside[seat][0] + s.inside[seat][1]


@rule
def deliver(s, seat, kind):
    """TO-6.1: the pawn takes one of its owner's swords along."""
    sword = lowest_bit(s.blades[seat] & OF_TYPE[kind])
    s.blades[seat] &= ~(1 << sword)
    s.delivered[seat] |= 1 << sword
    emit(s, Event.DELIVERED, seat, SWORD_VALUE[sword])
    land_done(s)


@rule
def points(s, seat):
    """TO-9.2, TO-8.2: swords inside in full, others half, paintings, gems by twos, less 2 per
    movement tile.
    """
    swords = from_swords(s.delivered[seat], 1) + from_swords(s.blades[seat], 2)
    return swords + from_paintings(s, seat) + from_gems(s, seat) + less_for_movement(s, seat)


@rule
def from_swords(swords, part):
    """TO-9.2: each sword of a set counts its value, divided by `part` and rounded down."""
    total = 0
    while swords != 0:
        total += SWORD_VALUE[lowest_bit(swords)] // part
        swords &= swords - 1
    return total


@rule
def from_paintings(s, seat):
    """TO-9.2: paintings count what is printed on them."""
    total = 0
    for i in range(PAINTINGS):
        if s.painting[i] == seat:
            total += PAINTING[i]
    return total


@rule
def from_gems(s, seat):
    """TO-9.2: two gems count a point."""
    return s.gems[seat] // 2


@rule
def less_for_movement(s, seat):
    """TO-8.2: each movement tile costs points."""
    return -MOVEMENT_COST * s.masters[seat][Master.MOVEMENT]


@rule
def standing(s, seat):
    """TO-9.3: points, then cards in hand, then (once the game is over: hands are hidden) the sum of
    these cards.
    """
    total = 0
    if s.phase == Phase.OVER:
        total = hand_sum(s, seat)
    return ((points(s, seat) + 1000) * 128 + s.held[seat]) * 1024 + total


@rule
def hand_sum(s, seat):
    """The sum of the values in a hand."""
    total = 0
    for value in range(1, VALUES + 1):
        total += value * count_value(s, seat, value)
    return total
