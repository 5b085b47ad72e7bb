"""What a match remembers: its decisions and everything that happened, each in its own list.

Every operation costs the same after a thousand decisions as after ten; only `entries` goes through
everything.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..kernel import Game

Numbers = tuple[int, int, int, int, int]
"""An event as it happened: its kind and four numbers."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: who decided, and what."""

    seat: int
    action: int


Entry = Decision | Numbers | str
"""A line of the course of a game: a decision, an event or a comment."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A point in a history that it can go back to."""

    decisions: int
    events: int
    comments: int
    veils: tuple[tuple[tuple[str, int], int], ...]


class History:
    """Decisions and events.  Events told between two decisions belong to the first of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.count = 0
        """How many decisions there are."""
        self._decisions: list[Decision] = []
        self._first: list[int] = []
        self._events: list[Numbers] = []
        self._comments: list[tuple[int, int, str]] = []
        self._made: dict[int, int] = {}
        self._veils: dict[tuple[str, int], int] = {}

    def decisions(self) -> Sequence[Decision]:
        return self._decisions

    def events(self) -> Sequence[Numbers]:
        return self._events

    def made(self, seat: int) -> int:
        """How many of the decisions are the seat's."""
        return self._made.get(seat, 0)

    def veils(self) -> set[int]:
        """The numbers of the events whose decisions are still hidden from the others."""
        return set(self._veils.values())

    def veiled(self) -> set[int]:
        """The numbers of the decisions that are still hidden from the others."""
        kept = self.veils()
        return {n for n in range(len(self._decisions)) if not kept.isdisjoint(range(*self.span(n)))} if kept else set()

    def span(self, decision: int) -> tuple[int, int]:
        """The first event of a decision, and the first after it."""
        after = self._first[decision + 1] if decision + 1 < len(self._first) else len(self._events)
        return self._first[decision], after

    # ------------------------------------------------------------ going on and back

    def decide(self, decision: Decision) -> None:
        self._decisions.append(decision)
        self.count += 1
        self._first.append(len(self._events))
        self._made[decision.seat] = self.made(decision.seat) + 1

    def tell(self, events: Iterable[Numbers]) -> None:
        for event in events:
            kind = self.game.events[event[0]]
            self._veils.pop((kind.name, event[1]), None)
            if kind.veils:
                self._veils[kind.veils, event[1]] = len(self._events)
            self._events.append(event)

    def comment(self, text: str) -> None:
        self._comments.append((len(self._decisions), len(self._events), text))

    def mark(self) -> Mark:
        return Mark(len(self._decisions), len(self._events), len(self._comments), tuple(self._veils.items()))

    def back(self, mark: Mark) -> None:
        for decision in self._decisions[mark.decisions:]:
            self._made[decision.seat] -= 1
        del self._decisions[mark.decisions:], self._first[mark.decisions:]
        self.count = mark.decisions
        del self._events[mark.events:], self._comments[mark.comments:]
        self._veils = dict(mark.veils)

    # ------------------------------------------------------------ all of it

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything in one sequence."""
        return tuple(self._merged())

    def _merged(self) -> Iterator[Entry]:
        told, comments = 0, iter([*self._comments, (len(self._decisions), len(self._events) + 1, "")])
        at, after, text = next(comments)
        for made in range(len(self._decisions) + 1):
            end = self._first[made] if made < len(self._first) else len(self._events)
            while at == made and after <= end:
                yield from self._events[told:after]
                yield text
                told = after
                at, after, text = next(comments)
            yield from self._events[told:end]
            told = end
            if made < len(self._decisions):
                yield self._decisions[made]


def barrier(game: Game, before: Any, events: Sequence[Numbers]) -> str:
    """Why a decision cannot be taken back, judged by its events: chance, revealed, or empty if
    nothing prevents it.

    Only declarations count: chance was drawn, or an event has shown a seat what it could not see
    (docs/undo.md).
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
