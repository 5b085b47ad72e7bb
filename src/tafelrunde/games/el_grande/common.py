"""The law that El Grande and König & Intrigant have in common: whose decision it is, and what is legal on the board."""
from __future__ import annotations

from ...kernel import allow, emit, rule
from .actions import Act
from .events import Event
from .fields import Part, Phase
from .moving import legal_extra, legal_take, legal_to
from .pieces import legal_king
from .recruiting import legal_court, legal_recall
from .returning import legal_return_of, legal_return_own
from .vetoes import ask_next_veto

ON_BOARD = (1 << Phase.COURT | 1 << Phase.RECALL | 1 << Phase.TAKE | 1 << Phase.TO | 1 << Phase.EXTRA | 1 << Phase.RETURN_OWN
            | 1 << Phase.RETURN_OF | 1 << Phase.KING | 1 << Phase.VETO)
"""The phases in which the same is legal in both titles, as a set."""


@rule
def pending(s):
    """The seats that must decide."""
    return s.waiting


@rule
def points(s, seat):
    """EG-8.5: points."""
    return s.score[seat]


@rule
def legal_on_board(s, seat, mask):
    """Caballeros come to court, move, enter and go back; the king travels; a Veto is decided."""
    phase = s.phase
    if phase == Phase.COURT:
        legal_court(s, seat, mask)
    elif phase == Phase.TAKE:
        legal_take(s, seat, mask)
    elif phase == Phase.TO:
        legal_to(s, seat, mask)
    elif phase == Phase.RETURN_OWN:
        legal_return_own(s, seat, mask)
    elif phase == Phase.RETURN_OF:
        legal_return_of(s, seat, mask)
    elif phase == Phase.RECALL:
        legal_recall(s, seat, mask)
    elif phase == Phase.EXTRA:
        legal_extra(s, seat, mask)
    elif phase == Phase.KING:
        legal_king(s, seat, mask)
    else:
        allow(mask, Act.VETO)
        allow(mask, Act.ALLOW)


@rule
def announce(s, seat, holders):
    """EG-R52, KI-6.1: a special action is announced; holders of a Veto are asked before anything of it happens.  1 when none is."""
    s.parts &= ~Part.ACTION
    s.part = Part.ACTION
    emit(s, Event.ANNOUNCED, seat)
    s.judge = seat
    if holders == 0:
        return 1
    return ask_next_veto(s, holders)


@rule
def end_game(s):
    """The last general scoring is done: nobody has anything left to decide."""
    s.phase = Phase.OVER
    s.waiting = 0
    emit(s, Event.OVER)
