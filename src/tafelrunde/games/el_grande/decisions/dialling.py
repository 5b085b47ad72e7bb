"""Secret dials (EG-5.5, EG-7.1): what they are for, what follows when all are set, and why not."""
from __future__ import annotations

from ....kernel import Decision
from ....kernel.decisions import Asked
from ..dialling import legal_dial, set_dial
from ..fields import Next, Part, Phase, Reading
from ..reasons import Answer, kings_region, no, step_card, step_verb
from ..state import State
from ..tables import AT_LEAST, CASTILLO, STEPS, VERB, Do, N


def prompt_dial(s: State, seat: int) -> Asked:
    """What the dial is for."""
    if s.part == Part.SCORING:
        return "dial_scoring", {}
    verb = STEPS[s.step][VERB]
    if verb == Do.COUP:
        return "dial_coup", {"region": ("region", s.source)}
    if verb == Do.BALLOT:
        return "dial_ballot", {}
    return "dial_battle", {"card": ("card", s.card), "n": STEPS[s.step][AT_LEAST], "loss": STEPS[s.step][N]}


def check_dial(s: State, seat: int, number: int) -> Answer:
    """EG-5.5, EG-7.1."""
    royal = number == kings_region(s)
    if s.part == Part.SCORING or step_verb(s) == Do.BALLOT:
        stuck = royal and s.grande[seat] == CASTILLO and s.part == Part.SCORING
        elsewhere = s.readings & Reading.GRANDE_DIALLED_TO_KING_DIALS_ELSEWHERE
        return no("EG-R45", "grande_elsewhere", region=("region", number)) if stuck and elsewhere else None
    if royal and not (step_verb(s) == Do.BATTLE and s.readings & Reading.BATTLE_IN_KINGS_REGION):
        return no("EG-6.2", "taboo_dial", region=("region", number))
    if step_verb(s) == Do.COUP:
        return no("EG-C-coup", "same_region", region=("region", number)) if number == s.source else None
    least = STEPS[s.step][AT_LEAST]
    if s.regions[number][seat] >= least:
        return None
    return no(step_card(s), "too_few_there", region=("region", number), n=least)


DIAL = Decision(Phase.DIAL, {"dial": check_dial}, legal_dial, set_dial, "EG-5.5", "now_dial", prompt_dial, then=Next.DIALLED,
                together=True, tells="region")
