"""Every kind of decision in Toledo: what is asked, what is legal, and the rule that carries each action out."""
from __future__ import annotations

from ...kernel import Decision, Decisions, by_verb, rule
from . import prompts
from .actions import ACTIONS
from .alcazar import deliver
from .business import do_business, forge, give_back, land_done, learn, pay
from .duels import duel
from .fields import Phase
from .legal import legal_business, legal_deliver, legal_full, legal_master, legal_more, legal_return, legal_sword, legal_turn
from .moving import move, move_extra
from .turn import build, draw_two, end_turn, put_back


@rule
def pending(s):
    """The seat on turn decides."""
    if s.phase == Phase.OVER:
        return 0
    return 1 << s.turn


@rule
def holds_cards(s, seat):
    """Whether a card could follow: the hand is hidden, its size is not."""
    return s.held[seat] > 0


@rule
def could_pay(s, seat):
    """Whether a card could be paid; in a player's own shop none is."""
    return s.held[seat] > 0 and s.owner[s.spot] != seat


@rule
def leave_it(s, seat):
    """TO-5.4, TO-6.1: no business, no sword brought in."""
    land_done(s)


@rule
def stop_moving(s, seat):
    """TO-4.3: the move action ends."""
    end_turn(s)


DECISIONS = Decisions(
    "phase", Phase.OVER, ACTIONS,
    Decision(Phase.TURN, ("draw", "shop", "back", "move", "extra"), legal_turn, None, "TO-2", "one_action", prompts.turn,
             asks=holds_cards, name="turn"),
    Decision(Phase.MORE, ("move", "extra", "end"), legal_more, None, "TO-2", "one_action", prompts.more, asks=holds_cards,
             name="more"),
    Decision(Phase.FULL, ("duel", "move", "extra"), legal_full, None, "TO-4.4", "resolve_first", prompts.full, asks=holds_cards,
             name="full"),
    Decision(Phase.BUSINESS, ("free", "pay", "skip"), legal_business, None, "TO-5.4", "business_first", prompts.business,
             asks=could_pay, name="business"),
    Decision(Phase.SWORD, ("sword",), legal_sword, None, "TO-5.3", "sword_first", prompts.sword),
    Decision(Phase.MASTER, ("master",), legal_master, None, "TO-5.3", "master_first", "master"),
    Decision(Phase.RETURN, ("return",), legal_return, None, "TO-5.3", "return_first", prompts.give_back),
    Decision(Phase.DELIVER, ("deliver", "deliver_none"), legal_deliver, None, "TO-6.1", "deliver_first", "deliver"),
)
apply = by_verb("apply", ACTIONS, {
    "draw": draw_two, "shop": build, "back": put_back, "move": move, "extra": move_extra, "duel": duel, "free": do_business,
    "pay": pay, "skip": leave_it, "sword": forge, "master": learn, "return": give_back, "deliver": deliver,
    "deliver_none": leave_it, "end": stop_moving,
})
"""TO-2: carry out a legal action."""
