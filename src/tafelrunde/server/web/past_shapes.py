"""What REST answers about finished games look like."""
from __future__ import annotations

from typing import Any

from .shapes import Shape, StepShape


class ReplayShape(Shape):
    """A table after some decisions."""

    at: int
    decisions: int
    state: dict[str, Any]
    steps: list[StepShape]


class DrawShape(Shape):
    """One draw: which of its decision's draws it was, of how many possibilities, which of them, and the record's line."""

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


class TurnShape(Shape):
    """A turn of a finished game: its decisions (after `first`, up to `at`), sentences, and what luck did to each seat."""

    first: int
    at: int
    seats: list[int]
    luck: list[float]
    lines: list[dict[str, Any]]


class WorseShape(Shape):
    """What a seat had better done otherwise: its chance after what it did and after what was better.

    Of secret answers, which sentences do not name, `actions` are the one made and the better one.
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
    """A seat's result: its share at the start, and luck, skill and the others' choices, which add up to it."""

    share: float
    luck: float
    skill: float
    others: float
    result: float


class Review(Shape):
    """The course of a finished game; chances come from as many bot `games`, losses below `uncertain` are not told."""

    decisions: int
    curve: list[dict[str, Any]]
    marks: list[dict[str, Any]]
    chance: list[dict[str, Any]]
    turns: list[TurnShape]
    worst: list[list[WorseShape]]
    balance: list[BalanceShape]
    receipt: dict[str, Any] | None
    games: int
    uncertain: float


class Choice(Shape):
    """What a seat could have done in a turn (a secret answer as an action), its chance after it, and whether it did."""

    text: str
    action: str
    chance: float
    made: bool


class Choices(Shape):
    """What could have been done in a turn, best first."""

    at: int
    seat: int | None
    choices: list[Choice]
