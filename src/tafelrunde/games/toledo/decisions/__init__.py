"""Every kind of decision in Toledo.  Each module says what is asked, what is legal, and why not."""
from __future__ import annotations

from ....kernel import Decisions, Refusal, by_verb, declared, rule
from ..actions import ACTIONS
from ..alcazar import deliver
from ..business import do_business, forge, give_back, learn, pay
from ..duels import duel
from ..fields import Phase
from ..moving import move, move_extra
from ..state import State
from ..turn import build, draw_two, put_back
from . import business, turn
from .business import leave_it
from .turn import stop_moving


@rule
def pending(s):
    """The seat on turn decides."""
    if s.phase == Phase.OVER:
        return 0
    return 1 << s.turn


DECISIONS = Decisions("phase", Phase.OVER, ACTIONS, *declared(turn, business))
apply = by_verb("apply", ACTIONS, {
    "draw": draw_two, "shop": build, "back": put_back, "move": move, "extra": move_extra, "duel": duel, "free": do_business,
    "pay": pay, "skip": leave_it, "sword": forge, "master": learn, "return": give_back, "deliver": deliver,
    "deliver_none": leave_it, "end": stop_moving,
})
"""TO-2: carry out a legal action."""
LATER = {
    "duel": ("TO-4.4", "no_full_space"),
    "free": ("TO-5.1", "no_landing"),
    "pay": ("TO-5.1", "no_landing"),
    "skip": ("TO-5.1", "no_landing"),
    "sword": ("TO-5.3", "no_smith"),
    "master": ("TO-5.3", "no_master"),
    "return": ("TO-5.3", "no_return"),
    "deliver": ("TO-6.1", "no_entering"),
    "end": ("TO-2", "must_act"),
}
"""Between landings: actions that need an occasion that is not there."""


def why_not(s: State, seat: int, action: int) -> Refusal | None:
    """None if an action of the seat on turn is legal; otherwise the rule that forbids it."""
    asked, verb = DECISIONS.of[s.phase], ACTIONS.verb_of[action]
    if s.phase in (Phase.TURN, Phase.MORE) and verb.label.lower() not in asked.verbs and verb.verb in LATER:
        return Refusal(*LATER[verb.verb])
    return DECISIONS.refusal(s, seat, action)
