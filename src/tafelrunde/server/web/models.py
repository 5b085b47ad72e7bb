"""What REST requests must look like; sizes and patterns are part of the types, so the OpenAPI document tells them."""
from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ... import bots
from ..cleaning import clean


def whole(value: Any) -> Any:
    """JSON knows one kind of number: 9.0 is nine."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def seen(value: Any) -> Any:
    """A name on one line, of what can be seen; a ValueError when that is nothing."""
    shown = clean(value) if isinstance(value, str) else value
    if value and not shown:
        raise ValueError("must contain something that can be seen")
    return shown


def one_line(value: Any) -> Any:
    """A title, which may be empty."""
    return clean(value) if isinstance(value, str) else value


def written(value: Any) -> Any:
    """A text of several lines, of what can be seen."""
    return clean(value, lines=True) if isinstance(value, str) else value


LEVELS = "^(" + "|".join(  # nobody's bot thinks for longer than the lobby's strongest, which takes 400 ms
    level + (r"(:([1-9][0-9]?|[1-3][0-9]{2}|400)ms|:([1-9][0-9]{0,2}|1[0-9]{3}|2000)nodes)?" if level == "strong" else "")
    for level in bots.LEVELS) + ")$"
ID_PATTERN = r"^[A-Za-z0-9_-]{22}$"
Id = Annotated[str, Field(pattern=ID_PATTERN)]
ActionId = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=9), BeforeValidator(whole)]
Count = Annotated[int, Field(ge=0, le=1_000_000), BeforeValidator(whole)]
Time = Annotated[int, Field(ge=0, le=10**15), BeforeValidator(whole)]
Milliseconds = Annotated[int, Field(ge=0, le=10**11), BeforeValidator(whole)]
GameName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z_]+$")]
Level = Annotated[str, Field(min_length=1, max_length=20, pattern=LEVELS)]
Name = Annotated[str, BeforeValidator(seen), Field(min_length=1, max_length=30)]
Seed = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[ -~]+$")]
ActionText = Annotated[str, Field(min_length=1, max_length=200)]
Email = Annotated[str, Field(min_length=3, max_length=254, pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$")]
Password = Annotated[str, Field(min_length=8, max_length=200)]


class Body(BaseModel):
    """Any request's body: unknown keys are refused, numbers are numbers."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockBody(Body):
    """How long people may think."""

    kind: Literal["none", "live", "slow"] = "none"
    bank_ms: Milliseconds = 0
    increment_ms: Milliseconds = 0
    move_ms: Milliseconds = 0


class SeatBody(Body):
    """Who shall sit at a seat of a new table."""

    kind: Literal["me", "open", "bot"]
    level: Level | None = None
    name: Name | None = None


class CreateBody(Body):
    """A new table."""

    game: GameName
    players: Annotated[int, Field(ge=1, le=10), BeforeValidator(whole)]
    options: dict[str, Any] = Field(default_factory=dict, max_length=40)
    name: Annotated[str, BeforeValidator(one_line), Field(max_length=60)] | None = None
    clock: ClockBody = ClockBody()
    listed: bool = True
    spectators: bool = True
    rated: bool = False
    hotseat: bool = False
    help: bool = True
    ask_ready: bool = False
    seats: Annotated[list[SeatBody], Field(max_length=10)] | None = None
    seed: Seed | None = None
    seed_later: bool = False
    id: ActionId | None = None


class PlayNowBody(Body):
    """Play at once against bots."""

    game: GameName
    players: Annotated[int, Field(ge=1, le=10), BeforeValidator(whole)] | None = None
    options: dict[str, Any] = Field(default_factory=dict, max_length=40)
    level: Level = "simple"
    clock: ClockBody = ClockBody()
    seat: SeatNumber | None = None
    rated: bool = False
    help: bool = True
    seed: Seed | None = None
    seed_later: bool = False
    id: ActionId | None = None


class JoinBody(Body):
    """Sit down."""

    seat: SeatNumber | None = None
    invite: Id | None = None
    seed: Seed | None = None
    seed_later: bool = False
    name: Name | None = None
    id: ActionId | None = None


