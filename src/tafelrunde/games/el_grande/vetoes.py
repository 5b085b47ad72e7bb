"""Veto: a whole announced special action is cancelled, decided at once (EG-C-veto, EG-R52 to
EG-R56).
"""
from __future__ import annotations

from ...kernel import allow, emit, rule
from .actions import Act
from .events import Event
from .fields import Part, Phase, Reading
from .tables import VETO


@rule
def next_marker(s):
    """EG-2.1, EG-9.1: the number of the round after this one; the short game skips 1, 4 and 7."""
    n = s.marker + 1
    if s.short_game and n % 3 == 1 and n < 9:
        n += 1
    return n


@rule
def hold_veto(s, seat):
    """The card lies before its taker until the end of the next round."""
    s.veto_seat[s.vetoes] = seat
    s.veto_until[s.vetoes] = next_marker(s)
    s.vetoes += 1
    emit(s, Event.VETO_HELD, seat, next_marker(s))


@rule
def held_when_taken(s):
    """EG-R55: a Veto is held as soon as its card is taken; by an option only when it is announced
    like any action.
    """
    return s.readings & Reading.VETO_HELD_ANNOUNCED == 0


@rule
def drop_veto(s, i):
    """The i-th Veto goes to the discard pile."""
    s.vetoes -= 1
    for k in range(i, s.vetoes):
        s.veto_seat[k] = s.veto_seat[k + 1]
        s.veto_until[k] = s.veto_until[k + 1]
    s.veto_seat[s.vetoes] = 0
    s.veto_until[s.vetoes] = 0
    s.discard[VETO] += 1


@rule
def veto_holders(s):
    """The seats with a Veto before them, as a set."""
    found = 0
    for i in range(s.vetoes):
        found |= 1 << s.veto_seat[i]
    return found


@rule
def ask_next_veto(s, holders):
    """EG-R52: the next other holder clockwise is asked, once.  1 if nobody is left."""
    s.judge = (s.judge + 1) % s.players
    while s.judge != s.actor:
        if holders >> s.judge & 1:
            s.waiting = 1 << s.judge
            s.phase = Phase.VETO
            return 0
        s.judge = (s.judge + 1) % s.players
    return 1


@rule
def legal_veto(s, seat, mask):
    """EG-C-veto: cancel it, or let it happen."""
    allow(mask, Act.VETO)
    allow(mask, Act.ALLOW)


@rule
def pause_for_veto(s):
    """EG-13.2: in the 1995 edition holders are asked again before every further piece of an
    action.
    """
    if s.edition == 1 and s.vetoes > 0 and s.part == Part.ACTION:
        phase = s.phase
        waiting = s.waiting
        s.judge = s.actor
        if ask_next_veto(s, veto_holders(s)) == 0:
            s.paused = phase
            s.paused_for = waiting


@rule
def resume(s):
    """Nobody objects: the action continues where it was."""
    s.phase = s.paused
    s.waiting = s.paused_for
    s.paused = 0
    s.paused_for = 0


@rule
def spend_veto(s, seat):
    """The holder's older card is used up."""
    i = 0
    while s.veto_seat[i] != seat:
        i += 1
    drop_veto(s, i)
    if s.paused:
        emit(s, Event.VETOED_REST, s.actor, seat)
    else:
        emit(s, Event.VETOED, s.actor, seat)


@rule
def drop_old_vetoes(s):
    """EG-R54: at the end of its last round a Veto lapses."""
    i = 0
    while i < s.vetoes:
        if s.veto_until[i] <= s.marker:
            emit(s, Event.VETO_LAPSED, s.veto_seat[i])
            drop_veto(s, i)
        else:
            i += 1


@rule
def took_veto_now(s):
    """Whether the seat on turn has this turn's card lying before it as a Veto."""
    if s.card != VETO or s.vetoes == 0:
        return 0
    return s.veto_seat[s.vetoes - 1] == s.actor and s.veto_until[s.vetoes - 1] == next_marker(s)
