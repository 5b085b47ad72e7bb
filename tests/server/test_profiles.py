"""Profiles: what they tell is counted from the games that their reader may find, and nothing where
they are hidden.
"""
from __future__ import annotations

import asyncio
import io
import json
import zipfile
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from server.helping import Served, play_out, serving, until
from server.test_archive import back_to, finished

import tafelrunde
from tafelrunde.server.archive.openings import opening_said
from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage import schema
from tafelrunde.server.storage.database import Database

pytestmark = pytest.mark.anyio
PASSWORD = "correct horse battery"


async def person(served: Served, name: str, email: str) -> Client:
    client = await served.person(name)
    await client.post("/api/account", email=email, password=PASSWORD)
    return client


async def duel(served: Served, one: Client, two: Client, kept: int, **more: Any) -> str:
    """A game of two people that is played to its end and archived."""
    table = await served.table(one, two, **more)
    async with one.sit(table) as a, two.sit(table) as b:
        await asyncio.gather(play_out(a), play_out(b, 2))

    async def archived() -> bool:
        return len(await served.house.database.rows(sa.select(schema.archive.c.table_id))) == kept

    await until(archived)
    return table


async def test_a_profile_tells_of_the_games_that_its_reader_may_find(settings: Settings) -> None:
    async with serving(settings) as served:
        ada, bela = await person(served, "Ádám Škoda", "ada@example.org"), await person(served, "Bela", "bela@example.org")
        public = await duel(served, ada, bela, 1, rated=True)
        unlisted = await duel(served, ada, bela, 2, rated=True, listed=False)
        alone = await finished(served, ada, 3)
        stranger = await served.person("Stranger")
        me, them = ada.user["id"], bela.user["id"]
        await _games(stranger, bela, me, them, [alone, public], [unlisted, public])
        await _counts(stranger, ada, me, them, public)
        await _progress(stranger, ada, me, public, unlisted)
        told = await _openings(stranger, me, public)
        await _export(served, ada, me, {public, unlisted, alone})
    # The schema from before there were profiles, with games in it, and back
    database = Database(settings)
    async with database.connection(write=True) as connection:
        await connection.run_sync(back_to, "0004")
        columns = await connection.run_sync(lambda c: {x["name"] for t in ("users", "seats") for x in sa.inspect(c).get_columns(t)})
    assert not columns & {"hidden", "opening"}
    await database.close()
    async with serving(settings) as served:
        stranger = await served.person("Stranger")

        async def is_filled() -> bool:
            return (await stranger.get(f"/api/users/{me}/openings")) == told

        await until(is_filled)
        await _hides(served, stranger, me, public)


async def _games(stranger: Client, bela: Client, me: str, them: str, seen: list[str], met: list[str]) -> None:
    async def found(who: Client, **query: Any) -> list[str]:
        return [g["table"] for g in (await who.get(f"/api/users/{me}/games", **query))["games"]]

    assert await found(stranger) == seen
    assert await found(bela) == [seen[0], *met]  # who sat there too
    assert await found(stranger, player="bel") == seen[1:]
    assert await found(stranger, player="skoda") == []  # that is not somebody else
    assert await found(bela, opponent=them) == met
    assert await found(stranger, game="toledo") == []
    assert await found(stranger, rated=True) == seen[1:]
    by_result = [table for r in ("won", "shared", "lost") for table in await found(stranger, result=r)]
    assert sorted(by_result) == sorted(seen)
    page = await stranger.get(f"/api/users/{me}/games", limit=1)
    rest = await stranger.get(f"/api/users/{me}/games", limit=1, before=page["next"])
    assert [g["table"] for g in page["games"] + rest["games"]] == seen
    assert (await stranger.get(f"/api/users/{me}/stats"))["stats"][0]["games"] == 2


async def _counts(stranger: Client, ada: Client, me: str, them: str, public: str) -> None:
    table = (await stranger.get("/api/archive", player="skoda", rated=True))["games"][0]
    assert table["table"] == public
    mine, theirs = (s["place"] for s in table["seats"])
    met = (await stranger.get(f"/api/users/{me}/opponents"))["opponents"]
    assert [(o["user"] and o["user"]["name"], o["bot"], o["games"]) for o in met] in (
        [("Bela", None, 1), (None, "random", 1)], [(None, "random", 1), ("Bela", None, 1)])
    to_bela = next(o for o in met if o["user"])
    assert (to_bela["ahead"], to_bela["behind"], to_bela["level"]) == (mine < theirs, mine > theirs, mine == theirs)
    first = await ada.get(f"/api/users/{me}/opponents", limit=1)
    assert (first["opponents"][0]["user"]["name"], first["opponents"][0]["games"], first["next"]) == ("Bela", 2, 1)
    rest = await ada.get(f"/api/users/{me}/opponents", limit=1, skip=1)
    assert rest["opponents"][0]["bot"] == "random"
    heads = await stranger.get(f"/api/users/{them}/against/{me}")
    assert (heads["user"]["name"], heads["opponent"]["name"]) == ("Bela", "Ádám Škoda")
    assert [(m["game"], m["players"], m["games"], m["behind"]) for m in heads["meetings"]] == [
        ("el_grande", 2, 1, to_bela["ahead"])]


