"""Loading a position: the phase, where it is not given."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.reading import listed
from ..el_grande.turn_loading import IN_TURN, any_given, any_inside
from .state import State
from .tables import HAND

PHASES = ("discard", "dial", "cards", "turns", "scoring", "over")
BEFORE = ("discard", "dial")
"""The phases before the first round."""
BELONGS = {"discard": ("discard",), "action": ("cards",), "dial": ("dial", "cards", "turns", "scoring"),
           "stranger": ("turns", "scoring")}
"""The phases of the decisions that are not only made in turns."""


def phase_guessed(s: State, given: Mapping[str, Any]) -> str:
    """What the other keys say about the phase."""
    what, played = given["open"], listed(given.get("played"))
    laid = [v for v in played if v is not None]
    if what.get("decision") == "dial" or (not what and any_given(given.get("dials"))):
        return phase_of_dials(given, laid)
    if what.get("decision") == "stranger":
        return "turns" if laid or {"card", "parts", "scored"} & what.keys() else "scoring"
    if what:
        return BELONGS.get(what.get("decision"), IN_TURN)[0]
    if given.get("acted") or (laid and len(laid) == len(played) and "joker" not in laid):
        return "turns"
    if laid or any_given(given.get("used")):
        return "cards"
    return phase_of_hands(s, given)


def phase_of_dials(given: Mapping[str, Any], laid: list[Any]) -> str:
    """Dials are set for a card on turn, for a 113, in a general scoring, or before the first round."""
    what, number = given["open"], given.get("round")
    if {"card", "parts"} & what.keys() or given.get("acted") or (laid and given.get("turn") is not None):
        return "turns"
    if laid:
        swept = listed(given.get("whirlwind")) or [None] * len(laid)
        waits = any(v == 113 and region is None for v, region in zip(listed(given.get("played")), swept, strict=False))
        return "cards" if waits else "turns"
    late = isinstance(number, int) and number % 3 == 0
    return "scoring" if late or "seat" in what or any_inside(given) or any_given(given.get("beside")) else "dial"


def phase_of_hands(s: State, given: Mapping[str, Any]) -> str:
    """Nothing is laid: hands of more than 13 cards are being chosen from."""
    sizes = [len(hand) for hand in listed(given.get("hands")) if isinstance(hand, (list, tuple))]
    aside = [len(cards) for cards in listed(given.get("set_aside")) if isinstance(cards, (list, tuple))]
    if any(n > HAND for n in sizes):
        return "discard"
    if "hands" in given:
        return "cards"
    return "dial" if aside and aside == [s.offered.bit_count() - HAND] * s.players else "discard"
