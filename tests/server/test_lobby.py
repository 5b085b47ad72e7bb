"""The lobby: its news, the games, and finished games."""
from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from server.helping import Served, play_out

import tafelrunde as tr
from tafelrunde.server.client import Client, ServerRefused, TableSocket

pytestmark = pytest.mark.anyio


async def news(client: Client) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """The lobby's news, one by one."""
    headers = {"Authorization": f"Bearer {client.token}"}
    async with (httpx.AsyncClient(base_url=client.url, timeout=60) as http,
                http.stream("GET", "/api/news", headers=headers) as stream):
        assert stream.headers["content-type"].startswith("text/event-stream")
        event = ""
        async for line in stream.aiter_lines():
            if line.startswith("event: "):
                event = line[7:]
            elif line.startswith("data: "):
                yield event, json.loads(line[6:])


async def next_of(stream: AsyncIterator[tuple[str, dict[str, Any]]], *wanted: str) -> tuple[str, dict[str, Any]]:
    async for event, data in stream:
        if event in wanted:
            return event, data
    raise AssertionError("the news has ended")


async def test_a_table_without_a_free_seat_is_not_offered(served: Served) -> None:
    ada, bela, cleo = [await served.person(name) for name in ("Ada", "Bela", "Cleo")]
    table = (await ada.post("/api/tables", game="el_grande", players=2, ask_ready=True))["id"]
    stream = news(cleo)
    assert [t["id"] for t in (await next_of(stream, "tables"))[1]["tables"]] == [table]
    await bela.post(f"/api/tables/{table}/join")  # it waits for their words now
    assert (await next_of(stream, "gone", "table")) == ("gone", {"id": table})
    assert (await cleo.get("/api/tables"))["tables"] == []
    await bela.post(f"/api/tables/{table}/leave")
    assert (await next_of(stream, "gone", "table"))[0] == "table"
    assert [t["id"] for t in (await cleo.get("/api/tables"))["tables"]] == [table]
    await stream.aclose()


