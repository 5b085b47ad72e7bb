"""The programs themselves: serving, several processes, workers, bots of this machine, and what
/health and /metrics say.
"""
from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from helpers.ports import free_port
from server.conftest import usual
from server.helping import Served, play_out, serving, until
from server.killing import Program, environment
from server.postgres import Postgres

from tafelrunde.errors import TafelrundeError
from tafelrunde.server.bots.outside import play, play_table, table_of
from tafelrunde.server.client import Client
from tafelrunde.server.settings import Settings

pytestmark = pytest.mark.anyio


@contextmanager
def started(settings: Settings, folder: Path, *arguments: str, **more: str) -> Iterator[Program]:
    program = Program(list(arguments), environment(settings) | more, folder / f"{arguments[0]}.log")
    program.start()
    try:
        yield program
    finally:
        if program.process is not None and program.process.poll() is None:
            program.kill()


def asked_to_stop(program: Program) -> int:
    assert program.process is not None
    program.process.send_signal(signal.SIGTERM)
    return program.process.wait(120)


async def test_a_server_tells_its_clients_when_it_stops_and_goes_on_where_it_was(tmp_path: Path) -> None:
    port = free_port()
    settings = usual(tmp_path, "")
    with started(settings, tmp_path, "serve", "--port", str(port)) as program:
        url = f"http://127.0.0.1:{port}"
        await program.answers(url)
        async with Client(url, patience=60) as ada:
            await ada.guest("Ada")
            table = await ada.post("/api/play-now", game="el_grande", level="random", options={"short": True})
            async with ada.sit(table["id"]) as a:
                await a.my_turn()
                version = await a.act(a.state["legal"][0])
                status = await asyncio.to_thread(asked_to_stop, program)
                assert status in (0, -signal.SIGTERM), program.output.read_text()
                assert any(m["type"] == "bye" and m["reason"] == "restart" for m in a.heard)
                program.start()
                await a.until(lambda: a.connects == 2)
                assert a.state["version"] >= version
                await a.my_turn()
                await a.act(a.state["legal"][0])


