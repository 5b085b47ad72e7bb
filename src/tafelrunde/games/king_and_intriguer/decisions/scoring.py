"""A region of choice is scored (EG-5.4), once strangers have been asked (KI-C-75)."""
from __future__ import annotations

from dataclasses import replace

from ....kernel import Decision, rule
from ....kernel.decisions import Asked
from ...el_grande.decisions import scoring
from ...el_grande.reasons import Answer, no, none_there
from ...el_grande.tables import CASTILLO
from ..fields import Next, Part, Phase
from ..reasons import deed, no_room
from ..scoring import apply_stranger, legal_stranger
from ..special import score_now
from ..state import State
from ..tables import DEEDS, KIND, VERB, Do, Scoring

SCORES: dict[int, str] = {Scoring.CHOICE: "score", Scoring.BEHIND: "score_behind", Scoring.CLEAR: "score_clear"}


@rule
def score_chosen(s, seat, place):
    """EG-5.4: the region is scored.  1 when it is done."""
    return score_now(s, 1 << place)


def prompt_score(s: State, seat: int) -> Asked:
    """What may be scored."""
    if DEEDS[s.step][VERB] == Do.ARBITRATE:
        return "score_arbitrate", {"seat": ("seat", s.actor)}
    return SCORES[DEEDS[s.step][KIND]], {}


def prompt_stranger(s: State, seat: int) -> Asked:
    """Whether the stranger enters before a scoring."""
    return ("stranger_scoring", {}) if s.part == Part.SCORING else ("stranger", {"seat": ("seat", s.actor)})


def check_score(s: State, seat: int, number: int) -> Answer:
    """EG-5.4, KI-C-135, KI-C-155."""
    if number == CASTILLO:
        return no("EG-5.4", "castillo_no_region")
    if deed(s) == Do.ARBITRATE:
        return None if s.targets >> number & 1 else no("KI-C-155", "not_named", region=("region", number))
    if DEEDS[s.step][KIND] == Scoring.BEHIND:
        counts = s.regions[number]
        if not counts[seat]:
            return none_there(s, seat, number, "KI-C-135")
        if all(counts[p] < counts[seat] for p in range(s.players) if p != seat):
            return no("KI-C-135", "in_front", region=("region", number))
    return None


def check_stranger(s: State, seat: int, number: int) -> Answer:
    """KI-C-75, KI-6.14."""
    return no_room(s, number)


SCORE = replace(scoring.SCORE, verbs={"score": check_score}, apply=score_chosen, once=None, then=Next.PART,
                prompt=prompt_score)
STRANGER = Decision(Phase.STRANGER, {"stranger": check_stranger, "wait": None}, legal_stranger, apply_stranger, "KI-C-75",
                    "now_stranger", prompt_stranger, then=Next.STRANGERS_ASKED, tells="scored")
