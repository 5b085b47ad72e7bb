"""KI-3.4: special actions that cannot be carried out."""
from __future__ import annotations

from ...kernel import emit, rule
from .events import Event


@rule
def nothing(s, seat):
    """KI-3.4: an action that cannot be carried out ends at once."""
    emit(s, Event.NOTHING_HAPPENS, seat)
    return 1


@rule
def unless(s, seat, finished):
    """0 if a decision is open; 1 if there is nothing to decide, which is told."""
    if finished:
        return nothing(s, seat)
    return 0
