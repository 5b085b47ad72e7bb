"""Goofspiel for people: what is asked, why something cannot be done, and positions as JSON."""
from __future__ import annotations

from typing import Any

from tafelrunde.kernel import BadPosition, Phrase, Refusal

from .state import RANKS, Act

KEYS = ("stake", "prizes", "hands", "bids", "scores")


def prompt(s: Any, seat: int) -> Phrase:
    """What a seat is asked."""
    return Phrase("prompt.bid", {"n": int(s.stake)})


def why_not(s: Any, seat: int, action: int) -> Refusal | None:
    """Nothing, or the rule that an action breaks."""
    card = action - Act.BID
    return None if s.hand[seat] >> card & 1 else Refusal("GO-3", "spent", {"card": ("card", card)})


def word(meaning: str, index: int) -> str:
    """A card is written as its worth."""
    return str(index + 1)


def cards(held: int) -> list[int]:
    """A set of cards as their worths."""
    return [card + 1 for card in range(RANKS) if held >> card & 1]


def position(s: Any) -> dict[str, Any]:
    """The position as JSON; a bid that the reader may not see is None."""
    seats = range(s.players)
    return {
        "game": "goofspiel", "players": s.players, "options": {"discards": bool(s.discards)}, "over": bool(s.over),
        "stake": s.stake, "prizes": cards(s.prizes), "hands": [cards(s.hand[seat]) for seat in seats],
        "bids": [s.bid[seat] for seat in seats], "scores": [s.score[seat] for seat in seats],
    }


def fill(s: Any, given: dict[str, Any]) -> Any:
    """Write a position into a state that knows its players; BadPosition names the key that is wrong."""
    for key in KEYS:
        if key not in given:
            raise BadPosition(f"{key}: missing")
    s.stake, s.prizes = number(given["stake"], "stake", 91), pack(given["prizes"], "prizes")
    rows = {key: listed(given[key], key, s.players) for key in ("hands", "bids", "scores")}
    for seat in range(s.players):
        s.hand[seat] = pack(rows["hands"][seat], f"hands.{seat}")
        s.bid[seat] = number(rows["bids"][seat], f"bids.{seat}", RANKS)
        s.score[seat] = number(rows["scores"][seat], f"scores.{seat}", 91)
        if s.bid[seat] and not s.hand[seat] >> s.bid[seat] - 1 & 1:
            raise BadPosition(f"bids.{seat}: {s.bid[seat]} is not in the hand")
        if s.hand[seat].bit_count() != s.prizes.bit_count() + (not given.get("over", False)):
            raise BadPosition(f"hands.{seat}: as many cards as there are prizes to come, the open one included")
    s.over = int(s.hand[0] == 0)
    if not s.over and all(s.bid[seat] for seat in range(s.players)):
        raise BadPosition("bids: when all have bid, the bids are opened")
    return s


def listed(value: Any, key: str, length: int) -> list[Any]:
    """A list of so many entries."""
    if not isinstance(value, list) or len(value) != length:
        raise BadPosition(f"{key}: expected a list of {length} entries")
    return value


def number(value: Any, key: str, most: int) -> int:
    """A number from 0 to `most`."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise BadPosition(f"{key}: expected a number from 0 to {most}; not {value!r}")
    return value


def pack(value: Any, key: str) -> int:
    """A list of worths as a set of cards."""
    if not isinstance(value, list):
        raise BadPosition(f"{key}: expected a list of cards")
    found = 0
    for card in value:
        found |= 1 << max(number(card, key, RANKS), 1) - 1
    return found
