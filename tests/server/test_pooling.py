"""Several processes behind a pooler that lends connections by transaction."""
from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from server.conftest import usual
from server.helping import play_out, serving
from server.pooler import Pooler, program
from server.postgres import Postgres

from tafelrunde.server.client import Client
from tafelrunde.server.settings import BadSettings, Settings

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.skipif(program() is None, reason="pgbouncer is not installed")
async def test_two_processes_play_one_game_through_a_pooler(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    with Pooler(url, connections=2) as pooler:
        settings = usual(tmp_path, pooler.url, listen=url)
        async with serving(settings) as one, serving(settings) as two:
            ada, bea = await one.person("Ada"), Client(two.url, patience=60)
            await bea.guest("Bea")
            made = await ada.post("/api/tables", game="el_grande", players=2, options={"short": True})
            await bea.post(f"/api/tables/{made['id']}/join", invite=made["invite"])
            async with ada.sit(made["id"]) as a, bea.sit(made["id"]) as b:
                await asyncio.gather(play_out(a, 1), play_out(b, 2))
                assert a.state["result"] == b.state["result"]


async def test_a_way_past_the_pooler_needs_a_database() -> None:
    with pytest.raises(BadSettings, match="listen"):
        Settings(listen="postgresql://a@b/c").checked()
    with pytest.raises(BadSettings, match="listen"):
        Settings(database="postgresql://a@b/c", listen="nonsense").checked()
