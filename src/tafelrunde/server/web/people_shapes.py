"""What the server sends about people."""
from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from .kinds import Lang, Shape
from .shapes import Named, User


class Me(User):
    """Myself."""

    email: str | None
    lang: Lang
    since_at: int
    hidden: bool


class WhoAmI(Shape):
    """Myself, and what the next requests need; a program gets a new `token` if it changes."""

    user: Me
    csrf: str
    limits: dict[str, int]
    token: str | UnsetType = UNSET


class SettingsShape(Shape):
    """The data that a client has stored."""

    settings: dict[str, Any]


class GuestShape(Shape):
    """A guest for a program."""

    user: User
    token: str


class SessionShape(Shape):
    """Where somebody is signed in, or a token."""

    id: str
    kind: Literal["browser", "program", "token"]
    scope: Literal["read", "play", "all"]
    name: str
    created_at: int
    used_at: int
    current: bool


class SessionsShape(Shape):
    """All my sessions and tokens."""

    sessions: list[SessionShape]


class TokenShape(Shape):
    """A token for a program."""

    token: str
    session: SessionShape


class RatingShape(Shape):
    """A rating."""

    game: str
    players: int
    rating: float
    likely: float
    uncertainty: float
    mu: float
    sigma: float
    games: int


class Ratings(Shape):
    """My ratings."""

    ratings: list[RatingShape]


class Place(Shape):
    """A place among the best: a person's, or a bot's."""

    place: int
    name: str
    user: User | None
    level: str | None
    rating: RatingShape


class Best(Shape):
    """The best of a title; `next` is how many to skip for the next page."""

    ratings: list[Place]
    next: int | None


class Somebody(User):
    """Somebody, and since when they have an account."""

    since_at: int | UnsetType = UNSET


class Found(Shape):
    """People whose names match; `next` is how many to skip for the next page."""

    people: list[User]
    next: int | None


class Profile(Shape):
    """Somebody and their ratings; nothing but a name where they have `hidden` themselves from
    me.
    """

    user: Somebody
    hidden: bool
    ratings: list[RatingShape]


class Opponent(Shape):
    """Who sat at another seat."""

    name: str
    level: str | None


class Moved(Shape):
    """A rating before a game and after it."""

    before: float
    after: float


class PlayedShape(Shape):
    """A finished game of somebody."""

    table: str
    game: str
    players: int
    seat: int
    place: int | None
    score: int | None
    scores: list[int]
    ended_at: int
    opponents: list[Opponent]
    rating: Moved | None


class History(Shape):
    """Finished games."""

    games: list[PlayedShape]
    next: str | None


class StatShape(Shape):
    """Somebody's results in a title with a number of players."""

    game: str
    players: int
    games: int
    wins: int
    mean_place: float
    mean_score: float
    best_score: int
    rating: RatingShape | None


class Stats(Shape):
    """Somebody's results."""

    stats: list[StatShape]


class Blocks(Shape):
    """Whom I have blocked; `next` is how many to skip for the next page."""

    blocks: list[Named]
    next: int | None


class ReportShape(Shape):
    """The number of a report."""

    report: str


class PushKey(Shape):
    """The key that browsers subscribe with."""

    key: str | None


class Subscriptions(Shape):
    """How many browsers are notified."""

    subscriptions: int
