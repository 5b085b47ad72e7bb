"""Regions and players that a card names (KI-3.4), and a region to be doubled in secret (KI-6.4)."""
from __future__ import annotations

from dataclasses import replace

from ....kernel import Decision, allow_set, rule
from ....kernel.decisions import Asked
from ...el_grande.decisions import moving
from ...el_grande.reasons import Answer, no
from ..actions import Act
from ..fields import Next, Phase
from ..naming import choose_double, double_targets, legal_name, name_region, name_seat
from ..readings import king_may_be_allied
from ..reasons import deed, deed_rule, no_entry, no_exit
from ..state import State
from ..tables import DEEDS, LIMITED_TO, VERB, Do

REGIONS_ASKED: dict[int, str] = {
    Do.SHOVE: "region_shove", Do.CIVIL_WAR: "region_civil_war", Do.LIMIT: "region_limit", Do.PROTECT: "region_protect",
    Do.ALLY: "region_ally", Do.ARBITRATE: "region_arbitrate",
}


@rule
def legal_double(s, seat, mask):
    """KI-6.4: a region that nobody else has doubled."""
    allow_set(mask, Act.DOUBLE, double_targets(s, seat))


def prompt_region(s: State, seat: int) -> Asked:
    """What the region is named for."""
    return REGIONS_ASKED[DEEDS[s.step][VERB]], {"n": s.left}


def check_region(s: State, seat: int, number: int) -> Answer:
    """The cards that name regions."""
    what = deed(s)
    if what in (Do.ALLY, Do.ARBITRATE) and s.named >> number & 1:
        return no(deed_rule(s), "already_named", region=("region", number))
    if what == Do.ALLY and number == s.king and not king_may_be_allied(s):
        return no("KI-K26", "no_alliance_with_king", region=("region", number))
    if what == Do.CIVIL_WAR:
        return no_exit(s, number)
    if what == Do.LIMIT and sum(s.regions[number]) > LIMITED_TO:
        return no("KI-C-66", "too_many_there", region=("region", number), n=LIMITED_TO)
    if what == Do.SHOVE:
        here = no("KI-C-23", "castillo_there", region=("region", number)) if number == s.castillo_at else None
        return here or no_entry(s, number)
    return None


def check_double(s: State, seat: int, number: int) -> Answer:
    """KI-6.4."""
    gone = any(s.double_at[p] == number + 1 for p in range(s.players) if p != seat)
    return no("KI-6.4", "region_card_gone", region=("region", number)) if gone else None


def check_name(s: State, seat: int, number: int) -> Answer:
    """KI-C-155."""
    if number >= s.players:
        return no("KI-C-155", "no_such_colour", seat=("seat", number))
    return no("KI-C-155", "name_another") if number == seat else None


REGION = replace(moving.REGION, verbs={"region": check_region}, apply=name_region, then=Next.PART, rule="KI-3.4",
                 prompt=prompt_region)
DOUBLE = Decision(Phase.DOUBLE, {"double": check_double}, legal_double, choose_double, "KI-C-130", "now_double", "double",
                  once=Next.PART, numbered=True, asks=True)
NAME = Decision(Phase.NAME, {"name": check_name}, legal_name, name_seat, "KI-C-155", "now_name", "name", once=Next.DECISION,
                numbered=True)
