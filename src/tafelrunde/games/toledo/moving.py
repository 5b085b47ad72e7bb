"""TO-4 and TO-8: moving pawns with money cards, and with the extra cards of movement tiles."""
from ...kernel import emit, rule
from .alcazar import enter
from .business import open_business
from .cards import discard, let_go, lowest_card
from .events import Event
from .fields import Phase
from .pawns import leave, take_circle
from .tables import FIRST_GATE


@rule
def move(s, seat, value, step):
    """TO-4.1, TO-4.3: the first card stays in front of the player and sets the value; later ones
    are discarded.
    """
    card = lowest_card(s, seat, value)
    let_go(s, seat, card)
    if s.series == 0:
        s.series = value
        s.front = card
        s.opening = 0
    else:
        discard(s, card)
    emit(s, Event.MOVED, seat, value, step, step + value)
    advance(s, seat, step, step + value)


@rule
def move_extra(s, seat, value, step):
    """TO-8.1: a movement tile allows a card of any value, which is discarded at once."""
    card = lowest_card(s, seat, value)
    let_go(s, seat, card)
    discard(s, card)
    s.extra_used += 1
    if s.series == 0:
        s.opening = value
    emit(s, Event.MOVED_EXTRA, seat, value, step, step + value)
    advance(s, seat, step, step + value)


@rule
def advance(s, seat, step, target):
    """TO-4.2, TO-4.4: a pawn lands: on a gate, on a free circle, or on a full space."""
    if s.phase != Phase.FULL:
        leave(s, seat, step)
    s.spot = target
    if target >= FIRST_GATE:
        enter(s, seat, target)
    elif s.room >> target & 1:
        take_circle(s, seat, target)
        open_business(s, seat, target)
    else:
        s.phase = Phase.FULL
        emit(s, Event.FULL, seat, target)
