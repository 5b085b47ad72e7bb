"""The parts of a table's log, whatever stores it."""
from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ...errors import TafelrundeError


class Away(TafelrundeError):
    """The storage could not be reached or written for as long as the settings allow; nothing was
    done.
    """


class Taken(TafelrundeError):
    """The version (or the action id) was taken by another process."""


class Entry(msgspec.Struct, frozen=True):
    """One version of a table: what happened, who did it and when."""

    version: int
    kind: str
    at: int
    seat: int | None = None
    user: str | None = None
    body: dict[str, Any] = {}
    key: str | None = None
    before: str | None = None


@dataclass
class Append:
    """An entry on its way into the log, with the columns of `tables` that it changes and the rows
    of `seats`.
    """

    table: str
    entry: Entry
    row: dict[str, Any]
    seats: list[dict[str, Any]] = field(default_factory=list[Any])
    news: str = ""
    create: bool = False
    bots: tuple[str, str] | None = None
    snapshot: tuple[str, bytes] | None = None
    token: str = field(default_factory=lambda: secrets.token_hex(8))
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
