"""Who is rated, and who is on the public list."""
from __future__ import annotations

import pytest
import sqlalchemy as sa
from server.helping import Served

from tafelrunde.bots import LEVELS
from tafelrunde.server.people.ratings import placed, subject, subjects
from tafelrunde.server.storage import schema
from tafelrunde.server.storage.entries import Entry
from tafelrunde.server.tables.table import Seat, Table
from tafelrunde.server.tables.terms import why_casual

pytestmark = pytest.mark.anyio


def test_only_bots_as_the_lobby_offers_them_are_rated() -> None:
    table = Table("t" * 22, b"", "i" * 22)
    levels = [*LEVELS, "strong:1nodes", "strong:50ms", "strong:9999ms"]
    table.seats = [Seat(kind="bot", level=level) for level in levels]
    assert [subject(table, i) for i in range(len(levels))] == [*(f"bot:{level}" for level in LEVELS), None, None, None]


def test_an_old_table_with_bots_is_rated_as_it_was_and_a_new_one_rates_its_bots_alone() -> None:
    config = {"game": "el_grande", "players": 3, "options": {}, "rules": "r", "commitment": "c"}
    seats = [{"kind": "person", "user": "ada"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "simple"}]
    rows = {}
    for name, more in (("old", {}), ("new", {"rated": False}), ("played on", {"rated": False, "played_on": True})):
        table = Table("t" * 22, b"", "i" * 22)
        # An old log says no more
        table.apply(Entry(1, "create", 1, None, "ada", {"config": config | more, "seats": seats}))
        rows[name] = list(subjects(table).values()), why_casual(table)
    bots = ["bot:random", "bot:simple"]
    assert rows == {"old": (["user:ada", *bots], None), "new": (bots, "bots"), "played on": ([], "played_on")}


def test_who_gives_up_comes_last_and_takes_no_place_from_the_others() -> None:
    assert placed([[2], [0], [1]], ()) == [2, 3, 1]
    assert placed([[2], [0], [1]], {2}) == [1, 2, 3]  # the bot that played on would have won
    assert placed([[2, 0], [1]], {2, 1}) == [1, 2, 2]
    assert placed([[0, 1, 2]], {1}) == [1, 3, 1]


async def test_the_list_shows_accounts_and_apart_from_them_the_lobbys_bots(served: Served) -> None:
    guest, account = await served.person("Guest"), await served.person("Ada")
    await account.post("/api/account", email="ada@example.org", password="correct horse")
    rated = ["bot:strong:1nodes", "bot:strong:2nodes", "bot:simple", *(f"user:{p.user['id']}" for p in (guest, account))]
    await served.house.database.execute(*(sa.insert(schema.ratings).values(
        subject=who, game="toledo", players=3, mu=30.0 - n, sigma=1.0, games=5) for n, who in enumerate(rated)))
    best = (await guest.get("/api/ratings", game="toledo", players=3))["ratings"]
    assert [(row["place"], row["name"]) for row in best] == [(1, "Ada")]
    best = (await guest.get("/api/ratings", game="toledo", players=3, of="bots"))["ratings"]
    assert [(row["place"], row["name"]) for row in best] == [(1, "simple")]
    second = await served.person("Bela")
    await second.post("/api/account", email="bela@example.org", password="correct horse")
    await served.house.database.execute(sa.insert(schema.ratings).values(
        subject=f"user:{second.user['id']}", game="toledo", players=3, mu=20.0, sigma=1.0, games=5))
    first = await guest.get("/api/ratings", game="toledo", players=3, limit=1)
    more = await guest.get("/api/ratings", game="toledo", players=3, limit=1, skip=first["next"])
    assert [(row["place"], row["name"]) for page in (first, more) for row in page["ratings"]] == [(1, "Ada"), (2, "Bela")]
    assert (await guest.get("/api/ratings", game="toledo", players=3, skip=more["next"])) == {"ratings": [], "next": None}
    mine = (await guest.get("/api/me/ratings"))["ratings"]
    assert [r["games"] for r in mine] == [5]  # a guest has a rating, to keep as an account
