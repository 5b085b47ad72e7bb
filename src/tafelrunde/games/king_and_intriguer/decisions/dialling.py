"""Dials: of a card, of a general scoring, and the late ones of spies (KI-6.3, KI-C-25)."""
from __future__ import annotations

from dataclasses import replace

from ....kernel import Decision, allow_set, rule
from ....kernel.decisions import Asked
from ...el_grande.decisions import dialling
from ...el_grande.reasons import Answer, no
from ..actions import Act
from ..fields import Next, Part, Phase
from ..further_sets import dial_choices
from ..general import spy_leaves
from ..readings import spies_split_freely
from ..reasons import deed, no_entry
from ..state import State
from ..tables import DEEDS, VERB, Do
from .before import legal_any_dial


@rule
def legal_dial(s, seat, mask):
    """KI-6.3: any region; for an outing where the grande may go."""
    allow_set(mask, Act.DIAL, dial_choices(s, seat))


def prompt_dial(s: State, seat: int) -> Asked:
    """What the dial is for."""
    if s.part == Part.SCORING:
        return "dial_scoring", {}
    return ("dial_outing" if DEEDS[s.step][VERB] == Do.OUTING else "dial_council"), {}


def prompt_spy(s: State, seat: int) -> Asked:
    """Where the spy goes."""
    return ("dial_spy_one" if spies_split_freely(s) else "dial_spy"), {}


def check_dial(s: State, seat: int, number: int) -> Answer:
    """KI-6.3, KI-C-13; any region in a general scoring and everywhere else."""
    if s.phase == Phase.DIAL and s.part == Part.ACTION and deed(s) == Do.OUTING:
        here = no("KI-C-13", "same_region", region=("region", number)) if number == s.grande[seat] else None
        return here or no_entry(s, number)
    return None


DIAL = replace(dialling.DIAL, verbs={"dial": check_dial}, legal=legal_dial, then=Next.DIALLED, prompt=prompt_dial)
SPY = Decision(Phase.SPY, {"dial": None}, legal_any_dial, spy_leaves, "KI-C-25", "now_spy", prompt_spy, then=Next.SPIES,
               numbered=True)
