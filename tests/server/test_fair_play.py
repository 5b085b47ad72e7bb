"""Chance that nobody has to take on trust: seeds after the commitment, tables of older servers,
checking on one's own.
"""
from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from server.helping import Served, play_out, serving

import tafelrunde
from tafelrunde import Unverified
from tafelrunde.match.chance import OLD, SCHEME
from tafelrunde.match.fairness import commitment
from tafelrunde.match.witness import Kept
from tafelrunde.server.bots.outside import play_table
from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage.schema import log
from tafelrunde.server.storage.schema import snapshots as kept_snapshots
from tafelrunde.server.tables import sitting, snapshots

pytestmark = pytest.mark.anyio
SHORT = {"options": {"short": True}}


async def refused(asked: Any) -> ServerRefused:
    with pytest.raises(ServerRefused) as error:
        await asked
    return error.value


async def test_the_commitment_is_shown_before_a_seed_is_taken(served: Served) -> None:
    """And the table, complete as it is, does not begin before it."""
    ada = await served.person("Ada")
    for path, asked in (("/api/play-now", {"game": "el_grande", "players": 2}),
                        ("/api/tables", {"game": "el_grande", "players": 2, "hotseat": True})):
        table = await ada.post(path, **asked, **SHORT, seed_later=True)
        assert (table["status"], table["seed_due"], table["seeds"], table["chance"]) == ("open", True, {}, SCHEME)
        assert len(table["commitment"]) == 64
        begun = await ada.post(f"/api/tables/{table['id']}/seed", seed="5e" * 16)
        assert (begun["status"], begun["seed_due"]) == ("running", False)
        assert begun["commitment"] == table["commitment"]
        assert begun["seeds"] == {str(seat): "5e" * 16 for seat in table["mine"]}
        live = await served.house.hall.get(table["id"])
        assert commitment(live.table.secret) == table["commitment"]
        assert (await refused(ada.post(f"/api/tables/{table['id']}/seed", seed="1"))).code == "conflict"


async def test_a_seed_is_given_once_by_who_sits_there_before_the_start(served: Served) -> None:
    ada, bela, eve = [await served.person(name) for name in ("Ada", "Bela", "Eve")]
    table = await ada.post("/api/tables", game="el_grande", players=3, **SHORT, seed_later=True)
    path = f"/api/tables/{table['id']}"
    assert (await refused(eve.post(f"{path}/seed", seed="1"))).code == "forbidden"
    assert (await refused(ada.post(f"{path}/seed", seed=""))).field == "body.seed"
    assert (await refused(ada.post(f"{path}/seed", seed="é"))).field == "body.seed"
    await ada.post(f"{path}/seed", seed="one")
    assert (await refused(ada.post(f"{path}/seed", seed="two"))).field == "body.seed"
    joined = await bela.post(f"{path}/join", seed_later=True)
    assert joined["seed_due"]
    full = await eve.post(f"{path}/join", seed="eve's")
    assert (full["status"], full["seed_due"]) == ("open", False)
    begun = await bela.post(f"{path}/seed", seed="bela's")
    assert begun["status"] == "running"
    assert begun["seeds"] == {"0": "one", "1": "bela's", "2": "eve's"}
    assert (await refused(ada.post(f"{path}/seed", seed="three"))).code == "conflict"


async def test_the_host_need_not_wait_for_a_seed_for_ever(served: Served) -> None:
    ada, bela = [await served.person(name) for name in ("Ada", "Bela")]
    table = await ada.post("/api/tables", game="el_grande", players=2, **SHORT)
    await bela.post(f"/api/tables/{table['id']}/join", seed_later=True)
    begun = await ada.post(f"/api/tables/{table['id']}/start")
    assert (begun["status"], begun["seeds"]) == ("running", {})


async def finished(client: Client, path: str = "/api/play-now", **asked: Any) -> str:
    table = await client.fair.sit(path, **asked)
    async with client.sit(table["id"]) as socket:
        await play_out(socket)
    return table["id"]


