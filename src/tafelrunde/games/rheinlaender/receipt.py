"""RH-7 and RH-11.3: where the points of a finished game came from."""
from __future__ import annotations

import itertools
from collections.abc import Sequence

from ...kernel import Phrase, Receipt
from .events import Event
from .readings import most_dukes_break_ties
from .scoring import dukes, standing
from .state import State

SOURCES = ("coins", "duchies", "archbishop")
PAYS = {Event.PAID: 0, Event.FINAL: 1, Event.FINAL_ARCHBISHOP: 2}


def receipt(s: State, events: Sequence[tuple[int, ...]]) -> Receipt:
    """Coins of duchies that were lost, duchies held at the end, and the archbishop."""
    rows = [[0] * len(SOURCES) for _ in range(s.players)]
    for kind, seat, points, *_ in events:
        if kind in PAYS:
            rows[seat][PAYS[kind]] += points
    sources: tuple[str, ...] = SOURCES
    earlier = [s.coins[p] - sum(rows[p]) for p in range(s.players)]
    if any(earlier):  # the game began from a position
        sources = (*SOURCES, "earlier")
        rows = [[*row, before] for row, before in zip(rows, earlier, strict=True)]
    return Receipt(sources, tuple(map(tuple, rows)), ties=ties(s))


def ties(s: State) -> tuple[Phrase, ...]:
    """RH-11.3, RH-R47: equal points share the place, or the dukes decide."""
    found = []
    ranked = sorted(range(s.players), key=lambda p: (-standing(s, p), p))
    for a, b in itertools.pairwise(ranked):
        if s.coins[a] == s.coins[b]:
            more, fewer = dukes(s, a), dukes(s, b)
            decided = most_dukes_break_ties(s) and more > fewer
            found.append(Phrase("receipt.dukes" if decided else "receipt.shared",
                                {"seat": ("seat", a), "other": ("seat", b), "n": s.coins[a], "more": more, "fewer": fewer}))
    return tuple(found)
