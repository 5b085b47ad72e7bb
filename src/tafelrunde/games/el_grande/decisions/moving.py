"""Moving caballeros and placing extra ones (EG-5.2): what is asked, what follows, and why not."""
from __future__ import annotations

from ....kernel import Decision, allow_set, rule
from ....kernel.decisions import Asked
from ..actions import Act
from ..dialling import begin_coup
from ..fields import Next, Phase
from ..moving import apply_extra, apply_take, apply_to, choose_source, legal_extra, legal_take, legal_to, regions_to_take_from
from ..reasons import Answer, kings_region, no, none_there, step_card, step_verb
from ..state import Shared, State
from ..tables import CASTILLO, CASTILLO_TOO, REGION_IDS, STEPS, VERB, Do
from ..vetoes import pause_for_veto


@rule
def set_down(s, seat, action):
    """EG-5.2: the lifted caballero is set down; in the 1995 edition holders of a Veto are asked
    before the next one.
    """
    if apply_to(s, seat, action):
        return Next.STEP
    if s.vetoes > 0 and regions_to_take_from(s, seat):
        pause_for_veto(s)
    return Next.DECISION


@rule
def place_extra(s, seat, action):
    """One extra caballero, or enough."""
    if apply_extra(s, seat, action):
        return Next.STEP
    pause_for_veto(s)
    return Next.DECISION


@rule
def legal_region(s, seat, mask):
    """The regions that are offered."""
    allow_set(mask, Act.REGION, s.targets)


@rule
def choose_region(s, seat, region):
    """The region of a one-region move, or of a Coup; a Coup against nobody ends at once."""
    if STEPS[s.step][VERB] != Do.COUP:
        choose_source(s, seat, region)
    elif begin_coup(s, seat, region):
        return Next.STEP
    return Next.DECISION


def prompt_take(s: State, seat: int) -> Asked:
    """Whose caballeros may be moved."""
    key = "take" if s.own_left and s.foe_left else "take_own" if s.own_left else "take_opposing"
    return (f"{key}_must" if s.must else key), {"n": s.left}


def prompt_to(s: Shared, seat: int) -> Asked:
    """Where the lifted caballero goes."""
    return "to", {"seat": ("seat", s.held), "region": ("region", s.held_from)}


def prompt_region(s: State, seat: int) -> Asked:
    """The region that the action affects."""
    return ("region_coup" if STEPS[s.step][VERB] == Do.COUP else "region_move"), {}


def prompt_extra(s: State, seat: int) -> Asked:
    """Where extra caballeros go."""
    into = "castillo" if STEPS[s.step][CASTILLO_TOO] else "regions"
    return f"extra_{into}" + ("_must" if s.must else ""), {"n": min(s.left, s.court[s.actor])}


def check_take(s: State, seat: int, number: int) -> Answer:
    """EG-5.2."""
    colour, region = divmod(number, len(REGION_IDS))
    if colour >= s.colours:
        return no("EG-5.2", "no_such_colour", seat=("seat", colour))
    if colour == seat and not s.own_left:
        return no(step_card(s), "no_own_left")
    if colour != seat and not s.foe_left:
        return no(step_card(s), "no_opposing_left")
    if s.source >= 0 and region != s.source:
        return no(step_card(s), "one_region", region=("region", s.source))
    if region == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", region))
    return none_there(s, colour, region, "EG-5.2")


def check_to(s: Shared, seat: int, number: int) -> Answer:
    """EG-5.2."""
    if number == s.held_from:
        return no("EG-5.2", "same_region", region=("region", number))
    if number == kings_region(s):
        return no("EG-11.3" if number == CASTILLO else "EG-6.2", "taboo_in", place=("place", number))
    return None


def check_region(s: State, seat: int, number: int) -> Answer:
    """EG-C-coup; EG-C-departure, EG-C-evacuation: a region with something to take."""
    if number == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", number))
    if step_verb(s) == Do.COUP:
        return None
    own = s.own_left and s.regions[number][seat]
    opposing = s.foe_left and any(s.regions[number][c] for c in range(s.colours) if c != seat)
    return None if own or opposing else no(step_card(s), "nothing_to_take", region=("region", number))


def check_extra(s: State, seat: int, number: int) -> Answer:
    """EG-C-militia and abilities: into regions, or into the castillo."""
    into_castillo = bool(STEPS[s.step][CASTILLO_TOO])
    if (number == CASTILLO) != into_castillo:
        return no(step_card(s), "castillo_only" if into_castillo else "regions_only", place=("place", number))
    if number == kings_region(s):
        return no("EG-6.2", "taboo_in", place=("place", number))
    return None


def check_done(s: State, seat: int, number: int) -> Answer:
    """EG-5.1: "up to" may stop early; a mandatory action goes on as far as possible."""
    return no("EG-5.1", "must_go_on") if s.must else None


TAKE = Decision(Phase.TAKE, {"take": check_take, "done": check_done}, legal_take, apply_take, "EG-5.2", "now_take", prompt_take,
                then=Next.STEP, counted=True, tells="own opposing region")
TO = Decision(Phase.TO, {"to": check_to}, legal_to, set_down, "EG-5.2", "now_to", prompt_to, counted=True,
              tells="own opposing region taken")
REGION = Decision(Phase.REGION, {"region": check_region}, legal_region, choose_region, "EG-5.1", "now_region", prompt_region,
                  numbered=True)
EXTRA = Decision(Phase.EXTRA, {"place": check_extra, "done": check_done}, legal_extra, place_extra, "EG-5.1", "now_extra",
                 prompt_extra, counted=True)
