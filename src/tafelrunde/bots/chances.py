"""Calibrated chances to win: a title's judgement, fitted to the results of thousands of bot games.

A seat's pull is a weighted sum of its points and of what the other parts of its worth promise.  The
relative worth of those parts stays the title's own judgement.  The weights change linearly between
a few stages of the game.  A seat's share is e to its pull, divided by everybody's.  How often seats
with such a share actually won turns it into a chance.

`tools/calibrate.py` fits all this to games for every title and number of players, and
`docs/chances.md` says how well it holds.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any

import msgspec

from ..kernel import Game
from .judgement import judged, judgement_of

FILE = "data/chances.json"
LOOKING = "looking.json"
Judged = Sequence[tuple[Any, list[list[int]]]]
"""Positions, each with what the title's judgement says of it."""


class Reliability(msgspec.Struct, frozen=True):
    """Positions given about the same chance (`mean`): how many there were, in how many games, and
    how many were won.
    """

    called: float
    won: float
    positions: int
    games: int


class Fit(msgspec.Struct, frozen=True):
    """What was fitted for a title and a number of players.

    `stages` are the greatest and the least spread; `weights[stage]` belong to a point and to a
    point that is promised; `bend` maps shares to chances before they are made to add up.  `rows` is
    a hash of what was fitted to, `first` of the first game alone.
    """

    stages: tuple[int, int]
    weights: list[list[float]]
    bend: list[tuple[float, float]]
    rows: str
    first: str
    reliability: list[Reliability]


class Calibration(msgspec.Struct, frozen=True):
    """Everything that was fitted, and how: beams of `width` and `breadth`, games by their seeds
    (first, count).
    """

    width: int
    breadth: int
    fitted: tuple[int, int]
    held_out: tuple[int, int]
    titles: dict[str, dict[str, Fit]]


@cache
def calibration() -> Calibration:
    return msgspec.json.decode((files(__package__) / FILE).read_bytes(), type=Calibration)


@dataclass(frozen=True)
class Chances:
    """The chances to win in positions of one title with one number of players."""

    game: Game
    players: int
    fit: Fit

    def of(self, s: Any) -> list[float]:
        """Every seat's chance in a position; at the end, the result."""
        return self.all([s])[0]

    def all(self, states: Sequence[Any], eye: int | None = None) -> list[list[float]]:
        """The same for many positions.

        With an `eye` they may be looked at from that seat alone, which is quicker.  Compare only
        what was seen with the same one.
        """
        over = [not self.game.law.pending(s) for s in states]
        found = iter(self.called([(s, judged(self.game, s)) for s, end in zip(states, over, strict=True) if not end], eye))
        return [self.result(s) if end else next(found) for s, end in zip(states, over, strict=True)]

    def result(self, s: Any) -> list[float]:
        """Every seat's share of the victory in a position in which the game is over."""
        standings = [int(self.game.law.standing(s, p)) for p in range(self.players)]
        first = standings.count(max(standings))
        return [1 / first if x == max(standings) else 0.0 for x in standings]

    def called(self, asked: Judged, eye: int | None = None) -> list[list[float]]:
        """The chances in positions in which the game goes on, each with what the title's judgement
        says of it.
        """
        return [self.fitted(s, worth) for s, worth in asked]

    def fitted(self, s: Any, worth: list[list[int]]) -> list[float]:
        """The chances that were fitted to the title's judgement."""
        game, seats = self.game, range(self.players)
        point, promised = self.weights(int(judgement_of(game).spread(s)))
        promises = [sum(part[p] for part in worth[1:]) for p in seats]
        pulls = [(point * worth[0][p] + promised * promises[p]) / 100 for p in seats]
        shares = [exp(pull - max(pulls)) for pull in pulls]
        bent = [self.bent(share / sum(shares)) for share in shares]
        return [chance / sum(bent) for chance in bent]

    def bent(self, share: float) -> float:
        """The chance of a seat with this share, before the chances are normalised."""
        i = next(i for i, (x, _) in enumerate(self.fit.bend[1:]) if share <= x)
        (x0, y0), (x1, y1) = self.fit.bend[i:i + 2]
        return y0 + (y1 - y0) * (share - x0) / (x1 - x0)

    def weights(self, spread: int) -> list[float]:
        """The weights at a stage of the game."""
        early, late = self.fit.stages
        last = len(self.fit.weights) - 1
        x = min(max((early - spread) / max(early - late, 1), 0.0), 1.0) * last
        i = min(int(x), last - 1)
        return [a + (b - a) * (x - i) for a, b in zip(self.fit.weights[i], self.fit.weights[i + 1], strict=True)]


class Looking(msgspec.Struct, frozen=True):
    """What a search adds to the chances of a title.

    A seat's chance to the power `kept`, times its share in the search to the power `seen`, of
    everybody's: so after very many playouts, and half of the way there after `half`.  Where the
    chance before already knows most of what the search finds, the share of the position itself is
    divided out to the power `against`, so that only ways from it are told apart.  `games` and
    `positions` were fitted to; the losses are the mean logarithms of what was called, before and
    after, in games that were not.
    """

    kept: float
    seen: float
    half: int
    games: int
    positions: int
    held_out: int
    loss_before: float
    loss_after: float
    against: float = 0.0


@cache
def looking() -> dict[str, Looking]:
    return msgspec.json.decode((files(__package__) / LOOKING).read_bytes(), type=dict[str, Looking])


def looking_for(game: Game) -> Looking | None:
    """How a search changes a title's chances; None if nothing was fitted."""
    return looking().get(game.name)


def chances_for(game: Game, players: int) -> Chances | None:
    """What is known about a title with a number of players; None if nothing was fitted."""
    fit = calibration().titles.get(game.name, {}).get(str(players))
    return Chances(game, players, fit) if fit is not None else None
