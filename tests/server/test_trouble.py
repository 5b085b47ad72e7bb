"""What is wrong with storage is told by its codes; a server says how it is, and lists only what is
stored.
"""
from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from helpers.ports import free_port
from server.conftest import usual
from server.helping import Served, serving, until
from server.postgres import Postgres

from tafelrunde.server.client import Client
from tafelrunde.server.house import House
from tafelrunde.server.settings import BadSettings, Settings
from tafelrunde.server.storage.migrate import HEAD, known
from tafelrunde.server.storage.trouble import is_transient

pytestmark = pytest.mark.anyio


class Postgresly(Exception):
    """An error as PostgreSQL's drivers raise them."""

    def __init__(self, sqlstate: str) -> None:
        self.sqlstate = sqlstate


def sqlitely(code: int, text: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(("error", "passes"), [
    (Postgresly("57P03"), True),  # cannot_connect_now: it is starting
    (Postgresly("57P01"), True), (Postgresly("08006"), True), (Postgresly("53300"), True), (Postgresly("40P01"), True),
    (Postgresly("42703"), False), (Postgresly("23505"), False), (Postgresly("28P01"), False), (Postgresly("57014"), False),
    (sqlitely(sqlite3.SQLITE_BUSY, "database is locked"), True),
    (sqlitely(sqlite3.SQLITE_BUSY_SNAPSHOT, "database is locked"), True),
    (sqlitely(sqlite3.SQLITE_FULL, "database or disk is full"), True),
    (sqlitely(sqlite3.SQLITE_IOERR_WRITE, "disk I/O error"), True),
    (sqlitely(sqlite3.SQLITE_CANTOPEN, "unable to open database file"), True),
    (Postgresly("25006"), True), (sqlitely(sqlite3.SQLITE_READONLY, "attempt to write a readonly database"), True),
    (Postgresly("25P02"), False), (sqlitely(sqlite3.SQLITE_ERROR, "no such column: x"), False),
    (sqlitely(sqlite3.SQLITE_CORRUPT, "database disk image is malformed"), False),
    (ConnectionRefusedError(), True), (TimeoutError(), True), (ValueError("connection"), False),
])
def test_errors_are_told_apart_by_their_codes(error: Exception, passes: bool) -> None:
    assert is_transient(error) is passes
    wrapped = sa.exc.OperationalError("SELECT 1", {}, error)
    if not isinstance(error, ValueError):
        assert is_transient(wrapped) is passes


async def test_a_mistake_of_ours_is_not_tried_again(sqlite: Settings) -> None:
    house = House(sqlite)
    await house.open()
    try:
        async with asyncio.timeout(sqlite.patience / 2):
            with pytest.raises(sa.exc.OperationalError):
                await house.database.rows(sa.text("SELECT nothing FROM nowhere"))
    finally:
        await house.close()


async def test_a_server_waits_for_a_database_that_starts(tmp_path: Path) -> None:
    with Postgres() as own:
        url = own.new_database()
        await asyncio.to_thread(own.stop)
        house = House(usual(tmp_path, url, patience=1))
        opening = asyncio.create_task(house.open())
        await asyncio.sleep(3)
        assert not opening.done()
        await asyncio.to_thread(own.start)
        async with asyncio.timeout(60):
            await opening
        await house.close()


async def test_a_server_stops_while_it_has_something_to_tell_the_others(tmp_path: Path) -> None:
    with Postgres() as own:
        house = House(usual(tmp_path, own.new_database()))
        await house.open(sweeping=False)
        await house.news.stop()

        async def all_told() -> bool:
            return house.news.outbox.empty()

        for later in range(6):
            house.news.tell(**{"is": "alive"})
            await house.news.start()
            await until(all_told)
            await asyncio.sleep(0.2)  # it waits for more
            house.news.tell(**{"is": "alive"})
            for _ in range(later):
                await asyncio.sleep(0)
            async with asyncio.timeout(20):
                await house.news.stop()
        await house.close()


async def health(served: Served) -> tuple[int, dict[str, Any]]:
    async with Client(served.url).http as http:
        answer = await http.get("/health", timeout=60)
    return answer.status_code, answer.json()


async def test_health_writes(sqlite: Settings) -> None:
    async with serving(sqlite) as served:
        status, told = await health(served)
        assert (status, told["status"], told["storage"]) == (200, "ok", True)
        path = sqlite.folder / "tables.sqlite3"
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # reading goes on, writing does not: as on a full disk
        try:
            await asyncio.sleep(1.1)
            status, told = await health(served)
            assert (status, told["status"], told["storage"]) == (503, "unwell", False)
        finally:
            other.execute("ROLLBACK")
            other.close()
        async with asyncio.timeout(60):
            while (await health(served))[0] != 200:
                await asyncio.sleep(0.2)


async def test_health_says_when_no_bot_would_play(postgres: Postgres, tmp_path: Path) -> None:
    settings = usual(tmp_path, postgres.new_database(), bots="jobs")
    async with serving(settings) as served:
        status, told = await health(served)
        assert (status, told["status"], told["bots"]) == (200, "degraded", "0 workers")


async def test_lists_show_what_is_stored(sqlite: Settings) -> None:
    async with serving(sqlite) as served:
        ada, bea = await served.person("Ada"), await served.person("Bea")
        table = await served.table(ada, bea)
        live = served.house.hall.tables[table]
        version = live.table.version
        other = sqlite3.connect(sqlite.folder / "tables.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            seat = live.table.pending[0]
            doing = asyncio.create_task((ada, bea)[seat].post(
                f"/api/tables/{table}/actions", id="on-its-way", version=version, action=live.table.match.legal(seat)[0]))
            while live.table.version == version:
                await asyncio.sleep(0.01)
            mine = await ada.get("/api/tables/mine")
            assert [t["version"] for t in mine["tables"]] == [version]
        finally:
            other.execute("ROLLBACK")
            other.close()
        assert (await doing)["done"]["version"] == version + 1
        mine = await ada.get("/api/tables/mine")
        assert [t["version"] for t in mine["tables"]] == [version + 1]


async def test_a_newer_schema_is_named(settings: Settings) -> None:
    house = House(settings)
    await house.open()
    assert known() >= {"0001", HEAD}
    await house.database.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await house.close()
    again = House(settings)
    with pytest.raises(BadSettings, match=r"newer Tafelrunde .*9999"):
        await again.open()
    await again.database.close()


def test_a_server_with_a_newer_database_ends_and_fails(tmp_path: Path) -> None:
    settings = usual(tmp_path, "")

    async def make() -> None:
        house = House(settings)
        await house.open()
        await house.database.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        await house.close()

    asyncio.run(make())
    done = subprocess.run([sys.executable, "-m", "tafelrunde.server", "--port", str(free_port()), "--data-dir", settings.data_dir],
                          env=os.environ, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert "the server cannot open: database: it belongs to a newer Tafelrunde" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_several_processes_with_a_newer_database_end_and_fail(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    settings = usual(tmp_path, url)

    async def make() -> None:
        house = House(settings)
        await house.open()
        await house.database.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        await house.close()

    asyncio.run(make())
    done = subprocess.run([sys.executable, "-m", "tafelrunde.server", "--port", str(free_port()), "--workers", "2",
                           "--database", url], env=os.environ, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert "newer Tafelrunde" in done.stderr
