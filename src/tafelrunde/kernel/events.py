"""Events: what happened, as a kind and up to four small numbers.

They are turned into words only for display.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .fields import NOBODY, OWNER, PUBLIC, Visibility


def emit(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Tell an event: noted on an interpreted state that keeps a log; nothing when compiled."""
    if s.log is not None:
        s.log.append((int(kind), int(a), int(b), int(c), int(d)))


@dataclass(frozen=True)
class Reveals:
    """What an event shows: a cell of a field that not everybody may see.

    `of` is the argument that names its row, the seat that kept it; empty when several rows show.
    Whoever hears of the event and could not see that row has learned something.  `unless(before,
    numbers)` says, from what everybody sees before the decision, that all of them knew it anyway.
    """

    field: str
    of: str = "seat"
    unless: Callable[[Any, tuple[int, ...]], bool] | None = None


@dataclass(frozen=True)
class EventKind:
    """What the numbers of an event mean and who learns of it.

    `arguments` name each number and, after a colon, what it is an index of ("seat", "region",
    "card", "number" …): the text room turns them into words, the record into notation.  A chance
    kind is written into records as `* <name> <arguments>`; its last argument is the outcome drawn.
    `visible` is PUBLIC, OWNER (the seat of the first argument) or NOBODY (told when the game is
    over); `reveals` declares which hidden thing it shows, so that nobody can take back what led to
    it and no preview tells it.  A decision that tells an event which `veils` stays out of the
    others' records until the event of that name is told with the same first argument.  `gains`
    names the argument that holds the points which the seat scores; a kind that `opens` begins the
    turn of the one who acts.
    """

    name: str
    arguments: tuple[str, ...] = ()
    visible: Visibility = PUBLIC
    chance: bool = False
    reveals: Reveals | None = None
    veils: str = ""
    gains: str = ""
    opens: bool = False

    @cached_property
    def actor(self) -> str:
        """The argument that names the actor: `by`, else `seat`; empty if nobody acts."""
        known = [name for name, _ in self.names()]
        return next((name for name in ("by", "seat") if name in known), "")

    def acts(self, seat: int, numbers: Sequence[int]) -> bool:
        """Whether the event with these numbers tells what a seat does."""
        return bool(self.actor) and numbers[self._places[self.actor]] == seat

    @cached_property
    def _names(self) -> tuple[tuple[str, str], ...]:
        return tuple((a.partition(":")[0], a.partition(":")[2] or a) for a in self.arguments)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: n for n, (name, _) in enumerate(self._names)}

    def names(self) -> tuple[tuple[str, str], ...]:
        """(name, meaning) of each argument.

        >>> EventKind("open", ("deck:number", "card")).names()
        (('deck', 'number'), ('card', 'card'))
        """
        return self._names

    def row_shown(self, numbers: tuple[int, ...]) -> int:
        """The row of the field that the event reveals: whose secret it was; -1 if it is not one
        seat's.
        """
        if self.reveals is None or not self.reveals.of:
            return -1
        return numbers[self._places[self.reveals.of]]

    def visible_to(self, seat: int | None, numbers: tuple[int, ...]) -> bool:
        """Whether a seat (None: a spectator) may learn of this event while the game runs."""
        if self.visible is OWNER:
            return seat is not None and seat == numbers[0]
        return self.visible is not NOBODY


__all__ = ["EventKind", "Reveals", "emit"]
