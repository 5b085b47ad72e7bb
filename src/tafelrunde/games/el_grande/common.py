"""The law that El Grande and König & Intrigant have in common: whose decision it is, and how the
game ends.
"""
from __future__ import annotations

from ...kernel import emit, rule
from .events import Event
from .fields import Part, Phase
from .vetoes import ask_next_veto


@rule
def pending(s):
    """The seats that must decide."""
    return s.waiting


@rule
def points(s, seat):
    """EG-8.5: points."""
    return s.score[seat]


@rule
def ask_alone(s, seat):
    """Only the seat itself is asked, until another one is."""
    s.asked = seat
    s.waiting = 1 << seat


@rule
def announce(s, seat, holders):
    """EG-R52, KI-6.1: a special action is announced; holders of a Veto are asked before anything of
    it happens.  1 when none is.
    """
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
