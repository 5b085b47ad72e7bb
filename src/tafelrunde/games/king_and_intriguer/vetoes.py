"""40: a whole announced special action is cancelled, once, at any moment of the round (KI-C-40,
KI-6.1).
"""
from __future__ import annotations

from ...kernel import emit, rule
from .cards import choose_role, may_choose_role, role_of
from .events import Event
from .fields import Role
from .tables import FORTY


@rule
def veto_holders(s):
    """KI-6.1: the seats that may use a 40 now; one whose role must be played, or was taken, is
    dead.
    """
    found = 0
    for p in range(s.players):
        if s.played[p] == FORTY + 1 and s.vetoed >> p & 1 == 0:
            if s.role[p] == Role.CARD or role_of(s, p) == Role.OPEN \
                    or (s.role[p] == Role.OPEN and may_choose_role(s, FORTY)):
                found |= 1 << p
    return found


@rule
def use_veto(s, seat):
    """KI-6.1: the card is used; before the player's own turn that is choosing the card instead of a
    role.
    """
    s.vetoed |= 1 << seat
    emit(s, Event.VETOED, s.actor, seat)
    if s.role[seat] == Role.OPEN and role_of(s, seat) != Role.OPEN:
        choose_role(s, seat, Role.CARD)
