"""A hint from a bot: where it is given, where it is not, and that it comes from the seat's
knowledge alone.
"""
from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from server.conftest import usual
from server.helping import serving, until

from tafelrunde.server.client import ServerRefused
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage.entries import Append
from tafelrunde.server.tables.live import Live

pytestmark = pytest.mark.anyio


async def test_a_person_alone_against_bots_may_ask(tmp_path: object) -> None:
    async with serving(Settings(port=0, data_dir=str(tmp_path))) as served:
        me = await served.person("Ada")
        table = await me.post("/api/play-now", game="toledo", players=3, level="random", seat=0)
        assert table["hints"] is True
        state = await me.get(f"/api/tables/{table['id']}/state")
        while state["seat"] not in state["pending"]:
            state = await me.get(f"/api/tables/{table['id']}/state")
        said = await me.get(f"/api/tables/{table['id']}/hint")
        assert said["action"] in state["legal"]
        assert said["text"].endswith(".")
        assert (await me.get(f"/api/tables/{table['id']}/hint?lang=hu"))["text"] != said["text"]
        after = await me.get(f"/api/tables/{table['id']}/state")
        assert after["version"] == state["version"], "nothing is done by asking"


@pytest.mark.parametrize("asked", [{"help": False}, {"hotseat": True}])
async def test_elsewhere_nobody_is_advised(tmp_path: object, asked: dict[str, bool]) -> None:
    async with serving(Settings(port=0, data_dir=str(tmp_path))) as served:
        me = await served.person("Ada")
        table = await me.post("/api/tables", game="toledo", players=2, rated=False, clock={"kind": "none"}, **asked)
        if table["status"] == "open":  # on one device a game begins at once
            table = await me.post(f"/api/tables/{table['id']}/start")
        assert table["hints"] is False
        with pytest.raises(ServerRefused) as refused:
            await me.get(f"/api/tables/{table['id']}/hint?seat=0")
        assert refused.value.error["code"] == "conflict"


async def test_people_against_each_other_are_not_advised(tmp_path: object) -> None:
    async with serving(Settings(port=0, data_dir=str(tmp_path))) as served:
        one, two = await served.person("Ada"), await served.person("Ben")
        table = await one.post("/api/tables", game="toledo", players=2, rated=False, clock={"kind": "none"})
        await two.post(f"/api/tables/{table['id']}/join")
        shown = await one.get(f"/api/tables/{table['id']}")
        assert shown["hints"] is False


async def test_nothing_is_advised_about_what_is_still_on_its_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision that is not stored may never have happened."""
    async with serving(usual(tmp_path, "")) as served:
        ada = await served.person("Ada")
        table = await served.table(ada, bots=1)
        house, chooser = served.house, random.Random(1)
        live, append, advise = house.hall.tables[table], house.hall.shelf.append, house.bots.advise
        gate, asked_of = asyncio.Event(), list[bool]()
        gate.set()

        async def gated(one: Append) -> None:
            await gate.wait()
            await append(one)

        async def watched(of: Live, *more: Any) -> Any:
            asked_of.append(of.stored)
            return await advise(of, *more)

        monkeypatch.setattr(house.hall.shelf, "append", gated)
        monkeypatch.setattr(house.bots, "advise", watched)
        async with ada.sit(table) as a, ada.sit(table) as b:  # two pages
            while not asked_of:
                state = await a.my_turn()
                gate.clear()
                doing = asyncio.create_task(a.act(chooser.choice(state["legal"])))
                await until(lambda: seen(live.lock.locked()))
                if 0 in live.table.pending:  # it would be Ada's turn again
                    await b.say("hint", ref="advice", seat=0)
                    await b.say("ping", n=7)
                    await b.until(lambda: any(m["type"] == "pong" for m in b.heard))
                    gate.set()
                    await b.until(lambda: any(m.get("ref") == "advice" for m in b.heard))
                gate.set()
                version = await doing
                await a.until(lambda v=version: a.state["version"] >= v)
        assert asked_of == [True]


async def seen(found: bool) -> bool:
    return found
