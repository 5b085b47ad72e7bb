"""Friends: following, who is here, private notes, challenges that are told at once, and people who
do not want to meet.
"""
from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import pytest
import sqlalchemy as sa
from server.helping import Served, serving, until
from server.test_archive import back_to
from server.test_lobby import news, next_of

from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.people import presence
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage import schema
from tafelrunde.server.storage.database import Database

pytestmark = pytest.mark.anyio
PASSWORD = "correct horse battery"
KEPT = (schema.follows, schema.notes, schema.challenges, schema.blocks)


async def refusal(attempt: Any) -> str:
    with pytest.raises(ServerRefused) as refused:
        await attempt
    return str(refused.value.text)


async def put(client: Client, path: str, body: Any = None) -> Any:
    return await client.request("PUT", path, body)


async def test_people_follow_and_challenge_each_other(settings: Settings) -> None:
    async with AsyncExitStack() as stack:
        served = await stack.enter_async_context(serving(settings))
        second = await stack.enter_async_context(serving(settings)) if settings.shared else served
        ada, bela, cleo = await served.person("Ada"), await second.person("Bela"), await served.person("Cleo")
        await _follows(served, ada, bela)
        await _challenges(ada, bela, cleo)
        await _keeps_apart(ada, bela)
        await _moves_and_goes(served, ada, bela, cleo)
    await _migrates(settings)


async def _follows(served: Served, ada: Client, bela: Client) -> None:
    me, them = ada.user["id"], bela.user["id"]
    tie = await put(ada, f"/api/me/follows/{them}")
    assert tie == {"follows": True, "blocked": False, "here": False, "note": ""}
    await put(ada, f"/api/me/notes/{them}", {"text": "plays the 13\u202e\nfirst"})
    row = {"user": {"id": them, "name": "Bela", "guest": True}, "here": False, "note": "plays the 13\nfirst"}
    assert await ada.get("/api/me/follows") == {"people": [row], "next": None}
    assert (await bela.get(f"/api/me/people/{me}"))["note"] == ""  # a note is nobody else's
    assert (await bela.get("/api/me/follows"))["people"] == []
    stream = news(bela)
    await next_of(stream, "tables")

    async def is_here() -> bool:
        return bool((await ada.get("/api/me/follows"))["people"][0]["here"])

    async def is_away() -> bool:
        return not await is_here()

    await until(is_here)
    assert (await ada.get(f"/api/me/people/{them}"))["here"] is True
    await bela.request("PATCH", "/api/me", {"hidden": True})
    assert not await is_here()  # hidden people are not seen
    await bela.request("PATCH", "/api/me", {"hidden": False})
    assert await is_here()
    await stream.aclose()
    await until(is_away)
    rows = await served.house.database.rows(sa.select(schema.users.c.here_at).where(schema.users.c.id == me))
    assert rows[0].here_at < served.house.now() - presence.HERE_MS
    assert "That is you" in await refusal(put(ada, f"/api/me/follows/{me}"))


async def _challenges(ada: Client, bela: Client, cleo: Client) -> None:
    me, them = ada.user["id"], bela.user["id"]
    table = await ada.post("/api/tables", game="el_grande", players=2, options={"short": True}, listed=False)
    where = f"/api/tables/{table['id']}/challenges/{them}"
    assert "host" in await refusal(put(cleo, where))
    stream, answers = news(bela), news(ada)
    for one in (stream, answers):
        await next_of(one, "tables")
    sent = (await put(ada, where))["sent"]
    await next_of(stream, "challenges")  # at whichever process
    received = (await bela.get("/api/me/challenges"))["received"]
    assert received == sent
    assert (received[0]["by"]["id"], received[0]["title"], received[0]["players"]) == (me, "El Grande", 2)
    assert (await cleo.get("/api/me/challenges")) == {"received": [], "sent": []}
    assert (await bela.request("DELETE", where))["received"] == []
    await next_of(answers, "challenges")
    assert [c["declined"] for c in (await ada.get("/api/me/challenges"))["sent"]] == [True]
    assert (await ada.request("DELETE", where))["sent"] == []
    await put(ada, where)
    invite = (await bela.get("/api/me/challenges"))["received"][0]["invite"]
    await bela.post(f"/api/tables/{table['id']}/join", invite=invite)
    for person in (ada, bela):
        assert (await person.get("/api/me/challenges")) == {"received": [], "sent": []}
    assert await refusal(put(ada, where))  # it has begun
    for one in (stream, answers):
        await one.aclose()


