"""The sentence that asks for each decision, and the notation words of event arguments."""
from __future__ import annotations

from typing import Any

from ...kernel import Phrase
from .cards import count_value
from .components import MASTERS
from .fields import Phase, extras_left
from .state import State
from .tables import CARD_IDS, KINDS, PRICE, STEPS, VALUES

WORDS: dict[str, tuple[str, ...]] = {
    "card": CARD_IDS,
    "kind": ("none", *KINDS, "tavern", "artist"),
    "master": MASTERS,
    "value": tuple(str(v) for v in range(VALUES + 1)),
    "place": tuple(str(step) for step in range(STEPS)),
    "background": ("purple", "brown", "teal", "none", "neutral"),
    "cause": ("tile", "figure", "default"),
    "fencer": ("defender", "attacker"),
}


def word(meaning: str, index: int) -> str:
    """The notation word of an argument."""
    return WORDS[meaning][index]


def prompt(s: State, seat: int) -> Phrase:
    """What the seat on turn is asked."""
    here: dict[str, Any] = {"step": ("place", s.spot), "kind": ("kind", s.shop[s.spot])}
    if s.phase == Phase.TURN:
        return Phrase("prompt.last_turn" if s.last_round >= 0 else "prompt.turn")
    if s.phase == Phase.FULL:
        return Phrase("prompt.full", here)
    if s.phase == Phase.BUSINESS:
        if s.owner[s.spot] == seat:
            return Phrase("prompt.free", here)
        if s.owner[s.spot] < 0:
            return Phrase("prompt.pay_table", {**here, "price": PRICE[s.spot]})
        return Phrase("prompt.pay", {**here, "owner": ("seat", s.owner[s.spot]), "price": PRICE[s.spot]})
    if s.phase == Phase.SWORD:
        return Phrase("prompt.sword", {"metal": s.metal[seat], "gems": s.gems[seat]})
    if s.phase == Phase.MASTER:
        return Phrase("prompt.master")
    if s.phase == Phase.RETURN:
        return Phrase("prompt.return", {"master": ("master", s.taken)})
    if s.phase == Phase.DELIVER:
        return Phrase("prompt.deliver")
    if s.opening:
        return Phrase("prompt.more_opening", {"value": ("value", s.opening)})
    extras = max(0, extras_left(s, seat))
    if not count_value(s, seat, s.series):
        return Phrase("prompt.more_extra", {"extras": extras})
    return Phrase("prompt.more", {"value": ("value", s.series), "extras": extras})
