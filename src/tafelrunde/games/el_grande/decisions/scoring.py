"""A place of choice is scored (EG-5.4)."""
from __future__ import annotations

from ....kernel import Decision, allow_set, rule
from ....kernel.decisions import Asked
from ..actions import Act
from ..fields import Next, Phase
from ..reasons import Answer, no
from ..scoring import score_place
from ..state import State
from ..tables import CASTILLO, CASTILLO_TOO, STEPS


@rule
def legal_score(s, seat, mask):
    """The places that are offered."""
    allow_set(mask, Act.SCORE, s.targets)


@rule
def score_chosen(s, seat, place):
    """EG-5.4: the place is scored."""
    score_place(s, place)


def prompt_score(s: State, seat: int) -> Asked:
    """What may be scored."""
    return ("score_castillo" if STEPS[s.step][CASTILLO_TOO] else "score"), {}


def check_score(s: State, seat: int, number: int) -> Answer:
    """EG-5.4, EG-R06."""
    return no("EG-5.4", "castillo_no_region") if number == CASTILLO and not STEPS[s.step][CASTILLO_TOO] else None


SCORE = Decision(Phase.SCORE, {"score": check_score}, legal_score, score_chosen, "EG-5.4", "now_score", prompt_score,
                 once=Next.STEP, numbered=True)
