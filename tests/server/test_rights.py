"""Who may read a table and its chat: checked at every change, on open connections too."""
from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest
from server.helping import Served, play_out, until

from tafelrunde.server.client import Client, ServerRefused, TableSocket

pytestmark = pytest.mark.anyio


async def let_go(socket: TableSocket) -> ServerRefused:
    """Wait until a connection is ended; returns the reason."""
    with pytest.raises(ServerRefused) as refused:
        await socket.until(lambda: False)
    return refused.value


async def test_who_looks_at_an_open_table_without_spectators_is_let_go_when_it_starts(served: Served) -> None:
    ada, stranger = await served.person("Ada"), await served.person("Stranger")
    table = await ada.post("/api/tables", game="el_grande", players=2, spectators=False)
    async with stranger.sit(table["id"]) as s, ada.sit(table["id"]) as a:
        await ada.post(f"/api/tables/{table['id']}/start", level="random")
        why = await let_go(s)
        assert why.code == "forbidden"
        assert "spectators" in why.text
        assert s.state["status"] == "open"  # nothing of the game was sent
        await a.my_turn()  # who sits there goes on
        assert a.connects == 1
        await a.until(lambda: [m["watching"] for m in a.heard if m["type"] == "presence"][-1] == 0)


async def test_who_is_put_out_of_an_unlisted_table_hears_and_reads_no_more(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    table = await ada.post("/api/tables", game="el_grande", players=3, listed=False)
    where = f"/api/tables/{table['id']}"
    await bela.post(f"{where}/join", invite=table["invite"])
    async with bela.sit(table["id"], invite=table["invite"]) as b, ada.sit(table["id"]) as a:
        await ada.post(f"{where}/seats", seat=1, kind="open")
        why = await let_go(b)
        assert why.code == "forbidden"
        await a.ask("chat", text="now that he is gone")
        await a.until(lambda: bool(a.messages))
        assert b.messages == []
    for attempt in (bela.get(where, invite=table["invite"]), bela.get(f"{where}/chat", invite=table["invite"]),
                    bela.post(f"{where}/join", invite=table["invite"])):
        with pytest.raises(ServerRefused) as refused:
            await attempt
        assert refused.value.code == "forbidden"


async def test_who_stands_up_from_an_unlisted_table_without_the_link_reads_no_more(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    table = await ada.post("/api/tables", game="el_grande", players=3, listed=False)
    await bela.post(f"/api/tables/{table['id']}/join", invite=table["invite"])
    async with bela.sit(table["id"]) as b:
        await bela.post(f"/api/tables/{table['id']}/leave")
        assert (await let_go(b)).code == "forbidden"


async def test_the_talk_at_an_unlisted_table_belongs_to_its_people_for_ever(served: Served) -> None:
    ada, stranger = await served.person("Ada"), await served.person("Stranger")
    table = await served.table(ada, bots=1, listed=False, spectators=False)
    where = f"/api/tables/{table}"
    await ada.post(f"{where}/chat", id="my-number", text="my number is 12345")
    async with ada.sit(table) as a:
        await play_out(a)
        await until(lambda: _settled(ada))
        # With the link a finished game can be looked at
        assert (await stranger.get(where))["status"] == "over"
        async with stranger.sit(table) as s:
            assert s.messages == []
            await ada.post(f"{where}/chat", id="my-street", text="I live in Elm Street")
            await a.until(lambda: len(a.messages) == 2)
            # Whatever was sent before has arrived when the answer does
            await s.say("lang", lang="de")
            await s.until(lambda: any(m["type"] == "update" for m in s.heard))
            assert not any(m["type"] == "chat" for m in s.heard)
            with pytest.raises(ServerRefused) as refused:
                await s.ask("chat", text="who lives where?")
            assert refused.value.code == "forbidden"
    for attempt in (stranger.get(f"{where}/chat"), stranger.post(f"{where}/chat", id="let-me-in", text="hello")):
        with pytest.raises(ServerRefused) as refused:
            await attempt
        assert refused.value.code == "forbidden"
    invite = (await ada.get(where))["invite"]
    friend = await served.person("Friend")
    # Somebody with the whole link
    assert len((await friend.get(f"{where}/chat", invite=invite))["messages"]) == 2


async def _settled(person: Client) -> bool:
    return bool((await person.get("/api/me/history"))["games"])


async def test_unlisted_games_stay_out_of_the_histories_that_others_see(served: Served) -> None:
    ada, bela, stranger = [await served.person(n) for n in ("Ada", "Bela", "Stranger")]
    hidden = await served.table(ada, bela, listed=False)
    quiet = await served.table(ada, bela, spectators=False)
    listed = await served.table(ada, bots=1)
    for table in (hidden, quiet, listed):
        async with ada.sit(table) as a:
            if table != listed:
                await bela.post(f"/api/tables/{table}/leave", resign=True)
            await play_out(a)
    user = (await ada.get("/api/me"))["user"]["id"]

    async def seen(person: Client) -> set[str]:
        return {g["table"] for g in (await person.get(f"/api/users/{user}/history"))["games"]}

    async def is_all_there() -> bool:
        return len(await seen(bela)) == 3

    await until(is_all_there)  # for who sat there too
    assert await seen(stranger) == {listed}
    assert await seen(ada) == {hidden, quiet, listed}
    places = {g["table"]: g["place"] for g in (await ada.get("/api/me/history"))["games"]}
    # Those who stay come before those who resigned, whatever the stand-in scores
    assert (places[hidden], places[quiet]) == (1, 1)


async def refusal(attempt: Awaitable[Any]) -> str:
    with pytest.raises(ServerRefused) as refused:
        await attempt
    return refused.value.code


async def test_a_table_that_is_held_stays_closed_to_those_who_could_not_watch_it(lone: Served) -> None:
    ada, stranger = await lone.person("Ada"), await lone.person("Stranger")
    table = await lone.table(ada, bots=1, spectators=False)
    # As after an upgrade to rules that play otherwise
    lone.house.hall.tables[table].table.status = "held"
    assert (await ada.get(f"/api/tables/{table}"))["status"] == "held"
    for path in ("", "/state", "/steps", "/record", "/replay"):
        assert await refusal(stranger.get(f"/api/tables/{table}{path}")) == "forbidden"


async def test_asking_for_a_rematch_shows_no_table_that_one_may_not_look_at(lone: Served) -> None:
    ada, bela = await lone.person("Ada"), await lone.person("Bela")
    table = await lone.table(ada, bela, spectators=False)
    await bela.post(f"/api/tables/{table}/leave", resign=True)
    async with ada.sit(table) as a:
        await play_out(a)
    again = await ada.post(f"/api/tables/{table}/rematch")
    # Without Bela
    await ada.post(f"/api/tables/{again['id']}/seats", seat=0, kind="bot", level="random")
    assert (await ada.get(f"/api/tables/{again['id']}"))["status"] == "running"
    assert await refusal(bela.get(f"/api/tables/{again['id']}")) == "forbidden"
    assert await refusal(bela.post(f"/api/tables/{table}/rematch")) == "forbidden"


async def test_sitting_down_again_by_the_same_request_shows_nothing_to_who_was_put_out(lone: Served) -> None:
    ada, bela = await lone.person("Ada"), await lone.person("Bela")
    table = await ada.post("/api/tables", game="el_grande", players=3, listed=False)
    sitting = {"invite": table["invite"], "id": "bela-sits-down"}
    await bela.post(f"/api/tables/{table['id']}/join", **sitting)
    assert (await bela.post(f"/api/tables/{table['id']}/join", **sitting))["mine"] == [1]
    await ada.post(f"/api/tables/{table['id']}/seats", seat=1, kind="open")
    assert await refusal(bela.post(f"/api/tables/{table['id']}/join", **sitting)) == "forbidden"
