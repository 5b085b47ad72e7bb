"""The sentence that asks for each decision, and the notation words of event arguments."""
from __future__ import annotations

from typing import Any

from ...kernel.decisions import Asked
from .cards import count_value
from .components import MASTERS
from .fields import extras_left
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


def here(s: State) -> dict[str, Any]:
    """Where the pawn has landed."""
    return {"step": ("place", s.spot), "kind": ("kind", s.shop[s.spot])}


def turn(s: State, seat: int) -> Asked:
    """What the turn brings."""
    return ("last_turn" if s.last_round >= 0 else "turn"), {}


def full(s: State, seat: int) -> Asked:
    """A full space."""
    return "full", here(s)


def business(s: State, seat: int) -> Asked:
    """Business in a player's own shop, in another's, or at the table."""
    if s.owner[s.spot] == seat:
        return "free", here(s)
    if s.owner[s.spot] < 0:
        return "pay_table", {**here(s), "price": PRICE[s.spot]}
    return "pay", {**here(s), "owner": ("seat", s.owner[s.spot]), "price": PRICE[s.spot]}


def sword(s: State, seat: int) -> Asked:
    """Which sword is forged."""
    return "sword", {"metal": s.metal[seat], "gems": s.gems[seat]}


def give_back(s: State, seat: int) -> Asked:
    """Which old fencing tile goes back."""
    return "return", {"master": ("master", s.taken)}


def more(s: State, seat: int) -> Asked:
    """Which cards may follow."""
    if s.opening:
        return "more_opening", {"value": ("value", s.opening)}
    extras = max(0, extras_left(s, seat))
    if not count_value(s, seat, s.series):
        return "more_extra", {"extras": extras}
    return "more", {"value": ("value", s.series), "extras": extras}
