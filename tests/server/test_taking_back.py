"""Taking back is judged by everything that it undoes, and by everybody it concerns."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from server.helping import Served, Shifted, serving, until

from tafelrunde.server.client import Client, ServerRefused, TableSocket
from tafelrunde.server.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
async def shifted(sqlite: Settings) -> AsyncIterator[Served]:
    async with serving(sqlite, Shifted(sqlite)) as running:
        yield running


async def decide(socket: TableSocket) -> str:
    """Decide as soon as it is my turn, and wait until everything that follows has arrived."""
    await socket.my_turn()
    action = socket.state["legal"][0]
    version = await socket.act(action)
    await socket.until(lambda: socket.state["version"] >= version)
    return action


async def until_harmless(socket: TableSocket, least: int) -> int:
    """Play until there are at least n decisions and the last one is mine and reveals nothing;
    return how many there are.
    """
    for _ in range(300):
        await decide(socket)
        if socket.state["decisions"] >= least and socket.state["undo"]["can"]:
            return int(socket.state["decisions"])
    raise AssertionError("nothing can be taken back")


async def asking(socket: TableSocket, decisions: int) -> ServerRefused | None:
    """Ask to take back to a number of decisions; the refusal, if any."""
    try:
        await socket.ask("ask_undo", version=socket.state["version"], decisions=decisions)
    except ServerRefused as refused:
        return refused
    return None


async def taken_back(socket: TableSocket, decisions: int) -> None:
    """Wait until it is told that only so many decisions stand; bots may have gone on from there by
    now.
    """
    await socket.until(lambda: any(s["kind"] in ("undo", "answer") and s["decisions"] == decisions for s in socket.steps))


async def by_turns(one: TableSocket, other: TableSocket) -> int:
    """Two people decide in turn until the last decision is the first one's and reveals nothing; how
    many there are.
    """
    for _ in range(300):
        await decide(one if one.state["legal"] else other)
        await asyncio.gather(*(s.until(lambda s=s, o=o: s.state["version"] >= o.state["version"])
                               for s, o in ((one, other), (other, one))))
        if one.state["decisions"] >= 12 and one.state["undo"]["can"]:
            return int(one.state["decisions"])
    raise AssertionError("nothing can be taken back")


async def test_a_harmless_decision_at_the_end_does_not_open_the_whole_rated_game(lone: Served) -> None:
    ada, bela = await lone.person("Ada"), await lone.person("Bela")
    table = await lone.table(ada, bela, rated=True)
    async with ada.sit(table) as a, bela.sit(table) as b:
        made = await by_turns(a, b)
        for back_to in (0, made - 6):
            refused = await asking(a, back_to)
            assert refused is not None
            assert (refused.code, a.state["decisions"]) == ("conflict", made)
        assert await asking(a, made - 1) is None  # that one alone has told nobody anything
        await a.until(lambda: a.state["decisions"] == made - 1)


async def test_a_rated_game_is_not_rewound_whatever_the_others_agree_to(lone: Served) -> None:
    ada, bela = await lone.person("Ada"), await lone.person("Bela")
    table = await lone.table(ada, bela, rated=True)
    async with ada.sit(table) as a, bela.sit(table) as b:
        one, two = (a, b) if a.state["legal"] else (b, a)
        await decide(one)
        await decide(two)
        await one.until(lambda: one.state["version"] >= two.state["version"])
        made = one.state["decisions"]
        assert not one.state["undo"]["can"]
        assert not one.state["undo"]["ask"]
        refused = await asking(one, 0)
        assert refused is not None
        assert refused.code == "conflict"
        assert "rated" in refused.text
        assert (one.state["decisions"], one.state["asks"]) == (made, [])


async def drop(served: Served, here: TableSocket, there: Client, table: str) -> int:
    """The other person's connection drops when it is their turn, and a bot sits down for them;
    their seat.
    """
    async with there.sit(table) as gone:
        seat = int(gone.state["seat"])
        while seat not in here.state["pending"]:
            await decide(here)
    live = served.house.hall.tables[table]
    await until(lambda: _waited_for(live))
    served.house.offset += 130_000
    await here.until(lambda: here.state["seats"][seat]["away"] == "absent")
    return seat


async def _waited_for(live: object) -> bool:
    return bool(live.offline)


async def test_somebody_whose_connection_dropped_does_not_find_a_rated_game_rewound(shifted: Served) -> None:
    ada, bela = await shifted.person("Ada"), await shifted.person("Bela")
    table = await shifted.table(ada, bela, rated=True)
    async with ada.sit(table) as a:
        await drop(shifted, a, bela, table)
        made = await until_harmless(a, 6)
        refused = await asking(a, 0)
        assert refused is not None
        assert refused.code == "conflict"
        assert a.state["decisions"] == made


async def test_against_bots_everything_can_be_taken_back(lone: Served) -> None:
    """Nobody else learns anything there: what has been seen stays seen, and the luck comes out the
    same again.
    """
    ada = await lone.person("Ada")
    made = await ada.post("/api/play-now", game="el_grande", players=3, level="random", options={"short": True}, seat=1)
    async with ada.sit(made["id"]) as a:
        await a.my_turn()
        assert not a.state["undo"]["free"]  # there is nothing of mine yet
        with pytest.raises(ServerRefused) as refused:
            await a.ask("undo", version=a.state["version"])
        assert refused.value.code == "cannot_undo"
        mine: list[tuple[int, dict[str, Any], list[str]]] = []
        while len(mine) < 4 or a.state["undo"]["can"]:  # until a bot has decided after me
            await a.my_turn()
            mine.append((a.state["decisions"], a.state["view"], a.state["legal"]))
            await decide(a)
            await a.my_turn()
        assert (a.state["undo"]["free"], a.state["undo"]["ask"]) == (True, False)
        for number, view, legal in reversed(mine):
            await a.ask("undo", version=a.state["version"])
            await a.until(lambda n=number: a.state["decisions"] == n)
            assert (a.state["view"], a.state["legal"]) == (view, legal)
        await decide(a)  # and the game goes on
        await a.my_turn()


async def test_somebody_who_is_away_is_asked_too(shifted: Served) -> None:
    ada, bela, cleo = [await shifted.person(n) for n in ("Ada", "Bela", "Cleo")]
    table = await shifted.table(ada, bela, cleo, rated=False)
    async with ada.sit(table) as a:
        for person in (bela, cleo):
            await person.post(f"/api/tables/{table}/leave")
        made = await until_harmless(a, 6)
        assert await asking(a, 0) is None
        await a.until(lambda: bool(a.state["asks"]))
        assert (a.state["asks"][0]["waiting"], a.state["decisions"]) == ([1, 2], made)
        ask = a.state["asks"][0]["ask"]
        await bela.post(f"/api/tables/{table}/answer", id="bela-agrees", ask=ask, yes=True)
        # Cleo has not said anything
        assert (await bela.get(f"/api/tables/{table}/state"))["decisions"] == made
        await cleo.post(f"/api/tables/{table}/answer", id="cleo-agrees", ask=ask, yes=True)
        await taken_back(a, 0)


async def ask_after_a_resignation(a: TableSocket, resigned: Client, away: Client, table: str) -> None:
    """One of the others resigns and the other one leaves for a while; then the first seat asks to
    take everything back.
    """
    await resigned.post(f"/api/tables/{table}/leave", resign=True)
    await away.post(f"/api/tables/{table}/leave")
    await until_harmless(a, 4)
    assert await asking(a, 0) is None
    await a.until(lambda: bool(a.state["asks"]))


async def test_who_has_given_up_is_not_asked_and_an_ask_ends_when_somebody_gives_up(lone: Served) -> None:
    ada, bela, cleo = [await lone.person(n) for n in ("Ada", "Bela", "Cleo")]
    table = await lone.table(ada, bela, cleo, rated=False)
    async with ada.sit(table) as a:
        await ask_after_a_resignation(a, bela, cleo, table)
        assert a.state["asks"][0]["waiting"] == [2]
        await cleo.post(f"/api/tables/{table}/leave", resign=True)
        await a.until(lambda: not a.state["asks"])
        assert await asking(a, 0) is None  # nobody is left who must agree
        await taken_back(a, 0)


async def test_who_has_given_up_cannot_say_no_either_and_a_held_game_takes_no_answer(lone: Served) -> None:
    ada, bela, cleo = [await lone.person(n) for n in ("Ada", "Bela", "Cleo")]
    table = await lone.table(ada, bela, cleo, rated=False)
    async with ada.sit(table) as a:
        await ask_after_a_resignation(a, bela, cleo, table)
        ask = a.state["asks"][0]["ask"]
        with pytest.raises(ServerRefused) as refused:
            await bela.post(f"/api/tables/{table}/answer", id="bela-says-no", ask=ask, yes=False)
        assert refused.value.code == "conflict"
        assert a.state["asks"]
        live = lone.house.hall.tables[table].table
        live.status, version = "held", live.version
        with pytest.raises(ServerRefused) as refused:
            await cleo.post(f"/api/tables/{table}/answer", id="cleo-agrees", ask=ask, yes=True)
        assert (refused.value.code, live.version) == ("conflict", version)
