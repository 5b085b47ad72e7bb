"""The sentences that ask for decisions: their keys under `prompt` in text/, and what they speak of."""
from __future__ import annotations

from ...kernel.decisions import Asked
from .legal import can_swap_in
from .placing import can_lay_fort, can_support, is_land_open
from .readings import fort_may_come_first, passes_without_placement
from .state import State


def card(s: State, seat: int) -> Asked:
    """A card, or a fortress before it."""
    if not any(can_play(s, seat, held - 1) for held in s.hand[seat] if held > 0):
        return ("pass" if passes_without_placement(s) else "card_for_nothing"), {}
    if can_lay_fort(s, seat) and fort_may_come_first(s):
        return "card_or_fort", {"forts": s.forts_left[seat]}
    return "card", {}


def end(s: State, seat: int) -> Asked:
    """A fortress, or the end of the turn."""
    return "end", {"forts": s.forts_left[seat]}


def can_play(s: State, seat: int, land: int) -> bool:
    """Whether a card leads to a placement."""
    return s.supply[seat] > 0 and bool(is_land_open(s, land) or can_support(s, seat) or can_swap_in(s, seat, land))


def knight(s: State, seat: int) -> Asked:
    """By number, as support, or by the archbishop: what the card played allows."""
    land = s.card - 1
    ways = [word for word, possible in (("number", is_land_open(s, land)), ("support", can_support(s, seat)),
                                        ("swap", can_swap_in(s, seat, land))) if possible and s.supply[seat] > 0]
    return "place_" + ("_".join(ways) or "nothing"), {"card": ("card", land)}
