"""The daily deal: one chain, the same deal for everybody, played once, with results afterwards."""
from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import date
from typing import Any

import pytest
import sqlalchemy as sa
from server.helping import Served, Shifted, play_out, serving, until
from server.test_archive import back_to
from server.test_friends import refusal

from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.daily.chain import DAY_MS, LENGTH, STRIDE, Chain, secret
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage import schema
from tafelrunde.server.storage.database import Database

pytestmark = pytest.mark.anyio
PASSWORD = "correct horse battery"
GAME = "rheinlaender"
LOOKS = ("", "/state", "/steps", "/record", "/picture", "/replay?at=3", "/verify", "/review", "/choices?at=1")


def test_every_link_is_checked_by_hashing_it() -> None:
    chain = Chain(bytes(range(32)), date(2026, 11, 16))
    links = [chain.link(date(2026, 11, day)) for day in (16, 17, 18)]
    assert [hashlib.sha256(link).digest() for link in links] == [chain.end, *links[:2]]
    for day in (date(2026, 11, 15), date.fromordinal(chain.start.toordinal() + LENGTH)):
        with pytest.raises(ValueError, match="no link"):
            chain.link(day)


def test_no_day_costs_a_hundred_years_of_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's moves wait while somebody looks through the old days."""
    chain = Chain(bytes(range(32, 64)), date(2026, 11, 16))
    found = chain.end
    made: list[bytes] = []
    real = hashlib.sha256
    monkeypatch.setattr("tafelrunde.server.daily.chain.hashlib.sha256", lambda text: (made.append(text), real(text))[1])
    for n in (1, 100, 249, 250, 251, 1000, LENGTH):
        made.clear()
        link = chain.link(date.fromordinal(chain.start.toordinal() + n - 1))
        assert len(made) < STRIDE
        if n <= 1000:
            for _ in range(n):
                link = real(link).digest()
            assert link == found


async def test_everybody_plays_the_same_deal_once(settings: Settings) -> None:
    house = Shifted(settings)
    async with serving(settings, house) as served:
        people = [await served.person(name) for name in ("Ada", "Bela", "Cleo")]
        ada, bela, cleo = people
        for person, name in zip(people, ("ada", "bela", "cleo"), strict=True):
            await person.post("/api/account", email=f"{name}@example.org", password=PASSWORD)
        day = await ada.get("/api/daily")
        tables = [await person.post(f"/api/daily/{GAME}") for person in (ada, bela)]
        await _is_the_same(ada, bela, day, tables)
        assert (await ada.post(f"/api/daily/{GAME}"))["id"] == tables[0]["id"]  # once
        await _is_strict(ada, tables[0]["id"])
        results = f"/api/daily/{day['day']}/{GAME}"
        for person in people:
            assert "after you have played it" in await refusal(person.get(results))
        # Bots play it to its end
        await bela.post(f"/api/tables/{tables[1]['id']}/leave", resign=True)
        async with ada.sit(tables[0]["id"]) as socket:
            await play_out(socket)
        shown = await _results(ada, results, 2)
        assert shown["link"] is None
        assert "after you have played it" in await refusal(cleo.get(results))
        assert (await ada.get("/api/archive"))["games"] == []  # nothing of it is public
        await _guest_becomes(served, cleo)
        await _is_secret(tables[0]["id"], bela, cleo)
        house.offset += DAY_MS
        # Yesterday's table, for people who have played
        assert len((await ada.get(results))["results"]) == 2
        assert "from tomorrow" in await refusal(cleo.get(results))
        await _is_secret(tables[0]["id"], bela, cleo)
        house.offset += DAY_MS
        for look in LOOKS:
            await cleo.get(f"/api/tables/{tables[0]['id']}{look}")
        await _is_revealed(cleo, ada, day, results, tables[0]["id"])
        again = await ada.post(f"/api/daily/{GAME}")
        assert again["id"] != tables[0]["id"]
        assert again["commitment"] != tables[0]["commitment"]
    await _migrates(settings, day)


