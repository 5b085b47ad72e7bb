"""What a network is fed: one row of weights for every value that a number of an observation can
have.

The rows are those of all numbers of players and all options of a title, so one network serves them
all.  A number at its least value has no row: most of a position is empty, and only what is not is
added up.  The title's own judgement is among the numbers: how far the seat is ahead of each other
one, part by part.  So a network learns what the judgement gets wrong.
"""
from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from ...kernel import Game
from ...kernel.observing import Cell, schema
from ...kernel.turning import actions_at_table, actions_seen
from ..judgement import judgement_of

PLAIN, STEP = 48, 8
"""Values up to PLAIN have a row each; above that, every STEP values share one."""
EVEN, FINE = 24, 8
"""A lead of 0 is written as EVEN; a lead that multiplies the odds by e is FINE more."""


def bucket(value: int) -> int:
    """The row of a number, counted from its least value: 0 for that one, which has none.

    >>> bucket(0), bucket(48), bucket(49), bucket(56), bucket(57)
    (0, 48, 49, 49, 50)
    """
    return value if value <= PLAIN else PLAIN + (value - PLAIN + STEP - 1) // STEP


class Reading(NamedTuple):
    """For every number of a configuration's observations: its first row, its least value, how many
    rows it has.
    """

    first: Any
    low: Any
    rows: Any


class Features:
    """The rows of a title."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = game.seats[1]
        span: dict[str, tuple[int, int]] = {}
        fed = [every_number(game, s) for s in every_configuration(game)]
        self.numbers = max(map(len, fed))
        """How many numbers a network is fed at most."""
        for cell in (cell for cells in fed for cell in cells):
            low, high = span.get(cell.name, (cell.low, cell.high))
            span[cell.name] = min(low, cell.low), max(high, cell.high)
        self.first: dict[str, int] = {}
        self.span = span
        self.count = 0
        for name, (low, high) in span.items():
            self.first[name] = self.count
            self.count += bucket(high - low)

    def reading(self, configured: Any) -> Reading:
        """How the observations of a configuration are read."""
        cells = every_number(self.game, configured)
        return Reading([self.first[c.name] for c in cells], [self.span[c.name][0] for c in cells],
                       [bucket(self.span[c.name][1] - self.span[c.name][0]) for c in cells])

    @property
    def digest(self) -> str:
        """A name for the meaning of all rows and actions. Weights with another name do not fit."""
        text = f"{self.game.name} {self.span} {self.game.actions.names} {PLAIN} {STEP}"
        return hashlib.sha256(text.encode()).hexdigest()[:20]

    def actions_seen(self, players: int) -> list[list[int]]:
        """For every seat and action of the table: the action's number as the seat sees it, with
        itself as seat 0.
        """
        return [[*actions_seen(self.game, seat, players)] for seat in range(players)]

    def actions_at_table(self, players: int) -> list[list[int]]:
        """The other way round: for every seat and action as it sees them, the action's number at
        the table.
        """
        return [[*actions_at_table(self.game, seat, players)] for seat in range(players)]


def every_configuration(game: Game) -> Iterator[Any]:
    """States for all numbers of players and dummies, with all options at once."""
    options = {f.only for f in game.fields if f.only}
    colours = any(f.name == "colours" for f in game.fields)
    least, most = game.seats
    for players, dummies in product(range(least, most + 1), (0, 1) if colours else (0,)):
        s = game.configured(players)
        for name in options:
            setattr(s, name, 1)
        if colours:
            s.colours = min(most, players + dummies)
        yield s


def every_number(game: Game, configured: Any) -> list[Cell]:
    """The numbers that a network is fed for a configuration: those of the observation, then the
    leads of `inference.observe`.
    """
    return [*schema(game, configured), *leads(game, configured.players)]


def leads(game: Game, players: int) -> list[Cell]:
    """How far a seat is ahead of each other one, in each part of the title's judgement and in
    all.
    """
    parts = (*judgement_of(game).parts, "all")
    return [Cell(f"ahead[{places} left].{part}", 0, 2 * EVEN, "lead by the title's judgement")
            for places in range(1, players) for part in parts]


def features_of(game: Game) -> Features:
    """A title's features; computed once."""
    known: dict[str, Any] = vars(game)
    if "_features" not in known:
        known["_features"] = Features(game)
    return known["_features"]
