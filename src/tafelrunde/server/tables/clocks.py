"""Clocks: a bank with an increment for live games, days per move for slow ones.

Everything is counted from the times of the log's entries, so every process and every replay gets
the same.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

DAY_MS = 86_400_000


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think.  `none`: as long as they like."""

    kind: Literal["none", "live", "slow"] = "none"
    bank_ms: int = 0
    increment_ms: int = 0
    move_ms: int = 0

    def shown(self) -> dict[str, Any]:
        if self.kind == "live":
            return {"kind": "live", "bank_ms": self.bank_ms, "increment_ms": self.increment_ms}
        return {"kind": "slow", "move_ms": self.move_ms} if self.kind == "slow" else {"kind": "none"}


@dataclass(slots=True)
class Hand:
    """One seat's clock: what was left at `since`, from when on it runs; `since` is None while it
    stands.
    """

    left: int
    since: int | None = None


class Clocks:
    """The clocks of a table's seats."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.hands = [Hand(clock.bank_ms if clock.kind == "live" else clock.move_ms) for _ in range(seats)]

    def tick(self, at: int) -> None:
        """Subtract what has run since the last time."""
        for hand in self.hands:
            if hand.since is not None and at > hand.since:
                hand.left = max(0, hand.left - (at - hand.since))
                hand.since = at

    def run(self, running: set[int], at: int, asked: bool) -> None:
        """Let exactly these seats' clocks run; a seat that has just been `asked` gets the
        increment, in a slow game the days.
        """
        if self.clock.kind == "none":
            return
        for seat, hand in enumerate(self.hands):
            if seat not in running:
                hand.since = None
            elif hand.since is None:
                hand.since = at
                if asked:
                    hand.left = self.clock.move_ms if self.clock.kind == "slow" else hand.left + self.clock.increment_ms

    def flagged(self, seat: int) -> bool:
        """Whether a seat has no time left; only the next question gives it more."""
        return self.clock.kind != "none" and self.hands[seat].left == 0

    def shift(self, ms: int, at: int) -> None:
        """Skip the time until now, because nobody could play."""
        for hand in self.hands:
            if hand.since is not None:
                hand.since = min(hand.since + ms, at)

    def deadline(self) -> int | None:
        """When the next clock runs out."""
        ends = [hand.since + hand.left for hand in self.hands if hand.since is not None]
        return min(ends) if ends and self.clock.kind != "none" else None

    def out(self, at: int) -> list[int]:
        """The seats whose time is up."""
        if self.clock.kind == "none":
            return []
        return [i for i, hand in enumerate(self.hands) if hand.since is not None and hand.since + hand.left <= at]

    def stopped(self, now: int) -> dict[str, Any]:
        """Stopped clocks in the form of the protocol."""
        rows = [{"left_ms": hand.left, "running": False, "out_at": None} for hand in self.hands]
        return {"kind": self.clock.kind, "at": now, "seats": [] if self.clock.kind == "none" else rows}

    def shown(self, now: int) -> dict[str, Any]:
        """The clocks in the form of the protocol."""
        if self.clock.kind == "none":
            return {"kind": "none", "at": now, "seats": []}
        rows: list[dict[str, Any]] = []
        for hand in self.hands:
            gone = 0 if hand.since is None else max(0, now - hand.since)
            rows.append({"left_ms": max(0, hand.left - gone), "running": hand.since is not None,
                         "out_at": None if hand.since is None else hand.since + hand.left})
        return {"kind": self.clock.kind, "at": now, "seats": rows}
