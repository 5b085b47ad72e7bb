"""Chances to win in which a title's network has a say, as far as it foretells the winners of fresh
games.

A seat's chance is that of `chances.py` to the power `kept`, times that of the network to the power
`seen`, of everybody's.  The network is asked at every seat, each time with what that seat sees, and
what it says of a seat is the geometric mean.  `tools/pool_chances.py` fits the powers to games of
`strong` and `master`, for the weights that are shipped and for no others.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import msgspec

from ..kernel import Game
from .chances import Chances, Judged, Looking, Reliability, chances_for, looking_for
from .net.judging import Judge, judge_of
from .net.weights import load

FILE = "pooled.json"
LEAST = 0.002
"""Smaller chances count as this one."""


class Loss(msgspec.Struct, frozen=True):
    """How well winners are foretold in games of one kind: the mean log loss of the evaluation, of
    the network, and of both; what both gain on the evaluation is uncertain by `off` (95 %, by
    games).
    """

    games: int
    positions: int
    evaluation: float
    network: float
    both: float
    off: float


class Pooled(msgspec.Struct, frozen=True):
    """What was fitted for a title and a number of players; `seen` is 0 where the network does not
    help.

    `losses`, by who played, and `reliability` are for games that the powers were not fitted to:
    each half of the games is foretold by powers fitted to the other.
    """

    kept: float
    seen: float
    games: int
    losses: dict[str, Loss]
    reliability: list[Reliability]


class Voice(msgspec.Struct, frozen=True):
    """What was fitted for a title: by numbers of players, for the weights with this hash; and what
    a search adds.
    """

    weights: str
    players: dict[str, Pooled]
    looking: Looking


@cache
def voices() -> dict[str, Voice]:
    path = files(__package__) / FILE
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Voice]) if path.is_file() else {}


def mixed(powers: list[tuple[float, list[float]]]) -> list[float]:
    """Everybody's chances, each source to its power.

    >>> [round(chance, 2) for chance in mixed([(2, [0.5, 0.25, 0.25]), (0, [0.1, 0.2, 0.7])])]
    [0.67, 0.17, 0.17]
    """
    found = [1.0] * len(powers[0][1])
    for power, chances in powers:
        found = [x * max(chance, LEAST) ** power for x, chance in zip(found, chances, strict=True)]
    return [x / sum(found) for x in found]


def weighed(chances: list[float], shares: list[float], playouts: int, looking: Looking) -> list[float]:
    """Chances in a position, changed by what a search found there."""
    part = playouts / (playouts + looking.half)
    return mixed([(1 - part + part * looking.kept, chances), (part * (looking.seen - looking.against), shares)])


@dataclass(frozen=True)
class PooledChances(Chances):
    """The chances of a title's evaluation and of its network together."""

    judge: Judge
    pooled: Pooled

    def called(self, asked: Judged, eye: int | None = None) -> list[list[float]]:
        """The chances in positions in which the game goes on."""
        eyes = range(self.players) if eye is None else (eye,)
        views = self.judge.views([(s, worth, seat) for s, worth in asked for seat in eyes])
        return [mixed([(self.pooled.kept, self.fitted(s, worth)),
                       *((self.pooled.seen / len(eyes), view) for view in views[n * len(eyes):(n + 1) * len(eyes)])])
                for n, (s, worth) in enumerate(asked)]


def voice_of(game: Game) -> tuple[Voice, Judge] | None:
    """What was fitted for a title's network, and the network; None unless there is both."""
    voice = voices().get(game.name)
    judge = judge_of(game) if voice is not None else None
    if voice is None or judge is None or load(game).head["sha256"] != voice.weights:
        return None
    return voice, judge


def judging(game: Game, players: int) -> Chances | None:
    """The best known chances of a title with a number of players; None if nothing was fitted."""
    fitted, known = chances_for(game, players), voice_of(game)
    pooled = known[0].players.get(str(players)) if known is not None else None
    if fitted is None or known is None or pooled is None or not pooled.seen:
        return fitted
    return PooledChances(game, players, fitted.fit, known[1], pooled)


def looking_by(chances: Chances) -> Looking | None:
    """How a search changes these chances."""
    if isinstance(chances, PooledChances):
        return voices()[chances.game.name].looking
    return looking_for(chances.game)
