"""A hint from a bot: where it is given, where it is not, and that it comes from the seat's
knowledge alone.
"""
from __future__ import annotations

import pytest
from server.helping import serving

from tafelrunde.server.client import ServerRefused
from tafelrunde.server.settings import Settings

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