async def _progress(stranger: Client, ada: Client, me: str, public: str, unlisted: str) -> None:
    async def points(who: Client, **query: Any) -> list[Any]:
        return (await who.get(f"/api/users/{me}/progress", game="el_grande", players=2, **query))["points"]

    own = await points(ada)
    assert [p["table"] for p in own] == [unlisted, public]
    assert own[1]["before"] == 1000.0
    assert own[0]["before"] == own[1]["after"]
    assert [p["table"] for p in await points(stranger)] == [public]
    page = await ada.get(f"/api/users/{me}/progress", game="el_grande", players=2, limit=1)
    assert await points(ada, before=page["next"]) == own[1:]


async def _openings(stranger: Client, me: str, public: str) -> dict[str, Any]:
    told: dict[str, Any] = await stranger.get(f"/api/users/{me}/openings")
    assert [(t["game"], t["name"]) for t in told["titles"]] == [("el_grande", "First power cards")]
    openings = told["titles"][0]["openings"]
    assert sum(o["games"] for o in openings) == 2
    record = await stranger.get(f"/api/tables/{public}/record")
    played = [line.split()[2] for line in record.splitlines() if line.startswith("0 power ")]
    assert played[:2] in [o["moves"] for o in openings]
    german = await stranger.get(f"/api/users/{me}/openings", lang="de")
    assert german["titles"][0]["name"] == "Erste Machtkarten"
    return told


async def _export(served: Served, ada: Client, me: str, tables: set[str]) -> None:
    async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        whole = await http.get(f"/api/users/{me}/games/download", headers={"Authorization": f"Bearer {ada.token}"})
        public = await http.get(f"/api/users/{me}/games/download")
    counts = []
    for answer in (whole, public):
        with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
            games = [json.loads(line) for line in file.read("games.jsonl").decode().splitlines()]
        for game in games:
            assert tafelrunde.replay(game["record"]).scores == [seat["score"] for seat in game["seats"]]
        counts.append({game["id"] for game in games})
    assert counts[0] == tables
    assert len(counts[1]) == 2


async def _hides(served: Served, stranger: Client, me: str, public: str) -> None:
    ada = Client(served.url, patience=60.0)
    await ada.guest("Another device")
    await ada.post("/api/login", email="ada@example.org", password=PASSWORD)
    shown = (await ada.request("PATCH", "/api/me", {"hidden": True}))["user"]
    assert shown["hidden"] is True
    assert (await stranger.get(f"/api/users/{me}")) == {
        "user": {"id": me, "name": "Ádám Škoda", "guest": False}, "hidden": True, "ratings": []}
    for page in ("games", "opponents", "openings", "history", "stats", "progress?game=el_grande&players=2", "games/download"):
        with pytest.raises(ServerRefused) as refused:
            await stranger.get(f"/api/users/{me}/{page}")
        assert (refused.value.code, refused.value.text) == ("forbidden", "This profile is hidden.")
    # Nor can it be put together from the archive
    assert (await stranger.get("/api/archive", player="skoda"))["games"] == []
    rows = (await stranger.get("/api/archive"))["games"]
    assert next(g for g in rows if g["table"] == public)["seats"][0]["user"] is None
    assert "Ádám" not in str(rows)
    best = (await stranger.get("/api/ratings", game="el_grande", players=2))["ratings"]
    assert [r["name"] for r in best] == ["Bela"]
    assert len((await ada.get(f"/api/users/{me}/games"))["games"]) == 3  # oneself sees it still
    met = (await stranger.get(f"/api/users/{rows[-1]['seats'][1]['user']['id']}/opponents"))["opponents"]
    assert met == []
    theirs = (await stranger.get(f"/api/users/{rows[-1]['seats'][1]['user']['id']}/history"))["games"]
    assert public in {g["table"] for g in theirs}
    assert all(o["name"] == "" for g in theirs for o in g["opponents"])


@pytest.mark.parametrize(("game", "opening", "said"), [
    ("el_grande", "power 13, power 1", ["13", "1"]), ("king_and_intriguer", "action 70", ["70 (Banishment)"]),
    ("rheinlaender", "knight R4", ["right bank 4"]), ("toledo", "shop gem 2 4", ["gem merchant, space 4"])])
def test_every_title_says_what_an_opening_is(game: str, opening: str, said: list[str]) -> None:
    assert opening_said(game, opening, "en") == said
    title = tafelrunde.game(game)
    labels = {title.actions.verb_of[title.actions.id(action)].label for action in opening.split(", ")}
    assert labels == {title.room("opening").VERB}
