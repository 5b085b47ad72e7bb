"""People at tables: from play-now to the record."""
from __future__ import annotations

import asyncio

import pytest
from server.helping import Served, play_out

import tafelrunde as tr

pytestmark = pytest.mark.anyio


async def test_play_now_is_one_request_and_a_whole_game(served: Served) -> None:
    me = await served.person()
    table = await me.post("/api/play-now", game="el_grande", players=3, level="random", options={"short": True})
    assert table["status"] == "running"
    assert len(table["mine"]) == 1
    async with me.sit(table["id"]) as seat:
        await play_out(seat)
        assert seat.state["over"]
        assert seat.state["result"]["scores"] == seat.state["scores"]
        await seat.until(lambda: bool((seat.table["result"] or {}).get("ratings")))
    record = await me.get(f"/api/tables/{table['id']}/record")
    match = tr.replay(record)
    assert match.scores == seat.state["scores"]
    assert tr.verify(record) > 10


async def test_people_at_one_table_see_the_same_versions_and_their_own_secrets(served: Served) -> None:
    people = [await served.person(n) for n in ("Ada", "Bela", "Cleo")]
    table = await served.table(*people)
    sockets = [people[i].sit(table) for i in range(3)]
    for socket in sockets:
        await socket.__aenter__()
    await asyncio.gather(*(play_out(s, i) for i, s in enumerate(sockets)))
    versions = [[(x["version"], x["kind"], x["seat"]) for x in s.steps] for s in sockets]
    assert versions[0] == versions[1] == versions[2]
    assert [s.state["seat"] for s in sockets] == [0, 1, 2]
    for socket in sockets:
        await socket.close()
