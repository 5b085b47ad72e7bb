"""Reasons that many refusals have in common: cards, closed regions and full ones, from the
rulebook's side.
"""
from __future__ import annotations

from ..el_grande.reasons import Answer, kings_region, no
from ..el_grande.tables import CASTILLO
from .state import State
from .tables import CARDS, DATA, DEEDS, LIMITED_TO, VERB


def card_of(s: State, seat: int) -> int:
    """The card that a seat has laid this round."""
    return s.played[seat] - 1


def deed(s: State) -> int:
    """What the current special action does."""
    return DEEDS[s.step][VERB]


def deed_rule(s: State) -> str:
    """The rule of the special action under way."""
    return ("KI-3.1", "KI-3.2")[s.step - CARDS] if s.step >= CARDS else str(DATA["card"][s.step]["rule"])


def hand_of(s: State, seat: int) -> set[int]:
    """The cards in a hand."""
    return {c for c in range(CARDS) if s.hand[seat] >> c & 1}


def protected(s: State, region: int) -> bool:
    """KI-C-95."""
    return region < CASTILLO and bool(s.protected >> region & 1)


def no_exit(s: State, region: int) -> Answer:
    """EG-6.2, KI-C-95: nothing leaves."""
    if region == kings_region(s):
        return no("EG-6.2", "taboo_out", region=("region", region))
    return no("KI-C-95", "protected_out", region=("region", region)) if protected(s, region) else None


def no_entry(s: State, place: int) -> Answer:
    """EG-6.2, KI-C-95: nothing enters."""
    if place == kings_region(s):
        return no("EG-6.2", "taboo_in", place=("place", place))
    return no("KI-C-95", "protected_in", region=("region", place)) if protected(s, place) else None


def no_room(s: State, place: int, n: int = 1) -> Answer:
    """EG-6.2, KI-C-95, KI-C-66: no caballero enters."""
    if no_entry(s, place):
        return no_entry(s, place)
    if any(at == place + 1 for at in s.limit_at) and sum(s.regions[place]) + n > LIMITED_TO:
        return no("KI-C-66", "region_full", region=("region", place))
    return None
