"""REST answers about people's profiles."""
from __future__ import annotations

from .kinds import Shape
from .shapes import User


class ProgressPoint(Shape):
    """A rating before and after a game."""

    table: str
    ended_at: int
    before: float
    after: float


class Progress(Shape):
    """A rating over time, newest first."""

    points: list[ProgressPoint]
    next: str | None


class Rival(Shape):
    """A person, or a level of bots, and how often somebody came out ahead of them, behind, or
    level.
    """

    user: User | None
    bot: str | None
    games: int
    ahead: int
    behind: int
    level: int


class Opponents(Shape):
    """Whom somebody has met, most often first; `next` is how many to skip for the next page."""

    opponents: list[Rival]
    next: int | None


class Meetings(Shape):
    """How often two people met at a title, by the number of players."""

    game: str
    title: str
    players: int
    games: int
    ahead: int
    behind: int
    level: int


class HeadToHead(Shape):
    """Two people, and the first one's results against the second."""

    user: User
    opponent: User
    meetings: list[Meetings]


class Opening(Shape):
    """An opening in words: how often it was played, and how often the game was won."""

    moves: list[str]
    games: int
    won: int


class TitleOpenings(Shape):
    """Somebody's favourite openings of a title; `name` says what an opening is there."""

    game: str
    title: str
    name: str
    openings: list[Opening]


class Openings(Shape):
    """Somebody's favourite openings."""

    titles: list[TitleOpenings]
