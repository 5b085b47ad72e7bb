"""Goofspiel for people: the questions, why something cannot be done, and positions as JSON."""
from __future__ import annotations

from typing import Any

from tafelrunde.kernel import Phrase, Refusal, shapes
from tafelrunde.kernel.positions import Key, Position
from tafelrunde.kernel.reading import refuse

from .state import FIELDS, RANKS, Act


def prompt(s: Any, seat: int) -> Phrase:
    """The question to a seat."""
    return Phrase("prompt.bid", {"n": int(s.stake)})


def why_not(s: Any, seat: int, action: int) -> Refusal | None:
    """None, or the rule that an action breaks."""
    card = action - Act.BID
    return None if s.hand[seat] >> card & 1 else Refusal("GO-3", "spent", {"card": ("card", card)})


def word(meaning: str, index: int) -> str:
    """The notation of a card is its value."""
    return str(index + 1)


def settle(s: Any, given: dict[str, Any], fresh: Any) -> None:
    """What the keys leave open, and what they contradict."""
    s.over = int(s.hand[0] == 0)
    for seat in range(s.players):
        if s.bid[seat] and not s.hand[seat] >> s.bid[seat] - 1 & 1:
            refuse(f"bids: seat {seat}: {s.bid[seat]} is not in the hand")
        if s.hand[seat].bit_count() != s.prizes.bit_count() + (not s.over):
            refuse(f"hands: seat {seat}: as many cards as there are prizes to come, the open one included")
    if not s.over and all(s.bid[:s.players]):
        refuse("bids: when all have bid, the bids are opened")


POSITION = Position(
    "goofspiel", FIELDS, {"card": range(1, RANKS + 1)},
    (Key("over", shape=shapes.flag(), follows=True), Key("stake"), Key("prizes"), Key("hands", "hand"), Key("bids", "bid"),
     Key("scores", "score")),
    options=lambda s: {"discards": bool(s.discards)}, infer=settle)
