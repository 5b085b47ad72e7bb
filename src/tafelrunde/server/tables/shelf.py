"""Where tables are kept, as the hall needs it: a database on a server, a browser's storage on a
device.
"""
from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from ..storage.entries import Append, Entry


class Snapshot(NamedTuple):
    """A table as it was at a version, so that its log need not be read from the beginning."""

    version: int
    body: bytes


class Shelf(Protocol):
    """Stores tables: a row for lists, the log, and standing orders.

    A row has the attributes of `schema.tables`.
    """

    async def append(self, *together: Append) -> None:
        """Store entries of one table durably, all of them or none.

        Taken if the first one's version or key exists already, Away if they cannot be stored.
        """
        ...

    async def since(self, table: str, version: int = 0) -> list[Entry]:
        """The entries after a version."""
        ...

    async def row(self, table: str) -> Any | None:
        """The row of a table."""
        ...

    async def rows(self, tables: list[str]) -> dict[str, Any]:
        """The rows of some tables."""
        ...

    async def told(self, tables: list[str], without: tuple[str, ...]) -> dict[str, list[Entry]]:
        """The entries of some tables, without those of some kinds."""
        ...

    async def change(self, table: str, row: dict[str, Any]) -> None:
        """Change a row without an entry."""
        ...

    async def snapshot(self, table: str, made_with: str) -> Snapshot | None:
        """The snapshot of a table, if there is one of this kind."""
        ...

    async def orders(self, table: str) -> dict[int, list[dict[str, Any]]]:
        """The standing orders of a table's seats."""
        ...

    async def keep_orders(self, table: str, seat: int, orders: list[dict[str, Any]]) -> None:
        """Keep the standing orders of a seat."""
        ...

    async def unfinished(self, user: str) -> list[str]:
        """The tables of a person that wait or run."""
        ...

    async def apart(self, user: str, others: list[str]) -> bool:
        """Whether somebody has blocked one of the others, or one of them has blocked them."""
        ...
