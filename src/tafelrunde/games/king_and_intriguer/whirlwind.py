"""113: the whirlwind."""
from __future__ import annotations

from ...kernel import emit, rule
from .actions import Act
from .closing import regions_with_room
from .events import Event
from .fields import Phase


@rule
def sweep(s, seat):
    """KI-C-113, KI-6.7: half of everybody's caballeros, rounded up, go to court; those of its
    player come back.  1 when done.
    """
    region = s.whirlwind[seat] - 1
    emit(s, Event.WHIRLWIND_SHOWN, seat, region)
    s.whirlwind[seat] = 0
    if s.no_exit >> region & 1:
        emit(s, Event.WHIRLWIND_CALM, region)
        return 1
    own = (s.regions[region][seat] + 1) // 2
    for p in range(s.players):
        n = (s.regions[region][p] + 1) // 2
        if n > 0:
            s.regions[region][p] -= n
            s.court[p] += n
            emit(s, Event.SWEPT, p, region, n)
    s.left = own
    s.targets = regions_with_room(s, own)
    s.phase = Phase.RESTORE
    if own == 0 or s.targets == 0:
        return 1
    return 0


@rule
def apply_restoring(s, seat, action):
    """KI-6.7: all of them go together into one region."""
    region = action - Act.PLACE
    s.court[seat] -= s.left
    s.regions[region][seat] += s.left
    emit(s, Event.SWEPT_PLACED, seat, region, s.left)
