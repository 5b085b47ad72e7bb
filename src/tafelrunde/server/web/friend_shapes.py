"""The requests and answers about friends."""
from __future__ import annotations

from typing import Annotated

from .kinds import Shape, Written, text
from .shapes import User


class NoteBody(Written):
    """A note on somebody, which nobody else can read; an empty one deletes it."""

    text: Annotated[str, text(0, 1000, lines=True)]


class FollowedPerson(Shape):
    """Somebody whom I follow, whether they are online, and my note on them."""

    user: User
    here: bool
    note: str


class Followed(Shape):
    """Whom I follow; `next` is how many to skip for the next page."""

    people: list[FollowedPerson]
    next: int | None


class Tie(Shape):
    """Whether I follow or have blocked somebody, whether they are online, and my note on them."""

    follows: bool
    blocked: bool
    here: bool
    note: str


class ChallengeShape(Shape):
    """An invitation to an open table."""

    table: str
    invite: str
    game: str
    title: str
    players: int
    rated: bool
    by: User
    to: User
    at: int
    declined: bool


class Challenges(Shape):
    """Challenges that wait for my answer, and those I have sent."""

    received: list[ChallengeShape]
    sent: list[ChallengeShape]
