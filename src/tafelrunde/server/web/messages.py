"""What a client may say on a socket, checked by type, length and pattern before anything else looks
at it.
"""
from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ..cleaning import unstorable
from ..errors import Refused
from .kinds import ActionId, ActionText, Body, Count, Lang, Orders, SeatNumber
from .models import ActBody, AnswerBody, AskUndoBody, ChatBody, LeaveBody, UndoBody

PROTOCOL = 2
"""The version of the protocol; since 2, updates tell what has changed."""
FRAME = 8192
"""The largest message, in bytes."""

Ref = Annotated[str, Meta(max_length=64)]
Short = Annotated[str, Meta(max_length=200)]


class Hello(Body, tag_field="type", tag="hello"):
    """The first message; `protocol` is 2. `version` is the last one seen; without it the latest 60
    steps come. `seat` is whose view I get: by default my own, and at one device for several people
    a spectator's.
    """

    protocol: Annotated[int, Meta(ge=1)]
    lang: Lang | None = None
    version: Count | None = None
    seat: SeatNumber | None = None
    invite: Short | None = None
    token: Short | None = None


class Act(ActBody, tag_field="type", tag="act"):
    """Decide. Only somebody with several seats needs `seat`."""


class Undo(UndoBody, tag_field="type", tag="undo"):
    """Take back my last decision by the safe rule, or freely if `undo.free` is true."""


class AskUndo(AskUndoBody, tag_field="type", tag="ask_undo"):
    """Ask the others to go back to that many decisions."""


class Answer(AnswerBody, tag_field="type", tag="answer"):
    """Answer somebody's `ask_undo`."""


class Return(Body, tag_field="type", tag="return"):
    """Take my seat back from the bot."""

    id: ActionId


class Leave(LeaveBody, tag_field="type", tag="leave", kw_only=True):
    """Let a bot play on; with `resign`, for good."""

    id: ActionId


class Question(Body, tag_field="type"):
    """A question about an action; `reply` answers it."""

    ref: Ref
    action: ActionText
    seat: SeatNumber | None = None


class WhyNot(Question, tag="why_not"):
    """Ask which rule forbids an action."""


class Preview(Question, tag="preview"):
    """Ask what an action would change."""


class Hint(Body, tag_field="type", tag="hint"):
    """Ask a bot what it would do at my seat; `reply` answers. Only at tables with `hints`."""

    ref: Ref
    seat: SeatNumber | None = None


class GiveOrders(Body, tag_field="type", tag="orders"):
    """Set my standing orders, or ask for them if none are given; `reply` answers."""

    ref: Ref
    seat: SeatNumber | None = None
    orders: Orders | None = None


class Chat(ChatBody, tag_field="type", tag="chat"):
    """Write a chat message of at most 500 characters."""


class Look(Body, tag_field="type", tag="look"):
    """Hot seat: switch to another of my seats, or with null to a spectator's view. An `update`
    follows.
    """

    seat: SeatNumber | None


class Language(Body, tag_field="type", tag="lang"):
    """Get further texts in this language; a whole `update` follows."""

    lang: Lang


class Offer(Body, tag_field="type", tag="offer"):
    """This page thinks for the bots, with the module of that digest; with null, not any longer.
    Nothing is answered.
    """

    kernel: Short | None


class Thought(Body, tag_field="type", tag="thought"):
    """What a bot does, by the number of the action: the answer to `think`. The `update` shows
    it.
    """

    ref: Ref
    action: Count


class Ping(Body, tag_field="type", tag="ping"):
    """Ask whether the connection is alive; `pong` answers at once."""

    n: Count


class Pong(Body, tag_field="type", tag="pong"):
    """Answer the server's `ping`."""

    n: Count


Sent = (Hello | Act | Undo | AskUndo | Answer | Return | Leave | WhyNot | Preview | Hint | GiveOrders | Chat | Look
        | Language | Offer | Thought | Ping | Pong)
_decoder = msgspec.json.Decoder(Sent)


def read(frame: str | bytes) -> Sent:
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