async def test_the_news_of_the_lobby(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    waiting = await ada.post("/api/tables", game="el_grande", players=2, options={"short": True})
    stream = news(bela)
    _, first = await next_of(stream, "tables")
    assert [t["id"] for t in first["tables"]] == [waiting["id"]]
    assert (await next_of(stream, "counts"))[1]["running"] == 0
    hidden = await ada.post("/api/tables", game="el_grande", players=2, listed=False)
    shown = await ada.post("/api/tables", game="el_grande", players=3, name="Come in")
    _, told = await next_of(stream, "table")
    assert told["table"]["id"] == shown["id"] != hidden["id"]
    assert told["table"]["invite"] is None
    await bela.post(f"/api/tables/{waiting['id']}/join")
    seen: dict[str, dict[str, Any]] = {}
    while not {"gone", "mine"} <= set(seen):
        event, data = await next_of(stream, "gone", "mine", "table")
        seen[event] = data
    assert seen["gone"] == {"id": waiting["id"]}
    assert seen["mine"]["table"] == waiting["id"]
    assert seen["mine"]["status"] == "running"
    assert seen["mine"]["prompt"]
    await stream.aclose()


async def caught_up(sits: TableSocket, version: int) -> None:
    await sits.until(lambda: sits.state["version"] >= version)


async def play_until_asked(asked: TableSocket, other: TableSocket) -> None:
    while not asked.state["legal"]:
        version = await other.act((await other.my_turn())["legal"][0])
        await caught_up(other, version)
        await caught_up(asked, version)


async def test_a_turn_is_told_whatever_happened_while_nobody_listened(served: Served) -> None:
    ada, bela, cleo = [await served.person(name) for name in ("Ada", "Bela", "Cleo")]
    table = (await ada.post("/api/tables", game="el_grande", players=2))["id"]
    await bela.post(f"/api/tables/{table}/join")
    async with ada.sit(table) as a, bela.sit(table) as b:
        stream = news(cleo)
        await next_of(stream, "counts")
        await play_until_asked(b, a)
        await play_until_asked(a, b)
        await stream.aclose()
        await play_until_asked(b, a)  # nobody listens
        stream = news(ada)
        await next_of(stream, "counts")
        await play_until_asked(a, b)
        told = (await asyncio.wait_for(next_of(stream, "mine"), 30))[1]
        assert (told["table"], told["asked"]) == (table, True)
        await stream.aclose()


async def test_games_their_texts_rules_and_data(lone: Served) -> None:
    ada = await lone.person("Ada")
    for name in tr.games():
        game = await ada.get(f"/api/games/{name}")
        assert game["title"]
        assert game["players"][0] <= game["players"][1]
        assert all(o["title"] and o["kind"] in ("flag", "one", "several", "entries") for o in game["options"])
        assert {level["level"] for level in game["levels"]} >= {"random", "simple"}
        rules = (await ada.get(f"/api/games/{name}/rules", lang="hu"))["rules"]
        assert len(rules) > 5
        assert all(r["text"] for r in rules)
        texts = await ada.get(f"/api/games/{name}/texts/cs")
        assert texts["lang"] == "cs"
        assert "event" in texts["texts"]
        assert (await ada.get(f"/api/games/{name}/data"))["data"]
    listed = (await ada.get("/api/games", lang="de"))["games"]
    assert [g["name"] for g in listed] == list(tr.games())
    for path in ("/api/games/chess", "/api/games/el_grande/texts/fr", "/api/games/chess/data", "/api/games/chess/rules"):
        with pytest.raises(ServerRefused) as refused:
            await ada.get(path)
        assert refused.value.code == "not_found"


async def test_looking_back_at_a_finished_game(served: Served) -> None:
    ada, stranger = await served.person("Ada"), await served.person("Stranger")
    table = await served.table(ada, bots=1, listed=False, spectators=False, seed="luck")
    path = f"/api/tables/{table}"
    async with ada.sit(table) as a:
        await a.my_turn()
        await a.act(a.state["legal"][0])
        with pytest.raises(ServerRefused):
            await stranger.get(f"{path}/replay", at=0)
        with pytest.raises(ServerRefused) as refused:
            await ada.get(f"{path}/verify")
        assert refused.value.code == "conflict"
        # The curve and the chances come from the open position
        with pytest.raises(ServerRefused) as refused:
            await ada.get(f"{path}/review")
        assert refused.value.code == "conflict"
        with pytest.raises(ServerRefused) as refused:
            await ada.get(f"{path}/choices", at=1)
        assert refused.value.code == "conflict"
        early = await ada.get(f"{path}/replay", at=1)
        assert early["state"]["view"]["hands"][1] is None  # while it runs, only what I may know
        await play_out(a)
        scores = a.state["scores"]
    last = await stranger.get(f"{path}/replay")  # over: anybody with the link may look
    n = last["decisions"]
    assert last["at"] == 0
    assert last["state"]["view"]["hands"][1] is not None
    final = await stranger.get(f"{path}/replay", at=n, seat=0)
    assert final["state"]["over"]
    assert final["state"]["scores"] == scores
    assert final["steps"][0]["decisions"] == n
    with pytest.raises(ServerRefused) as refused:
        await stranger.get(f"{path}/replay", at=n + 1)
    assert refused.value.field == "query.at"
    review = await stranger.get(f"{path}/review")
    assert [c["decision"] for c in review["curve"]] == list(range(n + 1))
    assert review["curve"][-1]["scores"] == scores
    assert review["chance"]
    assert [turn["at"] for turn in review["turns"]][-1] == n
    assert all(turn["lines"] for turn in review["turns"] if len(turn["seats"]) == 1)
    assert not any("event." in line["text"] for turn in review["turns"] for line in turn["lines"])
    for seat, row in enumerate(review["balance"]):
        assert abs(row["share"] + row["luck"] + row["skill"] + row["others"] - row["result"]) < 0.001
        lost = [worse["loss"] for worse in review["worst"][seat]]
        assert lost == sorted(lost, reverse=True)
        assert len(lost) <= 5
        assert row["skill"] <= -sum(lost) + 0.001
        assert sum(review["receipt"]["points"][seat]) == scores[seat]
    mine = await ada.get(f"{path}/review", seat=0)
    assert any(line["text"].startswith("You ") for turn in mine["turns"] for line in turn["lines"])
    with pytest.raises(ServerRefused) as refused:
        await ada.get(f"{path}/review", seat=9)
    assert refused.value.field == "query.seat"
    for step in review["curve"][1::25]:
        told = await stranger.get(f"{path}/choices", at=step["decision"])
        assert told["seat"] == step["seat"]
        assert [c["made"] for c in told["choices"]].count(True) == 1
        worth = [c["chance"] for c in told["choices"]]
        assert worth == sorted(worth, reverse=True)
        assert all(0 <= w <= 1 for w in worth)
    for at in (0, n + 1):
        with pytest.raises(ServerRefused) as refused:
            await stranger.get(f"{path}/choices", at=at)
        assert refused.value.field == "query.at"
    verified = await stranger.get(f"{path}/verify", lang="de")
    assert verified["verified"]
    assert verified["seeds"] == {"0": "luck"}
    assert "Ziehung" in verified["text"]
    shown = await stranger.get(path)
    assert verified["commitment"] == shown["commitment"]
    record = await stranger.get(f"{path}/record", download=True)
    assert tr.verify(record) == verified["draws"]
    assert 'Seats: {"0": "Ada", "1": "bot random"}' in record


async def test_playing_on_from_a_step_of_a_finished_game(served: Served) -> None:
    ada, stranger = await served.person("Ada"), await served.person("Stranger")
    table = await served.table(ada, bots=2, seed="luck")
    path = f"/api/tables/{table}"
    async with ada.sit(table) as a:
        await a.my_turn()
        with pytest.raises(ServerRefused) as refused:
            await ada.post(f"{path}/play-on", at=0)
        assert refused.value.code == "conflict"
        await play_out(a)
    n = (await ada.get(path))["decisions"]
    for at, seat, field in ((n, None, "body.at"), (1, 3, "body.seat")):
        with pytest.raises(ServerRefused) as refused:
            await ada.post(f"{path}/play-on", at=at, seat=seat)
        assert refused.value.field == field
    steps = (await ada.get(f"{path}/steps", **{"from": 1}))["steps"]
    # Somebody else's decision
    at = next(s["decisions"] - 1 for s in steps if s["seat"] == 1 and s["decisions"] > n // 2)
    again = await stranger.post(f"{path}/play-on", at=at)
    assert (again["rated"], again["listed"], again["decisions"]) == (False, False, at)
    assert [s["kind"] for s in again["seats"]] == ["bot", "person", "bot"]
    then = await ada.get(f"{path}/replay", at=at, seat=1)
    async with stranger.sit(again["id"]) as s:
        await s.my_turn()
        assert s.state["decisions"] == at
        assert s.state["view"] == then["state"]["view"]
        await play_out(s)
    assert (await stranger.get(f"/api/tables/{again['id']}/verify"))["verified"]
    mine = await ada.post(f"{path}/play-on", at=0)
    assert mine["seats"][0]["user"]["name"] == "Ada"
