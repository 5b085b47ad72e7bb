"""A table's life: created, joined, started, left, taken back, played again; who may see it."""
from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.helping import Served, play_out, until

from tafelrunde.server.client import Client, ServerRefused

pytestmark = pytest.mark.anyio
SHORT = {"short": True}


async def refused(call: object) -> ServerRefused:
    with pytest.raises(ServerRefused) as found:
        await call
    return found.value


async def test_a_table_starts_when_the_last_seat_is_taken(served: Served) -> None:
    ada, bela, cleo = [await served.person(n) for n in ("Ada", "Bela", "Cleo")]
    table = await ada.post("/api/tables", game="el_grande", players=3, options=SHORT, name="Friday", seed="my own seed")
    path = f"/api/tables/{table['id']}"
    assert table["status"] == "open"
    assert table["mine"] == [0]
    assert table["seeds"] == {"0": "my own seed"}
    assert [s["kind"] for s in table["seats"]] == ["person", "open", "open"]
    listed = (await bela.get("/api/tables"))["tables"]
    assert [t["id"] for t in listed] == [table["id"]]
    assert listed[0]["invite"] is None
    joined = await bela.post(f"{path}/join", seat=2)
    assert joined["mine"] == [2]
    assert (await refused(cleo.post(f"{path}/join", seat=2))).code == "conflict"
    assert (await refused(bela.post(f"{path}/join"))).code == "conflict"
    await bela.post(f"{path}/leave")
    assert (await refused(bela.post(f"{path}/seats", seat=1, kind="bot"))).code == "forbidden"
    shown = await ada.post(f"{path}/seats", seat=1, kind="bot", level="random")
    assert shown["seats"][1] == {"seat": 1, "kind": "bot", "user": None, "level": "random", "name": "", "standin": None,
                                 "away": None, "online": False, "ready": False}
    assert (await refused(ada.post(f"{path}/seats", seat=2, kind="bot", level="genius"))).field == "body.level"
    started = await cleo.post(f"{path}/join")
    assert started["status"] == "running"
    assert (await refused(bela.post(f"{path}/join"))).code == "conflict"
    assert (await cleo.get("/api/tables"))["tables"] == []
    mine = (await cleo.get("/api/tables/mine"))["tables"]
    assert [t["id"] for t in mine] == [table["id"]]


