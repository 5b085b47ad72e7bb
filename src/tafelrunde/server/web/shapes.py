"""What REST answers look like, for the OpenAPI document; tests hold every answer against it."""
from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Points = list[int | None]


class Shape(BaseModel):
    """Any answer; further keys may come."""

    model_config = ConfigDict(extra="allow", defer_build=True)


class User(Shape):
    """Somebody, as everybody sees them."""

    id: str
    name: str
    guest: bool


class Seat(Shape):
    """A seat of a table."""

    seat: int
    kind: Literal["person", "bot", "open"]
    user: User | None
    level: str | None
    name: str
    standin: str | None
    away: Literal["left", "absent", "clock", "resigned"] | None
    online: bool
    ready: bool


class RatingChange(Shape):
    """What a game did to a seat's rating."""

    seat: int
    before: float
    after: float
    likely: float | None = None
    uncertainty: float | None = None


class Source(Shape):
    """Something that points came from."""

    id: str
    title: str


class RoundPoints(Shape):
    """What each seat scored in a round or scoring."""

    title: str
    points: list[int]


class Receipt(Shape):
    """Where each seat's points came from; `points[seat][i]` belongs to `sources[i]`."""

    sources: list[Source]
    points: list[list[int]]
    rounds: list[RoundPoints]
    ties: list[str]


class Result(Shape):
    """Scores and places of a finished game."""

    scores: list[int]
    ranking: list[list[int]]
    ratings: list[RatingChange] = []
    receipt: Receipt | None = None


class TableShape(Shape):
    """A table."""

    id: str
    version: int
    game: str
    title: str
    players: int
    options: dict[str, Any]
    words: dict[str, Any]
    name: str
    status: Literal["open", "running", "over", "closed", "held"]
    listed: bool
    exercise: str | None
    spectators: bool
    rated: bool
    casual: Literal["hotseat", "played_on", "own_cards", "bots", "chosen"] | None
    hotseat: bool
    help: bool
    ask_ready: bool
    clock: dict[str, Any]
    host: User | None
    created_at: int
    started_at: int | None
    ended_at: int | None
    seats: list[Seat]
    mine: list[int]
    watching: int
    commitment: str
    seeds: dict[str, str]
    seed_due: bool
    chance: str | None
    rules: str
    invite: str | None
    turn: list[int]
    decisions: int
    result: Result | None
    rematch: str | None


class Tables(Shape):
    """Several tables."""

    tables: list[TableShape]
    next: str | None = None


class EventShape(Shape):
    """Something that happened, in words."""

    index: int | None = None
    event: str
    arguments: dict[str, str]
    text: str
    times: int
    by: int | None = None
    gain: tuple[int, int] | None = None
    opens: bool = False


class StepShape(Shape):
    """One version of a table."""

    version: int
    kind: str
    seat: int | None
    action: str | None
    by: Literal["person", "bot", "standin", "order", "clock"] | None
    at: int
    decisions: int
    events: list[EventShape]


class UndoShape(Shape):
    """Whether the last decision can be taken back."""

    can: bool
    reason: str
    text: str
    ask: bool
    free: bool


class StateShape(Shape):
    """What a reader sees, may do and has missed."""

    version: int
    seat: int | None
    mine: list[int]
    status: str
    decisions: int
    over: bool
    view: dict[str, Any] | None
    notes: dict[str, Any]
    legal: list[str]
    prompt: str
    pending: list[int]
    asked: list[int]
    scores: Points
    ranking: list[list[int]] | None
    steps: list[StepShape]
    rewound: int | None
    undo: UndoShape
    asks: list[dict[str, Any]]
    clocks: dict[str, Any]
    seats: list[Seat]
    watching: int
    result: Result | None


class DoneShape(Shape):
    """What was done, and the state after it."""

    done: dict[str, str | int]
    state: StateShape


class Steps(Shape):
    """Several steps."""

    steps: list[StepShape]


class WhyNotShape(Shape):
    """Why an action is not legal; nulls when it is."""

    action: str
    legal: bool
    rule: str | None
    text: str | None
    says: str | None


class PreviewShape(Shape):
    """What an action would change."""

    action: str
    certain: bool
    points: Points
    scores: dict[str, Points]
    changes: list[dict[str, Any]]
    events: list[EventShape]
    more: bool
    legal: list[str]
    prompt: str


class ObservationShape(Shape):
    """For programs: a position that agrees with all a seat knows."""

    game: str
    seat: int
    version: int
    decisions: int
    legal: list[str]
    position: dict[str, Any]
    left_ms: int | None


class OrdersShape(Shape):
    """Standing orders."""

    orders: list[dict[str, Any]]


class MessageShape(Shape):
    """Something that was said."""

    n: int
    id: str
    user: dict[str, str]
    seat: int | None
    at: int
    text: str


class Messages(Shape):
    """The talk at a table."""

    messages: list[MessageShape]


class Muted(Shape):
    """Who is not heard at a table."""

    muted: list[str]


class Me(User):
    """Oneself."""

    email: str | None
    lang: str
    since_at: int


class MeShape(Shape):
    """Oneself, and what the next requests need."""

    user: Me
    csrf: str
    limits: dict[str, int]


class SettingsShape(Shape):
    """What a client has kept."""

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
    """All of mine."""

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
    """One's ratings."""

    ratings: list[RatingShape]


class Best(Shape):
    """The best of a title."""

    ratings: list[dict[str, Any]]


class Profile(Shape):
    """Somebody and their ratings."""

    user: User
    ratings: list[RatingShape]


class History(Shape):
    """Finished games."""

    games: list[dict[str, Any]]
    next: str | None


class Stats(Shape):
    """How somebody has done."""

    stats: list[dict[str, Any]]


class Blocks(Shape):
    """Whom one has blocked."""

    blocks: list[dict[str, str]]


class ReportShape(Shape):
    """The number of a report."""

    report: str


class PushKey(Shape):
    """What browsers subscribe with."""

    key: str | None


class Subscriptions(Shape):
    """How many browsers are notified."""

    subscriptions: int


class GameShape(Shape):
    """A title."""

    name: str
    title: str
    sentence: str
    players: list[int]
    options: list[dict[str, Any]]
    levels: list[dict[str, Any]]
    minutes: int | None
    about: list[dict[str, Any]]


class Games(Shape):
    """All titles."""

    games: list[GameShape]


class Texts(Shape):
    """A title's words in a language."""

    lang: str
    texts: dict[str, Any]


class Hints(Shape):
    """Some hints under a heading."""

    heading: str
    hints: list[str]


class Rules(Shape):
    """Every rule in a sentence, and what the books advise."""

    rules: list[dict[str, str]]
    hints: list[Hints]


class Data(Shape):
    """A title's own tables."""

    data: dict[str, Any]


class ExerciseShape(Shape):
    """An exercise: what is to be reached in one turn, and the rule it is about."""

    id: str
    title: str
    goal: str
    rule: str


class Exercises(Shape):
    """A title's exercises, in the order in which they are offered."""

    exercises: list[ExerciseShape]


class ExerciseState(ExerciseShape):
    """The exercise of a table and how it stands; `says` and `why` are empty until it is over."""

    game: str
    version: int
    over: bool
    reached: bool
    says: str
    why: list[str]