async def _is_the_same(ada: Client, bela: Client, day: dict[str, Any], tables: list[dict[str, Any]]) -> None:
    told = next(t for t in day["titles"] if t["game"] == GAME)
    assert {t["commitment"] for t in tables} == {told["commitment"]}
    assert len({t["commitment"] for t in day["titles"]}) == len(day["titles"]) == 4
    records = [await p.get(f"/api/tables/{t['id']}/record") for p, t in zip((ada, bela), tables, strict=True)]
    dealt = [[line for line in r.partition("\n\n")[2].splitlines() if line.startswith("*")] for r in records]
    assert dealt[0][:30] == dealt[1][:30]
    assert [(s["kind"], s["level"]) for s in tables[0]["seats"]] == [("person", None), ("bot", "simple"), ("bot", "simple")]
    assert (tables[0]["rated"], tables[0]["listed"], tables[0]["seeds"]) == (False, False, {})
    mine = next(t for t in (await ada.get("/api/daily"))["titles"] if t["game"] == GAME)
    assert (mine["table"], mine["status"]) == (tables[0]["id"], "running")


async def _is_strict(ada: Client, table: str) -> None:
    """Nothing is taken back from which somebody has learned something, although nobody else plays.
    """
    async with ada.sit(table) as socket:
        before = (await socket.my_turn())["decisions"]
        while True:
            state = await socket.my_turn()
            if state["decisions"] > before + 4:
                break
            version = await socket.act(state["legal"][0], seat=state["seat"])
            await socket.until(lambda v=version: socket.state["version"] >= v)
        assert not socket.state["undo"]["free"]
    where = f"/api/tables/{table}"
    state = await ada.get(f"{where}/state")
    assert await refusal(ada.post(f"{where}/undo", id="take-it-back", version=state["version"]))
    assert await refusal(ada.post(f"{where}/ask_undo", id="all-the-way", version=state["version"], decisions=0))


async def _is_secret(table: str, *others: Client) -> None:
    """Nobody reads how others play or have played a deal that somebody may still play, even with
    the link.
    """
    for who in others:
        for look in LOOKS:
            assert "somebody else's daily deal" in await refusal(who.get(f"/api/tables/{table}{look}")), look
        with pytest.raises(ServerRefused, match="somebody else's daily deal"):
            async with who.sit(table):
                pass
        assert "somebody else's daily deal" in await refusal(who.post(f"/api/tables/{table}/play-on", at=0))


async def _results(person: Client, path: str, n: int) -> dict[str, Any]:
    async def there() -> bool:
        with suppress(ServerRefused):  # until my own result is written
            return len((await person.get(path))["results"]) == n
        return False

    await until(there)
    shown: dict[str, Any] = await person.get(path)
    order = [(r["place"], -r["score"]) for r in shown["results"]]
    assert order == sorted(order)
    assert {r["user"]["name"] for r in shown["results"]} == {"Ada", "Bela"}
    first = await person.get(path, limit=1)
    rest = await person.get(path, limit=1, skip=first["next"])
    assert first["results"] + rest["results"] == shown["results"]
    return shown


async def _guest_becomes(served: Served, cleo: Client) -> None:
    """What a guest has begun belongs to the account after the log-in."""
    guest = await served.person("Cleo elsewhere")
    table = await guest.post("/api/daily/toledo")
    await guest.post("/api/login", email="cleo@example.org", password=PASSWORD)
    mine = next(t for t in (await cleo.get("/api/daily"))["titles"] if t["game"] == "toledo")
    assert mine["table"] == table["id"]


async def _is_revealed(cleo: Client, ada: Client, day: dict[str, Any], results: str, table: str) -> None:
    shown = await cleo.get(results)
    assert len(shown["results"]) == 2
    link = bytes.fromhex(shown["link"])
    assert hashlib.sha256(link).hexdigest() == day["chain"]  # the first day of this chain
    record = await ada.get(f"/api/tables/{table}/record")
    assert f"Secret: {secret(link, date.fromisoformat(day['day']), GAME).hex()}\n" in record
    assert (await cleo.get("/api/daily"))["chain"] == day["chain"]
    tomorrow = date.fromordinal(date.fromisoformat(day["day"]).toordinal() + 3)
    for wrong in ("2001-01-01", "2026-02-31", tomorrow.isoformat()):
        assert "no deal" in await refusal(cleo.get(f"/api/daily/{wrong}/{GAME}"))


async def _migrates(settings: Settings, day: dict[str, Any]) -> None:
    """Back to the schema from before and up again: the games stay, and the chain is the same."""
    database = Database(settings)
    count = sa.select(sa.func.count()).select_from(schema.tables)
    async with database.connection(write=True) as connection:
        before = (await connection.execute(count)).scalar()
        await connection.run_sync(back_to, "0006")
        assert not await connection.run_sync(lambda c: sa.inspect(c).has_table("daily"))
    await database.close()
    async with serving(settings) as served:
        assert (await served.house.database.rows(count))[0][0] == before
        assert (await (await served.person()).get("/api/daily"))["chain"] == day["chain"]