class SeedBody(Body):
    """A seed of my own for the chance of the game."""

    seed: Seed


class RematchBody(Body):
    """The same table again."""

    seed_later: bool = False


class SetSeatBody(Body):
    """The host changes a seat."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    level: Level | None = None


class MoveBody(Body):
    """Go to another seat; the host names any seat that shall change places."""

    seat: SeatNumber | None = None
    to: SeatNumber


class ReadyBody(Body):
    """The game may begin, as far as I am concerned, or not yet."""

    ready: bool = True


class RatedBody(Body):
    """The host makes the game rated or casual."""

    rated: bool


class StartBody(Body):
    """Begin; open seats become bots of a level."""

    level: Level = "simple"


class LeaveBody(Body):
    """Go away; for good with `resign`."""

    resign: bool = False


class PlayOnBody(Body):
    """Play on from a step of a finished game."""

    at: Annotated[int, Field(ge=0, le=1_000_000), BeforeValidator(whole)]
    seat: SeatNumber | None = None
    level: Level | None = None


class ExerciseBody(Body):
    """Begin an exercise, or begin it again."""

    game: GameName
    exercise: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z_]+$")]


class NoBody(Body):
    """Nothing."""


class ActBody(Body):
    """A decision."""

    id: ActionId
    version: Count
    action: ActionText
    seat: SeatNumber | None = None


class UndoBody(Body):
    """Take back by the safe rule."""

    id: ActionId
    version: Count
    seat: SeatNumber | None = None


class AskUndoBody(UndoBody):
    """Ask the others to take back."""

    decisions: Count | None = None


class AnswerBody(Body):
    """Agree or not."""

    id: ActionId
    ask: Count
    yes: bool


class OrdersBody(Body):
    """Standing orders, all of them at once."""

    seat: SeatNumber | None = None
    orders: Annotated[list[dict[str, Any]], Field(max_length=20)]


class ChatBody(Body):
    """Say something."""

    id: ActionId
    text: Annotated[str, Field(min_length=1, max_length=500)]


class MeBody(Body):
    """Change one's name or language."""

    name: Name | None = None
    lang: Literal["en", "hu", "cs", "de"] | None = None



class GuestBody(Body):
    """A guest for a program."""

    name: Name | None = None


class AccountBody(Body):
    """A guest becomes an account."""

    email: Email
    password: Password
    name: Name | None = None


class LoginBody(Body):
    """Log in."""

    email: Annotated[str, Field(max_length=254)]
    password: Annotated[str, Field(max_length=200)]


class TokenBody(Body):
    """A token for a program: what it is called, and what it is good for."""

    name: Name | None = None
    scope: Literal["read", "play"] = "play"


class LogoutBody(Body):
    """Log out here, or everywhere."""

    everywhere: bool = False


class PasswordBody(Body):
    """Another password."""

    old: Annotated[str, Field(max_length=200)]
    new: Password


class EmailBody(Body):
    """Another address."""

    password: Annotated[str, Field(max_length=200)]
    email: Email


class DeleteBody(Body):
    """Delete the account."""

    password: Annotated[str, Field(max_length=200)] | None = None


class ReportBody(Body):
    """Report somebody."""

    user: Id
    table: Id | None = None
    text: Annotated[str, BeforeValidator(written), Field(min_length=1, max_length=2000)]


class PushKeys(Body):
    """The keys of a subscription."""

    p256dh: Annotated[str, Field(max_length=200, pattern=r"^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, Field(max_length=100, pattern=r"^[A-Za-z0-9_=-]+$")]


class PushBody(Body):
    """A browser's subscription, as its `toJSON()` gives it."""

    endpoint: Annotated[str, Field(max_length=1000, pattern=r"^https://")]
    expirationTime: int | float | None = None  # noqa: N815  # the browsers' word
    keys: PushKeys


class PushEndBody(Body):
    """The subscription to end; of its `toJSON()` the endpoint counts."""

    endpoint: Annotated[str, Field(max_length=1000)]
    expirationTime: int | float | None = None  # noqa: N815  # the browsers' word
    keys: PushKeys | None = None
