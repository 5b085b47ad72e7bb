"""Spectators: seen by name, talking among themselves, and, if the host wants it, some decisions
behind.
"""
from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from server.conftest import usual
from server.helping import Served, Shifted, play_out, serving, until
from server.test_archive import _back_up, _restore, back_to

from tafelrunde.server.client import Client, TableSocket
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage import schema
from tafelrunde.server.storage.database import Database

pytestmark = pytest.mark.anyio
DELAY = 3
LOOKS = ("", "/state", "/state?since=0", "/state?since=4", "/steps", "/steps?from=3&to=6", "/record", "/picture", "/chat",
         "/replay?at=0", "/replay?at=2", "/replay?at=5", "/replay?at=9", "/verify", "/review", "/choices?at=1", "/orders",
         "/why_not?action=power%201", "/preview?action=power%201", "/observation")
"""Everything that can be read at a table."""


class Pair:
    """Two tables with the same people and the same luck: one of them is seen at once, the other
    later.
    """

    def __init__(self, people: list[Client], watcher: Client, ids: list[str]) -> None:
        self.people, self.watcher, self.ids = people, watcher, ids
        self.was: list[dict[str, bytes]] = []

    async def post(self, who: int, path: str, **body: Any) -> None:
        for id_ in self.ids:
            await self.people[who].post(f"/api/tables/{id_}/{path}", **body)

    async def look(self, which: int) -> dict[str, bytes]:
        """All that the watcher can read of one of the tables, without what must differ."""
        headers = {"Authorization": f"Bearer {self.watcher.token}"}
        found = {look: (await self.watcher.http.get(f"/api/tables/{self.ids[which]}{look}", headers=headers)).content
                 for look in LOOKS}
        listed = await self.watcher.get("/api/tables", status="running")
        found["lists"] = repr([t for t in listed["tables"] if t["id"] == self.ids[which]]).encode()
        return {look: answer.replace(self.ids[which].encode(), b"ID").replace(b'"delay":%d' % DELAY, b'"delay":0')
                .replace(b"'delay': %d" % DELAY, b"'delay': 0") for look, answer in found.items()}

    async def decide(self) -> None:
        """The next decision at both."""
        state = await self.people[0].get(f"/api/tables/{self.ids[0]}/state")
        who, number = state["pending"][0], state["decisions"]
        legal = (await self.people[who].get(f"/api/tables/{self.ids[0]}/state"))["legal"]
        await self.post(who, "actions", action=legal[-1], version=state["version"], id=f"decision-{number}-{state['version']}")

    async def compare(self) -> None:
        """The watcher reads of the second table what they read of the first, `DELAY` decisions
        ago.
        """
        decisions = (await self.people[0].get(f"/api/tables/{self.ids[0]}"))["decisions"]
        assert decisions == len(self.was)
        self.was.append(await self.look(0))
        assert await self.look(1) == self.was[max(0, decisions - DELAY)]


async def pair(served: Served, **more: Any) -> Pair:
    people, watcher = [await served.person("Ada"), await served.person("Bela")], await served.person("Cleo")
    wish = {"game": "el_grande", "options": {"short": True}, **more}
    return Pair(people, watcher, [await served.table(*people, **wish, delay=delay) for delay in (0, DELAY)])


async def test_later_is_the_table_of_then_byte_by_byte(frozen: Served) -> None:
    tables = await pair(frozen)
    await tables.post(0, "chat", id="hello-0000", text="Good luck!")
    async with tables.watcher.sit(tables.ids[1]) as late, tables.watcher.sit(tables.ids[0]) as early:
        await tables.compare()
        for n in range(12):
            await tables.decide()
            if n == 5:
                await tables.post(1, "chat", id="said-00005", text="After six.")
            await tables.compare()
            version = (await tables.watcher.get(f"/api/tables/{tables.ids[1]}"))["version"]
            await late.until(lambda v=version: late.state["version"] == v)
        await early.until(lambda: early.state["decisions"] == 12)
        assert late.state["decisions"] == 12 - DELAY
        assert [s["version"] for s in late.steps] == [s["version"] for s in early.steps][:-DELAY]
        heard = [m["message"]["text"] for m in late.heard if m["type"] == "chat"]
        assert heard == ["After six."]
        # Strangers who come by, and a server that has forgotten everything, know no more.
        stranger = await frozen.person("Dora")
        assert (await stranger.get(f"/api/tables/{tables.ids[1]}/state"))["decisions"] == 12 - DELAY
        for person in tables.people:
            assert (await person.get(f"/api/tables/{tables.ids[1]}/state"))["decisions"] == 12


