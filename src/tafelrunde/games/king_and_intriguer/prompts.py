"""The sentences that ask for decisions: their keys under `prompt` in text/, the board's in El Grande's, and what they speak of."""
from __future__ import annotations

from typing import Any

from ...kernel.decisions import Asked
from ..el_grande.prompts import to
from .cards import places_most
from .deeds import row_of
from .fields import Part, Reading, Role
from .state import State
from .tables import CARDS, DEEDS, HAND, KIND, MUST, VERB, Do, Scoring

REGIONS: dict[int, str] = {
    Do.SHOVE: "region_shove", Do.CIVIL_WAR: "region_civil_war", Do.LIMIT: "region_limit", Do.PROTECT: "region_protect",
    Do.ALLY: "region_ally", Do.ARBITRATE: "region_arbitrate",
}
SCORES: dict[int, str] = {Scoring.CHOICE: "score", Scoring.BEHIND: "score_behind", Scoring.CLEAR: "score_clear"}


def discard(s: State, seat: int) -> Asked:
    """How many cards go aside."""
    return "discard", {"n": s.hand[seat].bit_count() - HAND}


def lay(s: State, seat: int) -> Asked:
    """A card in a round."""
    return "lay", {"round": s.marker}


def role(s: State, seat: int) -> Asked:
    """A role or the card."""
    return ("role_king" if s.acted == 0 else "role_intriguer"), {"card": ("card", s.played[seat] - 1)}


def whose_deed(s: State) -> Asked:
    """Whose special action the seat on turn has: the king's, the intriguer's, or that of a card."""
    taken = s.role[s.actor]
    if taken in (Role.KING, Role.INTRIGUER):
        return ("king" if taken == Role.KING else "intriguer"), {}
    return "card", {"card": ("card", s.played[s.actor] - 1)}


def menu(s: State, seat: int) -> Asked:
    """What is left of the turn."""
    n = {"n": min(places_most(s), s.court[seat])}
    whose, card = whose_deed(s)
    if not s.parts & Part.ACTION:
        return "menu_place", n
    if whose != "card":
        return f"menu_{whose}", n
    if MUST[row_of(s, s.played[seat] - 1)]:
        return "menu_must", {**card, **n}
    return ("menu_both" if n["n"] and s.parts & Part.PLACE else "menu_action"), {**card, **n}


def announced(s: State, seat: int) -> Asked:
    """What may be vetoed."""
    whose, card = whose_deed(s)
    return ("veto" if whose == "card" else f"veto_{whose}"), {"seat": ("seat", s.actor), **card}


def take(s: State, seat: int) -> Asked:
    """Own caballeros leave the region."""
    return "take_own", {"n": s.left}


def gather(s: State, seat: int) -> Asked:
    """Where all own ones, or the opposing one, go."""
    return ("gather", {"n": s.left, "region": ("region", s.held_from)}) if s.held == seat else to(s, seat)


def region(s: State, seat: int) -> Asked:
    """What the region is named for."""
    return REGIONS[DEEDS[s.step][VERB]], {"n": s.left}


def dial(s: State, seat: int) -> Asked:
    """What the dial is for."""
    if s.part == Part.SCORING:
        return "dial_scoring", {}
    return ("dial_outing" if DEEDS[s.step][VERB] == Do.OUTING else "dial_council"), {}


def spy(s: State, seat: int) -> Asked:
    """Where the spy goes."""
    return ("dial_spy_one" if s.switches & Reading.SPY_FREE else "dial_spy"), {}


def stranger(s: State, seat: int) -> Asked:
    """Whether the stranger enters before a scoring."""
    return ("stranger_scoring", {}) if s.part == Part.SCORING else ("stranger", {"seat": ("seat", s.actor)})


def score(s: State, seat: int) -> Asked:
    """What may be scored."""
    if DEEDS[s.step][VERB] == Do.ARBITRATE:
        return "score_arbitrate", {"seat": ("seat", s.actor)}
    return SCORES[DEEDS[s.step][KIND]], {}


def king(s: State, seat: int) -> Asked:
    """Where the role or the card sends the king."""
    by_role = "king_role" if s.switches & Reading.KING_MAY_STAY else "king_role_moves"
    return (by_role if s.step >= CARDS else "king_adjacent"), {}


def extra(s: State, seat: int) -> Asked:
    """Where extra caballeros go."""
    return ("extra_regions_must" if s.must else "extra_regions"), {"n": min(s.left, s.court[seat])}


def follow(s: State, seat: int) -> Asked:
    """Who follows the grande."""
    return "follow", {"n": s.left, "region": ("region", s.grande[seat])}


def throw(s: State, seat: int) -> Asked:
    """Whose caballeros are thrown in."""
    n: dict[str, Any] = {"n": s.left}
    return ("throw_own", n) if s.asked == seat else ("throw", {**n, "seat": ("seat", s.asked)})


def restore(s: State, seat: int) -> Asked:
    """Where swept caballeros go."""
    return "restore", {"n": s.left}
