"""Servers are killed in the middle of games: every action that was acknowledged is there, and every game ends.

The same with 200 games at once is `benchmarks/server/kill.py`.
"""
from __future__ import annotations

from pathlib import Path

import pytest
from helpers.ports import free_port
from server.conftest import usual
from server.killing import Outcome, run
from server.postgres import Postgres

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