async def test_taking_back_shows_nothing_sooner(frozen: Served) -> None:
    ada, cleo = await frozen.person("Ada"), await frozen.person("Cleo")
    id_ = await frozen.table(ada, bots=2, delay=DELAY)
    path = f"/api/tables/{id_}"
    reached: list[int] = []
    frozen.house.hall.after.append(lambda live, entry, ours: reached.append(live.table.decisions))
    async with ada.sit(id_) as seat:
        for _ in range(8):
            state = await seat.my_turn()
            mine = state["decisions"]
            # Back and forth: no more than what was DELAY decisions old at some time
            for _ in range(4):
                await seat.act(state["legal"][0])
                await until(partial(_asked_again, seat, mine))
                if seat.state["undo"]["free"]:
                    await seat.ask("undo", version=seat.state["version"])
                    await seat.until(lambda m=mine: seat.state["decisions"] == m)
                    state = seat.state
            await seat.act(seat.state["legal"][-1])
            await until(partial(_asked_again, seat, mine))
            shown = await cleo.get(f"{path}/state")
            assert shown["decisions"] <= max(0, max(reached) - DELAY)
    before = await cleo.get(f"{path}/state")
    frozen.house.hall.tables.clear()  # from the storage, and from a snapshot where there is one
    [listed] = (await cleo.get("/api/tables", status="running"))["tables"]
    assert (listed["turn"], listed["version"]) == ([], 1)
    assert listed["decisions"] <= before["decisions"]
    assert await cleo.get(f"{path}/state") == before
    assert before["decisions"] > 0


async def _asked_again(seat: TableSocket, decisions: int) -> bool:
    return bool(seat.state["over"] or (seat.state["decisions"] > decisions and seat.state["asked"]))


async def test_clocks_stand_as_they_stood(sqlite: Settings) -> None:
    house = Shifted(sqlite)
    async with serving(sqlite, house) as served:
        ada, bela, cleo = [await served.person(name) for name in ("Ada", "Bela", "Cleo")]
        id_ = await served.table(ada, bela, delay=2, clock={"kind": "live", "bank_ms": 600_000, "increment_ms": 0})
        stood: list[list[int]] = []
        for n in range(6):
            house.offset += 7_000
            state = await ada.get(f"/api/tables/{id_}/state")
            who = (ada, bela)[state["pending"][0]]
            legal = (await who.get(f"/api/tables/{id_}/state"))["legal"]
            stood.append([round(hand.left, -3) for hand in house.hall.tables[id_].table.clocks.hands])
            await who.post(f"/api/tables/{id_}/actions", action=legal[0], version=state["version"], id=f"decision-{n}")
        house.offset += 60_000
        clocks = (await cleo.get(f"/api/tables/{id_}/state"))["clocks"]
        assert [round(hand["left_ms"], -3) for hand in clocks["seats"]] == stood[4]
        assert not any(hand["running"] or hand["out_at"] for hand in clocks["seats"])
        assert any(hand["running"] for hand in (await ada.get(f"/api/tables/{id_}/state"))["clocks"]["seats"])


async def test_spectators_are_named_and_talk_among_themselves(settings: Settings) -> None:
    async with AsyncExitStack() as stack:
        served = await stack.enter_async_context(serving(settings))
        second = await stack.enter_async_context(serving(settings)) if settings.shared else served
        ada, bela = await served.person("Ada"), await second.person("Bela")
        cleo, dora, hidden = await second.person("Cleo"), await served.person("Dora"), await served.person("Emil")
        await hidden.request("PATCH", "/api/me", {"hidden": True})
        id_ = await served.table(ada, bela, delay=1)
        await ada.post(f"/api/tables/{id_}/chat", id="players-01", text="to all")
        a, c, d = [await stack.enter_async_context(who.sit(id_)) for who in (ada, cleo, dora)]
        # Two pages, one person
        one, other = [await stack.enter_async_context(hidden.sit(id_)) for _ in range(2)]
        for reader in (a, c, d, one, other):
            await reader.until(lambda r=reader: _watchers(r) == (3, ["Cleo", "Dora"]))
        await cleo.post(f"/api/tables/{id_}/chat", id="gallery-01", text="among us")
        await d.until(lambda: _said(d) == ["among us"])
        assert [m["text"] for m in (await dora.get(f"/api/tables/{id_}/chat"))["messages"]] == ["to all", "among us"]
        assert [m["text"] for m in (await ada.get(f"/api/tables/{id_}/chat"))["messages"]] == ["to all"]
        assert [m["text"] for m in (await bela.post(f"/api/tables/{id_}/chat", id="players-02", text="hm"))["messages"]] == [
            "to all", "hm"]
        await a.until(lambda: _said(a) == ["hm"])
        b = await stack.enter_async_context(bela.sit(id_))
        await asyncio.gather(play_out(a), play_out(b))
        await a.until(lambda: _said(a) == ["hm", "among us"])  # now it is no secret any more
        await c.until(lambda: c.state["over"] and "hm" in _said(c))
        assert c.state["result"] == a.state["result"]
        assert c.state["view"]["pending"] == a.state["view"]["pending"]
        assert [m["gallery"] for m in (await ada.get(f"/api/tables/{id_}/chat"))["messages"]] == [False, True, False]


