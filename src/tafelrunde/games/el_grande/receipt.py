"""Where the points of a finished game came from: its scoring events (EG-8)."""
from __future__ import annotations

import itertools
from collections.abc import Sequence

from ...kernel import Phrase, Receipt
from .events import BOARD_EVENTS
from .state import State
from .tables import CASTILLO

SOURCES = ("regions", "castillo", "king", "grande", "cards")
REGIONS, TOWER, KING, GRANDE, CARDS = range(len(SOURCES))
# The same numbers in both titles
BOARD = {kind.name: number for number, kind in enumerate(BOARD_EVENTS)}
ROUND, GENERAL = BOARD["round_begins"], BOARD["general_scoring"]
POINTS, KINGS_BONUS = BOARD["points"], BOARD["kings_bonus"]


def receipt(s: State, events: Sequence[tuple[int, ...]]) -> Receipt:
    """Points of general scorings by what paid them, points of cards together, and all of them round
    by round.
    """
    rows = [[0] * len(SOURCES) for _ in range(s.players)]
    rounds: list[tuple[Phrase, list[int]]] = []
    general = False
    for kind, *numbers in events:
        if kind in (ROUND, GENERAL):
            general = kind == GENERAL
            rounds.append((Phrase("receipt.scoring" if general else "receipt.round", {"n": numbers[0]}), [0] * s.players))
        elif kind == POINTS:
            seat, place, total, bonus = numbers
            row = rows[seat]
            if general:
                row[TOWER if place == CASTILLO else REGIONS] += total - bonus
                row[GRANDE] += bonus  # the king's part follows
            else:
                row[CARDS] += total
            if rounds:
                rounds[-1][1][seat] += total
        elif kind == KINGS_BONUS and general:
            seat, _, kings = numbers[:3]
            rows[seat][GRANDE] -= kings
            rows[seat][KING] += kings
    sources: tuple[str, ...] = SOURCES
    earlier = [s.score[p] - sum(rows[p]) for p in range(s.players)]
    if any(earlier):  # the game began from a position
        sources = (*SOURCES, "earlier")
        rows = [[*row, before] for row, before in zip(rows, earlier, strict=True)]
    return Receipt(sources, tuple(map(tuple, rows)), tuple((name, tuple(points)) for name, points in rounds), ties(s))


def ties(s: State) -> tuple[Phrase, ...]:
    """EG-8.5: equal points share the place."""
    found = []
    for points in sorted(set(s.score[:s.players]), reverse=True):
        seats = [p for p in range(s.players) if s.score[p] == points]
        found += [Phrase("receipt.shared", {"seat": ("seat", a), "other": ("seat", b), "n": points})
                  for a, b in itertools.pairwise(seats)]
    return tuple(found)
