"""One address gets a share of the process's time, whatever it sends and as however many people."""
from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from server.helping import Served
from server.test_fair import Counting, asked
from websockets.asyncio.client import connect

from tafelrunde.server import pace
from tafelrunde.server.bots import lanes
from tafelrunde.server.client import Client
from tafelrunde.server.pace import AT_ONCE, EACH_SECOND, FASTEST, LOADING, MESSAGE, PAGE, REQUEST, WHOLE, Pace
from tafelrunde.server.web import intake
from tafelrunde.server.web.guard import Guard

pytestmark = pytest.mark.anyio


class Time:
    """A clock that is advanced by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_place_takes_much_at_once_and_then_its_share() -> None:
    time = Time()
    share = Pace(True, time)
    assert [share.take("here", 1) for _ in range(AT_ONCE)] == [0.0] * AT_ONCE
    assert share.take("here", EACH_SECOND) == pytest.approx(1.0)
    assert share.take("elsewhere", 1) == 0.0
    time.now += 1.0
    assert share.take("here", 1) == pytest.approx(1 / EACH_SECOND)
    time.now += 3600.0
    assert share.take("here", AT_ONCE) == 0.0  # nobody saves up more than that
    assert share.take("here", 1) > 0.0
    assert Pace(False, time).take("here", 10**9) == 0.0


def test_what_is_over_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "PLACES", 3)
    time = Time()
    share = Pace(True, time)
    share.take("in debt", 10 * AT_ONCE)
    for n in range(20):
        share.take(f"{n}", 1)
        time.now += 1.0
        share.notice(f"person {n}", "here")
    assert len(share.paid) <= 3
    assert len(share.places) <= 3
    assert "in debt" in share.paid


async def test_what_comes_all_at_once_is_spread_and_others_come_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(pace.asyncio, "sleep", sleep)
    share = Pace(True, Time())
    for _ in range(3):
        await share.wait("here", WHOLE)
    assert waited == [pytest.approx(WHOLE / FASTEST), pytest.approx(2 * WHOLE / FASTEST)]
    await share.wait("elsewhere", WHOLE)
    assert len(waited) == 2


async def test_requests_of_an_address_beyond_its_share_wait_and_nobody_elses_do(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    go = asyncio.Event()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await go.wait()

    app = Counting()
    app.go.set()
    time = Time()
    guard = Guard(app, False, Pace(True, time))
    guard.pace.take("192.0.2.1", AT_ONCE - 2 * REQUEST)
    monkeypatch.setattr(pace.asyncio, "sleep", sleep)
    for _ in range(2):
        await asked(guard, "192.0.2.1")
        time.now += REQUEST / FASTEST
        guard.pace.take("192.0.2.1", EACH_SECOND * REQUEST / FASTEST)  # what it was given meanwhile
    late = asked(guard, "192.0.2.1")
    await asyncio.wait([late], timeout=0.01)
    assert waited == [pytest.approx(REQUEST / EACH_SECOND)]
    await asked(guard, "192.0.2.2")
    assert not late.done()
    go.set()
    await late
    assert guard.turns is not None
    assert not guard.turns.at_work


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float]]:
    """What was counted, and to whom; what reading cost is another matter."""
    found: list[tuple[str, float]] = []
    take = Pace.take

    def noted(self: Pace, place: str, cost: float) -> float:
        if self is not intake.reading:
            found.append((place, cost))
        return take(self, place, cost)

    monkeypatch.setattr(Pace, "take", noted)
    return found


async def test_what_costs_more_than_a_message_counts_for_more(lone: Served, taken: list[tuple[str, float]]) -> None:
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    async with ada.sit(table) as socket:
        await socket.my_turn()
        taken.clear()
        before = socket.state["prompt"]
        await socket._send({"type": "lang", "lang": "hu"})
        await socket.until(lambda: socket.state["prompt"] != before)
        assert taken == [("127.0.0.1", MESSAGE), ("127.0.0.1", WHOLE)]
    lone.house.hall.tables.clear()
    taken.clear()
    await ada.get(f"/api/tables/{table}")
    assert taken[:2] == [("127.0.0.1", REQUEST), ("127.0.0.1", LOADING)]


async def test_everything_on_sockets_is_counted_to_its_address(lone: Served, taken: list[tuple[str, float]]) -> None:
    """However many connections it has."""
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    taken.clear()
    url = lone.url.replace("http", "ws")
    for _ in range(3):
        async with connect(f"{url}/api/tables/{table}/socket") as socket:
            await socket.send('{"type":"hello","protocol":2}')
            await socket.recv()
            await socket.send('{"type":"ping","n":1}')
            await socket.recv()
    sent = [one for one in taken if one[1] in (WHOLE, MESSAGE)]
    assert sent == [("127.0.0.1", cost) for _ in range(3) for cost in (WHOLE, MESSAGE)]


async def test_what_waits_on_a_socket_does_not_count_after_its_session_has_ended(
        lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    async with ada.sit(table) as socket:
        state = await socket.my_turn()
        reader: Any = next(iter(lone.house.hall.tables[table].readers))
        version = lone.house.hall.tables[table].table.version

        async def signed_out(self: Pace, place: str, cost: float) -> None:
            reader.log_out()

        monkeypatch.setattr(Pace, "wait", signed_out)
        await socket._send({"type": "act", "id": "much-too-late", "version": state["version"], "action": state["legal"][0]})
        async with asyncio.timeout(30):
            while reader in lone.house.hall.tables[table].readers:
                await asyncio.sleep(0.01)
        monkeypatch.undo()
        assert f"{ada.user['id']}:much-too-late" not in lone.house.hall.tables[table].table.keys
        assert lone.house.hall.tables[table].table.version == version


async def test_bots_that_play_alone_are_counted_to_whoever_left_them(lone: Served, taken: list[tuple[str, float]]) -> None:
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=2)
    await ada.post(f"/api/tables/{table}/leave", resign=True)
    async with asyncio.timeout(120):
        while (await ada.get(f"/api/tables/{table}"))["status"] == "running":
            await asyncio.sleep(0.2)
    made = (await ada.get(f"/api/tables/{table}"))["decisions"]
    decided = [place for place, cost in taken if cost == pace.DECISION]
    assert set(decided) == {"127.0.0.1"}
    assert len(decided) > made // 2


async def test_nobody_is_forgotten_because_strangers_come_and_go(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the bots that somebody left behind would get a share of their own."""
    ada = await lone.person("Ada")
    await lone.table(ada, bots=1)
    monkeypatch.setattr(pace, "PLACES", 3)
    async with httpx.AsyncClient(base_url=lone.url) as web:
        for _ in range(10):
            web.cookies.clear()
            assert (await web.get("/api/games")).status_code == 200
    assert lone.house.pace.place(ada.user["id"]) == "127.0.0.1"


