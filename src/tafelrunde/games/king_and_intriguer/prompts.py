"""The sentence that asks for the open decision; the sentences stand in text/ under `prompt`, the board's in El Grande's."""
from __future__ import annotations

from typing import Any

from ...kernel import Phrase
from .cards import places_most
from .deeds import row_of
from .fields import Part, Phase, Reading, Role
from .state import State
from .tables import CARDS, DEEDS, HAND, KIND, MUST, VERB, Do, Scoring

PLAIN: dict[int, str] = {
    Phase.FIRST_DIAL: "first_dial", Phase.SECOND: "lay_second", Phase.WHIRLWIND: "whirlwind", Phase.INTRIGUE: "intrigue",
    Phase.TILE: "tile_region", Phase.GRANDE: "grande", Phase.DOUBLE: "double", Phase.NAME: "name", Phase.TURN: "turn_tile",
    Phase.REMOVE: "remove",
}
REGIONS: dict[int, str] = {
    Do.SHOVE: "region_shove", Do.CIVIL_WAR: "region_civil_war", Do.LIMIT: "region_limit", Do.PROTECT: "region_protect",
    Do.ALLY: "region_ally", Do.ARBITRATE: "region_arbitrate",
}
SCORES: dict[int, str] = {Scoring.CHOICE: "score", Scoring.BEHIND: "score_behind", Scoring.CLEAR: "score_clear"}


def prompt(s: State, seat: int) -> Phrase:
    """What the seat is asked."""
    key, arguments = asked(s, seat)
    return Phrase(f"prompt.{key}", arguments)


def asked(s: State, seat: int) -> tuple[str, dict[str, Any]]:
    """The key of the sentence, and what it speaks of."""
    phase = s.phase
    if phase in PLAIN:
        return PLAIN[phase], {}
    if phase == Phase.DISCARD:
        return "discard", {"n": s.hand[seat].bit_count() - HAND}
    if phase == Phase.LAY:
        return "lay", {"round": s.marker}
    if phase == Phase.ROLE:
        king = s.acted == 0
        return ("role_king" if king else "role_intriguer"), {"card": ("card", s.played[seat] - 1)}
    if phase == Phase.COURT:
        return "court", {"n": min(s.left, s.province[seat])}
    if phase == Phase.MENU:
        return menu(s, seat)
    if phase == Phase.VETO:
        return announced(s)
    if phase == Phase.GATHER and s.held == seat:
        return "gather", {"n": s.left, "region": ("region", s.held_from)}
    if phase in (Phase.TO, Phase.GATHER):
        return "to", {"seat": ("seat", s.held), "region": ("region", s.held_from)}
    if phase in (Phase.DIAL, Phase.SPY, Phase.STRANGER):
        return scoring(s)
    if phase in (Phase.REGION, Phase.SCORE, Phase.KING):
        return choice(s)
    return counted(s, seat)


def whose_deed(s: State) -> tuple[str, dict[str, Any]]:
    """Whose special action the seat on turn has: the king's, the intriguer's, or that of a card."""
    role = s.role[s.actor]
    if role in (Role.KING, Role.INTRIGUER):
        return ("king" if role == Role.KING else "intriguer"), {}
    return "card", {"card": ("card", s.played[s.actor] - 1)}


def menu(s: State, seat: int) -> tuple[str, dict[str, Any]]:
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


def announced(s: State) -> tuple[str, dict[str, Any]]:
    """What may be vetoed."""
    whose, card = whose_deed(s)
    return ("veto" if whose == "card" else f"veto_{whose}"), {"seat": ("seat", s.actor), **card}


def scoring(s: State) -> tuple[str, dict[str, Any]]:
    """Dials and strangers."""
    if s.phase == Phase.STRANGER:
        return ("stranger_scoring", {}) if s.part == Part.SCORING else ("stranger", {"seat": ("seat", s.actor)})
    if s.phase == Phase.SPY:
        return ("dial_spy_one" if s.switches & Reading.SPY_FREE else "dial_spy"), {}
    if s.part == Part.SCORING:
        return "dial_scoring", {}
    return ("dial_outing" if DEEDS[s.step][VERB] == Do.OUTING else "dial_council"), {}


def choice(s: State) -> tuple[str, dict[str, Any]]:
    """A region or a place for the king."""
    if s.phase == Phase.REGION:
        return REGIONS[DEEDS[s.step][VERB]], {"n": s.left}
    if s.phase == Phase.KING:
        role = "king_role" if s.switches & Reading.KING_MAY_STAY else "king_role_moves"
        return (role if s.step >= CARDS else "king_adjacent"), {}
    if DEEDS[s.step][VERB] == Do.ARBITRATE:
        return "score_arbitrate", {"seat": ("seat", s.actor)}
    return SCORES[DEEDS[s.step][KIND]], {}


def counted(s: State, seat: int) -> tuple[str, dict[str, Any]]:
    """Sequences, with how many are left."""
    phase, n = s.phase, {"n": s.left}
    if phase in (Phase.PLACING, Phase.EXTRA):
        extra = "extra_regions_must" if s.must else "extra_regions"
        return ("placing" if phase == Phase.PLACING else extra), {"n": min(s.left, s.court[seat])}
    if phase == Phase.TAKE:
        return "take_own", n
    if phase == Phase.FOLLOW:
        return "follow", {**n, "region": ("region", s.grande[seat])}
    if phase == Phase.THROW:
        return ("throw_own", n) if s.asked == seat else ("throw", {**n, "seat": ("seat", s.asked)})
    if phase == Phase.RETURN_OWN:
        return "return", {**n, "seat": ("seat", s.actor)}
    if phase == Phase.RETURN_OF:
        return "return_of", {"seat": ("seat", s.asked)}
    return ("restore" if phase == Phase.RESTORE else "recall"), n