async def _keeps_apart(ada: Client, bela: Client) -> None:
    me, them = ada.user["id"], bela.user["id"]
    table = await ada.post("/api/tables", game="el_grande", players=2, listed=False)
    where = f"/api/tables/{table['id']}/challenges/{them}"
    await put(ada, where)
    await put(bela, f"/api/me/blocks/{me}")
    assert (await bela.get("/api/me/challenges"))["received"] == []
    assert (await ada.get("/api/me/follows"))["people"] == []
    for attempt in (put(ada, f"/api/me/follows/{them}"), put(ada, where)):
        assert "not want to meet" in await refusal(attempt)
    await bela.request("DELETE", f"/api/me/blocks/{me}")
    await bela.request("PATCH", "/api/me", {"hidden": True})
    assert "hidden" in await refusal(put(ada, where))
    await put(bela, f"/api/me/follows/{me}")
    await put(ada, where)  # whom a hidden person follows may ask


async def _moves_and_goes(served: Served, ada: Client, bela: Client, cleo: Client) -> None:
    await cleo.post("/api/account", email="cleo@example.org", password=PASSWORD)
    await put(ada, f"/api/me/follows/{cleo.user['id']}")
    await put(ada, f"/api/me/follows/{bela.user['id']}")
    before = cleo.user["id"]
    guest = await served.person("Cleo elsewhere")
    await put(guest, f"/api/me/follows/{bela.user['id']}")
    await put(guest, f"/api/me/follows/{before}")
    await put(guest, f"/api/me/notes/{ada.user['id']}", {"text": "met at the fair"})
    await put(ada, f"/api/me/follows/{guest.user['id']}")
    # The guest's people come along
    await guest.post("/api/login", email="cleo@example.org", password=PASSWORD)
    assert [p["user"]["name"] for p in (await guest.get("/api/me/follows"))["people"]] == ["Bela"]
    assert (await guest.get(f"/api/me/people/{ada.user['id']}"))["note"] == "met at the fair"
    assert [p["user"]["name"] for p in (await ada.get("/api/me/follows"))["people"]] == ["Bela", "Cleo"]
    first = await ada.get("/api/me/follows", limit=1)
    rest = await ada.get("/api/me/follows", limit=1, skip=first["next"])
    assert [p["user"]["name"] for p in first["people"] + rest["people"]] == ["Bela", "Cleo"]
    ids = {ada.user["id"]}
    await ada.request("DELETE", "/api/account", {})
    for table in KEPT:
        for row in await served.house.database.rows(sa.select(table)):
            assert not ids & set(row)


async def _migrates(settings: Settings) -> None:
    """Back to the schema from before and up again, with people in it."""
    database = Database(settings)
    names = sa.select(schema.users.c.id, schema.users.c.name, schema.users.c.hidden).order_by(schema.users.c.id)
    async with database.connection(write=True) as connection:
        before = (await connection.execute(names)).all()
        await connection.run_sync(back_to, "0005")
        assert not await connection.run_sync(lambda c: sa.inspect(c).has_table("follows"))
        assert (await connection.execute(names)).all() == before
    await database.close()
    async with serving(settings) as served:
        assert await served.house.database.rows(names) == before
        person = await served.person("Dora")
        assert (await put(person, f"/api/me/follows/{next(r.id for r in before if r.name == 'Bela')}"))["follows"] is True
