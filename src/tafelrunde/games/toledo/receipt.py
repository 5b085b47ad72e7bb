"""TO-9.2 and TO-9.3: where the points of a finished game came from, and what decided between equal
ones.
"""
from __future__ import annotations

import itertools
from collections.abc import Sequence

from ...kernel import Phrase, Receipt
from .alcazar import from_gems, from_paintings, from_swords, hand_sum, less_for_movement, points, standing
from .state import State

SOURCES = ("delivered", "kept", "paintings", "gems", "movement")


def receipt(s: State, events: Sequence[tuple[int, ...]]) -> Receipt:
    """Swords delivered, half of the swords kept, paintings, gems, and the price of movement
    tiles.
    """
    rows = tuple((from_swords(s.delivered[p], 1), from_swords(s.blades[p], 2), from_paintings(s, p), from_gems(s, p),
                  less_for_movement(s, p)) for p in range(s.players))
    return Receipt(SOURCES, rows, ties=ties(s))


def ties(s: State) -> tuple[Phrase, ...]:
    """TO-9.3: most cards in hand, then their sum; otherwise the place is shared."""
    found = []
    ranked = sorted(range(s.players), key=lambda p: (-standing(s, p), p))
    for a, b in itertools.pairwise(ranked):
        if points(s, a) != points(s, b):
            continue
        arguments = {"seat": ("seat", a), "other": ("seat", b), "n": points(s, a)}
        if s.held[a] != s.held[b]:
            found.append(Phrase("receipt.hand", {**arguments, "more": s.held[a], "fewer": s.held[b]}))
        elif hand_sum(s, a) != hand_sum(s, b):
            found.append(Phrase("receipt.sum", {**arguments, "more": hand_sum(s, a), "fewer": hand_sum(s, b)}))
        else:
            found.append(Phrase("receipt.shared", arguments))
    return tuple(found)
