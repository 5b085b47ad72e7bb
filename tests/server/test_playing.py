"""People at tables: from play-now to the record."""
from __future__ import annotations

import asyncio

import msgspec
import pytest
from server.helping import Served, play_out, until
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import tafelrunde as tr
from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.web.socket import Connection

pytestmark = pytest.mark.anyio


async def test_play_now_is_one_request(lone: Served) -> None:
    me = await lone.person()
    table = await me.post("/api/play-now", game="el_grande", players=3, level="random", options={"short": True})
    assert table["status"] == "running"
    assert len(table["mine"]) == 1
    assert (table["rated"], table["casual"]) == (False, "bots")
    with pytest.raises(ServerRefused) as refused:
        await me.post("/api/play-now", game="el_grande", rated=True)
    assert refused.value.field == "body.rated"
    assert "bots" in refused.value.text


async def test_a_whole_game_with_bots_rates_the_bots_alone(served: Served) -> None:
    me = await served.person()
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "simple"}]
    table = await me.post("/api/tables", game="el_grande", players=3, seats=seats, options={"short": True})
    async with me.sit(table["id"]) as seat:
        await play_out(seat)
        assert seat.state["over"]
        assert seat.state["result"]["scores"] == seat.state["scores"]
    await until(lambda: has_place(me))
    assert (await me.get("/api/me/ratings"))["ratings"] == []
    shown = await me.get(f"/api/tables/{table['id']}")
    assert (shown["rated"], shown["result"].get("ratings", [])) == (False, [])
    ladder = {of: (await me.get("/api/ratings", game="el_grande", players=3, of=of))["ratings"] for of in ("people", "bots")}
    assert ladder["people"] == []
    assert [(row["level"], row["rating"]["games"]) for row in sorted(ladder["bots"], key=lambda row: row["level"])] == [
        ("random", 1), ("simple", 1)]
    record = await me.get(f"/api/tables/{table['id']}/record")
    match = tr.replay(record)
    assert match.scores == seat.state["scores"]
    assert tr.verify(record) > 10


async def has_place(person: Client) -> bool:
    """Whether the result of somebody's last game is written."""
    games = (await person.get("/api/me/history"))["games"]
    return bool(games) and games[0]["place"] is not None


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


@pytest.mark.parametrize("game", tr.games())
async def test_every_title_is_played_to_its_end(lone: Served, game: str) -> None:
    me = await lone.person()
    players = tr.game(game).seats[0]
    # People who move at random would need long
    options = {"turn_cap": "25"} if game == "toledo" else {}
    table = await me.post("/api/play-now", game=game, players=players, level="random", options=options)
    async with me.sit(table["id"]) as seat:
        await play_out(seat)
        assert len(seat.state["scores"]) >= players
        texts = [event["text"] for step in seat.steps for event in step["events"]]
        assert len(texts) > 20
        assert not any("{" in text or "event." in text for text in texts)
        assert [s["version"] for s in seat.steps] == list(range(1, seat.state["version"] + 1))
    checked = await me.get(f"/api/tables/{table['id']}/verify")
    assert checked["verified"], checked["text"]
    review = await me.get(f"/api/tables/{table['id']}/review")
    assert review["curve"][-1]["scores"] == seat.state["scores"]
    assert all(abs(sum(point["chances"]) - 1) < 0.01 for point in review["curve"])
    assert {s for s, c in enumerate(review["curve"][-1]["chances"]) if c > 0} == set(seat.state["ranking"][0])


async def test_who_does_not_answer_is_let_go(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.server.web.socket.PING_EVERY", 0.05)
    monkeypatch.setattr("tafelrunde.server.web.socket.PONG_WITHIN", 0.1)
    me = await lone.person()
    table = await lone.table(me, bots=1)
    heard: list[str] = []

    async def listen() -> None:
        async with asyncio.timeout(60):
            while True:
                heard.append(msgspec.json.decode(await silent.recv())["type"])

    async with connect(lone.url.replace("http", "ws") + f"/api/tables/{table}/socket", ping_interval=None) as silent:
        await silent.send(msgspec.json.encode({"type": "hello", "protocol": 2, "token": me.token}).decode())
        with pytest.raises(ConnectionClosed) as closed:
            await listen()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4008
    assert "ping" in heard


async def test_who_does_not_keep_up_is_let_go(lone: Served) -> None:
    """What waits for a slow client is bounded: it is cut off, the others play on, and it may come
    back.
    """
    me, other = await lone.person(), await lone.person("Bo")
    table = await lone.table(me, other)
    live = lone.house.hall.tables[table]
    async with other.sit(table) as there:
        async with connect(lone.url.replace("http", "ws") + f"/api/tables/{table}/socket") as silent:
            await silent.send(msgspec.json.encode({"type": "hello", "protocol": 2, "token": me.token}).decode())
            await silent.recv()
            slow = next(r for r in live.readers if isinstance(r, Connection) and r.seat == 0)
            for _ in range(400):  # 40 MB: more than any operating system keeps for a connection
                slow.tell(b'"%s"' % (b"x" * 100_000))
            assert slow.frames.transport.is_closing()
            assert slow.frames.transport.get_write_buffer_size() == 0
        await there.until(lambda: not there.state["seats"][0]["online"])
    async with me.sit(table) as again:
        assert again.state["version"] == live.table.version
