"""The sentence that asks for the open decision; the sentences stand in text/ under `prompt`."""
from __future__ import annotations

from typing import Any

from ...kernel import Phrase
from .fields import Part, Phase
from .state import State
from .tables import KIND, MOST, OWN, PLACES, STEPS, VERB, Do, Travel

PLAIN = {
    Phase.PASS: "pass", Phase.MODIFIER: "modifier", Phase.CARD: "card", Phase.SCORE: "score", Phase.TILE: "tile",
    Phase.GRANDE: "grande", Phase.REGAIN: "regain", Phase.SWAP: "swap", Phase.OPTION: "option",
}
KINGS = {Travel.ANY: "king_any", Travel.ADJACENT: "king_adjacent", Travel.ABROAD: "king_abroad",
         Travel.FEWEST: "king_fewest"}


def prompt(s: State, seat: int) -> Phrase:
    """What the seat is asked."""
    key, arguments = asked(s, seat)
    return Phrase(f"prompt.{key}", arguments)


def asked(s: State, seat: int) -> tuple[str, dict[str, Any]]:
    """The key of the sentence, and what it speaks of."""
    phase = s.phase
    if phase == Phase.SCORE and STEPS[s.step][OWN]:
        return "score_castillo", {}
    if phase in PLAIN:
        return PLAIN[phase], {}
    if phase == Phase.POWER:
        return "power", {"round": s.marker}
    if phase == Phase.COURT:
        return "court", {"n": min(s.left, s.province[seat])}
    if phase == Phase.MENU:
        return menu(s, seat)
    if phase == Phase.ABILITY:
        return "ability", {"modifier": ("modifier", s.played_modifier[seat] - 1)}
    if phase == Phase.VETO:
        return ("veto_rest" if s.paused else "veto"), {"seat": ("seat", s.actor), "card": ("card", s.card)}
    if phase == Phase.TO:
        return "to", {"seat": ("seat", s.held), "region": ("region", s.held_from)}
    if phase == Phase.KING:
        return KINGS[STEPS[s.step][KIND]], {}
    if phase == Phase.DIAL:
        return dial(s)
    return counted(s)


def menu(s: State, seat: int) -> tuple[str, dict[str, Any]]:
    """What is left of the turn."""
    card = {"card": ("card", s.card), "n": min(PLACES[s.card], s.court[seat])}
    if s.parts & Part.PLACE and s.parts & Part.ACTION and card["n"]:
        return "menu_both", card
    if s.parts & Part.PLACE and card["n"]:
        return "menu_place", card
    return "menu_action", card


def dial(s: State) -> tuple[str, dict[str, Any]]:
    """What the dial is for."""
    if s.part == Part.SCORING:
        return "dial_scoring", {}
    verb = STEPS[s.step][VERB]
    if verb == Do.COUP:
        return "dial_coup", {"region": ("region", s.source)}
    if verb == Do.BALLOT:
        return "dial_ballot", {}
    return "dial_battle", {"card": ("card", s.card), "n": STEPS[s.step][OWN], "loss": STEPS[s.step][MOST]}


def counted(s: State) -> tuple[str, dict[str, Any]]:
    """Sequences, with how many are left."""
    phase, n = s.phase, {"n": s.left}
    if phase in (Phase.PLACING, Phase.EXTRA):
        n = {"n": min(s.left, s.court[s.actor])}
    if phase == Phase.TAKE:
        key = "take" if s.own_left and s.foe_left else "take_own" if s.own_left else "take_opposing"
        return (f"{key}_must" if s.must else key), n
    if phase == Phase.REGION:
        return ("region_coup" if STEPS[s.step][VERB] == Do.COUP else "region_move"), {}
    if phase == Phase.RETURN_OWN:
        return "return", {**n, "seat": ("seat", s.actor)}
    if phase == Phase.RETURN_OF:
        return ("return_of", {"seat": ("seat", s.asked)}) if s.asked >= 0 else ("return_any", {})
    if phase == Phase.ESCORT:
        return "escort", {**n, "region": ("region", s.source), "place": ("place", s.king)}
    if phase == Phase.EXTRA:
        into = "castillo" if STEPS[s.step][KIND] else "regions"
        return f"extra_{into}" + ("_must" if s.must else ""), n
    return ("recall" if phase == Phase.RECALL else "placing"), n


