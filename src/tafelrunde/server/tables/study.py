"""Looking back at a match in a child process, so that the server's own process never waits.

The child is given what a match follows from, and keeps the positions of the last few matches:
people step through them.
"""
from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from ...bots.reviewing import Reviewer
from ...match.history import Decision
from ...match.match import Match
from ..errors import Refused
from .live import Live
from .looking_back import picture_of, replay_shown, stages_of, verified
from .reviewing import choices_shown, positions_shown, review_shown, reviewer_of
from .table import Config, Seat, Step, Table

KEPT = 8
"""The number of matches whose positions a child caches."""


@dataclass(frozen=True)
class Course:
    """What a match follows from, as plain values; two courses with the same `key` are the same."""

    key: tuple[str, int]
    secret: bytes
    config: Config
    seats: list[Seat]
    status: str
    version: int
    rules: str
    scheme: str
    started_at: int | None
    decisions: tuple[tuple[int, int], ...]
    steps: tuple[Step, ...]
    names: tuple[tuple[int, str], ...] = ()

    @classmethod
    def of(cls, table: Table) -> Course:
        """The course of a table's match so far."""
        if table.match is None:
            raise Refused("conflict", f"status_{table.status}")
        made = tuple((d.seat, d.action) for d in table.match.history.decisions())
        seats = [Seat(kind=s.kind, level=s.level, seed=s.seed) for s in table.seats]
        return cls(key_of(table), table.secret, table.config, seats, table.status, table.version, table.rules,
                   table.scheme, table.started_at, made, tuple(table.steps), tuple(table.match.names.items()))

    def again(self) -> Live:
        """The table with its match, without its people."""
        table = Table(self.key[0], self.secret, "")
        table.config, table.seats, table.status, table.version = self.config, self.seats, self.status, self.version
        table.rules, table.scheme, table.started_at, table.steps = self.rules, self.scheme, self.started_at, list(self.steps)
        table.match = table.begun()
        for seat, action in self.decisions:
            table.match.decide(Decision(seat, action))
        return Live(table, lambda: 0)


def key_of(table: Table) -> tuple[str, int]:
    """The table and the version of its last decision; after it the past is a different one."""
    last = next((s.version for s in reversed(table.steps) if s.kind in ("decide", "undo", "answer", "start")), 0)
    return table.id, last


@dataclass
class Known:
    """What a child caches of a match: its positions, and what a reviewer has found out about it."""

    live: Live
    stages: list[Match]

    @cached_property
    def reviewer(self) -> Reviewer | None:
        return reviewer_of(self.stages[-1] if self.live.table.match is None else self.live.table.match, self.stages)


_kept: OrderedDict[tuple[str, int], Known] = OrderedDict()


def _known(course: Course) -> Known:
    if course.key not in _kept:
        live = course.again()
        _kept[course.key] = Known(live, stages_of(live.table))
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end(course.key)
    known = _kept[course.key]
    if known.live.table.match is not None:
        known.live.table.match.names = dict(course.names)
    return known


def _review(known: Known, lang: str, seat: int | None, judged: bool = True) -> dict[str, Any]:
    return review_shown(known.live, known.stages, known.reviewer, lang, seat, judged)


def _positions(known: Known, lang: str) -> dict[str, Any]:
    return positions_shown(known.live.table.match, known.stages)


def _choices(known: Known, lang: str, at: int, seat: int | None) -> dict[str, Any]:
    return choices_shown(known.live, known.reviewer, at, lang, seat)


def _replay(known: Known, lang: str, at: int, seat: int | None) -> dict[str, Any]:
    return replay_shown(known.live, known.stages, at, seat, lang)


def _verify(known: Known, lang: str) -> dict[str, Any]:
    return verified(known.live, lang)


def _picture(known: Known, lang: str, seat: int | None) -> bytes:
    return picture_of(known.live.table, seat, lang).encode()


STUDIES: dict[str, Callable[..., dict[str, Any] | bytes]] = {
    "review": _review, "positions": _positions, "choices": _choices, "replay": _replay, "verify": _verify,
    "picture": _picture}


def study(course: Course, what: str, lang: str, arguments: tuple[Any, ...]) -> bytes:
    """One answer: a file unchanged, everything else as JSON."""
    made = STUDIES[what](_known(course), lang, *arguments)
    return made if isinstance(made, bytes) else msgspec.json.encode(made)
