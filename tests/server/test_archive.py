"""The archive: finished public games are found, opened and downloaded; all others stay with their
people.
"""
from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from jsonschema import Draft202012Validator
from server.conftest import usual
from server.helping import Served, play_out, serving, until

import tafelrunde
from tafelrunde.server.client import Client
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage import schema
from tafelrunde.server.storage.backup import _back_up, _restore
from tafelrunde.server.storage.database import Database
from tafelrunde.server.storage.migrate import FOLDER

pytestmark = pytest.mark.anyio


async def finished(served: Served, person: Client, kept: int, **more: Any) -> str:
    """A game against a bot, played to its end and archived as number n."""
    table = await served.table(person, bots=1, **more)
    async with person.sit(table) as socket:
        await play_out(socket)

    async def archived() -> bool:
        rows = await served.house.database.rows(sa.select(sa.func.count()).select_from(schema.archive))
        return rows[0][0] == kept

    await until(archived)
    return table


async def found(served: Served, **query: Any) -> list[str]:
    """The games that somebody without an account can find."""
    async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        answer = await http.get("/api/archive", params=query)
        assert answer.status_code == 200, answer.text
        return [game["table"] for game in answer.json()["games"]]


async def test_public_games_are_found_by_what_they_are_and_downloaded_together(served: Served) -> None:
    ada, eva = await served.person("Ádám Škoda"), await served.person("Eva_100%")
    first = await finished(served, ada, 1)
    second = await finished(served, eva, 2, options={"short": True, "modules": ["new_regent"]})
    for kept, hidden in enumerate(({"listed": False}, {"spectators": False}), 3):
        await finished(served, ada, kept, **hidden)
    stranger = await served.person("Fay")
    listed = (await stranger.get("/api/tables", status="over"))["tables"]
    # The lobby's list tells no more than the archive.
    assert [table["id"] for table in listed] == [second, first]
    await _searches(served, first, second)
    await _pages(served, first, second)
    await _downloads(served, [second, first], ada)
    await _forgets_the_deleted(served, first, ada)


async def _searches(served: Served, first: str, second: str) -> None:
    row = (await ask(served))["games"][1]
    assert row["table"] == first
    assert row["options"]["short"] is True
    assert [s["user"]["name"] if s["user"] else s["level"] for s in row["seats"]] == ["Ádám Škoda", "random"]
    assert row["best"] == max(s["score"] for s in row["seats"])
    mine = row["seats"][0]["place"]
    both = [second, first]
    assert await found(served) == both
    assert await found(served, game="el_grande", players=2, rated=False, option="short:true") == both
    assert await found(served, player="adam sk") == [first]
    assert await found(served, player="_100%") == [second]
    assert await found(served, player="_") == [second]  # a sign like any other
    assert await found(served, player="random") == []  # a bot is nobody
    assert await found(served, option=["short:true", "modules:new_regent"]) == [second]
    assert await found(served, decisions_from=row["decisions"], decisions_to=row["decisions"], player="ada") == [first]
    assert await found(served, points_from=row["best"] + 1, player="ada") == []
    outcomes = {r for r in ("won", "lost", "shared") if first in await found(served, player="Ádám", result=r)}
    assert outcomes == ({"lost"} if mine > 1 else {"shared"} if row["shared"] else {"won"})
    for nothing in ({"game": "toledo"}, {"players": 3}, {"rated": True}, {"decisions_to": 3}, {"option": "edition:1995"},
                    {"player": "nobody"}):
        assert await found(served, **nothing) == []


async def ask(served: Served, **query: Any) -> dict[str, Any]:
    return await (await served.person()).get("/api/archive", **query)


async def _pages(served: Served, first: str, second: str) -> None:
    page = await ask(served, limit=1)
    assert [g["table"] for g in page["games"]] == [second]
    page = await ask(served, limit=1, before=page["next"])
    assert [g["table"] for g in page["games"]] == [first]
    assert (await ask(served, limit=1, before=page["next"])) == {"games": [], "next": None}


async def _downloads(served: Served, tables: list[str], ada: Client) -> None:
    async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        answer = await http.get("/api/archive/download", params={"option": "short:true"})
        told = (await http.get("/api/archive/schema")).json()
        records = [(await http.get(f"/api/tables/{table}/record")).text for table in tables]
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert file.testzip() is None
        rules, lines = json.loads(file.read("schema.json")), file.read("games.jsonl").decode().splitlines()
    assert rules == told
    Draft202012Validator.check_schema(rules)
    games = [json.loads(line) for line in lines]
    for game, table, record in zip(games, tables, records, strict=True):
        Draft202012Validator(rules).validate(game)
        assert game["id"] == table
        assert game["record"] == record  # the same that the table itself hands out
        whole = tafelrunde.replay(game["record"])
        assert whole.scores == [seat["score"] for seat in game["seats"]]
    assert games[1]["seats"][0]["user"] == ada.user["id"]


async def _forgets_the_deleted(served: Served, first: str, ada: Client) -> None:
    await ada.request("DELETE", "/api/account", {})
    assert await found(served, player="adam") == []
    row = (await ask(served))["games"][1]
    assert (row["table"], row["seats"][0]["user"]) == (first, None)
    async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        whole = (await http.get("/api/archive/download")).content
    with zipfile.ZipFile(io.BytesIO(whole)) as file:
        assert "Škoda" not in file.read("games.jsonl").decode()


async def test_games_from_before_the_archive_come_into_it_and_a_backup_keeps_it(settings: Settings, tmp_path: Path) -> None:
    async with serving(settings) as served:
        table = await finished(served, await served.person("Ádám"), 1)
        before = await ask(served)
        await served.house.database.execute(sa.update(schema.tables).values(ended_at=schema.tables.c.ended_at - 10_000))
    database = Database(settings)
    async with database.connection(write=True) as connection:
        await connection.run_sync(back_to, "0003")
        assert not await connection.run_sync(lambda c: sa.inspect(c).has_table("archive"))
    await database.close()
    async with serving(settings) as served:  # it migrates
        await until(lambda: _is_there(served, table))
        again = await ask(served, player="adam", option="short:true")
        assert again == before
        await _back_up(settings, tmp_path / "backup")
    other = usual(tmp_path / "other", "")
    await _restore(other, tmp_path / "backup")
    async with serving(other) as served:
        assert await ask(served, player="adam", option="short:true") == again


def back_to(connection: sa.Connection, schema: str) -> None:
    """An older schema, with the games in it."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.downgrade(config, schema)


async def _is_there(served: Served, table: str) -> bool:
    return await found(served) == [table]
