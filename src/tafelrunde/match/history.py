"""What a match remembers: its decisions and everything that happened, in order."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..kernel import Game

Numbers = tuple[int, int, int, int, int]
"""An event as it was told: its kind and four numbers."""


@dataclass(frozen=True)
class Decision:
    """One decision: who decided, and what."""

    seat: int
    action: int


@dataclass
class History:
    """Decisions and events in one sequence; an entry is a Decision, an event or a comment."""

    entries: list[Decision | Numbers | str] = field(default_factory=list[Any])

    def decisions(self) -> list[Decision]:
        """The decisions alone."""
        return [e for e in self.entries if isinstance(e, Decision)]

    def events(self) -> list[Numbers]:
        """The events alone."""
        return [e for e in self.entries if isinstance(e, tuple)]


def veils(game: Game, events: list[Numbers]) -> set[int]:
    """The numbers of the events that still keep the decision which told them from the others."""
    found: dict[tuple[str, int], int] = {}
    for i, event in enumerate(events):
        kind = game.events[event[0]]
        found.pop((kind.name, event[1]), None)
        if kind.veils:
            found[kind.veils, event[1]] = i
    return set(found.values())


def veiled(game: Game, history: History) -> set[int]:
    """The decisions, by their place among the entries, that are still kept from the others."""
    kept, found, last, number = veils(game, history.events()), set[int](), -1, 0
    if kept:
        for i, entry in enumerate(history.entries):
            if isinstance(entry, Decision):
                last = i
            elif isinstance(entry, tuple):
                if number in kept:
                    found.add(last)
                number += 1
    return found


def barrier(game: Game, before: Any, events: list[Numbers]) -> str:
    """Why a decision cannot be taken back, by what it told: chance, revealed, or empty for nothing.

    Only declarations count: chance was drawn, or an event has shown a seat what it could not see (docs/undo.md).
    """
    if any(game.events[e[0]].chance for e in events):
        return "chance"
    if any(game.tells(before, e, seat) for e in events for seat in range(before.players)):
        return "revealed"
    return ""


def event_words(game: Game, event: Numbers) -> list[str]:
    """An event's arguments as notation words."""
    kind = game.events[event[0]]
    return [str(n) if meaning in ("number", "seat") else game.word(meaning, n)
            for (_, meaning), n in zip(kind.names(), event[1:], strict=False)]


def chance_line(game: Game, event: Numbers) -> str:
    """A chance event as a record writes it: `* open 3 fiesta`."""
    return " ".join(["*", game.events[event[0]].name, *event_words(game, event)])
