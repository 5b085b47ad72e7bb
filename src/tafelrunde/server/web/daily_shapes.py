"""The answers about the daily deal."""
from __future__ import annotations

from .kinds import Shape
from .shapes import User


class DailyTitle(Shape):
    """A title's deal of the day, and where I play it."""

    game: str
    title: str
    commitment: str
    table: str | None
    status: str | None
    place: int | None
    score: int | None


class DailyShape(Shape):
    """The day, its deals, and the end of the chain that was published in advance."""

    day: str
    ends_at: int
    closes_at: int
    chain: str
    start: str
    titles: list[DailyTitle]


class DailyResult(Shape):
    """Somebody's result in a deal."""

    rank: int
    user: User
    place: int
    score: int


class DailyResults(Shape):
    """The table of a deal; `link` is the day's link of the chain, when nobody can play the deal any
    more.
    """

    day: str
    game: str
    title: str
    link: str | None
    results: list[DailyResult]
    next: int | None
