"""KI-3.4: special actions that cannot be carried out."""
from __future__ import annotations

from ...kernel import emit, rule
from .events import Event


@rule
def nothing(s, seat):
    """KI-3.4: what cannot be done ends at once."""
    emit(s, Event.NOTHING_HAPPENS, seat)
    return 1


@rule
def unless(s, seat, finished):
    """A decision is open (0), or there is nothing to decide (1) and that is told."""
    if finished:
        return nothing(s, seat)
    return 0
