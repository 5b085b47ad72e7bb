"""The sentence that asks for the open decision."""
from __future__ import annotations

from ...kernel import Phrase
from .fields import Reading, Stage
from .legal import can_swap_in
from .placing import can_lay_fort, can_support, is_land_open
from .state import State


def prompt(s: State, seat: int) -> Phrase:
    """What the seat on turn is asked, with all it needs to know in one sentence."""
    if s.stage == Stage.KNIGHT:
        return where_to(s, seat)
    if s.stage == Stage.END:
        return Phrase("prompt.end", {"forts": s.forts_left[seat]})
    if not any(can_play(s, seat, card - 1) for card in s.hand[seat] if card > 0):
        return Phrase("prompt.pass" if s.options & Reading.NO_LEGAL_PLACEMENT_PASS else "prompt.card_for_nothing")
    if can_lay_fort(s, seat) and not s.options & Reading.FORT_TIMING_AFTER_KNIGHT_ONLY:
        return Phrase("prompt.card_or_fort", {"forts": s.forts_left[seat]})
    return Phrase("prompt.card")


def can_play(s: State, seat: int, land: int) -> bool:
    """Whether a card leads to a placement."""
    return s.supply[seat] > 0 and bool(is_land_open(s, land) or can_support(s, seat) or can_swap_in(s, seat, land))


def where_to(s: State, seat: int) -> Phrase:
    """By number, as support, or by the archbishop: what the card played allows."""
    land = s.card - 1
    ways = [word for word, possible in (("number", is_land_open(s, land)), ("support", can_support(s, seat)),
                                        ("swap", can_swap_in(s, seat, land))) if possible and s.supply[seat] > 0]
    return Phrase("prompt.place_" + ("_".join(ways) or "nothing"), {"card": ("card", land)})
