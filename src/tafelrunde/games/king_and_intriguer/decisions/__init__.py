"""Every kind of decision in König & Intrigant: its own, and what is otherwise in those that it
shares with El Grande.
"""
from __future__ import annotations

from ....kernel import Decisions, Refusal, declared, rule
from .. import intriguing
from ..actions import ACTIONS
from ..closing import note_changes
from ..fields import Phase
from ..rounds import go_on
from ..state import State
from . import before, cards, dialling, moving, naming, pieces, returning, scoring, turn

DECISIONS = Decisions("phase", Phase.OVER, ACTIONS, *declared(
    before, cards, turn, intriguing, moving, naming, returning, dialling, scoring, pieces))
decide = DECISIONS.decide


@rule
def apply(s, seat, action):
    """Carry out a decision, up to the next one."""
    go_on(s, decide(s, seat, action))
    if s.limited or s.collapse or s.no_room:
        note_changes(s)


def why_not(s: State, seat: int, action: int) -> Refusal | None:
    """None when the action is legal for a pending seat; otherwise the rule that forbids it, and the
    reason.
    """
    return DECISIONS.refusal(s, seat, action)
