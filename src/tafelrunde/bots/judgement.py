"""A title's judgement: what its positions are worth and what a player would rather do.

The first functions of this module are only names, as in `kernel/law.py`: templates call them, and each title's
`evaluation.py` says what they are.  A title without one is judged by its points alone.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..kernel import Game, rule
from ..kernel.law import points


def judge(s: Any, worth: Any) -> None:
    """Write into worth[part][seat] what the seat may expect at the end from each part, in hundredths of a point."""
    raise NotImplementedError


def prefer(s: Any, seat: int, action: int) -> int:
    """How readily a player takes a legal action: only the order of the numbers matters, 0 for indifference."""
    raise NotImplementedError


def narrow(s: Any, seat: int, mask: Any, n: int) -> int:
    """Take actions out of a mask that a playout had better not draw from (never all); how many of the n are left."""
    raise NotImplementedError


def spread(s: Any) -> int:
    """By how much (hundredths of a point) a seat must be ahead now for its odds to grow by the factor e."""
    raise NotImplementedError


def idle(s: Any, seat: int, action: int) -> bool:
    """Whether a legal action changes nothing but whose turn it is."""
    return False


@rule
def points_alone(s: Any, worth: Any) -> None:
    """The points so far."""
    for p in range(s.players):
        worth[0][p] = 100 * points(s, p)


@rule
def indifferent(s: Any, seat: int, action: int) -> int:
    """No action is better than another."""
    return 0


@rule
def everything(s: Any, seat: int, mask: Any, n: int) -> int:
    """All actions are worth a try."""
    return n


@rule
def ten_points(s: Any) -> int:
    """A lead of ten points is worth a factor e."""
    return 1000


@dataclass(frozen=True)
class Judgement:
    """What a title's `evaluation.py` says: its PARTS, HORIZON, `judge`, `prefer`, `narrow`, `spread`; `idle` if one can wait.

    `parts` name the rows of `worth` (texts: `part.<name>`); `horizon` is how many decisions playouts look ahead.
    """

    parts: tuple[str, ...]
    judge: Callable[..., Any]
    prefer: Callable[..., Any] = indifferent
    narrow: Callable[..., Any] = everything
    spread: Callable[..., Any] = ten_points
    horizon: int = 60
    idle: Callable[..., bool] = idle

    def names(self) -> dict[Any, Any]:
        """What the names of this module stand for in this title."""
        return {judge: self.judge, prefer: self.prefer, narrow: self.narrow, spread: self.spread}


PLAIN = Judgement(("points",), points_alone)


def judgement_of(game: Game) -> Judgement:
    """A title's judgement, from its room `evaluation`."""
    said = game.room("evaluation")
    if said is None:
        return PLAIN
    return Judgement(said.PARTS, said.judge, said.prefer, said.narrow, said.spread, said.HORIZON, getattr(said, "idle", idle))
