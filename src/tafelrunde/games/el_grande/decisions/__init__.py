"""Every kind of decision in El Grande.  A chapter says what is asked, what is legal, what an answer
does, and why not.
"""
from __future__ import annotations

from ....kernel import Decisions, Refusal, rule
from ..actions import ACTIONS
from ..fields import Phase
from ..rounds import go_on
from ..state import State
from .dialling import DIAL
from .moving import EXTRA, REGION, TAKE, TO
from .pieces import GRANDE, KING, TILE
from .powers import MODIFIER, PASS, POWER, REGAIN
from .recruiting import COURT, RECALL
from .returning import RETURN_OF, RETURN_OWN
from .scoring import SCORE
from .special import ESCORT, OPTION, SWAP
from .turn import ANNOUNCED, CARD, MENU, PLACING, USE_ABILITY

BOARD = {d.kind: d for d in (
    COURT, RECALL, MENU, PLACING, ANNOUNCED, TAKE, TO, REGION, RETURN_OWN, RETURN_OF, DIAL, SCORE, TILE, GRANDE, KING, EXTRA)}
"""The board's decisions by kind: König & Intrigant has them too, and says what is otherwise
there.
"""
DECISIONS = Decisions(
    "phase", Phase.OVER, ACTIONS, *BOARD.values(), PASS, POWER, MODIFIER, USE_ABILITY, CARD, REGAIN, ESCORT, SWAP, OPTION)
decide = DECISIONS.decide


@rule
def apply(s, seat, action):
    """Carry out a decision, up to the next one."""
    go_on(s, decide(s, seat, action))


def why_not(s: State, seat: int, action: int) -> Refusal | None:
    """None when the action is legal for a pending seat; otherwise the rule that forbids it, and the
    reason.

    This is the law once more, from the rulebook's side: tests hold it against what is legal, for
    every action at every decision of many games.
    """
    about = {"card": ("card", s.card)} if s.card >= 0 else {}
    return DECISIONS.refusal(s, seat, action, **about)
