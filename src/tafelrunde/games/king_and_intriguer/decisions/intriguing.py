"""The intriguer (KI-3.2, KI-K08): what is asked, and why not.  What he does stands in
`../intriguing.py`.
"""
from __future__ import annotations

from ....kernel import Decision, allow_set, rule
from ....kernel.decisions import Asked
from ...el_grande.decisions.moving import check_to, prompt_to
from ...el_grande.reasons import Answer, no, none_there
from ...el_grande.tables import CASTILLO, REGION_IDS
from ..actions import Act
from ..fields import Next, Phase, Reading
from ..intriguing import apply_intrigue, gather, legal_intrigue
from ..reasons import no_exit, no_room
from ..state import State


@rule
def legal_gather(s, seat, mask):
    """KI-K08: the regions with room for all of them."""
    allow_set(mask, Act.TO, s.targets)


def prompt_gather(s: State, seat: int) -> Asked:
    """Where all own ones, or the opposing one, go."""
    return ("gather", {"n": s.left, "region": ("region", s.held_from)}) if s.held == seat else prompt_to(s, seat)


def check_opposing(s: State, seat: int, number: int) -> Answer:
    """KI-3.2: an opposing caballero that can leave and go somewhere."""
    colour, region = divmod(number, len(REGION_IDS))
    if colour >= s.players:
        return no("EG-5.2", "no_such_colour", seat=("seat", colour))
    if colour == seat:
        return no("KI-3.2", "own_by_region")
    return no_exit(s, region) or none_there(s, colour, region, "EG-5.2") or nowhere(s, region, 1)


def check_own(s: State, seat: int, number: int) -> Answer:
    """KI-3.2: a region that own ones leave together."""
    return no_exit(s, number) or none_there(s, seat, number, "KI-3.2") or nowhere(s, number, s.regions[number][seat])


def nowhere(s: State, region: int, n: int) -> Answer:
    """KI-K08: by the book the intriguer needs another region where all of them can go."""
    others = [r for r in range(len(REGION_IDS)) if r != region and not no_room(s, r, n)]
    return None if others or s.switches & Reading.INTRIGUER_ENGLISH else no("KI-3.2", "nowhere_to_go", region=("region", region))


def check_gather(s: State, seat: int, number: int) -> Answer:
    """KI-K08: another region, with room for all of them."""
    together = no("KI-3.2", "regions_only") if number == CASTILLO else no_room(s, number, s.left)
    return check_to(s, seat, number) or together


INTRIGUE = Decision(Phase.INTRIGUE, {"take": check_opposing, "region": check_own}, legal_intrigue, apply_intrigue, "KI-3.2",
                    "now_intrigue", "intrigue", once=Next.DECISION, name="intrigue")
GATHER = Decision(Phase.GATHER, {"to": check_gather}, legal_gather, gather, "KI-3.2", "now_to", prompt_gather, once=Next.PART,
                  numbered=True, counted=True, tells="taken")
