"""RH-10.1 and RH-10.2: bishops and the archbishop."""
from __future__ import annotations

from ...kernel import emit, rule
from .events import Event
from .numbers import bishoprics_of, owner_of
from .readings import bishop_per_bishopric

COMES, GOES = 1, -1
"""What a bishop does, as the sign of the change."""


@rule
def appoint(s, duchy, sign):
    """RH-10.1: the bishop of a duchy COMES to its owner, or GOES."""
    n = bishoprics_of(s, duchy)
    owner = owner_of(s, duchy)
    if n > 0 and owner >= 0:
        if not bishop_per_bishopric(s):
            n = 1
        s.bishops[owner] += sign * n


@rule
def crown(s):
    """RH-10.2: whoever has strictly the most bishops is the archbishop."""
    most = 0
    who = -1
    for p in range(s.players):
        if s.bishops[p] > most:
            most = s.bishops[p]
            who = p
        elif s.bishops[p] == most:
            who = -1
    if who != s.archbishop:
        if who >= 0:
            emit(s, Event.ARCHBISHOP, who)
        else:
            emit(s, Event.NO_ARCHBISHOP, s.archbishop)
        s.archbishop = who
