"""Taking caballeros to court, by a power card, an action card or an ability (EG-3.2, EG-3.3)."""
from __future__ import annotations

from ...kernel import allow, allow_set, emit, rule
from .actions import Act
from .board import standing_in
from .events import Event
from .fields import Phase


@rule
def begin_court(s, seat, n):
    """EG-3.2: at most n caballeros may come to court.  1 when there is nothing to decide, 0 when a
    decision is open.
    """
    s.left = n
    s.waiting = 1 << seat
    s.phase = Phase.COURT
    if n == 0:
        return 1
    return 0


@rule
def legal_court(s, seat, mask):
    """EG-3.2: none up to the number, as far as the province allows."""
    allow_set(mask, Act.COURT, (2 << min(s.left, s.province[seat])) - 1)


@rule
def apply_court(s, seat, action):
    """EG-3.2; EG-3.3: when the province is empty, missing ones may be called back from regions.  1
    when finished.
    """
    n = action - Act.COURT
    s.province[seat] -= n
    s.court[seat] += n
    s.left -= n
    if n > 0:
        emit(s, Event.TO_COURT, seat, n)
    if s.left > 0 and s.province[seat] == 0 and standing_in(s, seat, 1):
        s.phase = Phase.RECALL
        return 0
    return 1


@rule
def legal_recall(s, seat, mask):
    """EG-3.3: from any region but the king's."""
    allow_set(mask, Act.RECALL, standing_in(s, seat, 1))
    allow(mask, Act.DONE)


@rule
def apply_recall(s, seat, action):
    """EG-3.3: one caballero from a region to the court.  1 if finished."""
    if action == Act.DONE:
        return 1
    region = action - Act.RECALL
    s.regions[region][seat] -= 1
    s.court[seat] += 1
    s.left -= 1
    emit(s, Event.RECALLED, seat, region)
    if s.left == 0:
        return 1
    return 0
