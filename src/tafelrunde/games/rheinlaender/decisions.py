"""Every kind of decision in Rheinländer: what is asked, what is legal, and the rule that carries each action out."""
from __future__ import annotations

from ...kernel import Decision, Decisions, by_verb, rule
from . import prompts
from .actions import ACTIONS
from .fields import Stage
from .legal import legal_card, legal_end, legal_knight
from .turn import end_turn, lay_fort_in_turn, place_by_number, place_in_support, place_nothing, play_card, swap_in_turn


@rule
def pending(s):
    """The seat on turn decides, nobody else."""
    if s.stage == Stage.OVER:
        return 0
    return 1 << s.turn


DECISIONS = Decisions(
    "stage", Stage.OVER, ACTIONS,
    Decision(Stage.CARD, ("fort", "card", "nothing"), legal_card, None, "RH-2.1", "card_first", prompts.card, asks=True,
             name="card"),
    Decision(Stage.KNIGHT, ("knight", "support", "swap", "nothing"), legal_knight, None, "RH-2.1", "knight_first", prompts.knight),
    Decision(Stage.END, ("fort", "end"), legal_end, None, "RH-2.1", "knight_placed", prompts.end, name="end"),
)
apply = by_verb("apply", ACTIONS, {
    "fort": lay_fort_in_turn, "card": play_card, "knight": place_by_number, "support": place_in_support, "swap": swap_in_turn,
    "nothing": place_nothing, "end": end_turn,
})
"""RH-2: carry out a legal action."""
