"""Who is rated, and who stands on the public list."""
from __future__ import annotations

import pytest
import sqlalchemy as sa
from server.helping import Served

from tafelrunde.bots import LEVELS
from tafelrunde.server.people.ratings import subject
from tafelrunde.server.storage import schema
from tafelrunde.server.tables.table import Seat, Table

pytestmark = pytest.mark.anyio


def test_only_bots_as_the_lobby_offers_them_are_rated() -> None:
    table = Table("t" * 22, b"", "i" * 22)
    levels = [*LEVELS, "strong:1nodes", "strong:50ms", "strong:9999ms"]
    table.seats = [Seat(kind="bot", level=level) for level in levels]
    assert [subject(table, i) for i in range(len(levels))] == [*(f"bot:{level}" for level in LEVELS), None, None, None]


async def test_the_list_shows_accounts_and_the_lobbys_bots(served: Served) -> None:
    guest, account = await served.person("Guest"), await served.person("Ada")
    await account.post("/api/account", email="ada@example.org", password="correct horse")
    rated = ["bot:strong:1nodes", "bot:strong:2nodes", "bot:simple", *(f"user:{p.user['id']}" for p in (guest, account))]
    await served.house.database.execute(*(sa.insert(schema.ratings).values(
        subject=who, game="toledo", players=3, mu=30.0 - n, sigma=1.0, games=5) for n, who in enumerate(rated)))
    best = (await guest.get("/api/ratings", game="toledo", players=3))["ratings"]
    assert [(row["place"], row["name"]) for row in best] == [(1, "simple"), (2, "Ada")]
    mine = (await guest.get("/api/me/ratings"))["ratings"]
    assert [r["games"] for r in mine] == [5]  # a guest has a rating, to keep as an account
