"""TO-2 and TO-3: drawing, placing a shop, putting a pawn back; and how a turn ends."""
from ...kernel import emit, rule
from .cards import discard, draw_for
from .events import Event
from .fields import Phase
from .pawns import go_home, leave
from .tables import DRAW_ACTION


@rule
def draw_two(s, seat):
    """TO-2.1: two money cards from the pile."""
    draw_for(s, seat, Event.DRAW, DRAW_ACTION)
    end_turn(s)


@rule
def build(s, seat, kind, circles, step):
    """TO-3.1: a shop tile is placed on an empty lot and stays there."""
    s.shop[step] = kind + 1
    s.owner[step] = seat
    s.built |= 1 << step
    s.room |= 1 << step
    if circles == 2:
        s.double |= 1 << step
    s.supply[seat] &= ~(1 << (kind * 2 + circles - 1))
    emit(s, Event.BUILT, seat, kind + 1, circles, step)
    end_turn(s)


@rule
def put_back(s, seat, step):
    """TO-2.4: a player's own pawn returns from the road to the cathedral; that is the whole
    turn.
    """
    leave(s, seat, step)
    go_home(s, seat)
    emit(s, Event.RETURNED, seat, step)
    end_turn(s)


@rule
def end_turn(s):
    """TO-4.3: the first card is discarded now.  TO-9.1: the game ends before the seat that has
    three pawns inside.
    """
    if s.front >= 0:
        discard(s, s.front)
    s.front = -1
    s.series = 0
    s.opening = 0
    s.extra_used = 0
    s.spot = 0
    s.turn = (s.turn + 1) % s.players
    s.phase = Phase.TURN
    if s.turn == s.last_round:
        finish(s)
    elif s.cap > 0:
        s.turns += 1
        if s.turns == s.cap * s.players:
            emit(s, Event.STOPPED, s.cap)
            finish(s)


@rule
def finish(s):
    """The game is over."""
    s.phase = Phase.OVER
    emit(s, Event.OVER)
