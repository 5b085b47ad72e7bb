"""Taking caballeros to court and calling them back (EG-3.2, EG-3.3): what is asked, what follows,
and why not.
"""
from __future__ import annotations

from ....kernel import Decision
from ....kernel.decisions import Asked
from ..fields import Next, Part, Phase
from ..reasons import Answer, kings_region, no, none_there, step_card
from ..recruiting import apply_court, apply_recall, legal_court, legal_recall
from ..state import Shared, State


def prompt_court(s: Shared, seat: int) -> Asked:
    """How many come to court."""
    return "court", {"n": min(s.left, s.province[seat])}


def prompt_recall(s: Shared, seat: int) -> Asked:
    """Who is called back, with how many are left."""
    return "recall", {"n": s.left}


def check_court(s: State, seat: int, number: int) -> Answer:
    """EG-3.2."""
    if number > s.left:
        return no("EG-3.2" if s.part == Part.COURT else step_card(s), "court_most", n=s.left)
    return from_province(s, seat, number)


def from_province(s: Shared, seat: int, number: int) -> Answer:
    """EG-3.3: no more than the province has."""
    return None if number <= s.province[seat] else no("EG-3.3", "province_has", n=s.province[seat])


def check_recall(s: Shared, seat: int, number: int) -> Answer:
    """EG-3.3."""
    if number == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", number))
    return none_there(s, seat, number, "EG-3.3")


COURT = Decision(Phase.COURT, {"court": check_court}, legal_court, apply_court, "EG-3.2", "now_court", prompt_court,
                 then=Next.AT_COURT, counted=True)
RECALL = Decision(Phase.RECALL, {"recall": check_recall, "done": None}, legal_recall, apply_recall, "EG-3.3", "now_recall",
                  prompt_recall, then=Next.AT_COURT, counted=True)
