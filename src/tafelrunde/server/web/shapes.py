"""What the server sends about tables, people and titles.

OpenAPI, the protocol's tables and the client's types are made from these declarations
(`tools/wire.py`), and tests hold every answer against them.  On the wire a `TableShape` is called a
Table.
"""
from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from .kinds import Shape

Points = list[int | None]
View = dict[str, Any]


class Trouble(Shape):
    """What is wrong: a code for programs, a sentence for the reader, and the part of the request or
    the rule it is about.
    """

    code: str
    text: str
    field: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    reason: Annotated[str, Meta(description="Why nothing can be taken back.")] | UnsetType = UNSET
    version: Annotated[int, Meta(description="The table's current version, if the request's is stale.")] | UnsetType = UNSET
    retry_ms: int | UnsetType = UNSET
    number: Annotated[str, Meta(description="To quote in a report.")] | UnsetType = UNSET


class ErrorAnswer(Shape):
    """Every error has this shape."""

    error: Trouble


class Named(Shape):
    """Somebody's id and name."""

    id: str
    name: str


class User(Named):
    """Somebody, as everybody sees them."""

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
    ready: Annotated[bool, Meta(description="Whether the person is ready, at a table that asks.")]


class RatingChange(Shape):
    """What a game did to a seat's rating."""

    seat: int
    before: float
    after: float
    likely: float | UnsetType = UNSET
    uncertainty: float | UnsetType = UNSET


class Source(Shape):
    """A source of points."""

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
    ratings: list[RatingChange] | UnsetType = UNSET
    receipt: Receipt | UnsetType | None = UNSET


class NoClock(Shape, tag_field="kind", tag="none"):
    """People think as long as they like."""


class LiveClock(Shape, tag_field="kind", tag="live"):
    """A bank of time for the game, plus an increment for every decision."""

    bank_ms: int
    increment_ms: int


class SlowClock(Shape, tag_field="kind", tag="slow"):
    """Days for every decision."""

    move_ms: int


Clock = NoClock | LiveClock | SlowClock


class TableShape(Shape):
    """A table."""

    id: str
    version: int
    game: str
    title: str
    players: int
    options: dict[str, Any]
    words: Annotated[dict[str, dict[str, dict[str, str]]], Meta(
        description="The names of the table's own things, such as cards that it has made.")]
    name: str
    status: Literal["open", "running", "over", "closed", "held"]
    listed: bool
    exercise: Annotated[str | None, Meta(description="The exercise at this table.")]
    tournament: Annotated[str | None, Meta(description="The tournament that it belongs to.")]
    spectators: bool
    delay: Annotated[int, Meta(description="How many decisions ago spectators see the table while it runs.")]
    rated: bool
    casual: Annotated[Literal["hotseat", "played_on", "own_cards", "bots", "chosen"] | None, Meta(
        description="Why it is not rated.")]
    hotseat: bool
    help: bool
    hints: Annotated[bool, Meta(description="Whether a bot may be asked for advice here.")]
    ask_ready: Annotated[bool, Meta(description="Whether it begins only when everybody has said that they are ready.")]
    thinking: Annotated[Literal["server", "open", "all"], Meta(
        description="Where bots may think: on the server; on my device if they know no more than I do; "
                    "there with all they know.")]
    clock: Clock
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
    next: str | UnsetType | None = UNSET


class ForeseenShape(Shape):
    """Something that would happen, in words.

    `times` counts equal events in a row, this one included; `by` is who acts; `gain` is a seat and
    its points.
    """

    event: str
    arguments: dict[str, str]
    text: str
    times: int
    by: int | UnsetType = UNSET
    gain: tuple[int, int] | UnsetType = UNSET
    opens: Annotated[bool, Meta(description="Whether a turn begins with it.")] | UnsetType = UNSET


class EventShape(ForeseenShape, kw_only=True):
    """Something that has happened: the events of a match are numbered."""

    index: int


class StepShape(Shape):
    """One version of a table."""

    version: int
    kind: str
    seat: int | None
    action: str | None
    by: Literal["person", "bot", "device", "standin", "order", "clock"] | None
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


class AskShape(Shape):
    """An open request to take something back: who has agreed, and whose answer is missing."""

    ask: int
    seat: int
    decisions: int
    text: str
    yes: list[int]
    waiting: list[int]


class HandShape(Shape):
    """The clock of a seat: what is left, and when it runs out."""

    left_ms: int
    running: bool
    out_at: int | None


class ClocksShape(Shape):
    """The clocks of a table; `at` is the server's time."""

    kind: Literal["none", "live", "slow"]
    at: int
    seats: list[HandShape]


class StateShape(Shape):
    """What a reader sees, may do and has missed."""

    version: int
    seat: int | None
    mine: list[int]
    status: Literal["open", "running", "over", "closed", "held"]
    decisions: int
    over: bool
    view: Annotated[View | None, Meta(description="The position as the seat may know it; null before the start.")]
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
    asks: list[AskShape]
    clocks: ClocksShape
    seats: list[Seat]
    watching: int
    result: Result | None


class DidShape(Shape):
    """Something that I sent is stored durably, with this version of the table."""

    id: str
    version: int


class DoneShape(Shape):
    """What was done, and the state after it."""

    done: DidShape
    state: StateShape


class Steps(Shape):
    """Several steps."""

    steps: list[StepShape]


class WhyNotShape(Shape):
    """Why an action is not legal; nulls if it is."""

    action: str
    legal: bool
    rule: str | None
    text: str | None
    says: str | None


class HintShape(Shape):
    """What a bot would do at my seat, and why, in one or two sentences."""

    action: str
    text: str


class BeforeAfter(Shape):
    """Everybody's points before an action and after it."""

    before: Points
    after: Points


class ChangeShape(Shape):
    """What an action would change of the view."""

    path: list[str | int]
    before: Any
    after: Any


class PreviewShape(Shape):
    """The preview of an action."""

    action: str
    certain: bool
    points: Points
    scores: BeforeAfter
    changes: list[ChangeShape]
    events: list[ForeseenShape]
    more: bool
    legal: list[str]
    prompt: str


class ObservationShape(Shape):
    """For programs: a position that agrees with everything a seat knows."""

    game: str
    seat: int
    version: int
    decisions: int
    legal: list[str]
    position: View
    left_ms: int | None


class OrderShape(Shape):
    """A standing order: what to try at a kind of decision, or `lines` that the game itself
    understands.
    """

    lasts: Annotated[Literal["once", "round", "game"], Meta(
        description="`round` where it is not told, of `lines` `game`.")] | UnsetType = UNSET
    at: str | UnsetType = UNSET
    try_: list[str] | UnsetType = field(default=UNSET, name="try")
    when: dict[str, Any] | UnsetType | None = UNSET
    lines: list[str] | UnsetType = UNSET
    round: int | UnsetType | None = UNSET


class OrdersShape(Shape):
    """Standing orders."""

    orders: list[OrderShape]


class MessageShape(Shape):
    """A chat message."""

    n: int
    id: str
    user: Named
    seat: int | None
    at: int
    text: str
    gallery: Annotated[bool, Meta(description="Said among spectators: the table's people read it when the game is over.")]


class Messages(Shape):
    """The chat of a table."""

    messages: list[MessageShape]


class Muted(Shape):
    """Who is muted at a table."""

    muted: list[str]