async def test_the_host_starts_early_and_bots_fill_up(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    table = await ada.post("/api/tables", game="el_grande", players=4, options=SHORT)
    await bela.post(f"/api/tables/{table['id']}/join")
    assert (await refused(bela.post(f"/api/tables/{table['id']}/start"))).code == "forbidden"
    started = await ada.post(f"/api/tables/{table['id']}/start", level="random")
    assert [s["kind"] for s in started["seats"]] == ["person", "person", "bot", "bot"]
    assert (await refused(ada.post(f"/api/tables/{table['id']}/start"))).code == "conflict"


async def test_who_waits_at_a_table_is_told_who_sits_down_and_that_it_starts(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    made = await ada.post("/api/tables", game="el_grande", players=2, options=SHORT)
    async with ada.sit(made["id"]) as waiting:
        assert waiting.state["view"] is None
        await bela.post(f"/api/tables/{made['id']}/join")
        await waiting.until(lambda: waiting.table["status"] == "running")
        assert [s["name"] for s in waiting.table["seats"]] == ["Ada", "Bela"]
        assert waiting.table["mine"] == [0]
        await waiting.until(lambda: waiting.state["view"] is not None)


async def test_who_looks_on_and_sits_down_sees_with_the_seats_eyes_and_not_after_leaving(served: Served) -> None:
    ada, bela, cleo = [await served.person(n) for n in ("Ada", "Bela", "Cleo")]
    made = await ada.post("/api/tables", game="el_grande", players=3, options=SHORT)
    path = f"/api/tables/{made['id']}"
    async with bela.sit(made["id"]) as looking, cleo.sit(made["id"]) as other:
        assert looking.state["seat"] is None
        await cleo.post(f"{path}/join")
        await cleo.post(f"{path}/leave")
        await bela.post(f"{path}/join")
        await ada.post(f"{path}/start", level="random")
        await looking.until(lambda: looking.state["view"] is not None)
        await other.until(lambda: other.state["view"] is not None)
        assert looking.state["seat"] == 1
        assert looking.state["view"]["hands"][0] is None
        assert looking.state["view"]["hands"][1]
        assert other.state["seat"] is None
        assert other.state["view"]["hands"] == [None, None, None]


async def test_a_table_that_everybody_leaves_is_closed(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    table = await ada.post("/api/tables", game="el_grande", players=4)
    path = f"/api/tables/{table['id']}"
    await bela.post(f"{path}/join")
    shown = await ada.post(f"{path}/leave")
    assert shown["host"]["name"] == "Bela"
    assert (await bela.post(f"{path}/leave"))["status"] == "closed"
    assert (await refused(ada.post(f"{path}/join"))).code == "conflict"
    assert (await ada.get("/api/tables"))["tables"] == []


async def test_tables_by_invitation_are_for_those_who_have_the_link(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    table = await ada.post("/api/tables", game="el_grande", players=2, listed=False, spectators=False, options=SHORT)
    path = f"/api/tables/{table['id']}"
    assert (await bela.get("/api/tables"))["tables"] == []
    assert (await refused(bela.get(path))).code == "forbidden"
    assert (await refused(bela.post(f"{path}/join"))).field == "body.invite"
    assert (await refused(bela.post(f"{path}/join", invite="A" * 22))).code == "forbidden"
    assert (await bela.get(path, invite=table["invite"]))["status"] == "open"
    await bela.post(f"{path}/join", invite=table["invite"])
    cleo = await served.person("Cleo")
    assert (await refused(cleo.get(f"{path}/state", invite=table["invite"]))).code == "forbidden"
    assert (await refused(cleo.sit(table["id"], table["invite"]).__aenter__())).code == "forbidden"


async def test_spectators_see_what_everybody_sees(served: Served) -> None:
    ada, cleo = await served.person("Ada"), await served.person("Cleo")
    table = await served.table(ada, bots=2)
    async with ada.sit(table) as seat, cleo.sit(table) as watching:
        await seat.until(lambda: any(m["type"] == "presence" and m["watching"] == 1 for m in seat.heard))
        assert watching.state["seat"] is None
        assert watching.state["legal"] == []
        assert all(h is None for h in watching.state["view"]["hands"])
        assert seat.state["view"]["hands"][0]
        assert watching.state["prompt"]
        version = await (await turn(seat)).act(seat.state["legal"][0])
        await watching.until(lambda: watching.state["version"] >= version)
    await until(lambda: _watching(served, table, 0))


async def turn(seat: object) -> object:
    await seat.my_turn()
    return seat


async def _watching(served: Served, table: str, n: int) -> bool:
    return served.house.hall.tables[table].watching() == n


async def test_hot_seat_shows_each_seat_when_it_looks(served: Served) -> None:
    ada = await served.person("Ada")
    seats = [{"kind": "me", "name": "Mum"}, {"kind": "me", "name": "Dad"}, {"kind": "bot", "level": "random"}]
    table = await ada.post("/api/tables", game="el_grande", players=3, hotseat=True, seats=seats, options=SHORT)
    assert table["mine"] == [0, 1]
    assert not table["rated"]
    assert [s["name"] for s in table["seats"]][:2] == ["Mum", "Dad"]
    async with ada.sit(table["id"]) as device:
        for _ in range(12):
            await device.until(lambda: bool(device.state["asked"]))
            asked = device.state["asked"][0]
            await device.say("look", seat=asked)
            await device.until(lambda a=asked: device.state["seat"] == a)
            assert device.state["view"]["hands"][1 - asked] is None
            version = await device.act(device.state["legal"][0], seat=asked)
            await device.until(lambda v=version: device.state["version"] >= v)
        await device.say("look", seat=None)
        await device.until(lambda: device.state["seat"] is None)
        assert all(h is None for h in device.state["view"]["hands"])
    fay = await served.person("Fay")
    for file in ("record", "picture"):  # whoever holds the device gets a file with nobody's secrets
        own, other = [await _file(one, table, file) for one in (ada, fay)]
        assert own == other


async def _file(client: Client, table: dict[str, Any], name: str) -> str:
    answer = await client.http.get(f"/api/tables/{table['id']}/{name}", params={"invite": table["invite"]},
                                   headers={"Authorization": f"Bearer {client.token}"})
    assert answer.status_code == 200, answer.text
    return answer.text


async def test_who_leaves_is_played_for_and_comes_back(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    table = await served.table(ada, bela, rated=True)
    async with ada.sit(table) as a, bela.sit(table) as b:
        await b.ask("leave")
        await a.until(lambda: a.state["seats"][1]["standin"] == "random")
        assert a.state["seats"][1]["away"] == "left"
        for _ in range(6):  # the bot plays Bela's decisions
            await a.my_turn()
            version = await a.act(a.state["legal"][0])
            await a.until(lambda v=version: a.state["version"] >= v)
        assert any(s["by"] == "standin" for s in a.steps)
        assert b.state["legal"] == []
        with pytest.raises(ServerRefused) as found:
            await b.act("power 1")
        assert found.value.code == "conflict"
        await b.ask("return")
        await a.until(lambda: a.state["seats"][1]["standin"] is None)
        assert (await refused(bela.post(f"/api/tables/{table}/return"))).code == "conflict"
        await b.ask("leave", resign=True)
        assert (await refused(bela.post(f"/api/tables/{table}/return"))).code == "conflict"
        await play_out(a)
    shown = await ada.get(f"/api/tables/{table}")
    assert shown["status"] == "over"
    await until(lambda: _rated(ada, table))
    history = (await bela.get("/api/me/history"))["games"]
    assert history[0]["place"] == 2  # who resigned comes last


async def test_a_table_without_a_clock_waits_when_everybody_has_left_it(served: Served) -> None:
    ada = await served.person("Ada")
    table = await served.table(ada, bots=2)
    async with ada.sit(table) as a:
        await a.my_turn()
        await a.ask("leave")
        await a.until(lambda: a.state["seats"][0]["away"] == "left")
        left = (await ada.get(f"/api/tables/{table}"))["decisions"]
        served.house.bots.wake(table)  # nor does a nudge move it on
        while table in served.house.bots.running:
            await asyncio.sleep(0.01)
        shown = await ada.get(f"/api/tables/{table}")
        assert (shown["status"], shown["decisions"]) == ("running", left)
        await a.ask("return")
        await play_out(a)
    assert (await ada.get(f"/api/tables/{table}"))["status"] == "over"


async def _rated(person: object, table: str) -> bool:
    shown = await person.get(f"/api/tables/{table}")
    return bool(shown["result"].get("ratings"))


async def test_rematch_gathers_the_same_people(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    table = await served.table(ada, bela)
    assert (await refused(ada.post(f"/api/tables/{table}/rematch"))).code == "conflict"
    async with ada.sit(table) as a, bela.sit(table) as b:
        await asyncio.gather(play_out(a), play_out(b, 2))
    news = await asyncio.gather(ada.post(f"/api/tables/{table}/rematch"), bela.post(f"/api/tables/{table}/rematch"))
    assert news[0]["id"] == news[1]["id"] != table
    again = await ada.get(f"/api/tables/{news[0]['id']}")
    assert again["status"] == "running"
    assert {s["user"]["name"] for s in again["seats"]} == {"Ada", "Bela"}
    assert (await bela.post(f"/api/tables/{table}/rematch"))["id"] == again["id"]
    before = await ada.get(f"/api/tables/{table}")
    assert before["rematch"] == again["id"]
    # Who had the old link has not been asked to the new table
    assert before["invite"] != again["invite"]


TRIBUTE = {"value": 47, "name": "Adó", "deed": "30", "court": 2, "n": 1}
BLANK = {"game": "king_and_intriguer", "players": 4, "options": {"blank_cards": [TRIBUTE]}}


async def test_a_table_has_the_cards_that_it_made_with_their_words(lone: Served) -> None:
    me = await lone.person(lang="hu")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    made = await me.post("/api/tables", game="king_and_intriguer", players=2, seats=seats,
                         options={"players_edition": True, "blank_cards": [TRIBUTE]})
    assert made["words"]["card"]["blank_1"] == {
        "name": "47-es (Adó)", "the": "a 47-es (Adó)", "The": "A 47-es (Adó)", "acc": "a 47-est (Adó)", "short": "Adó",
        "court": "2", "says": "Minden ellenfeled 1 caballerót visszaküld az udvarából a tartományba."}
    shown = next(o for g in (await me.get("/api/games"))["games"] for o in g["options"] if o["name"] == "blank_cards")
    assert [slot["name"] for slot in shown["slots"]] == ["value", "name", "deed", "court", "n", "points"]
    assert all(slot["title"] != slot["name"] for slot in shown["slots"])


@pytest.mark.parametrize(("body", "field", "says"), [
    ({"players": 2}, "body.game", "hiányzik"),
    ({"game": "toledo", "players": 2, "surprise": 1}, "body.surprise", "nem szerepelhet"),
    ({"game": "toledo", "players": 99}, "body.players", "legfeljebb 10"),
    ({"game": "toledo", "players": 0}, "body.players", "legalább 1"),
    ({"game": "toledo", "players": "two"}, "body.players", "más fajta"),
    ({"game": "toledo", "players": 2, "name": "x" * 61}, "body.name", "legfeljebb 60"),
    ({"game": "", "players": 2}, "body.game", "legalább 1"),
    ({"game": "toledo", "players": 2, "clock": {"kind": "sand"}}, "body.clock.kind", "'none', 'live' or 'slow'"),
    ({"game": "toledo", "players": 2, "seats": [{"kind": "bot", "level": "strong:99999ms"}]}, "body.seats.0.level", "alakú"),
    ({"game": "el_grande", "players": 4, "options": {"edition": "1995", "modules": ["new_regent"]}}, "body.options", "A modulok"),
    ({"game": "el_grande", "players": 4, "options": {"edition": "1995", "alternatives": ["veto"]}}, "body.options", "már benne"),
    ({"game": "el_grande", "players": 4, "options": {"merge_decks": True}}, "body.options", "mind az öt pakli"),
    ({"game": "el_grande", "players": 9}, "body.players", "2 és 5 között"),
    (BLANK, "body.options.blank_cards", "azt is válaszd ki"),
    ({**BLANK, "options": {"players_edition": True, "blank_cards": [{**TRIBUTE, "value": 60}]}},
     "body.options.blank_cards.0.value", "Ilyen számú kártya már van: 60."),
    ({**BLANK, "options": {"players_edition": True, "blank_cards": [TRIBUTE, {**TRIBUTE, "court": 99}]}},
     "body.options.blank_cards.1.court", "Caballerók az udvarba: 0 és 9 közötti szám"),
])
async def test_what_is_wrong_is_said_in_the_readers_language(lone: Served, body: dict[str, object], field: str, says: str) -> None:
    me = await lone.person(lang="hu")
    found = await refused(me.request("POST", "/api/tables", body))
    assert found.field == field
    assert says in found.text


async def test_what_is_no_json_is_said(lone: Served) -> None:
    me = await lone.person()
    answer = await me.http.post("/api/tables", content=b"{oh", headers={
        "Authorization": f"Bearer {me.token}", "Content-Type": "application/json"})
    assert answer.json() == {"error": {"code": "bad_request", "text": "This is not JSON.", "field": "body"}}


@pytest.mark.parametrize(("body", "field"), [
    ({"game": "chess", "players": 2}, "game"),
    ({"game": "el_grande", "players": 9}, "body.players"),
    ({"game": "el_grande", "players": 4, "options": {"short": 3}}, "body.options"),
    ({"game": "el_grande", "players": 4, "options": {"nonsense": True}}, "body.options"),
    ({"game": "el_grande", "players": 4, "surprise": 1}, "body.surprise"),
    ({"game": "el_grande", "players": "4"}, "body.players"),
    ({"game": "el_grande", "players": 4, "clock": {"kind": "live", "bank_ms": 1}}, "body.clock.bank_ms"),
    ({"game": "el_grande", "players": 4, "clock": {"kind": "slow", "move_ms": 10**11}}, "body.clock.move_ms"),
    ({"game": "el_grande", "players": 4, "seats": [{"kind": "me"}]}, "body.seats"),
    ({"game": "el_grande", "players": 2, "seats": [{"kind": "bot"}, {"kind": "bot"}]}, "body.seats"),
    ({"game": "el_grande", "players": 2, "name": "x" * 61}, "body.name"),
    ({"players": 2}, "body.game"),
])
async def test_a_bad_request_names_its_field(lone: Served, body: dict[str, object], field: str) -> None:
    me = await lone.person()
    found = await refused(me.request("POST", "/api/tables", body))
    assert found.field == field
    assert found.code in ("bad_request", "not_found")
    assert found.text
    assert (await me.get("/api/tables/mine"))["tables"] == []
