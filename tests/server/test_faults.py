"""When things break: connections, the database, bots' processes.  Nothing acknowledged is lost,
nothing happens twice.
"""
from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from server.conftest import usual
from server.helping import Served, serving, until
from server.postgres import Postgres

from tafelrunde.server.client import Client, ServerRefused, TableSocket
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage import database as database_module
from tafelrunde.server.storage import plain
from tafelrunde.server.storage.entries import Append, Away
from tafelrunde.server.storage.plain import PRAGMAS
from tafelrunde.server.storage.schema import log

pytestmark = pytest.mark.anyio


async def cut(socket: TableSocket) -> None:
    """The connection is gone without notice, as when a phone loses its network."""
    assert socket._socket is not None
    socket._socket.transport.abort()
    await asyncio.sleep(0)


async def entries(served: Served, table: str) -> list[Any]:
    return await served.house.database.rows(sa.select(log).where(log.c.table_id == table).order_by(log.c.version))


async def test_a_client_vanishes_in_the_middle_of_a_secret_decision(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    table = await served.table(ada, bela, options={"short": True, "modules": ["power_shift"]})
    async with ada.sit(table) as a, bela.sit(table) as b:
        action = a.state["legal"][0]
        doing = asyncio.create_task(a.act(action, id_="vanishing-act"))
        await asyncio.sleep(0)
        await cut(a)
        version = await doing  # it has come back by itself and asked again
        assert a.connects == 2
        await b.until(lambda: b.state["version"] >= version)
        assert b.state["pending"] == [1]
        assert b.steps[-1]["action"] is None
        await b.act(b.state["legal"][0])
    kinds = [e.kind for e in await entries(served, table)]
    assert kinds.count("decide") == 2


async def test_a_client_that_was_away_hears_what_it_missed(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    table = await served.table(ada, bela)
    async with ada.sit(table) as a, bela.sit(table) as b:
        for _ in range(6):
            one = a if a.state["pending"] == [0] else b
            await cut(b if one is a else a)
            version = await one.act(one.state["legal"][0])
            for s in (a, b):
                await s.until(lambda s=s, v=version: s.state["version"] >= v)
        assert [s["version"] for s in a.steps] == [s["version"] for s in b.steps] == list(range(1, version + 1))


async def test_the_database_is_locked_for_longer_than_patience(tmp_path: Path) -> None:
    settings = usual(tmp_path, "", patience=1)
    async with serving(settings) as served:
        ada = await served.person("Ada")
        table = await served.table(ada, bots=1)
        async with ada.sit(table) as a:
            await a.my_turn()
            other = sqlite3.connect(settings.folder / "tables.sqlite3", isolation_level=None, check_same_thread=False)
            other.execute("BEGIN IMMEDIATE")
            doing = asyncio.create_task(a.act(a.state["legal"][0], id_="while-locked"))
            await a.until(lambda: any(m["type"] == "refused" and m["error"]["code"] == "busy" for m in a.heard), 60)
            assert not doing.done()
            other.execute("ROLLBACK")
            other.close()
            version = await doing
            await a.until(lambda: a.state["version"] >= version)
        assert [e.version for e in await entries(served, table) if e.key and "while-locked" in e.key] == [version]


async def test_the_database_may_only_be_read_for_a_while(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after an error of the disk, or while another PostgreSQL takes over."""
    async with serving(replace(settings, patience=1)) as served:
        ada = await served.person("Ada", patience=60)
        table = await served.table(ada, bots=1)
        await until(lambda: _legal(ada, table))
        state = await ada.get(f"/api/tables/{table}/state")
        act = {"id": "while-read-only", "version": state["version"], "action": state["legal"][0]}
        ada.patience = 0.5  # told that the server is busy, it does not wait
        await _read_only(served, monkeypatch, True)
        with pytest.raises(ServerRefused) as refused:
            await ada.post(f"/api/tables/{table}/actions", **act)
        assert refused.value.code == "busy"
        with pytest.raises(ServerRefused) as refused:
            await ada.request("PATCH", "/api/me", {"name": "Bela"})
        assert refused.value.code == "busy"
        assert (await ada.get(f"/api/tables/{table}/state"))["version"] == state["version"]
        await _read_only(served, monkeypatch, False)
        ada.patience = 60
        await ada.request("PATCH", "/api/me", {"name": "Bela"})
        version = (await ada.post(f"/api/tables/{table}/actions", **act))["done"]["version"]
    assert version == state["version"] + 1


async def _legal(client: Client, table: str) -> bool:
    return bool((await client.get(f"/api/tables/{table}/state"))["legal"])


async def _read_only(served: Served, patched: pytest.MonkeyPatch, on: bool) -> None:
    """Let nothing be written, or let it again, on connections that are opened from now on; and drop
    those that could still write.
    """
    database = served.house.database
    if database.postgres:
        name = served.settings.database.rpartition("/")[2]
        async with await psycopg.AsyncConnection.connect(served.settings.database, autocommit=True) as own:
            await own.execute("SET default_transaction_read_only = off")
            await own.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {'on' if on else 'off'}")
    else:
        for where in (plain, database_module):
            patched.setattr(where, "PRAGMAS", (*PRAGMAS, "query_only=ON") if on else PRAGMAS)
    if on:
        await database.writer.dispose()
        if not database.postgres:
            await database.plain.thread.do(database.plain._let_go)


async def test_what_is_not_stored_is_not_shown(tmp_path: Path) -> None:
    settings = usual(tmp_path, "", patience=1)
    async with serving(settings) as served:
        ada, bela = await served.person("Ada"), await served.person("Bela")
        table = await served.table(ada, bela)
        async with ada.sit(table) as a, bela.sit(table) as b:
            one, other, reader = (a, b, bela) if a.state["legal"] else (b, a, ada)
            before = one.state["version"]
            locking = sqlite3.connect(settings.folder / "tables.sqlite3", isolation_level=None, check_same_thread=False)
            locking.execute("BEGIN IMMEDIATE")
            doing = asyncio.create_task(one.client.post(f"/api/tables/{table}/actions", id="never-stored", version=before,
                                                        action=one.state["legal"][0]))
            await until(lambda: seen(served.house.hall.tables[table].lock.locked()))
            asking = asyncio.create_task(reader.get(f"/api/tables/{table}/state"))
            await other.say("look", seat=None)
            with pytest.raises(ServerRefused) as refused:
                await doing
            assert refused.value.code == "busy"
            assert (await asking)["version"] == before
            await other.until(lambda: other.state["seat"] is None)
            assert other.state["version"] == before
            locking.execute("ROLLBACK")
            locking.close()
            await one.act(one.state["legal"][0])


async def test_an_answer_shows_nothing_that_is_still_on_its_way(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two decide at once; the second waits for the first, and then it cannot be stored."""
    async with serving(usual(tmp_path, "")) as served:
        ada, bela = await served.person("Ada"), await served.person("Bela")
        table = await served.table(ada, bela, options={"short": True, "modules": ["power_shift"]})
        live, shelf = served.house.hall.tables[table], served.house.hall.shelf
        append, gates, reached = shelf.append, {0: asyncio.Event(), 1: asyncio.Event()}, set[int | None]()

        async def gated(one: Append) -> None:
            seat = one.entry.seat
            if seat in gates and seat not in reached:
                reached.add(seat)
                await gates[seat].wait()
                if seat == 1:
                    raise Away("the disk is gone")
            await append(one)

        monkeypatch.setattr(shelf, "append", gated)
        async with ada.sit(table) as a, bela.sit(table) as b:
            before = a.state["version"]
            first = asyncio.create_task(ada.post(f"/api/tables/{table}/actions", id="the-first", version=before,
                                                 action=a.state["legal"][0]))
            await until(lambda: seen(0 in reached))
            second = asyncio.create_task(b.act(b.state["legal"][0]))
            await until(lambda: seen(live.lock._waiters))
            gates[0].set()
            await until(lambda: seen(1 in reached))
            asking = asyncio.create_task(a.ask("why_not", action="power 1"))
            await ada.get("/api/me")  # as long as it takes to answer something else
            assert not asking.done()
            gates[1].set()
            answer = await first
            assert answer["done"]["version"] == answer["state"]["version"]
            assert not (await asking)["legal"]
            assert await second > answer["done"]["version"]


async def seen(what: object) -> bool:
    """Whether there is something, for `until`."""
    return bool(what)


async def test_the_disk_is_full(tmp_path: Path) -> None:
    settings = usual(tmp_path, "", patience=1)
    async with serving(settings) as served:
        ada = await served.person("Ada")
        table = await served.table(ada, bots=1)

        async def allow(pages: str) -> None:
            async with served.house.database.writer.connect() as connection:
                await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

        async with ada.sit(table) as a:
            await a.my_turn()
            await allow("1")  # not a page more than there are
            refused = False
            for n in range(200):
                try:
                    await ada.post(f"/api/tables/{table}/chat", id=f"message-{n:04}", text="x" * 500)
                except ServerRefused as error:
                    if error.code == "limited":
                        served.app.state.limiter.strategy.storage.reset()
                        continue
                    refused = True
                    assert (error.status, error.code) == (503, "busy")
                    break
            assert refused
            # Reading goes on
            assert (await ada.get(f"/api/tables/{table}/state"))["version"] == a.state["version"]
            await allow("1000000")
            version = await a.act(a.state["legal"][0])
            assert version in [e.version for e in await entries(served, table)]


async def test_postgres_is_away_for_ten_seconds(postgres: Postgres, tmp_path: Path) -> None:
    settings = usual(tmp_path, postgres.new_database(), patience=2)
    async with serving(settings) as served:
        ada = await served.person("Ada", patience=60)
        table = await served.table(ada, bots=1)
        async with ada.sit(table) as a:
            await a.my_turn()
            first = await a.act(a.state["legal"][0])
            await a.my_turn()
            gone = monotonic()
            await asyncio.to_thread(postgres.stop)
            try:
                doing = asyncio.create_task(a.act(a.state["legal"][0], id_="while-away"))
                await a.until(lambda: any(m["type"] == "refused" and m["error"]["code"] == "busy" for m in a.heard), 60)
                health = await ada.http.get("/health")
                assert health.status_code == 503
                await asyncio.sleep(max(0, 10 - (monotonic() - gone)))
            finally:
                await asyncio.to_thread(postgres.start)
            second = await doing
            await a.until(lambda: a.state["version"] >= second)
            await a.my_turn()
            assert (await ada.http.get("/health")).status_code == 200
        stored = await entries(served, table)
        assert {first, second} <= {e.version for e in stored}
        assert [e.version for e in stored] == list(range(1, len(stored) + 1))
        assert sum(1 for e in stored if e.key and "while-away" in e.key) == 1


async def test_a_bots_process_dies_in_its_turn(sqlite: Settings) -> None:
    async with serving(sqlite) as served:
        ada = await served.person("Ada", patience=120)
        table = await served.table(ada, bots=1, level="simple")
        async with ada.sit(table) as a:
            while sum(lane.deaths for lane in served.house.bots.lanes.values()) < 2:
                await a.my_turn()
                version = await a.act(a.state["legal"][0])
                await a.until(lambda v=version: a.state["version"] >= v)
                await until(lambda: _thinking_or_done(served, table))
                for process in thinking(served):
                    process.kill()
            await a.my_turn()
            assert any(s["by"] == "bot" for s in a.steps)


def thinking(served: Served) -> list[Any]:
    """The living processes in which bots think."""
    pools = [lane.pool for lane in served.house.bots.lanes.values() if lane.pool is not None]
    return [p for pool in pools for p in (pool._processes or {}).values() if p.is_alive()]


async def _thinking_or_done(served: Served, table: str) -> bool:
    return bool(thinking(served)) or not served.house.hall.tables[table].table.bots_due


async def test_stopping_tells_the_clients_and_they_come_back(settings: Settings) -> None:
    from tafelrunde.server.app import say_goodbye

    async with serving(settings) as served:
        ada = await served.person("Ada")
        table = await served.table(ada, bots=1)
        async with ada.sit(table) as a:
            await a.my_turn()
            await say_goodbye(served.house)
            await a.until(lambda: any(m["type"] == "bye" and m["retry_ms"] > 0 for m in a.heard))
            served.house.stopping = False
            await a.until(lambda: a.connects == 2)
            await a.act(a.state["legal"][0])


async def test_a_match_goes_on_after_a_restart_and_is_held_under_rules_that_play_otherwise(
        settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(settings) as served:
        ada = await served.person("Ada")
        table = await served.table(ada, bots=1)
        async with ada.sit(table) as a:
            for _ in range(4):
                await a.my_turn()
                version = await a.act(a.state["legal"][0])
                await a.until(lambda v=version: a.state["version"] >= v)
            await a.my_turn()
            before, token = a.state, ada.token
    monkeypatch.setattr("tafelrunde.server.tables.pinning.rules_version", lambda game: "9.9.9+newer")
    async with serving(settings) as served:  # newer rules that play the same take it over
        ada = await served.person()
        ada.token = token
        shown = await ada.get(f"/api/tables/{table}")
        assert (shown["status"], shown["rules"]) == ("running", "9.9.9+newer")
        state = await ada.get(f"/api/tables/{table}/state")
        assert state["view"] == before["view"]
        assert state["steps"][-1]["kind"] == "adopt"
    monkeypatch.setattr("tafelrunde.server.tables.pinning.rules_version", lambda game: "10.0.0+other")
    from tafelrunde.server.tables.table import Table

    monkeypatch.setattr(Table, "digest", lambda self: "another game")
    async with serving(settings) as served:
        ada = await served.person()
        ada.token = token
        shown = await ada.get(f"/api/tables/{table}")
        assert shown["status"] == "held"
        state = await ada.get(f"/api/tables/{table}/state")
        assert state["legal"] == []
        assert state["prompt"].startswith("This game was begun under other rules")
        with pytest.raises(ServerRefused) as refused:
            await ada.post(f"/api/tables/{table}/actions", id="too-late-now", version=state["version"], action="power 1")
        assert refused.value.code == "conflict"
    monkeypatch.undo()
    async with serving(settings) as served:  # the rules it knows are back
        ada = await served.person()
        ada.token = token
        assert (await ada.get(f"/api/tables/{table}"))["status"] == "running"
