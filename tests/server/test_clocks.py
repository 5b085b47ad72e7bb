"""Clocks: bank and increment, days per move; bots for who stays away; time in which no server was
there.
"""
from __future__ import annotations

import asyncio
import random
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from helpers.ports import free_port
from server.conftest import usual
from server.helping import Served, Shifted, serving, until
from server.postgres import Postgres
from server.test_changes import PEOPLE, begun, decide
from server.test_changes import Client as Looking

from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.settings import Settings
from tafelrunde.server.tables.clocks import Clock, Clocks
from tafelrunde.server.tables.sweeping import DOWN_MS

pytestmark = pytest.mark.anyio
LIVE = {"kind": "live", "bank_ms": 60_000, "increment_ms": 5_000}
SLOW = {"kind": "slow", "move_ms": 3 * 86_400_000}


@pytest.fixture
async def shifted(settings: Settings) -> AsyncIterator[Served]:
    async with serving(settings, Shifted(settings)) as running:
        yield running


def forward(served: Served, ms: int) -> None:
    served.house.offset += ms


def test_a_table_is_looked_at_again_as_soon_as_anything_changed() -> None:
    live = begun("toledo")
    now = live.now()
    assert not live.rests(now)
    live.let_rest()
    assert live.rests(now)
    somebody = live.readers.pop()
    live.readers.add(Looking("a stranger", None))  # as many as before, but not the same people
    assert not live.rests(now)
    live.let_rest()
    live.elsewhere["another process"] = [("u0", "Ada")]
    assert not live.rests(now)
    live.let_rest()
    live.readers.add(somebody)
    decide(live, random.Random(1))
    live.let_rest()
    decide(live, random.Random(1))
    assert not live.rests(now)
    live.table.clocks = Clocks(Clock("live", 10_000, 0), PEOPLE)
    live.table.clocks.run({0}, now, asked=False)
    live.let_rest()
    assert live.rests(now + 9_999)
    assert not live.rests(now + 10_000)


def test_a_clock_counts_from_the_times_of_entries_alone() -> None:
    clocks = Clocks(Clock("live", 10_000, 2_000), 2)
    clocks.run({0}, 1_000, asked=True)
    assert clocks.deadline() == 1_000 + 12_000
    clocks.tick(4_000)
    clocks.run({0}, 4_000, asked=True)  # still the same question: no second increment
    assert clocks.hands[0].left == 9_000
    clocks.run({1}, 4_000, asked=True)
    assert clocks.hands[0].since is None
    assert clocks.out(20_000) == [1]
    assert clocks.shown(6_000)["seats"][1] == {"left_ms": 10_000, "running": True, "out_at": 16_000}
    clocks.shift(5_000, 9_500)
    assert clocks.deadline() == 21_000
    clocks.shift(5_000, 10_000)  # it cannot begin later than now
    assert clocks.deadline() == 22_000
    none = Clocks(Clock(), 2)
    none.run({0}, 0, asked=True)
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
    shown = await person.get(f"/api/tables/{table}")
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
    return bool(live.offline)


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


async def left_of(person: Client, table: str, seat: int) -> int:
    """What a seat's clock has left."""
    return int((await person.get(f"/api/tables/{table}/state"))["clocks"]["seats"][seat]["left_ms"])


def test_days_are_given_with_a_question_and_not_for_coming_back() -> None:
    clocks = Clocks(Clock("slow", move_ms=100_000), 2)
    clocks.run({0}, 0, asked=True)
    clocks.tick(60_000)
    clocks.run(set(), 60_000, asked=False)  # somebody has left
    clocks.run({0}, 70_000, asked=False)  # and is back
    assert clocks.hands[0].left == 40_000
    clocks.run({1}, 80_000, asked=True)
    clocks.run({0}, 90_000, asked=True)
    assert clocks.hands[0].left == 100_000


async def test_leaving_and_returning_does_not_refill_a_clock(shifted: Served) -> None:
    ada, bela = await shifted.person("Ada"), await shifted.person("Bela")
    table = await shifted.table(ada, bela, clock=LIVE)
    async with ada.sit(table) as a, bela.sit(table) as b:
        one = a if a.state["legal"] else b
        seat = one.state["seat"]
        left = await left_of(ada, table, seat)
        for _ in range(3):
            # Else the bot has moved meanwhile
            running = shifted.house.hall.tables[table].table.pending == (seat,)
            forward(shifted, 12_000)
            await one.ask("leave")
            await one.ask("return")
            now = await left_of(ada, table, seat)
            assert now <= left - (12_000 if running else 0)
            left = now
        assert left < 60_000