async def test_several_processes_on_one_port_share_the_tables(postgres: Postgres, tmp_path: Path) -> None:
    settings = usual(tmp_path, postgres.new_database(), bots="jobs")
    port = free_port()
    arguments = ("serve", "--port", str(port), "--workers", "2")
    with started(settings, tmp_path, *arguments) as server, started(settings, tmp_path, "worker"):
        url = f"http://127.0.0.1:{port}"
        await server.answers(url)
        people = [Client(url, patience=60) for _ in range(3)]
        for person in people:
            await person.guest()
        table = await people[0].post("/api/tables", game="el_grande", players=4, options={"short": True}, seats=[
            {"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "bot", "level": "random"}])
        for person in people[1:]:
            await person.post(f"/api/tables/{table['id']}/join")
        sockets = [p.sit(table["id"]) for p in people]
        for socket in sockets:
            await socket.__aenter__()
        for _ in range(12):
            asked = sockets[0].state["pending"]
            one = next((s for s in sockets if s.state["seat"] in asked), None)
            if one is None:  # the worker's bot decides
                version = sockets[0].state["version"]
                await sockets[0].until(lambda v=version: sockets[0].state["version"] > v)
                continue
            await one.my_turn()
            version = await one.act(one.state["legal"][0])
            for socket in sockets:
                await socket.until(lambda s=socket, v=version: s.state["version"] >= v)
        assert all(s.state["view"]["regions"] == sockets[0].state["view"]["regions"] for s in sockets)
        assert any(s["by"] == "bot" for s in sockets[0].steps)
        health = (await people[0].http.get("/health")).json()
        assert health["bots"] == "1 workers"
        for socket in sockets:
            await socket.close()
        assert await asyncio.to_thread(asked_to_stop, server) in (0, -signal.SIGTERM)
        for person in people:
            await person.http.aclose()


@pytest.mark.slow
async def test_a_worker_dies_in_its_turn_and_another_takes_it(postgres: Postgres, tmp_path: Path,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.server.tables.sweeping.NUDGE_MS", 2000)
    settings = usual(tmp_path, postgres.new_database(), bots="jobs")
    async with serving(settings) as served:
        ada = await served.person("Ada", patience=120)
        with started(settings, tmp_path, "worker") as worker:
            table = await served.table(ada, bots=1, level="strong")
            async with ada.sit(table) as a:
                while not served.house.hall.tables[table].table.bots_due:
                    await a.my_turn()
                    await a.act(a.state["legal"][0])
                await until(lambda: _taken(served))  # the worker has it, and thinks for long
                worker.kill()
                assert served.house.hall.tables[table].table.bots_due
        with started(settings, tmp_path, "worker"):
            async with ada.sit(table) as a:
                await a.until(lambda: bool(a.state["legal"]), 180)


async def _taken(served: Served) -> bool:
    """Whether a worker is at a bot's turn."""
    import sqlalchemy as sa

    return bool(await served.house.database.rows(sa.text("SELECT 1 FROM procrastinate_jobs WHERE status = 'doing'")))


async def test_for_workers_people_at_one_address_are_one(postgres: Postgres, tmp_path: Path,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    """However many guests somebody is: the more of their bots' turns wait, the later comes the
    next.  No address is stored.
    """
    import sqlalchemy as sa

    monkeypatch.setattr("tafelrunde.server.tables.sweeping.NUDGE_MS", 0)
    async with serving(usual(tmp_path, postgres.new_database(), bots="jobs")) as served:
        jobs = sa.text("SELECT priority, args FROM procrastinate_jobs ORDER BY id")
        for n in range(3):  # no worker takes any of them
            guest = await served.person(f"Guest {n}")
            table = await served.table(guest, bots=1, level="strong")
            await guest.post(f"/api/tables/{table}/leave", resign=True)  # the bots go on alone
            async with asyncio.timeout(60):
                while len(await served.house.database.rows(jobs)) <= n:
                    await asyncio.sleep(0.05)
        # What waits is not asked for again, before its turn
        await served.house.sweeper._look_at_storage()
        rows = await served.house.database.rows(jobs)
        assert [row.priority for row in rows] == [-n for n in range(len(rows))]
        assert len({row.args["who"] for row in rows}) == 1
        assert "127.0.0.1" not in str(rows)
        live = next(iter(served.house.hall.tables.values()))
        assert rows[0].args["who"] not in (live.table.host, live.table.id)


async def test_a_bot_of_this_machine_plays_at_a_table(lone: Served) -> None:
    ada = await lone.person("Ada")
    table = await ada.post("/api/tables", game="el_grande", players=2, listed=False, options={"short": True})
    link = f"{lone.url}/t/{table['id']}?invite={table['invite']}"
    assert table_of(link) == (table["id"], table["invite"])
    said: list[str] = []
    bot = asyncio.create_task(play_table(lone.url, link, "random", name="Robbie", say=said.append))
    async with ada.sit(table["id"]) as a:
        await play_out(a)
        assert await bot == a.state["scores"]
        assert a.state["seats"][1]["name"] == "Robbie"
    assert any(line.startswith("over") for line in said)


async def test_a_bot_of_this_machine_goes_on_when_the_server_is_back(tmp_path: Path) -> None:
    settings = usual(tmp_path, "", port=free_port())
    async with serving(settings) as served:
        ada = await served.person("Ada", patience=120)
        table = await ada.post("/api/tables", game="el_grande", players=2, options={"short": True})
        bot = asyncio.create_task(play_table(served.url, table["id"], "random"))
        a = await ada.sit(table["id"]).__aenter__()
        await a.my_turn()
        version = await a.act(a.state["legal"][0])
    async with serving(settings):
        await play_out(a)
        assert a.connects > 1
        assert a.state["version"] > version
        assert await bot == a.state["scores"]
        await a.close()


@pytest.mark.parametrize("server", ["http://127.0.0.1:9", "nowhere", "http://[oh"])
def test_a_bot_that_finds_no_server_says_so(server: str) -> None:
    with pytest.raises(TafelrundeError, match=r"^server: .* does not answer"):
        play(server, "A" * 22, "random", None, None, None, None)


async def test_what_operators_look_at(lone: Served) -> None:
    async with httpx.AsyncClient(timeout=120, base_url=lone.url) as http:
        health = await http.get("/health")
        assert health.json()["status"] == "ok"
        await lone.person()
        metrics = (await http.get("/metrics")).text
        assert "tafelrunde_tables_loaded" in metrics
        assert 'tafelrunde_request_seconds_count{method="POST",status="201"}' in metrics
