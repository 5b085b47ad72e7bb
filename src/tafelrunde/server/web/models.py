"""What REST requests must look like: sizes and patterns are part of the types, so every document
tells them.
"""
from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from ... import bots
from .kinds import ActionId, ActionText, Body, Count, Id, Lang, Milliseconds, Orders, Said, SeatNumber, Written, exact, text

ID_PATTERN = r"^[A-Za-z0-9_-]{22}$"
"""For parameters in paths; in bodies it is `Id`."""
LEVELS = "(" + "|".join(  # no bot thinks longer than the lobby's strongest, which takes 400 ms
    level + (r"(:([1-9][0-9]?|[1-3][0-9]{2}|400)ms|:([1-9][0-9]{0,2}|1[0-9]{3}|2000)nodes)?" if level in bots.LIMITED else "")
    for level in bots.LEVELS) + ")"
Players = Annotated[int, Meta(ge=1, le=10)]
Options = Annotated[dict[str, Any], Meta(max_length=40)]
GameName = Annotated[str, Meta(min_length=1, max_length=40, pattern=exact("[a-z_]+"))]
Level = Annotated[str, Meta(min_length=1, max_length=20, pattern=exact(LEVELS))]
Name = Annotated[str, text(1, 30)]
Seed = Annotated[str, Meta(min_length=1, max_length=64, pattern=exact("[ -~]+"))]
Email = Annotated[str, Meta(min_length=3, max_length=254, pattern=exact(r"[^@\s]+@[^@\s]+\.[^@\s]+"))]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Guess = Annotated[str, Meta(max_length=200)]
"""A password that is compared and not stored."""
PushKey = Annotated[str, Meta(max_length=200, pattern=exact("[A-Za-z0-9_=-]+"))]


class ClockBody(Body):
    """How long people may think."""

    kind: Literal["none", "live", "slow"] = "none"
    bank_ms: Milliseconds = 0
    increment_ms: Milliseconds = 0
    move_ms: Milliseconds = 0


class SeatBody(Written):
    """Who is to sit at a seat of a new table."""

    kind: Literal["me", "open", "bot"]
    level: Level | None = None
    name: Name | None = None


class CreateBody(Written):
    """A new table."""

    game: GameName
    players: Players
    options: Options = field(default_factory=dict[str, Any])
    name: Annotated[str, text(0, 60)] | None = None
    clock: ClockBody = field(default_factory=ClockBody)
    listed: bool = True
    spectators: bool = True
    delay: Annotated[int, Meta(ge=0, le=100)] = 0
    rated: bool = False
    hotseat: bool = False
    help: bool = True
    ask_ready: bool = False
    cards_here: bool = False
    seats: Annotated[list[SeatBody], Meta(max_length=10)] | None = None
    seed: Seed | None = None
    seed_later: bool = False
    id: ActionId | None = None


class PlayNowBody(Body):
    """Play at once against bots."""

    game: GameName
    players: Players | None = None
    options: Options = field(default_factory=dict[str, Any])
    level: Level = "simple"
    clock: ClockBody = field(default_factory=ClockBody)
    seat: SeatNumber | None = None
    rated: bool = False
    help: bool = True
    cards_here: bool = False
    seed: Seed | None = None
    seed_later: bool = False
    id: ActionId | None = None


class JoinBody(Written):
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
    """A rematch."""

    seed_later: bool = False


class SetSeatBody(Body):
    """The host changes a seat."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    level: Level | None = None


class MoveBody(Body):
    """Go to another seat; the host names the two seats that change places."""

    to: SeatNumber
    seat: SeatNumber | None = None


class ReadyBody(Body):
    """I am ready for the game to begin, or not yet."""

    ready: bool = True


class RatedBody(Body):
    """The host makes the game rated or casual."""

    rated: bool


class StartBody(Body):
    """Begin; open seats become bots of a level."""

    level: Level = "simple"


class LeaveBody(Body):
    """Leave; for good with `resign`."""

    resign: bool = False


class PlayOnBody(Body):
    """Play on from a step of a finished game."""

    at: Count
    seat: SeatNumber | None = None
    level: Level | None = None


class RecordBody(Body):
    """A game that was played on my own device: its record, and the seats that were mine; else all
    that no bot held.
    """

    record: Annotated[str, Meta(min_length=1)]
    seats: Annotated[list[SeatNumber], Meta(min_length=1, max_length=10)] | None = None


class ExerciseBody(Body):
    """Begin an exercise, or begin it again."""

    game: GameName
    exercise: GameName


class NoBody(Body):
    """An empty body."""


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
    """Agree or refuse."""

    id: ActionId
    ask: Count
    yes: bool


class OrdersBody(Body):
    """Standing orders, all of them at once."""

    orders: Orders
    seat: SeatNumber | None = None


class ChatBody(Body):
    """Write a chat message."""

    id: ActionId
    text: Said


class MeBody(Written):
    """Change my name or language, or hide my profile."""

    name: Name | None = None
    lang: Lang | None = None
    hidden: bool | None = None


class GuestBody(Written):
    """A guest for a program."""

    name: Name | None = None


class AccountBody(Written):
    """A guest becomes an account."""

    email: Email
    password: Password
    name: Name | None = None


class LoginBody(Body):
    """Log in."""

    email: Annotated[str, Meta(max_length=254)]
    password: Guess


class TokenBody(Written):
    """A token for a program: its name and its scope."""

    name: Name | None = None
    scope: Literal["read", "play"] = "play"


class LogoutBody(Body):
    """Log out here, or everywhere."""

    everywhere: bool = False


class PasswordBody(Body):
    """A new password."""

    old: Guess
    new: Password


class EmailBody(Body):
    """A new address."""

    password: Guess
    email: Email


class DeleteBody(Body):
    """Delete the account."""

    password: Guess | None = None


class ReportBody(Written):
    """Report somebody."""

    user: Id
    text: Annotated[str, text(1, 2000, lines=True)]
    table: Id | None = None


class PushKeys(Body):
    """The keys of a subscription."""

    p256dh: PushKey
    auth: PushKey


class PushBody(Body):
    """A browser's subscription, as its `toJSON()` gives it."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern=r"^https://")]
    keys: PushKeys
    expirationTime: int | float | None = None  # noqa: N815  # the browsers' word


class PushEndBody(Body):
    """The subscription to end; only the endpoint of its `toJSON()` counts."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    expirationTime: int | float | None = None  # noqa: N815  # the browsers' word
    keys: PushKeys | None = None
