"""Caballeros sent back to the province (EG-5.3): what is asked, what follows, and why not."""
from __future__ import annotations

from ....kernel import Decision, rule
from ....kernel.decisions import Asked
from ..fields import Next, Phase
from ..reasons import Answer, kings_region, no, none_there, step_card
from ..returning import apply_return_of, apply_return_own, banish_next, legal_return_of, legal_return_own, return_next
from ..state import Shared, State
from ..tables import EACH, REGION_IDS, STEPS, N
from ..vetoes import pause_for_veto


@rule
def return_own(s, seat, action):
    """EG-5.3: a seat returns one; then the next seat does."""
    if apply_return_own(s, seat, action):
        if return_next(s, STEPS[s.step][N], s.actor):
            return Next.STEP
        pause_for_veto(s)
    return Next.DECISION


@rule
def return_of(s, seat, action):
    """EG-5.3: an opposing one goes back; then, if the card says each, it is the next seat's turn.
    """
    apply_return_of(s, seat, action)
    if STEPS[s.step][EACH] == 0 or banish_next(s, seat):
        return Next.STEP
    pause_for_veto(s)
    return Next.DECISION


def prompt_return_own(s: Shared, seat: int) -> Asked:
    """How many of the seat's own go back."""
    return "return", {"n": s.left, "seat": ("seat", s.actor)}


def prompt_return_of(s: Shared, seat: int) -> Asked:
    """Whose caballero goes back."""
    return ("return_of", {"seat": ("seat", s.asked)}) if s.asked >= 0 else ("return_any", {})


def check_return_own(s: Shared, seat: int, number: int) -> Answer:
    """EG-5.3."""
    if number == len(REGION_IDS):
        return None if s.court[seat] else no("EG-5.3", "court_empty")
    if number == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", number))
    return none_there(s, seat, number, "EG-5.3")


def check_return_of(s: State, seat: int, number: int) -> Answer:
    """EG-5.3, EG-C-banishment."""
    colour, region = divmod(number, len(REGION_IDS))
    if colour >= s.colours:
        return no("EG-5.3", "no_such_colour", seat=("seat", colour))
    if colour == seat:
        return no(step_card(s), "own_not_returned")
    if s.asked >= 0 and colour != s.asked:
        return no(step_card(s), "one_after_another", seat=("seat", s.asked))
    if region == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", region))
    return none_there(s, colour, region, "EG-5.3")


RETURN_OWN = Decision(Phase.RETURN_OWN, {"return_own": check_return_own}, legal_return_own, return_own, "EG-5.3", "now_return",
                      prompt_return_own, name="return", counted=True)
RETURN_OF = Decision(Phase.RETURN_OF, {"return_of": check_return_of}, legal_return_of, return_of, "EG-5.3", "now_return_of",
                     prompt_return_of, name="return", tells="of")
