"""What a client may say on a socket, checked by type, length and pattern before anything else looks at it."""
from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ..cleaning import unstorable
from ..errors import Refused

PROTOCOL = 2
"""The version of the protocol; since 2, updates tell what has changed."""
FRAME = 8192
"""Bytes that a message may have."""

Id = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Ref = Annotated[str, Meta(max_length=64)]
Action = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Short = Annotated[str, Meta(max_length=200)]
Lang = Literal["en", "hu", "cs", "de"]


class Message(Struct, tag_field="type", forbid_unknown_fields=True):
    """Any message."""


class Hello(Message, tag="hello"):
    """The first message."""

    protocol: Annotated[int, Meta(ge=1)]
    lang: Lang | None = None
    version: Count | None = None
    seat: SeatNumber | None = None
    invite: Short | None = None
    token: Short | None = None


class Act(Message, tag="act"):
    """A decision."""

    id: Id
    version: Count
    action: Action
    seat: SeatNumber | None = None


class Undo(Message, tag="undo"):
    """Take back by the safe rule."""

    id: Id
    version: Count
    seat: SeatNumber | None = None


class AskUndo(Message, tag="ask_undo"):
    """Ask the others to take back."""

    id: Id
    version: Count
    seat: SeatNumber | None = None
    decisions: Count | None = None


class Answer(Message, tag="answer"):
    """Agree or not."""

    id: Id
    ask: Count
    yes: bool


class Return(Message, tag="return"):
    """Take the seat back from the bot."""

    id: Id


class Leave(Message, tag="leave"):
    """Let a bot play on."""

    id: Id
    resign: bool = False


class WhyNot(Message, tag="why_not"):
    """Why is this not allowed?"""

    ref: Ref
    action: Action
    seat: SeatNumber | None = None


class Preview(Message, tag="preview"):
    """What would this change?"""

    ref: Ref
    action: Action
    seat: SeatNumber | None = None


class Orders(Message, tag="orders"):
    """Set or get standing orders."""

    ref: Ref
    seat: SeatNumber | None = None
    orders: Annotated[list[dict[str, Any]], Meta(max_length=20)] | None = None


class Chat(Message, tag="chat"):
    """Say something."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Look(Message, tag="look"):
    """Hot-seat: whose view."""

    seat: SeatNumber | None


class Language(Message, tag="lang"):
    """Further texts in this language."""

    lang: Lang


class Ping(Message, tag="ping"):
    """Is the line alive?"""

    n: Count


class Pong(Message, tag="pong"):
    """The answer to a ping."""

    n: Count


Any_ = (Hello | Act | Undo | AskUndo | Answer | Return | Leave | WhyNot | Preview | Orders | Chat | Look | Language
        | Ping | Pong)
_decoder = msgspec.json.Decoder(Any_)


def read(frame: str | bytes) -> Any_:
    """A message; Refused says what is wrong with it."""
    if len(frame) > FRAME:
        raise Refused("too_large")
    try:
        message = _decoder.decode(frame)
        if "\\u" in frame if isinstance(frame, str) else b"\\u" in frame:
            field = unstorable(msgspec.to_builtins(message))
            if field is not None:
                raise Refused("bad_request", "wrong.text", field=field or None)
        return message
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        text, _, where = str(error).partition(" - at ")
        field = where.strip("`").removeprefix("$").lstrip(".") or None
        raise Refused("bad_request", "bad_message", field=field, text_=text[:200]) from None


def refs(frame: str | bytes) -> dict[str, str]:
    """The id or ref of a message that could not be read, so that the refusal can name it."""
    try:
        found: Any = msgspec.json.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {k: v for k, v in found.items() if k in ("id", "ref") and isinstance(v, str) and len(v) <= 64}
