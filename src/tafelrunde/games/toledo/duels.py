"""TO-7: duels."""
from ...kernel import emit, rule
from .business import land_done, open_business
from .cards import discard, draw_card
from .events import Event
from .pawns import go_home, leave, take_circle
from .tables import ATTACKER_CLEAR, BACKGROUND, BOUTS_TO_WIN, NEUTRAL

BY_TILE = 0
BY_FIGURE = 1
BY_DEFAULT = 2


@rule
def duel(s, seat, rival):
    """TO-7.1, TO-7.2: best of three; the loser's pawn goes to the cathedral, and the turn goes on
    either way.
    """
    step = s.spot
    emit(s, Event.CHALLENGED, seat, rival, step)
    won = 0
    lost = 0
    while won < BOUTS_TO_WIN and lost < BOUTS_TO_WIN:
        if fight(s, seat, rival):
            won += 1
        else:
            lost += 1
    if won == BOUTS_TO_WIN:
        emit(s, Event.DUEL_WON, seat, rival, won, lost)
        leave(s, rival, step)
        go_home(s, rival)
        take_circle(s, seat, step)
        open_business(s, seat, step)
    else:
        emit(s, Event.DUEL_LOST, seat, rival, won, lost)
        go_home(s, seat)
        land_done(s)


@rule
def fight(s, seat, rival):
    """TO-7.1, TO-7.3: one bout: whether the challenger wins it.  Without a card the defender does
    (TO-R3).
    """
    card = draw_card(s)
    if card < 0:
        emit(s, Event.BOUT, rival, NEUTRAL, BY_DEFAULT, 0)
        return False
    emit(s, Event.DUEL, seat, card)
    discard(s, card)
    colour = BACKGROUND[card]
    clear = ATTACKER_CLEAR[card]
    if colour != NEUTRAL:
        trained = s.masters[seat][colour] > 0
        if trained != (s.masters[rival][colour] > 0):
            if trained:
                emit(s, Event.BOUT, seat, colour, BY_TILE, clear)
            else:
                emit(s, Event.BOUT, rival, colour, BY_TILE, clear)
            return trained
    if clear:
        emit(s, Event.BOUT, seat, colour, BY_FIGURE, clear)
    else:
        emit(s, Event.BOUT, rival, colour, BY_FIGURE, clear)
    return clear == 1
