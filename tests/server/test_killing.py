"""Servers are killed in the middle of games: every action that was acknowledged is there, and every
game ends.

`benchmarks/server/kill.py` does the same with 200 games at once.
"""
from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from helpers.ports import free_port
from server.conftest import usual
from server.killing import Outcome, Program, environment, run
from server.postgres import Postgres

import tafelrunde
from tafelrunde.server.client import Client
from tafelrunde.server.settings import FILE

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


EVERY = 30  # acknowledged actions between two kills


def check(outcome: Outcome) -> None:
    assert outcome.missing == []
    assert outcome.gaps == []
    assert outcome.finished == outcome.games
    assert outcome.tournaments_over == outcome.tournaments == 1
    assert outcome.kills == outcome.acknowledged // EVERY
    assert outcome.kills >= 2
    assert outcome.reconnects > 0
    assert set(outcome.refusals) <= {"stale", "illegal_action", "conflict"}


async def test_sqlite_loses_nothing(tmp_path: Path) -> None:
    check(await run(usual(tmp_path, ""), [free_port()], games=3, folder=tmp_path, every=EVERY, tournaments=1))


async def test_postgres_with_two_processes_and_a_worker_loses_nothing(postgres: Postgres, tmp_path: Path) -> None:
    settings = usual(tmp_path, postgres.new_database(), bots="jobs")
    check(await run(settings, [free_port(), free_port()], games=3, folder=tmp_path, every=EVERY, workers=1,
                    tournaments=1))


def played(seed: int) -> str:
    """The record of a whole game."""
    match, chooser = tafelrunde.new("toledo", players=2), random.Random(seed)
    while not match.over:
        seat = match.pending[0]
        match.play(chooser.choice(match.legal(seat)), seat=seat)
    return match.record()


async def test_a_game_that_is_handed_over_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    """The server is killed as soon as anything of the game is in its log, and once before."""
    settings, port = usual(tmp_path, ""), free_port()
    url, file = f"http://127.0.0.1:{port}", settings.folder / FILE
    program = Program(["serve", "--port", str(port)], environment(settings), tmp_path / "server.log")

    def entries() -> int:
        with sqlite3.connect(file) as connection:
            return connection.execute("SELECT count(*) FROM log").fetchone()[0]

    program.start()
    try:
        await program.answers(url)
        person = Client(url, patience=60)
        await person.guest()
        async with httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {person.token}"}, timeout=60) as web:
            for wait in (False, True):
                record, before = played(wait), entries()
                asked = asyncio.create_task(web.post("/api/records", json={"record": record, "seats": [0]}))
                await asyncio.sleep(0.05)
                while wait and entries() == before and not asked.done():
                    await asyncio.sleep(0)
                program.kill()
                with suppress(httpx.HTTPError):
                    await asked
                program.start()
                await program.answers(url)
                mine = (await web.get("/api/tables/mine")).json()["tables"]
                assert {table["status"] for table in mine} <= {"over"}
                again = (await web.post("/api/records", json={"record": record, "seats": [0]})).json()
                assert again["status"] == "over"
    finally:
        program.kill()