async def test_a_flag_is_a_flag(shifted: Served) -> None:
    ada, bela = await shifted.person("Ada"), await shifted.person("Bela")
    table = await shifted.table(ada, bela, clock=LIVE)
    async with ada.sit(table) as a, bela.sit(table) as b:
        late, other = (a, b) if a.state["legal"] else (b, a)
        seat = late.state["seat"]
        forward(shifted, 70_000)
        await other.until(lambda: other.state["seats"][seat]["away"] == "clock")
        await other.until(lambda: bool(other.state["legal"]))  # the bot has decided
        await late.ask("return")
        await late.until(lambda: late.state["seats"][seat]["standin"] is None)
        assert late.state["clocks"]["seats"][seat]["left_ms"] == 0
        for _ in range(20):  # from the next question on there is the increment, and nothing else
            if late.state["legal"]:
                break
            version = await other.act((await other.my_turn())["legal"][0])
            await late.until(lambda v=version: late.state["version"] >= v)
        assert 0 < late.state["clocks"]["seats"][seat]["left_ms"] <= LIVE["increment_ms"]
        assert await late.act(late.state["legal"][0])


async def test_without_an_increment_a_flag_is_the_end_of_playing_oneself(shifted: Served) -> None:
    ada, bela = await shifted.person("Ada"), await shifted.person("Bela")
    table = await shifted.table(ada, bela, clock=LIVE | {"increment_ms": 0})
    async with ada.sit(table) as a, bela.sit(table) as b:
        late, other = (a, b) if a.state["legal"] else (b, a)
        seat = late.state["seat"]
        forward(shifted, 70_000)
        await other.until(lambda: bool(other.state["legal"]))
        with pytest.raises(ServerRefused) as refused:
            await late.ask("return")
        assert refused.value.code == "conflict"
        assert "time" in refused.value.text
        assert other.state["seats"][seat]["away"] == "clock"


async def test_nobody_loses_time_while_the_server_is_suspended(settings: Settings) -> None:
    house = Shifted(settings)
    async with serving(settings, house) as served:
        ada, bela = await served.person("Ada"), await served.person("Bela")
        table, asleep = await served.table(ada, bela, clock=LIVE), await served.table(bela, ada, clock=LIVE)
        seat = served.house.hall.tables[table].table.pending[0]
        other = served.house.hall.tables[asleep].table.pending[0]
        served.house.hall.forget(served.house.hall.tables[asleep])
        house.suspended(3_600_000)
        await until(lambda: _paused(ada, table))
        await until(lambda: _paused(ada, asleep))
        for id_, who in ((table, seat), (asleep, other)):
            state = await ada.get(f"/api/tables/{id_}/state")
            assert state["seats"][who]["standin"] is None
            assert state["clocks"]["seats"][who]["left_ms"] > 30_000
            assert [s["kind"] for s in state["steps"]].count("pause") == 1


async def _paused(person: Client, table: str) -> bool:
    return any(s["kind"] == "pause" for s in (await person.get(f"/api/tables/{table}/state"))["steps"])


async def test_the_first_to_act_after_a_suspension_has_lost_no_time(sqlite: Settings) -> None:
    house = Shifted(sqlite)
    async with serving(sqlite, house) as served:
        ada, bela = await served.person("Ada"), await served.person("Bela")
        table = await served.table(ada, bela, clock=LIVE)
        await house.sweeper.stop()  # whoever notices first: it is not the sweeper
        one, seat = (ada, 0) if house.hall.tables[table].table.pending == (0,) else (bela, 1)
        state = await one.get(f"/api/tables/{table}/state")
        house.suspended(3_600_000)
        done = await one.post(f"/api/tables/{table}/actions", id="first-after-it", version=state["version"],
                              action=state["legal"][0])
        assert done["state"]["clocks"]["seats"][seat]["left_ms"] > 30_000


