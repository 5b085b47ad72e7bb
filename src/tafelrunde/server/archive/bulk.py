"""Many games in one file: a ZIP archive with the games as JSON lines, and the schema that each line
keeps to.
"""
from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from ..storage.database import Database
from ..tables.looking_back import with_names
from .packing import unpacked
from .search import Search, page

AT_ONCE = 200
"""Games that are read and compressed together."""


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """Unknown keys are refused."""


class PlayerOf(Strict):
    """Who sat at a seat: a person with an id and a name (empty if the account is deleted), or a bot
    of a level.
    """

    seat: int
    user: str | None
    name: str
    level: str | None
    place: int
    score: int


class ArchivedGame(Strict):
    """One finished game; the record replays it (docs/notation.md).  Times are milliseconds since
    1970.
    """

    id: str
    game: str
    players: int
    options: dict[str, Any]
    rated: bool
    decisions: int
    ended_at: int
    seats: list[PlayerOf]
    record: str


def line_schema() -> dict[str, Any]:
    """The JSON Schema of a line."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(ArchivedGame)}


def _line(row: dict[str, Any]) -> bytes:
    """A game as a line."""
    seats = [{"seat": s["seat"], "user": s["user"] and s["user"]["id"], "name": s["user"]["name"] if s["user"] else "",
              "level": s["level"], "place": s["place"], "score": s["score"]} for s in row["seats"]]
    names = [f"bot {s['level']}" if s["level"] else s["name"] for s in seats]
    return msgspec.json.encode({
        "id": row["table_id"], "game": row["game"], "players": row["players"], "options": row["options"], "rated": row["rated"],
        "decisions": row["decisions"], "ended_at": row["ended_at"], "seats": seats,
        "record": with_names(unpacked(row["record"]), names)}) + b"\n"


class _Outlet(io.RawIOBase):
    """A write-only file that cannot seek; it returns what was written since the last call."""

    def __init__(self) -> None:
        self.waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self.waiting += data
        return len(data)

    def taken(self) -> bytes:
        """Return the waiting bytes and forget them."""
        data, self.waiting = bytes(self.waiting), bytearray()
        return data


async def zipped(database: Database, search: Search) -> AsyncIterator[bytes]:
    """All games found, piece by piece, with only a few in memory at once."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("schema.json", msgspec.json.format(msgspec.json.encode(line_schema()), indent=2))
        with file.open("games.jsonl", "w", force_zip64=True) as lines:
            before: tuple[int, str] | None = None
            while rows := await page(database, search, before, AT_ONCE, record=True):
                last = rows[-1]
                before = last["ended_at"], last["table_id"]
                await asyncio.to_thread(lines.writelines, map(_line, rows))
                yield outlet.taken()
    yield outlet.taken()
