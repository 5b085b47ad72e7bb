"""A game of another package at a server: everywhere where the built-in ones are, and when it is no
longer installed, nothing else breaks.
"""
from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from helpers.guests import install, visiting
from server.helping import Served, Shifted, play_out, serving, until
from server.test_friends import refusal
from server.test_profiles import duel, person

from tafelrunde.server import games
from tafelrunde.server.client import Client
from tafelrunde.server.errors import Refused
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage import schema
from tafelrunde.server.tables.handing_over import Wrong, checked
from tafelrunde.server.tables.pinning import rules_version
from tafelrunde.server.tables.snapshots import made_with
from tafelrunde.server.tables.sweeping import DOWN_MS

pytestmark = pytest.mark.anyio
GAME = "goofspiel"
SLOW = {"kind": "slow", "move_ms": 86_400_000}
PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(GAME, tmp_path_factory.mktemp("guest"))


@pytest.fixture
def guest(folder: Path) -> Iterator[None]:
    """The game is installed."""
    with visiting(folder):
        yield


async def test_it_is_rated_found_and_looked_back_on(guest: None, lone: Served) -> None:
    ada, bela = await person(lone, "Ada", "ada@example.org"), await person(lone, "Bela", "bela@example.org")
    table = await duel(lone, ada, bela, 1, game=GAME, options={"discards": True}, rated=True)
    me = ada.user["id"]
    assert [row["rating"]["games"] for row in (await bela.get(f"/api/users/{me}/stats"))["stats"]] == [1]
    assert len((await bela.get("/api/ratings", game=GAME, players=2))["ratings"]) == 2
    found = (await bela.get("/api/archive", game=GAME, option="discards:true"))["games"]
    assert [(row["table"], row["title"]) for row in found] == [(table, "Goofspiel")]
    assert (await bela.get("/api/archive", game=GAME, option="discards:false"))["games"] == []
    assert (await ada.get(f"/api/users/{me}/openings"))["titles"] == []  # the title names none
    assert (await ada.get(f"/api/games/{GAME}/exercises"))["exercises"] == []
    await _is_looked_back_on(ada, f"/api/tables/{table}")


async def _is_looked_back_on(ada: Client, path: str) -> None:
    review = await ada.get(f"{path}/review")
    # A prize a turn
    assert [turn["at"] for turn in review["turns"]] == list(range(2, review["decisions"] + 1, 2))
    assert any("win" in line["text"] for turn in review["turns"] for line in turn["lines"])
    assert {(point["chances"], point["round"]) for point in review["curve"]} == {(None, None)}
    assert not review["worst"]
    assert not review["balance"]
    assert review["receipt"] is None
    assert (await ada.get(f"{path}/choices", at=1))["choices"] == []
    # No module: no device looks further
    assert (await ada.get(f"{path}/positions"))["digest"] == ""
    assert (await ada.get(f"{path}/verify"))["verified"]
    assert (await ada.get(f"{path}/replay", at=5))["at"] == 5
    assert "<title>Goofspiel</title>" in await ada.get(f"{path}/picture")
    again = await ada.post(f"{path}/play-on", at=4, seat=0, level="random")
    async with ada.sit(again["id"]) as socket:
        await play_out(socket)


async def test_it_has_a_daily_deal(guest: None, lone: Served) -> None:
    ada = await person(lone, "Ada", "ada@example.org")
    day = await ada.get("/api/daily")
    told = next(title for title in day["titles"] if title["game"] == GAME)
    table = await ada.post(f"/api/daily/{GAME}")
    assert table["commitment"] == told["commitment"]
    async with ada.sit(table["id"]) as socket:
        await play_out(socket)

    async def over() -> bool:
        return any(t["game"] == GAME and t["status"] == "over" for t in (await ada.get("/api/daily"))["titles"])

    await until(over)
    assert len((await ada.get(f"/api/daily/{day['day']}/{GAME}"))["results"]) == 1


async def test_it_is_played_in_tournaments(guest: None, lone: Served) -> None:
    ada = await lone.person("Ada")
    path = f"/api/tournaments/{await _tournament(ada)}"

    async def over() -> bool:
        return (await ada.get(path))["tournament"]["status"] == "over"

    await until(over)
    ended = await ada.get(path)
    assert ended["tournament"]["title"] == "Goofspiel"
    assert len(ended["standings"]) == 4
    records = zipfile.ZipFile(io.BytesIO((await ada.http.get(f"{path}/records")).content))
    assert len(records.read("games.jsonl").splitlines()) == 2 * 2


