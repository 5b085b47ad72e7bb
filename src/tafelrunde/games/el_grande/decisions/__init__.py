"""Every kind of decision in El Grande.  A chapter says what is asked, what is legal, what an answer
does, and why not.
"""
from __future__ import annotations

from ....kernel import Decisions, Refusal, declared, rule
from .. import one_card
from ..actions import ACTIONS
from ..fields import Phase
from ..rounds import go_on
from ..state import State
from . import dialling, moving, pieces, powers, recruiting, returning, scoring, turn

DECISIONS = Decisions("phase", Phase.OVER, ACTIONS, *declared(
    powers, recruiting, turn, moving, returning, dialling, scoring, pieces, one_card))
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