def test_of_many_places_the_one_unused_longest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "PLACES", 3)
    share = Pace(True, Time())
    for who in ("Ada", "Bela", "Cili", "Ada", "Dora"):
        share.notice(who, "here")
    assert [share.place(who) for who in ("Ada", "Bela", "Cili", "Dora")] == ["here", "Bela", "here", "here"]


async def test_an_address_has_one_turn_in_the_lanes_as_however_many_people(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    owners: list[str] = []

    async def think(self: lanes.Lane, owner: str, *given: Any) -> str | None:
        owners.append(owner)
        return None

    monkeypatch.setattr(lanes.Lane, "think", think)
    for name in ("Ada", "Bela"):
        person = await lone.person(name)
        await lone.table(person, bots=2, level="strong")
        away = await lone.person(name)
        table = await lone.table(away, bots=1, level="simple")
        await away.post(f"/api/tables/{table}/leave", resign=True)
    async with asyncio.timeout(60):
        while not owners:
            await asyncio.sleep(0.05)
    assert set(owners) == {"127.0.0.1"}


async def test_pictures_are_drawn_once_and_elsewhere(lone: Served) -> None:
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    drawn = [await _text(ada, f"/api/tables/{table}/picture") for _ in range(3)]
    assert drawn[0].startswith("<svg")
    assert "Ada" in drawn[0]
    assert len(set(drawn)) == 1
    assert lone.house.studies.made == 1
    assert lone.house.studies.pool is not None


async def _text(person: Client, path: str) -> str:
    answer = await person.http.get(path, headers={"Authorization": f"Bearer {person.token}"})
    assert answer.status_code == 200
    return answer.text


async def test_a_file_with_many_games_is_counted_by_its_pages(lone: Served, taken: list[tuple[str, float]]) -> None:
    ada = await lone.person("Ada")
    await ada.http.get("/api/archive/download")
    assert ("127.0.0.1", PAGE) in taken