def _watchers(reader: TableSocket) -> tuple[int, list[str]]:
    last = next((m for m in reversed(reader.heard) if m["type"] == "presence"), {"watching": 0, "watchers": []})
    return last["watching"], [one["name"] for one in last["watchers"]]


def _said(reader: TableSocket) -> list[str]:
    return [m["message"]["text"] for m in reader.heard if m["type"] == "chat"]


async def test_who_hides_is_nameless_to_those_who_do_not_sit_there(served: Served) -> None:
    ada, bela, cleo = await served.person("Ada"), await served.person("Bela Hidden"), await served.person("Cleo")
    table = await ada.post("/api/tables", game="el_grande", players=2, options={"short": True})
    path = f"/api/tables/{table['id']}"
    async with cleo.sit(table["id"]) as watching:
        await bela.request("PATCH", "/api/me", {"hidden": True})
        await bela.post(f"{path}/join")
        await watching.until(lambda: watching.state["status"] == "running")
        begun = len(watching.heard)  # in a waiting room everybody reads who sits there
        assert [s["name"] for s in watching.state["seats"]] == ["Ada", ""]
        async with ada.sit(table["id"]) as a, bela.sit(table["id"]) as b:
            assert [s["name"] for s in a.state["seats"]] == ["Ada", "Bela Hidden"]
            await asyncio.gather(play_out(a), play_out(b))
        await watching.until(lambda: watching.state["over"])
        assert "Bela" not in repr(watching.heard[begun:])
    headers = {"Authorization": f"Bearer {cleo.token}"}
    for look in ("", "/state", "/steps", "/record", "/picture", "/replay?at=3", "/review", "/chat"):
        assert b"Bela" not in (await cleo.http.get(path + look, headers=headers)).content, look
    assert "Bela" not in str(await cleo.get(f"/api/users/{ada.user['id']}/history"))
    listed = await cleo.get("/api/tables", status="over")
    assert [s["name"] for s in listed["tables"][0]["seats"]] == ["Ada", ""]
    assert "Bela Hidden" in str(await ada.get("/api/tables", status="over"))
    await bela.request("PATCH", "/api/me", {"hidden": False})
    assert "Bela Hidden" in str(await cleo.get(f"{path}/state"))


async def test_lists_of_tables_are_paged(served: Served) -> None:
    ada, cleo = await served.person("Ada"), await served.person("Cleo")
    ids = [await served.table(ada, await served.person(f"Guest {n}"), spectators=n != 1) for n in range(4)]
    await served.house.database.execute(sa.update(schema.tables).values(created_at=1, changed_at=1))
    wanted = [id_ for n, id_ in enumerate(ids) if n != 1]  # nobody may watch the second
    for who, path, all_ in ((cleo, "/api/tables", wanted), (ada, "/api/tables/mine", ids)):
        found: list[str] = []
        before: dict[str, str] = {}
        while True:
            page = await who.get(path, status="running", limit=1, **before)
            found += [t["id"] for t in page["tables"]]
            if page["next"] is None:
                break
            before = {"before": page["next"]}
        assert sorted(found) == sorted(all_)


async def test_an_older_schema_learns_who_may_watch_and_a_backup_keeps_it(settings: Settings, tmp_path: Path) -> None:
    async with serving(settings) as served:
        ada, cleo = await served.person("Ada"), await served.person("Cleo")
        seen = await served.table(ada, await served.person("Bela"), delay=2)
        private = await served.table(ada, await served.person("Dora"), spectators=False)
        for who, text in ((ada, "at the table"), (cleo, "in the gallery")):
            await who.post(f"/api/tables/{seen}/chat", id="said-0001", text=text)
        await _back_up(settings, tmp_path / "backup")
    other = usual(tmp_path / "other", "")
    await _restore(other, tmp_path / "backup")
    async with serving(other) as served:
        assert await _talk(served, seen) == [("at the table", False), ("in the gallery", True)]
        assert (await Client(served.url, cleo.token).get(f"/api/tables/{seen}"))["delay"] == 2
    database = Database(settings)
    async with database.connection(write=True) as connection:
        await connection.run_sync(back_to, "0008")
    await database.close()
    async with serving(settings) as served:  # it migrates
        assert await _talk(served, seen) == [("at the table", False)]
        rows = await served.house.database.rows(sa.select(schema.tables.c.id, schema.tables.c.spectators))
        assert {r.id: r.spectators for r in rows} == {seen: True, private: False}


async def _talk(served: Served, table: str) -> list[tuple[str, bool]]:
    c = schema.chat.c
    rows = await served.house.database.rows(sa.select(c.text, c.gallery).where(c.table_id == table).order_by(c.n))
    return [(r.text, r.gallery) for r in rows]
