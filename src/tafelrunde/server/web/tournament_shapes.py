"""What clients and the server say about tournaments."""
from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from .kinds import Body, Shape, Written, text
from .models import ClockBody, GameName, Level, Options
from .shapes import Clock, User

System = Literal["swiss", "round_robin"]
Status = Literal["open", "running", "over", "closed"]


class TournamentBody(Written):
    """A new tournament."""

    name: Annotated[str, text(1, 60)]
    game: GameName
    seats: Annotated[int, Meta(ge=2, le=5, description="How many sit at a full table.")]
    clock: ClockBody
    system: System = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=20, description="For the Swiss system.")] = 3
    options: Options = field(default_factory=dict[str, Any])
    rated: bool = False
    listed: bool = True


class BotsBody(Body):
    """Bots that are to take part."""

    level: Level
    count: Annotated[int, Meta(ge=1, le=64)] = 1


class EntrantShape(Shape):
    """Somebody who takes part.  `first` and `last` are the rounds; `last` of whoever has
    withdrawn.
    """

    number: int
    user: User | None
    level: str | None
    first: int
    last: int | None


class StandingShape(Shape):
    """An entrant's place and the values that decide it, in this order (docs/server.md)."""

    place: int
    entrant: int
    points: float
    opponents: float
    wins: float
    share: float
    games: int
    out: int


class PairingShape(Shape):
    """A table of a round: the entrants by seat, and how the game ended."""

    table: str
    entrants: list[int]
    status: str | None
    places: list[int] | None
    scores: list[int] | None


class TournamentRoundShape(Shape):
    """A round: its tables, and who sits out."""

    number: int
    begun_at: int
    tables: list[PairingShape]
    out: list[int]


class TournamentShape(Shape):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    title: str
    options: dict[str, Any]
    seats: int
    system: System
    rounds: Annotated[int, Meta(description="How many are planned; of an all-play-all, at best.")]
    clock: Clock
    rated: bool
    listed: bool
    status: Status
    host: User | None
    created_at: int
    started_at: int | None
    ended_at: int | None


class Tournaments(Shape):
    """Some tournaments, newest first; for the next page, send `next` as `before`."""

    tournaments: list[TournamentShape]
    next: str | None


class TournamentRounds(Shape):
    """Some rounds in their order; `earlier` goes on with `before`, unless the first one is
    there.
    """

    rounds: list[TournamentRoundShape]
    earlier: int | None


class WholeTournament(TournamentRounds):
    """A tournament and its newest rounds; `mine` is the asker's number."""

    tournament: TournamentShape
    round: int
    entrants: list[EntrantShape]
    standings: list[StandingShape]
    mine: int | None
