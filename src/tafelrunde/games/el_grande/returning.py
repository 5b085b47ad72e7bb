"""Caballeros sent back to the province (EG-5.3)."""
from __future__ import annotations

from ...kernel import allow, allow_set, rule
from .actions import Act
from .board import send_back, send_back_from_court, standing_in
from .fields import Phase
from .tables import REGIONS


@rule
def return_next(s, n, last):
    """EG-C-withdrawal: the next seat clockwise, before `last`, that has something returns n.  1
    when nobody is left.
    """
    s.asked = (s.asked + 1) % s.players
    while s.asked != last:
        if begin_return(s, s.asked, n) == 0:
            return 0
        s.asked = (s.asked + 1) % s.players
    return 1


@rule
def begin_return(s, seat, n):
    """EG-5.3: a seat returns n of its own.  1 if it has nothing to return."""
    if s.court[seat] == 0 and standing_in(s, seat, 1) == 0:
        return 1
    s.left = n
    s.waiting = 1 << seat
    s.phase = Phase.RETURN_OWN
    return 0


@rule
def legal_return_own(s, seat, mask):
    """EG-5.3: from the court, or a region but the king's; never from the castillo."""
    allow_set(mask, Act.RETURN_OWN, standing_in(s, seat, 1))
    if s.court[seat] > 0:
        allow(mask, Act.RETURN_OWN + REGIONS)


@rule
def apply_return_own(s, seat, action):
    """One of the player's own caballeros goes back.  1 when the number is reached or nothing is
    left.
    """
    place = action - Act.RETURN_OWN
    if place == REGIONS:
        send_back_from_court(s, seat, 1)
    else:
        send_back(s, seat, place, 1)
    s.left -= 1
    if s.left == 0 or (s.court[seat] == 0 and standing_in(s, seat, 1) == 0):
        return 1
    return 0


@rule
def banish_next(s, seat):
    """EG-C-banishment: the next colour clockwise that has a caballero to lose.  1 when there is
    none.
    """
    s.asked = (s.asked + 1) % s.colours
    while s.asked != seat:
        if standing_in(s, s.asked, 1):
            s.waiting = 1 << seat
            s.phase = Phase.RETURN_OF
            return 0
        s.asked = (s.asked + 1) % s.colours
    return 1


@rule
def begin_banish_one(s, seat):
    """One caballero of any opponent.  1 if there is none."""
    s.asked = -1
    s.waiting = 1 << seat
    s.phase = Phase.RETURN_OF
    for c in range(s.colours):
        if c != seat and standing_in(s, c, 1):
            return 0
    return 1


@rule
def legal_return_of(s, seat, mask):
    """The regions, except the king's, where the colour asked for (or any opposing one) stands."""
    for c in range(s.colours):
        if c == s.asked or (s.asked < 0 and c != seat):
            allow_set(mask, Act.RETURN_OF + c * REGIONS, standing_in(s, c, 1))


@rule
def apply_return_of(s, seat, action):
    """The caballero that was named goes back."""
    send_back(s, (action - Act.RETURN_OF) // REGIONS, (action - Act.RETURN_OF) % REGIONS, 1)


@rule
def levy_courts(s, seat, n):
    """EG-C-levy, EG-C-loss_of_authority: every opponent returns n (as far as they reach) from the
    court.
    """
    for p in range(s.players):
        if p != seat and s.court[p] > 0:
            send_back_from_court(s, p, min(n, s.court[p]))