async def _tournament(host: Client, **more: Any) -> str:
    asked = {"name": "Cup", "game": GAME, "seats": 2, "rounds": 2, "clock": SLOW}
    id_ = (await host.post("/api/tournaments", **asked))["tournament"]["id"]
    await host.post(f"/api/tournaments/{id_}/bots", level="random", count=4)
    await host.post(f"/api/tournaments/{id_}/start")
    return str(id_)


async def test_nothing_else_breaks_when_it_is_no_longer_installed(folder: Path, settings: Settings) -> None:
    with visiting(folder):
        async with serving(settings) as served:
            ada, bela = await person(served, "Ada", "ada@example.org"), await person(served, "Bela", "bela@example.org")
            over = await duel(served, ada, bela, 1, game=GAME, options={}, rated=True)
            timed = await served.table(ada, bela, game=GAME, options={}, clock=SLOW)
            waits = await served.table(ada, game=GAME, options={}, bots=1)
            cup = (await ada.post("/api/tournaments", name="Cup", game=GAME, seats=2, clock=SLOW))["tournament"]["id"]
    rules_version.cache_clear()  # another process
    made_with.cache_clear()
    house = Shifted(settings)
    house.offset = 2 * DOWN_MS  # clocks that ran while no server did would be given their time back
    async with serving(settings, house) as served:
        ada = await served.person("Ada")
        await ada.post("/api/login", email="ada@example.org", password=PASSWORD)
        await _is_listed(ada, {over, timed, waits}, cup)
        for table in (over, timed, waits):
            for look in ("", "/state", "/record", "/review"):
                assert await refusal(ada.get(f"/api/tables/{table}{look}")) == (
                    "Goofspiel is not installed here any more, so this table cannot be opened. Nothing of it is lost.")
        assert "no such game" in await refusal(ada.post("/api/play-now", game=GAME))
        other = await served.table(ada, game="toledo", options={"turn_cap": "25"}, bots=1)
        async with ada.sit(other) as socket:
            await play_out(socket)

        async def archived() -> bool:
            return len(await house.database.rows(sa.select(schema.archive.c.table_id))) == 2

        await until(archived)
    with visiting(folder):
        async with serving(settings) as served:  # installed again
            ada = await served.person("Ada")
            await ada.post("/api/login", email="ada@example.org", password=PASSWORD)
            assert (await ada.get(f"/api/tables/{over}/review"))["decisions"] == 24
            async with ada.sit(waits) as socket:
                await play_out(socket)


async def _is_listed(ada: Client, tables: set[str], cup: str) -> None:
    me = ada.user["id"]
    assert {t["title"] for t in (await ada.get("/api/tables/mine"))["tables"] if t["id"] in tables} == {"Goofspiel"}
    assert [game["title"] for game in (await ada.get("/api/archive"))["games"]] == ["Goofspiel"]
    assert [game["title"] for game in (await ada.get(f"/api/users/{me}/games"))["games"]] == ["Goofspiel"]
    assert [game["game"] for game in (await ada.get("/api/me/history"))["games"]] == [GAME]
    assert [one["id"] for one in (await ada.get("/api/tournaments"))["tournaments"]] == [cup]
    assert GAME not in {title["game"] for title in (await ada.get("/api/daily"))["titles"]}
    assert GAME not in {game["name"] for game in (await ada.get("/api/games"))["games"]}


def test_a_game_that_does_not_load_is_like_one_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "torn.py").write_text("raise ValueError('torn in two')\n")
    info = tmp_path / "torn-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: torn\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tafelrunde.games]\ntorn = torn:GAME\n")
    with visiting(tmp_path):
        assert (games.is_here("torn"), games.title_of("torn", "de")) == (False, "Torn")
        assert "torn" not in games.installed()
        with pytest.raises(Refused, match="no_game"):
            games.known("torn")
        wrong = checked("Game: torn\nPlayers: 2\n\n0 bid 1\n")
        assert isinstance(wrong, Wrong)
        assert wrong.code == "conflict"
