"""Clocks: bank and increment, days per move; bots for who stays away; time in which no server was there."""
from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from server.helping import Served, Shifted, serving, until

from tafelrunde.server.client import ServerRefused
from tafelrunde.server.settings import Settings
from tafelrunde.server.tables.clocks import Clock, Clocks

pytestmark = pytest.mark.anyio
LIVE = {"kind": "live", "bank_ms": 60_000, "increment_ms": 5_000}
SLOW = {"kind": "slow", "move_ms": 3 * 86_400_000}


@pytest.fixture
async def shifted(settings: Settings) -> AsyncIterator[Served]:
    async with serving(settings, Shifted(settings)) as running:
        yield running


def forward(served: Served, ms: int) -> None:
    served.house.offset += ms  # type: ignore[attr-defined]


def test_a_clock_counts_from_the_times_of_entries_alone() -> None:
    clocks = Clocks(Clock("live", 10_000, 2_000), 2)
    clocks.run({0}, 1_000, increment=True)
    assert clocks.deadline() == 1_000 + 12_000
    clocks.tick(4_000)
    clocks.run({0}, 4_000, increment=True)  # still the same question: no second increment
    assert clocks.hands[0].left == 9_000
    clocks.run({1}, 4_000, increment=True)
    assert clocks.hands[0].since is None
    assert clocks.out(20_000) == [1]
    assert clocks.shown(6_000)["seats"][1] == {"left_ms": 10_000, "running": True, "out_at": 16_000}
    clocks.shift(5_000)
    assert clocks.deadline() == 21_000
    none = Clocks(Clock(), 2)
    none.run({0}, 0, increment=True)
    assert none.deadline() is None
    assert none.out(10**15) == []


async def test_when_time_runs_out_a_bot_plays_until_the_person_is_back(shifted: Served) -> None:
    ada, bela = await shifted.person("Ada"), await shifted.person("Bela")
    table = await shifted.table(ada, bela, clock=LIVE)
    async with ada.sit(table) as a, bela.sit(table) as b:
        late = (a, b)[a.state["pending"][0]]
        other = b if late is a else a
        seat = late.state["seat"]
        clock = late.state["clocks"]
        assert clock["seats"][seat]["running"]
        assert 0 < clock["seats"][seat]["left_ms"] <= 65_000
        assert not clock["seats"][1 - seat]["running"]
        legal = late.state["legal"]
        forward(shifted, 70_000)
        await other.until(lambda: other.state["seats"][seat]["standin"] == "random")
        assert other.state["seats"][seat]["away"] == "clock"
        assert any(s["kind"] == "clock" and s["seat"] == seat for s in other.steps)
        await other.until(lambda: bool(other.state["legal"]))  # the bot has decided
        with pytest.raises(ServerRefused):
            await late.act(legal[0])
        await late.ask("return")
        await late.until(lambda: late.state["seats"][seat]["standin"] is None)
        assert late.state["clocks"]["seats"][seat]["left_ms"] > 30_000


async def test_time_runs_out_while_the_person_is_not_connected(shifted: Served) -> None:
    ada, bela = await shifted.person("Ada"), await shifted.person("Bela")
    table = await shifted.table(ada, bela, clock=LIVE)
    async with ada.sit(table) as a:
        for person in (ada, bela):  # whoever begins: Bela is not there
            if a.state["pending"] == [1] or a.state["over"]:
                break
            await a.my_turn()
            version = await a.act(a.state["legal"][0])
            await a.until(lambda v=version: a.state["version"] >= v)
            assert person
        forward(shifted, 70_000)
        await a.until(lambda: a.state["seats"][1]["standin"] == "random")
        await a.my_turn()
    async with bela.sit(table) as b:
        assert b.state["seats"][1]["away"] == "clock"
        await b.ask("return")
        await b.until(lambda: b.state["seats"][1]["standin"] is None)


async def test_slow_games_give_days_per_move(shifted: Served) -> None:
    ada, bela = await shifted.person("Ada"), await shifted.person("Bela")
    table = await shifted.table(ada, bela, clock=SLOW)
    one, two = (ada, bela)
    async with one.sit(table) as a:
        if a.state["pending"] != [0]:
            one, two = bela, ada
    async with one.sit(table) as a:
        seat = a.state["seat"]
        left = a.state["clocks"]["seats"][seat]["left_ms"]
        assert SLOW["move_ms"] - 60_000 < left <= SLOW["move_ms"]
        version = await a.act(a.state["legal"][0])
    forward(shifted, 2 * 86_400_000)
    state = await two.get(f"/api/tables/{table}/state")
    assert state["version"] == version
    assert 86_000_000 < state["clocks"]["seats"][1 - seat]["left_ms"] <= 86_400_000
    forward(shifted, 2 * 86_400_000)
    await until(lambda: _stood_in(two, table, 1 - seat))


async def _stood_in(person: object, table: str, seat: int) -> bool:
    shown = await person.get(f"/api/tables/{table}")  # type: ignore[attr-defined]
    return shown["seats"][seat]["away"] == "clock"


async def test_a_clock_runs_out_at_a_table_that_nobody_has_in_memory(shifted: Served) -> None:
    ada, bela = await shifted.person("Ada"), await shifted.person("Bela")
    table = await shifted.table(ada, bela, clock=LIVE)
    shifted.house.hall.forget(shifted.house.hall.tables[table])
    assert table not in shifted.house.hall.tables
    forward(shifted, 100_000)
    await until(lambda: _decided(shifted, table))


async def _decided(served: Served, table: str) -> bool:
    live = served.house.hall.tables.get(table)
    return live is not None and live.table.decisions > 0


async def test_who_vanishes_and_holds_others_up_is_played_for(shifted: Served) -> None:
    ada, bela = await shifted.person("Ada"), await shifted.person("Bela")
    table = await shifted.table(ada, bela)  # no clock
    async with ada.sit(table) as a:
        async with bela.sit(table):
            await a.until(lambda: any(m["type"] == "presence" and m["online"] == [0, 1] for m in a.heard))
        await a.until(lambda: [m["online"] for m in a.heard if m["type"] == "presence"][-1] == [0])
        if a.state["pending"] == [0]:
            version = await a.act(a.state["legal"][0])
            await a.until(lambda: a.state["version"] >= version)
        live = shifted.house.hall.tables[table]
        await until(lambda: _offline(live))
        assert a.state["seats"][1]["standin"] is None  # not at once
        forward(shifted, 130_000)
        await a.until(lambda: a.state["seats"][1]["away"] == "absent")
        await a.my_turn()


async def _offline(live: object) -> bool:
    return bool(live.offline)  # type: ignore[attr-defined]


async def test_nobody_loses_time_while_the_server_is_down(settings: Settings) -> None:
    async with serving(settings, Shifted(settings)) as served:
        ada, bela = await served.person("Ada"), await served.person("Bela")
        table = await served.table(ada, bela, clock=LIVE)
        seat = served.house.hall.tables[table].table.pending[0]
        token = ada.token
    later = Shifted(settings)
    later.offset = 3_600_000
    async with serving(settings, later) as served:
        ada = await served.person()
        ada.token = token
        state = await ada.get(f"/api/tables/{table}/state")
        assert state["seats"][seat]["standin"] is None
        assert state["clocks"]["seats"][seat]["left_ms"] > 30_000
        assert state["steps"][-1]["kind"] == "pause"
