"""Acting at a table: once, in time, by the rules; taking back; asking why not and what if."""
from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.helping import Served

from tafelrunde.server.client import Client, ServerRefused, TableSocket

pytestmark = pytest.mark.anyio
SECRET = {"short": True, "modules": ["power_shift"]}
"""Begins with a simultaneous secret decision."""


async def first(socket: TableSocket) -> str:
    return (await socket.my_turn())["legal"][0]


async def asked_of(sockets: list[TableSocket]) -> TableSocket:
    """The person who must decide, once the bots have decided."""
    people = {s.state["seat"]: s for s in sockets}
    await sockets[0].until(lambda: any(p in people for p in sockets[0].state["pending"]))
    found = next(people[p] for p in sockets[0].state["pending"] if p in people)
    await found.until(lambda: bool(found.state["legal"]) and found.state["version"] >= sockets[0].state["version"])
    return found


async def seated(served: Served, n: int = 2, **more: Any) -> tuple[list[Client], list[TableSocket], str]:
    people = [await served.person(f"P{i}") for i in range(n)]
    table = await served.table(*people, **more)
    sockets = [p.sit(table) for p in people]
    for s in sockets:
        await s.__aenter__()
    return people, sockets, table


async def leave(sockets: list[TableSocket]) -> None:
    for s in sockets:
        await s.close()


async def test_the_same_action_twice_is_done_once(served: Served) -> None:
    _, sockets, table = await seated(served)
    one = await asked_of(sockets)
    before = one.state["version"]
    action = one.state["legal"][0]
    answers = await asyncio.gather(*(one.client.request("POST", f"/api/tables/{table}/actions", {
        "id": "same-action-id", "version": before, "action": action}) for _ in range(4)))
    assert {a["done"]["version"] for a in answers} == {before + 1}
    again = await one.act(action, version=before, id_="same-action-id")
    assert again == before + 1
    await one.until(lambda: one.state["version"] == before + 1)
    assert one.state["decisions"] == 1
    await leave(sockets)


async def test_an_action_for_a_situation_that_is_gone_is_stale(served: Served) -> None:
    _, sockets, _ = await seated(served)
    one = await asked_of(sockets)
    old = one.state["version"]
    version = await one.act(one.state["legal"][0])
    two = await asked_of_next(sockets, version)
    with pytest.raises(ServerRefused) as refused:
        await two.act(two.state["legal"][0], version=old)
    assert refused.value.code == "stale"
    assert refused.value.error["version"] == version
    with pytest.raises(ServerRefused) as refused:
        await two.act(two.state["legal"][0], version=version + 5)
    assert refused.value.code == "stale"
    assert await two.act(two.state["legal"][0]) == version + 1
    await leave(sockets)


async def asked_of_next(sockets: list[TableSocket], version: int) -> TableSocket:
    for s in sockets:
        await s.until(lambda s=s: s.state["version"] >= version)
    return await asked_of(sockets)


async def test_answers_to_a_secret_question_may_cross_and_stay_secret(served: Served) -> None:
    _, (a, b), table = await seated(served, 2, options=SECRET)
    assert a.state["pending"] == [0, 1]
    seen = b.state["version"]
    action = a.state["legal"][0]
    version = await a.act(action)
    await b.until(lambda: b.state["version"] == version)
    told = b.state["steps"][-1]
    assert (told["seat"], told["action"]) == (0, None)
    assert a.state["steps"][-1]["action"] == action
    record = await b.client.get(f"/api/tables/{table}/record")
    assert action not in record
    # The question to b is the one it saw
    assert await b.act(b.state["legal"][0], version=seen) == version + 1
    await leave([a, b])


async def test_an_illegal_action_names_its_rule_in_the_readers_language(served: Served) -> None:
    _, sockets, _ = await seated(served)
    one = await asked_of(sockets)
    with pytest.raises(ServerRefused) as refused:
        await one.act("place granada")
    assert refused.value.code == "illegal_action"
    assert (refused.value.rule or "").startswith("EG-")
    english = await one.ask("why_not", action="place granada")
    assert not english["legal"]
    assert english["rule"] == refused.value.rule
    assert english["says"]
    await one.say("lang", lang="hu")
    await one.until(lambda: "Kör" in one.state["prompt"] or "kör" in one.state["prompt"] or one.state["prompt"] != "")
    hungarian = await one.ask("why_not", action="place granada")
    assert hungarian["rule"] == english["rule"]
    assert hungarian["text"] != english["text"]
    fine = await one.ask("why_not", action=one.state["legal"][0])
    assert fine["legal"]
    with pytest.raises(ServerRefused) as refused:
        await one.act("do whatever")
    assert refused.value.code == "illegal_action"
    assert one.state["decisions"] == 0
    await leave(sockets)