async def test_of_two_processes_that_were_suspended_one_pause_is_written(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    first, second = Shifted(usual(tmp_path, url)), Shifted(usual(tmp_path, url))
    async with serving(first.settings, first) as one, serving(second.settings, second) as two:
        ada, bela = await one.person("Ada"), await one.person("Bela")
        table = await one.table(ada, bela, clock=LIVE)
        there = Client(two.url, ada.token)
        await there.get(f"/api/tables/{table}/state")
        for house in (first, second):
            house.suspended(3_600_000)
        for person in (ada, there):
            await until(lambda p=person: _paused(p, table))
        await asyncio.gather(first.sweeper.wake(), second.sweeper.wake())
        state = await ada.get(f"/api/tables/{table}/state")
        assert [s["kind"] for s in state["steps"]].count("pause") == 1


async def test_a_stopped_process_pauses_the_clocks(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "tafelrunde.server", "--port", str(port), "--data-dir", str(tmp_path)]
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)
    try:
        ada = Client(f"http://127.0.0.1:{port}", patience=120)
        await until(lambda: _answers(ada), 240)
        await ada.guest("Ada")
        table = (await ada.post("/api/tables", game="el_grande", players=2, clock=LIVE | {"bank_ms": 3_600_000}))["id"]
        await ada.post(f"/api/tables/{table}/seats", seat=1, kind="bot", level="random")
        await until(lambda: _asked(ada, table))
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(DOWN_MS / 1000 + 2)
        process.send_signal(signal.SIGCONT)
        await until(lambda: _paused(ada, table))
    finally:
        process.kill()
        await process.wait()


async def _answers(person: Client) -> bool:
    try:
        return bool(await person.get("/api/games"))
    except httpx.TransportError:
        return False


async def _asked(person: Client, table: str) -> bool:
    return bool((await person.get(f"/api/tables/{table}/state"))["legal"])


async def test_an_absence_begins_when_it_begins(shifted: Served) -> None:
    ada, bela = await shifted.person("Ada"), await shifted.person("Bela")
    table = await shifted.table(ada, bela)  # no clock
    async with ada.sit(table) as a:
        while a.state["pending"] != [1]:
            version = await a.act((await a.my_turn())["legal"][0])
            await a.until(lambda v=version: a.state["version"] >= v)
        live = shifted.house.hall.tables[table]
        await until(lambda: _offline(live))
        async with bela.sit(table) as b:  # there again, decides, and is not asked any more
            while b.state["pending"] == [1]:
                version = await b.act((await b.my_turn())["legal"][0])
                await b.until(lambda v=version: b.state["version"] >= v)
            await until(lambda: _online(live))
        forward(shifted, 110_000)
        while a.state["pending"] != [1]:
            version = await a.act((await a.my_turn())["legal"][0])
            await a.until(lambda v=version: a.state["version"] >= v)
        await until(lambda: _offline(live))
        # More than two minutes after the first absence, not after this one
        forward(shifted, 20_000)
        await shifted.house.sweeper._look(live)
        assert a.state["seats"][1]["standin"] is None
        assert live.table.seats[1].standin is None


async def _online(live: object) -> bool:
    return not live.offline


async def test_taking_back_and_deciding_again_gives_nobody_more_time(shifted: Served) -> None:
    ada, bela = await shifted.person("Ada"), await shifted.person("Bela")
    table = await shifted.table(ada, bela, clock=LIVE, rated=True)
    async with ada.sit(table) as a, bela.sit(table) as b:
        chooser = random.Random(1)
        for _ in range(200):
            mover, other = (a, b) if a.state["legal"] else (b, a)
            before = list(other.state["pending"])
            action = chooser.choice(mover.state["legal"])
            version = await mover.act(action)
            await a.until(lambda v=version: a.state["version"] >= v)
            await b.until(lambda v=version: b.state["version"] >= v)
            if other.state["seat"] not in before and other.state["legal"] and mover.state["undo"]["can"]:
                break
        else:
            raise AssertionError("no decision that asks the other can be taken back")
        seat = other.state["seat"]
        given = other.state["clocks"]["seats"][seat]["left_ms"]
        for _ in range(3):
            await mover.ask("undo", version=mover.state["version"])
            await mover.until(lambda: bool(mover.state["legal"]))
            version = await mover.act(action)
            await other.until(lambda v=version: other.state["version"] >= v)
        assert other.state["clocks"]["seats"][seat]["left_ms"] <= given
