"""The shelf of a device: tables in the browser's own storage, which is handed to us as a place for
values under keys.
"""
from __future__ import annotations

from base64 import b64decode, b64encode
from types import SimpleNamespace
from typing import Any, Protocol

import msgspec

from ..server.errors import Refused
from ..server.storage.entries import Append, Away, Entry, Taken
from ..server.tables.shelf import Snapshot

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode

TABLE, LOG, SNAPSHOT, ORDERS, HOUSE, REVIEW = "table", "log", "snapshot", "orders", "house", "review"
"""The first word of every key: what is kept under it.  What a page found out in a review it keeps
itself.
"""


class Store(Protocol):
    """Keeps values under keys, which are lists; both travel as JSON.  All of a batch is stored, or
    nothing.

    Either method may raise anything when the browser has taken the storage away.
    """

    async def read(self, prefix: str) -> str:
        """Every key with this prefix and its value, in the order of the keys: [[key, value], …]."""
        ...

    async def write(self, batch: str) -> str:
        """Store [[key, value, new], …]; a value of null is deleted.

        The answer is `done`; `taken` when a key that is to be new is there already; else why
        nothing can be stored.
        """
        ...


def unkept(away: Away) -> Refused:
    """What somebody is told when nothing can be stored: nothing has happened, and what was kept is
    still there.
    """
    return Refused("busy", "device_full" if str(away) == "full" else "device_away")


class Device:
    """Tables in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def _read(self, *prefix: Any) -> list[tuple[list[Any], Any]]:
        try:
            found = await self.store.read(encode(prefix).decode())
        except Exception as error:  # whatever the browser throws
            raise Away("away") from error
        return [(key, value) for key, value in decode(found)]

    async def _write(self, *batch: tuple[list[Any], Any, bool]) -> None:
        try:
            said = await self.store.write(encode(batch).decode())
        except Exception as error:
            raise Away("away") from error
        if said == "taken":
            raise Taken("it is there already")
        if said != "done":
            raise Away(said)

    # ------------------------------------------------------------ tables

    async def append(self, *together: Append) -> None:
        """Store entries of one table permanently, all of them or none, and what follows from them.

        Refused if the table is gone: this page or another one has deleted it meanwhile.
        """
        table, create = together[0].table, together[0].create
        found = [] if create else await self._read(TABLE, table)
        if not found and not create:
            raise Refused("not_found", "no_table")
        row = found[0][1] if found else {"id": table}
        batch: list[tuple[list[Any], Any, bool]] = []
        for one in together:
            batch.append(([LOG, table, one.entry.version], msgspec.to_builtins(one.entry), True))
            row = row | one.row | ({"seats": one.seats} if one.seats else {})
            if one.snapshot is not None:
                made_with, body = one.snapshot
                kept = {"version": one.entry.version, "made_with": made_with, "body": b64encode(body).decode()}
                batch.append(([SNAPSHOT, table], kept, False))
        await self._write(*batch, ([TABLE, table], row, create))

    async def since(self, table: str, version: int = 0) -> list[Entry]:
        found = await self._read(LOG, table)
        return [msgspec.convert(value, Entry) for key, value in found if key[2] > version]

    async def row(self, table: str) -> Any | None:
        found = await self._read(TABLE, table)
        return SimpleNamespace(**found[0][1]) if found else None

    async def rows(self, tables: list[str]) -> dict[str, Any]:
        return {t: row for t in tables if (row := await self.row(t)) is not None}

    async def all(self) -> list[Any]:
        return [SimpleNamespace(**value) for _, value in await self._read(TABLE)]

    async def told(self, tables: list[str], without: tuple[str, ...]) -> dict[str, list[Entry]]:
        """The entries of some tables, without those of some kinds."""
        return {t: [e for e in await self.since(t) if e.kind not in without] for t in tables}

    async def change(self, table: str, row: dict[str, Any]) -> None:
        """Change a row without an entry."""
        for key, value in await self._read(TABLE, table):
            await self._write((key, value | row, False))

    async def forget(self, table: str) -> None:
        """Delete a table with everything that belongs to it."""
        keys = [key for kind in (TABLE, LOG, SNAPSHOT, ORDERS, REVIEW) for key, _ in await self._read(kind, table)]
        await self._write(*((key, None, False) for key in keys))

    async def snapshot(self, table: str, made_with: str) -> Snapshot | None:
        """The snapshot of a table, if there is one of this kind."""
        for _, kept in await self._read(SNAPSHOT, table):
            if kept["made_with"] == made_with:
                return Snapshot(kept["version"], b64decode(kept["body"]))
        return None

    async def orders(self, table: str) -> dict[int, list[dict[str, Any]]]:
        """The standing orders of a table's seats."""
        return {key[2]: value for key, value in await self._read(ORDERS, table)}

    async def keep_orders(self, table: str, seat: int, orders: list[dict[str, Any]]) -> None:
        await self._write(([ORDERS, table, seat], orders, False))

    async def unfinished(self, user: str) -> list[str]:
        """The tables of a person that wait or run: all such tables, because there is one person."""
        return [row.id for row in await self.all() if row.status in ("open", "running")]

    async def apart(self, user: str, others: list[str]) -> bool:
        """Nobody has blocked anybody."""
        return False

    # ------------------------------------------------------------ the house's own

    async def kept(self, name: str) -> Any:
        """A value of the house; None if there is none."""
        return next((value for _, value in await self._read(HOUSE, name)), None)

    async def keep(self, name: str, value: Any) -> None:
        await self._write(([HOUSE, name], value, False))
