"""A title's judgement: what its positions are worth and what a player would rather do.

The first functions of this module are only names, as in `kernel/law.py`: templates call them, and
each title's `evaluation.py` says what they are.  A title without one is judged by its points alone.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..kernel import Game, rule
from ..kernel.law import points


def judge(s: Any, worth: Any) -> None:
    """Write into worth[part][seat] what the seat may expect at the end from each part, in
    hundredths of a point.
    """
    raise NotImplementedError


def prefer(s: Any, seat: int, action: int) -> int:
    """How readily a player takes a legal action: only the order of the numbers matters, 0 for
    indifference.
    """
    raise NotImplementedError


def narrow(s: Any, seat: int, mask: Any, n: int) -> int:
    """Take actions out of a mask that a playout had better not draw from (never all); how many of
    the n are left.
    """
    raise NotImplementedError


def spread(s: Any) -> int:
    """By how much (hundredths of a point) a seat must be ahead now for its odds to grow by the
    factor e.
    """
    raise NotImplementedError


def believe(s: Any, seat: int) -> None:
    """Make what was drawn for the others what they would more likely have, by what everybody saw
    them do.

    What they answered in secret, while the seat still has to give its own answer, is taken back:
    the search answers for them.
    """
    raise NotImplementedError


def idle(s: Any, seat: int, action: int) -> bool:
    """Whether a legal action changes only whose turn it is."""
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
    """A lead of ten points multiplies the odds by e."""
    return 1000


@rule
def anything(s: Any, seat: int) -> None:
    """Everything that was drawn is as likely."""


@dataclass(frozen=True)
class Judgement:
    """What a title's `evaluation.py` says: its PARTS, HORIZON, `judge`, `prefer`, `narrow`,
    `spread`, and more if need be.

    `parts` name the rows of `worth` (texts: `part.<name>`).  Settings of the search: `horizon` is
    how many decisions playouts look ahead; `explore`, in hundredths, how much what was seldom tried
    counts; with so many hundredths of the square root of its visits a node is `widen`ed; after
    `trust` times, playouts go by what an action brought (0: never).  A beginner does not see the
    parts that are `overlooked`.
    """

    parts: tuple[str, ...]
    judge: Callable[..., Any]
    prefer: Callable[..., Any] = indifferent
    narrow: Callable[..., Any] = everything
    spread: Callable[..., Any] = ten_points
    horizon: int = 60
    idle: Callable[..., bool] = idle
    believe: Callable[..., Any] = anything
    explore: int = 35
    widen: int = 200
    trust: int = 0
    overlooked: tuple[str, ...] = ()

    def names(self) -> dict[Any, Any]:
        """What the names of this module stand for in this title."""
        return {judge: self.judge, prefer: self.prefer, narrow: self.narrow, spread: self.spread, believe: self.believe}


PLAIN = Judgement(("points",), points_alone)


def judgement_of(game: Game) -> Judgement:
    """A title's judgement, from its module `evaluation`."""
    said = game.room("evaluation")
    if said is None:
        return PLAIN
    further = {name: getattr(said, name) for name in ("idle", "believe") if hasattr(said, name)}
    settings = {name.lower(): getattr(said, name) for name in ("EXPLORE", "WIDEN", "TRUST", "OVERLOOKED") if hasattr(said, name)}
    return Judgement(said.PARTS, said.judge, said.prefer, said.narrow, said.spread, said.HORIZON, **further, **settings)


SEATS = 8
"""As many columns as judgements may write."""


def judged(game: Game, s: Any) -> list[list[int]]:
    """What a title's judgement says of a position, interpreted: worth[part][seat]."""
    said = judgement_of(game)
    worth = [[0] * SEATS for _ in said.parts]
    if said is PLAIN:  # its points are a name that only compiled and copied rules fill
        worth[0][:s.players] = [100 * int(game.law.points(s, p)) for p in range(s.players)]
    else:
        said.judge(s, worth)
    return worth


def in_secret(game: Game, s: Any, seat: int) -> bool:
    """Whether a seat decides at once with others and in secret, whether or not these have answered
    already.
    """
    asked = s.clone()
    judgement_of(game).believe(asked, seat)
    return int(game.law.pending(asked)).bit_count() > 1
