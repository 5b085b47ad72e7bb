"""Every kind of decision in König & Intrigant: its own, and what is otherwise in those that it
shares with El Grande.
"""
from __future__ import annotations

from ....kernel import Decisions, Refusal, rule
from ..actions import ACTIONS
from ..closing import note_changes
from ..fields import Phase
from ..rounds import go_on
from ..state import State
from .before import DISCARD, FIRST_DIAL
from .cards import LAY, ROLE, SECOND, WHIRLWIND
from .dialling import DIAL, SPY
from .intriguing import GATHER, INTRIGUE
from .moving import EXTRA, FOLLOW, RESTORE, TAKE, TO
from .naming import DOUBLE, NAME, REGION
from .pieces import GRANDE, KING, REMOVE, TILE, TURN
from .returning import RETURN_OF, RETURN_OWN, THROW
from .scoring import SCORE, STRANGER
from .turn import ANNOUNCED, COURT, MENU, PLACING, RECALL

DECISIONS = Decisions(
    "phase", Phase.OVER, ACTIONS, DISCARD, FIRST_DIAL, LAY, SECOND, WHIRLWIND, COURT, RECALL, ROLE, MENU, PLACING, ANNOUNCED,
    INTRIGUE, GATHER, TAKE, TO, REGION, RETURN_OWN, RETURN_OF, DIAL, SCORE, TILE, GRANDE, FOLLOW, KING, EXTRA, THROW, DOUBLE, NAME,
    STRANGER, TURN, REMOVE, SPY, RESTORE)
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
