"""What the server sends about finished games."""
from __future__ import annotations

from typing import Any

from .kinds import Shape
from .shapes import Points, Receipt, StepShape, User, View


class PastShape(Shape):
    """The view, the question and the points after some decisions."""

    view: View
    notes: dict[str, Any]
    prompt: str
    pending: list[int]
    over: bool
    scores: Points
    legal: list[str]


class ReplayShape(Shape):
    """A table after some decisions."""

    at: int
    decisions: int
    state: PastShape
    steps: list[StepShape]


class DrawShape(Shape):
    """One draw: which of its decision's draws it was, of how many possibilities, which of them, and
    the record's line.
    """

    decision: int
    draw: int
    of: int
    value: int
    line: str


class Verification(Shape):
    """Whether the chance of a game was fair."""

    verified: bool
    draws: int
    drawn: list[DrawShape]
    chance: str | None
    commitment: str
    secret: str
    seeds: dict[str, str]
    text: str


class LineShape(Shape):
    """A sentence about a turn: with the acting seat, and a seat and the points it gains."""

    text: str
    by: int | None
    gain: tuple[int, int] | None


class TurnShape(Shape):
    """A turn of a finished game: its decisions (after `first`, up to `at`), sentences, and what
    luck did to each seat.
    """

    first: int
    at: int
    seats: list[int]
    luck: list[float]
    lines: list[LineShape]


class WorseShape(Shape):
    """What a seat had better done otherwise: its chance after what it did and after what was
    better.

    Sentences do not name secret answers; for them, `actions` are the one made and the better one.
    """

    first: int
    at: int
    round: int | None
    done: str
    better: str
    actions: list[str]
    loss: float
    made: float
    best: float


class BalanceShape(Shape):
    """A seat's result: its share at the start, and luck, skill and the others' choices, which add
    up to it.
    """

    share: float
    luck: float
    skill: float
    others: float
    result: float


class PointShape(Shape):
    """The game after a decision; `chances` to win are null if nothing can judge the title."""

    decision: int
    version: int | None
    seat: int | None
    action: str | None
    scores: list[int]
    round: int | None
    chances: list[float] | None


class LookingShape(Shape):
    """How what a search finds changes a chance: it is to the power `kept`, times the search's share
    to the power `seen`, divided by the position's own share to the power `against`, all by half
    after `half` playouts.
    """

    kept: float
    seen: float
    half: int
    against: float


class Positions(Shape):
    """The positions before each decision: `states` is the base64 text of zlib's of all of them in a
    row.

    `digest` names the module that reads them; it is empty where the title has none. `seats` and
    `made` are the seat and the number of every decision, `names` those of all numbers. `looking` is
    null where nothing was fitted.
    """

    title: str
    digest: str
    players: int
    states: str
    seats: list[int]
    made: list[int]
    names: list[str]
    looking: LookingShape | None


class MarkShape(Shape):
    """A scoring or a new round."""

    decision: int
    event: str
    text: str


class LuckShape(Shape):
    """Something that chance decided."""

    decision: int
    text: str


class Review(Shape):
    """The course of a finished game; chances come from as many bot `games`, losses below
    `uncertain` are not told.
    """

    decisions: int
    curve: list[PointShape]
    marks: list[MarkShape]
    chance: list[LuckShape]
    turns: list[TurnShape]
    worst: list[list[WorseShape]]
    balance: list[BalanceShape]
    receipt: Receipt | None
    games: int
    uncertain: float


class Alternative(Shape):
    """What a seat could have done in a turn (a secret answer as an action), its chance after it,
    and whether it did.
    """

    text: str
    action: str
    chance: float
    made: bool


class Choices(Shape):
    """Alternatives for a turn, best first."""

    at: int
    seat: int | None
    choices: list[Alternative]


class ArchiveSeat(Shape):
    """Who sat at a seat of a finished game, and their result."""

    seat: int
    user: User | None
    level: str | None
    place: int | None
    score: int | None


class ArchiveGame(Shape):
    """A finished public game."""

    table: str
    game: str
    title: str
    players: int
    rated: bool
    options: dict[str, Any]
    decisions: int
    best: int
    shared: bool
    ended_at: int
    seats: list[ArchiveSeat]


class Archive(Shape):
    """Finished public games."""

    games: list[ArchiveGame]
    next: str | None
