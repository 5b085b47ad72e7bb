"""The sentences that ask for decisions: their keys under `prompt` in text/, and what they speak of."""
from __future__ import annotations

from ...kernel.decisions import Asked
from .fields import Part
from .state import Shared, State
from .tables import AT_LEAST, CASTILLO_TOO, PLACES, STEPS, TRAVEL, VERB, Do, N, Travel

KINGS = {Travel.ANY: "king_any", Travel.ADJACENT: "king_adjacent", Travel.ABROAD: "king_abroad",
         Travel.FEWEST: "king_fewest"}


def power(s: State, seat: int) -> Asked:
    """A power card in a round."""
    return "power", {"round": s.marker}


def court(s: Shared, seat: int) -> Asked:
    """How many come to court."""
    return "court", {"n": min(s.left, s.province[seat])}


def recall(s: Shared, seat: int) -> Asked:
    """Who is called back, with how many are left."""
    return "recall", {"n": s.left}


def ability(s: State, seat: int) -> Asked:
    """The ability of a modifier."""
    return "ability", {"modifier": ("modifier", s.played_modifier[seat] - 1)}


def menu(s: State, seat: int) -> Asked:
    """What is left of the turn."""
    card = {"card": ("card", s.card), "n": min(PLACES[s.card], s.court[seat])}
    if s.parts & Part.PLACE and s.parts & Part.ACTION and card["n"]:
        return "menu_both", card
    if s.parts & Part.PLACE and card["n"]:
        return "menu_place", card
    return "menu_action", card


def placing(s: Shared, seat: int) -> Asked:
    """Where the caballeros of the card go."""
    return "placing", {"n": min(s.left, s.court[s.actor])}


def veto(s: State, seat: int) -> Asked:
    """What may be vetoed."""
    return ("veto_rest" if s.paused else "veto"), {"seat": ("seat", s.actor), "card": ("card", s.card)}


def take(s: State, seat: int) -> Asked:
    """Whose caballeros may be moved."""
    key = "take" if s.own_left and s.foe_left else "take_own" if s.own_left else "take_opposing"
    return (f"{key}_must" if s.must else key), {"n": s.left}


def to(s: Shared, seat: int) -> Asked:
    """Where the lifted caballero goes."""
    return "to", {"seat": ("seat", s.held), "region": ("region", s.held_from)}


def region(s: State, seat: int) -> Asked:
    """The region that the action is about."""
    return ("region_coup" if STEPS[s.step][VERB] == Do.COUP else "region_move"), {}


def return_own(s: Shared, seat: int) -> Asked:
    """How many of the seat's own go back."""
    return "return", {"n": s.left, "seat": ("seat", s.actor)}


def return_of(s: Shared, seat: int) -> Asked:
    """Whose caballero goes back."""
    return ("return_of", {"seat": ("seat", s.asked)}) if s.asked >= 0 else ("return_any", {})


def dial(s: State, seat: int) -> Asked:
    """What the dial is for."""
    if s.part == Part.SCORING:
        return "dial_scoring", {}
    verb = STEPS[s.step][VERB]
    if verb == Do.COUP:
        return "dial_coup", {"region": ("region", s.source)}
    if verb == Do.BALLOT:
        return "dial_ballot", {}
    return "dial_battle", {"card": ("card", s.card), "n": STEPS[s.step][AT_LEAST], "loss": STEPS[s.step][N]}


def score(s: State, seat: int) -> Asked:
    """What may be scored."""
    return ("score_castillo" if STEPS[s.step][CASTILLO_TOO] else "score"), {}


def king(s: State, seat: int) -> Asked:
    """Where the card sends the king."""
    return KINGS[STEPS[s.step][TRAVEL]], {}


def extra(s: State, seat: int) -> Asked:
    """Where extra caballeros go."""
    into = "castillo" if STEPS[s.step][CASTILLO_TOO] else "regions"
    return f"extra_{into}" + ("_must" if s.must else ""), {"n": min(s.left, s.court[s.actor])}


def escort(s: State, seat: int) -> Asked:
    """Who follows the king."""
    return "escort", {"n": s.left, "region": ("region", s.source), "place": ("place", s.king)}