async def test_nobody_acts_for_another_seat_or_out_of_turn(served: Served) -> None:
    people, sockets, table = await seated(served)
    one = await asked_of(sockets)
    other = sockets[1 - one.state["seat"]]
    with pytest.raises(ServerRefused) as refused:
        await other.act(one.state["legal"][0], seat=one.state["seat"])
    assert refused.value.code == "forbidden"
    with pytest.raises(ServerRefused) as refused:
        await other.act(one.state["legal"][0])
    assert refused.value.code == "illegal_action"
    stranger = await served.person("Stranger")
    with pytest.raises(ServerRefused) as refused:
        await stranger.post(f"/api/tables/{table}/actions", id="x" * 10, version=3, action="power 1")
    assert refused.value.code == "forbidden"
    with pytest.raises(ServerRefused) as refused:
        await stranger.get(f"/api/tables/{table}/state", seat=0)
    assert refused.value.code == "forbidden"
    assert people
    await leave(sockets)


async def test_taking_back_by_the_safe_rule(served: Served) -> None:
    _, sockets, _ = await seated(served, bots=1, players=3)
    while True:  # until somebody has placed one caballero and must place another
        one = await asked_of(sockets)
        action = one.state["legal"][0]
        version = await one.act(action)
        await one.until(lambda s=one, v=version: s.state["version"] >= v)
        if action.startswith("place") and one.state["legal"]:
            break
    assert one.state["undo"]["can"]
    seat = one.state["seat"]
    before = one.state["decisions"]
    answer = await one.ask("undo", version=one.state["version"])
    await one.until(lambda: one.state["version"] == answer["version"])
    assert one.state["decisions"] == before - 1
    assert one.state["rewound"] is not None
    assert all(s["version"] <= one.state["rewound"] or s["version"] == answer["version"] for s in one.steps)
    other = sockets[1 - seat] if seat < 2 else sockets[0]
    await other.until(lambda: other.state["version"] == answer["version"])
    assert other.state["view"]["regions"] == one.state["view"]["regions"]
    await leave(sockets)


async def test_beyond_the_safe_rule_the_others_must_agree(served: Served) -> None:
    _, sockets, _ = await seated(served, rated=False)
    one = await asked_of(sockets)
    action = one.state["legal"][3]
    version = await one.act(action)
    two = await asked_of_next(sockets, version)
    version = await two.act(two.state["legal"][0])
    await asked_of_next(sockets, version)
    assert not one.state["undo"]["can"]
    assert one.state["undo"]["reason"] in ("others", "chance")
    assert one.state["undo"]["text"]
    assert one.state["undo"]["ask"]
    with pytest.raises(ServerRefused) as refused:
        await one.ask("undo", version=one.state["version"])
    assert refused.value.code == "cannot_undo"
    asked = await one.ask("ask_undo", version=one.state["version"])
    await two.until(lambda: bool(two.state["asks"]))
    ask = two.state["asks"][0]
    assert ask["seat"] == one.state["seat"]
    assert ask["waiting"] == [two.state["seat"]]
    assert ask["text"]
    await two.ask("answer", ask=asked["version"], yes=False)
    await one.until(lambda: not one.state["asks"])
    assert one.state["decisions"] == 2
    asked = await one.ask("ask_undo", version=one.state["version"])
    done = await two.ask("answer", ask=asked["version"], yes=True)
    await one.until(lambda: one.state["version"] == done["version"])
    assert one.state["decisions"] == 0
    assert action in one.state["legal"]
    await leave(sockets)


async def test_a_preview_tells_what_would_change_and_changes_nothing(served: Served) -> None:
    _, sockets, _ = await seated(served)
    one = await asked_of(sockets)
    while not one.state["legal"][0].startswith("place"):
        version = await one.act(one.state["legal"][0])
        one = await asked_of_next(sockets, version)
    action = next(a for a in one.state["legal"] if a.startswith("place ") and a != "place castillo")
    region = action.split()[1]
    version = one.state["version"]
    shown = await one.ask("preview", action=action)
    assert shown["certain"]
    change = next(c for c in shown["changes"] if c["path"] == ["regions", region])
    mine = one.state["seat"]
    assert change["after"][mine] == change["before"][mine] + 1
    assert shown["points"] == [0] * len(one.state["scores"])
    assert one.state["version"] == version
    with pytest.raises(ServerRefused) as refused:
        await one.ask("preview", action="power 1")
    assert refused.value.code == "illegal_action"
    await leave(sockets)


async def test_two_tabs_of_a_person_both_know_everything(served: Served) -> None:
    people, sockets, table = await seated(served)
    one = await asked_of(sockets)
    async with one.client.sit(table) as tab:
        version = await tab.act(tab.state["legal"][0])
        await one.until(lambda: one.state["version"] == version)
        assert one.state["view"] == tab.state["view"]
        with pytest.raises(ServerRefused) as refused:
            await one.act(tab.state["legal"][0] if tab.state["legal"] else "power 2", version=version - 1)
        assert refused.value.code in ("stale", "illegal_action")
    assert people
    await leave(sockets)