async def test_the_client_adds_a_seed_keeps_the_commitment_and_checks_the_game_itself(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    ada = await served.person("Ada", keep=file)
    table = await finished(ada, game="el_grande", players=3, level="random", **SHORT)
    kept = ada.fair.kept[table]
    assert [len(seed) for seed in kept.seeds.values()] == [32]
    draws = await ada.fair.verify(table)
    assert draws > 5
    shown = await ada.get(f"/api/tables/{table}/verify")
    assert (shown["verified"], shown["draws"], shown["chance"]) == (True, draws, SCHEME)
    text = await ada.get(f"/api/tables/{table}/record")
    assert [d["line"] for d in shown["drawn"]] == [row for row in text.splitlines() if row.startswith("*")]
    again = Client(served.url, ada.token, keep=file)  # the program was started again meanwhile
    assert await again.fair.verify(table) == draws
    for other in (Kept("0" * 64, kept.seeds), Kept(kept.commitment, {0: "1", 1: "1", 2: "1"}), Kept(kept.commitment, {}, "x")):
        again.fair.kept[table] = other
        with pytest.raises(Unverified):
            await again.fair.verify(table)
    with pytest.raises(Unverified, match="nothing was kept"):
        await Client(served.url).fair.verify(table)


async def test_a_rematch_has_a_secret_and_seeds_of_its_own(served: Served) -> None:
    ada, bela = [await served.person(name) for name in ("Ada", "Bela")]
    table = await served.table(ada, bela)
    async with ada.sit(table) as a, bela.sit(table) as b:
        await asyncio.gather(play_out(a), play_out(b, 2))
    first = await ada.fair.sit(f"/api/tables/{table}/rematch")
    second = await bela.fair.sit(f"/api/tables/{table}/rematch")
    assert first["id"] == second["id"]
    assert second["status"] == "running"
    assert len(set(second["seeds"].values())) == 2
    assert second["commitment"] != (await ada.get(f"/api/tables/{table}"))["commitment"]


async def test_a_bot_from_outside_checks_its_game(lone: Served) -> None:
    ada = await lone.person("Ada")
    table = await ada.post("/api/tables", game="el_grande", players=2, **SHORT, seats=[{"kind": "me"}, {"kind": "open"}],
                           seed_later=True)
    said: list[str] = []
    async def mine() -> None:
        await ada.fair.add_seed(table)
        async with ada.sit(table["id"]) as socket:
            await socket.until(lambda: socket.state["status"] == "running")
            await play_out(socket)

    await asyncio.gather(mine(), play_table(lone.url, table["id"], "random", say=said.append))
    assert said[-1].startswith("fair: all ")
    assert len((await ada.get(f"/api/tables/{table['id']}"))["seeds"]) == 2


async def as_by_an_older_server(served: Served, table: str) -> None:
    """Remove from the log what an older server did not write."""
    rows = await served.house.database.rows(sa.select(log.c.version, log.c.kind, log.c.body).where(log.c.table_id == table))
    for row in rows:
        body = msgspec.json.decode(row.body)
        body.pop("chance", None)
        if row.kind == "create":
            body["config"]["rules"] = "0.1.0+000000000000"
        await served.house.database.execute(sa.update(log).where(
            log.c.table_id == table, log.c.version == row.version).values(body=msgspec.json.encode(body).decode()))


async def test_a_table_that_an_older_server_stored_goes_on_by_the_older_scheme(
        settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(settings) as served:
        ada = await served.person("Ada")
        with monkeypatch.context() as older:
            older.setattr(sitting, "SCHEME", OLD)
            running = await ada.post("/api/play-now", game="rheinlaender", players=3, level="random")
        async with ada.sit(running["id"]) as socket:
            for _ in range(6):
                state = await socket.my_turn()
                version = await socket.act(state["legal"][0])
                await socket.until(lambda v=version: socket.state["version"] >= v)
            await socket.my_turn()
            before = socket.state["view"]
        waiting = await ada.post("/api/tables", game="rheinlaender", players=3)
        for table in (running["id"], waiting["id"]):
            await as_by_an_older_server(served, table)
        token = ada.token
    monkeypatch.setattr(snapshots, "EVERY", 1)
    async with serving(settings) as served:  # it is taken over, and a snapshot of it is kept
        ada = Client(served.url, token, patience=60.0)
        async with ada.sit(running["id"]) as socket:
            assert socket.state["view"] == before
            await play_out_some(socket, 4)
        rows = await served.house.database.rows(sa.select(kept_snapshots.c.table_id))
        assert running["id"] in {r.table_id for r in rows}
    async with serving(settings) as served:
        ada = Client(served.url, token, patience=60.0)
        path = f"/api/tables/{running['id']}"
        shown = await ada.get(path)
        assert (shown["status"], shown["chance"]) == ("running", None)
        async with ada.sit(running["id"]) as socket:
            await play_out(socket)
        text = await ada.get(f"{path}/record")
        assert "Chance:" not in text
        assert tafelrunde.verify(text) == (await ada.get(f"{path}/verify"))["draws"] > 40
        begun = await ada.post(f"/api/tables/{waiting['id']}/start", level="random")
        assert begun["chance"] == SCHEME, "what had not begun begins by the present one"
        again = await ada.post(f"{path}/rematch")
        assert again["chance"] == SCHEME
        assert "Chance: hmac-sha256/1\n" in await ada.get(f"/api/tables/{again['id']}/record")


async def test_playing_on_keeps_the_scheme_and_the_luck(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await lone.person("Ada")
    for scheme in (OLD, SCHEME):
        with monkeypatch.context() as patch:
            patch.setattr(sitting, "SCHEME", scheme)
            table = await finished(ada, game="el_grande", players=2, level="random", **SHORT)
        again = await ada.post(f"/api/tables/{table}/play-on", at=3)
        assert again["chance"] == (scheme or None)
        records = [await ada.get(f"/api/tables/{id_}/record") for id_ in (table, again["id"])]
        drawn = [[row for row in text.split("\n\n")[1].splitlines()[:12] if row.startswith("*")] for text in records]
        assert drawn[0] == drawn[1]


async def test_nothing_of_the_secret_is_sent_while_the_game_runs(served: Served) -> None:
    ada = await served.person("Ada")
    table = await ada.fair.sit("/api/play-now", game="toledo", players=3, level="random")
    live = await served.house.hall.get(table["id"])
    frames: list[bytes] = []
    async with ada.sit(table["id"]) as socket:
        socket.listener = frames.append
        await play_out_some(socket, 8)
        await socket.my_turn()
    for path in ("", "/record", "/steps", "/state", "/observation"):
        answer = await ada.get(f"/api/tables/{table['id']}{path}")
        frames.append(msgspec.json.encode(answer))
    secret = live.table.secret
    assert not any(secret.hex().encode() in frame or secret in frame for frame in frames)
    assert (await refused(ada.get(f"/api/tables/{table['id']}/verify"))).code == "conflict"


async def play_out_some(socket: Any, decisions: int) -> None:
    for _ in range(decisions):
        state = await socket.my_turn()
        version = await socket.act(state["legal"][0])
        await socket.until(lambda v=version: socket.state["version"] >= v)
