"""Before a game begins: rated or casual, who sits where, and whether everybody is ready."""
from __future__ import annotations

from typing import Any

import pytest
from server.helping import Served

import tafelrunde as tr
from tafelrunde.server.client import Client, ServerRefused

pytestmark = pytest.mark.anyio
TWO = {"game": "el_grande", "players": 2, "options": {"short": True}}


async def refused(call: Any) -> ServerRefused:
    with pytest.raises(ServerRefused) as found:
        await call
    return found.value


async def test_a_table_that_cannot_be_rated_says_why(lone: Served) -> None:
    ada = await lone.person("Ada")
    bot = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    blank = next(o for o in tr.game("king_and_intriguer").options if o.kind == "entries")
    own = {"game": "king_and_intriguer", "players": 3, "options": {"players_edition": True, blank.name: blank.examples[0]}}
    for more, why in ((dict(TWO, seats=bot), "bots"), (dict(TWO, hotseat=True), "one device"),
                      (own, "cards of your own")):
        no = await refused(ada.post("/api/tables", rated=True, **more))
        assert (no.code, no.field) == ("conflict", "body.rated")
        assert why in no.text
        assert (await ada.post("/api/tables", **more))["casual"] in ("bots", "hotseat", "own_cards")
    # Nobody is rated without being told
    assert (await ada.post("/api/tables", **TWO))["casual"] == "chosen"


async def test_the_host_makes_it_casual_before_bots_sit_down_and_not_rated_behind_anybodys_back(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    table = await ada.post("/api/tables", rated=True, **TWO | {"players": 3})
    path = f"/api/tables/{table['id']}"
    assert (table["rated"], table["casual"]) == (True, None)
    for call in (ada.post(f"{path}/seats", seat=2, kind="bot"), ada.post(f"{path}/start")):
        no = await refused(call)
        assert (no.code, "casual" in no.text) == ("conflict", True)
    assert (await refused(bela.post(f"{path}/rated", rated=False))).code == "forbidden"
    assert (await ada.post(f"{path}/rated", rated=False))["casual"] == "chosen"
    assert (await ada.post(f"{path}/rated", rated=True))["rated"]  # nobody else is here yet
    assert (await ada.post(f"{path}/rated", rated=False))["version"] == 4
    await bela.post(f"{path}/join")
    assert (await refused(ada.post(f"{path}/rated", rated=True))).code == "conflict"
    begun = await ada.post(f"{path}/start", level="random")
    assert (begun["status"], begun["casual"]) == ("running", "bots")
    assert (await refused(ada.post(f"{path}/rated", rated=True))).code == "conflict"


async def test_a_table_that_asks_begins_when_everybody_is_ready(served: Served) -> None:
    ada, bela, cleo = [await served.person(n) for n in ("Ada", "Bela", "Cleo")]
    table = await ada.post("/api/tables", ask_ready=True, **TWO)
    path = f"/api/tables/{table['id']}"
    await bela.post(f"{path}/join")
    assert (await ada.get(path))["status"] == "open"
    assert (await refused(cleo.post(f"{path}/ready"))).code == "forbidden"
    assert (await refused(ada.post(f"{path}/start"))).text == "Not everybody is ready yet."
    async with bela.sit(table["id"]) as b:
        await ada.post(f"{path}/ready")
        await b.until(lambda: [s["ready"] for s in b.table["seats"]] == [True, False])
        await ada.post(f"{path}/ready", ready=False)
        await bela.post(f"{path}/ready")
        await bela.request("PATCH", "/api/me", {"name": "Béla"})
        await b.until(lambda: b.table["seats"][1]["name"] == "Béla")  # a new name is seen at once
        begun = await ada.post(f"{path}/ready")
    assert begun["status"] == "running"
    assert (await refused(ada.post(f"{path}/ready"))).code == "conflict"


async def test_who_was_ready_is_asked_again_when_the_terms_change(lone: Served) -> None:
    ada, bela = await lone.person("Ada"), await lone.person("Bela")
    table = await ada.post("/api/tables", ask_ready=True, rated=True, **TWO | {"players": 3})
    path = f"/api/tables/{table['id']}"
    await bela.post(f"{path}/join")
    await bela.post(f"{path}/ready")
    assert [s["ready"] for s in (await ada.post(f"{path}/rated", rated=False))["seats"]] == [False, False, False]
    await bela.post(f"{path}/ready")
    # The host's own word is the start
    assert (await ada.post(f"{path}/start", level="random"))["status"] == "running"


async def test_people_change_seats_and_add_fresh_seeds(served: Served) -> None:
    ada, bela = await served.person("Ada"), await served.person("Bela")
    table = await ada.post("/api/tables", **TWO | {"players": 4}, seed="ada's")
    path = f"/api/tables/{table['id']}"
    await bela.post(f"{path}/join", seed="bela's")
    assert sat(await bela.post(f"{path}/move", to=3), bela) == [3]
    moved = await bela.get(path)
    # What everybody has seen is worth nothing any more
    assert (moved["seeds"], moved["seed_due"]) == ({"0": "ada's"}, True)
    await bela.post(f"{path}/seed", seed="another")
    no = await refused(bela.post(f"{path}/move", to=0))
    assert (no.code, no.field) == ("conflict", "body.to")
    assert (await refused(bela.post(f"{path}/move", seat=0, to=1))).code == "forbidden"
    assert (await refused(ada.post(f"{path}/move", seat=1, to=9))).field == "body.to"
    await ada.post(f"{path}/seats", seat=1, kind="bot", level="random")
    # The host lets two change places
    assert sat(await ada.post(f"{path}/move", seat=3, to=0), bela) == [0]
    moved = await ada.post(f"{path}/move", to=1)
    assert [s["level"] or s["kind"] for s in moved["seats"]] == ["person", "person", "open", "random"]
    assert (moved["seeds"], moved["seed_due"]) == ({}, True)
    mine = (await bela.get("/api/tables/mine"))["tables"]
    assert mine[0]["mine"] == [0]
    begun = await ada.post(f"{path}/start", level="random")
    assert begun["status"] == "running"
    assert (await refused(ada.post(f"{path}/move", to=2))).code == "conflict"


def sat(table: dict[str, Any], person: Client) -> list[int]:
    """Where somebody sits."""
    return [s["seat"] for s in table["seats"] if (s["user"] or {}).get("id") == person.user["id"]]
