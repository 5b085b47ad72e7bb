"""Nobody waits for a stranger: limits hold without a cookie, the past is computed once, bots are
served in turn.
"""
from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from typing import Any

import httpx
import pytest
from server.helping import Served, play_out, until
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tafelrunde.bots.strong import StrongBot
from tafelrunde.server.accepting import Port
from tafelrunde.server.bots import child, lanes
from tafelrunde.server.bots.turns import SLOW, capped, lane_due, lane_of, owner_of
from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.errors import Refused
from tafelrunde.server.fair import Fair
from tafelrunde.server.quiet import LINES, Quiet
from tafelrunde.server.running import listen
from tafelrunde.server.tables.sitting import table_id
from tafelrunde.server.web.crowd import Crowd, Open, crowd
from tafelrunde.server.web.guard import Guard
from tafelrunde.server.web.limits import LIMITS
from tafelrunde.server.web.turns import AT_ONCE, PAUSE

pytestmark = pytest.mark.anyio


async def finished(served: Served, by: Client | None = None) -> str:
    """A finished table that anybody with its link may look at."""
    ada = by or await served.person("Ada", patience=300)
    table = await served.table(ada, bots=1)
    async with ada.sit(table) as socket:
        await play_out(socket)
    return table


# ------------------------------------------------------------ in turn


async def test_people_are_served_in_turn() -> None:
    fair, order = Fair(1, 2), list[str]()
    first = asyncio.Event()

    async def work(who: str) -> None:
        async with fair.place(who):
            order.append(who)
            await first.wait()

    tasks = [asyncio.create_task(work("many")) for _ in range(5)]
    await asyncio.sleep(0)
    tasks += [asyncio.create_task(work("one")), asyncio.create_task(work("other"))]
    await asyncio.sleep(0)
    first.set()
    await asyncio.gather(*tasks)
    assert order[:4] == ["many", "many", "one", "other"]
    assert order[4:] == ["many"] * 3
    assert not fair.queues
    assert not fair.at_work


async def test_a_person_has_a_few_places_at_most() -> None:
    fair, inside = Fair(4, 2), list[str]()
    go = asyncio.Event()

    async def work(who: str) -> None:
        async with fair.place(who):
            inside.append(who)
            await go.wait()

    tasks = [asyncio.create_task(work(who)) for who in ("a", "a", "a", "b")]
    await asyncio.sleep(0.01)
    assert sorted(inside) == ["a", "a", "b"]  # the fourth place stays free for somebody else
    go.set()
    await asyncio.gather(*tasks)
    assert sorted(inside) == ["a", "a", "a", "b"]


async def test_too_much_waiting_work_is_refused_and_who_goes_away_leaves_no_hole() -> None:
    fair = Fair(1, 1, waiting=2)
    go = asyncio.Event()

    async def work() -> None:
        async with fair.place("a"):
            await go.wait()

    tasks = [asyncio.create_task(work()) for _ in range(3)]
    await asyncio.sleep(0.01)
    with pytest.raises(Refused):
        async with fair.place("a"):
            pass
    tasks[1].cancel()
    await asyncio.sleep(0.01)
    go.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    async with asyncio.timeout(5), fair.place("a"):
        assert fair.free == 0
    assert fair.free == 1


class Counting:
    """An app that reports how many requests it handles at once; `go` lets it answer."""

    def __init__(self, status: int = 200) -> None:
        self.status = status
        self.inside = self.most = 0
        self.go = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)
        await self.go.wait()
        self.inside -= 1
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def asked(guard: Guard, address: str) -> asyncio.Task[None]:
    """A request from an address."""
    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        pass

    scope = {"type": "http", "method": "GET", "path": "/api/games", "headers": [], "client": (address, 1)}
    return asyncio.create_task(guard(scope, receive, send))


async def test_requests_of_one_address_are_worked_on_a_few_at_a_time() -> None:
    app = Counting()
    guard = Guard(app, secure=False)
    guard.pace.on = False  # how many at once, however fast
    many = [asked(guard, "192.0.2.1") for _ in range(30)]
    await asyncio.sleep(0)
    assert app.inside == AT_ONCE
    other = asked(guard, "192.0.2.2")
    await asyncio.sleep(0)
    assert app.inside == AT_ONCE + 1  # somebody else waits for none of them
    many[-1].cancel()  # who goes away leaves no hole
    app.go.set()
    await asyncio.gather(*many, other, return_exceptions=True)
    assert app.most == AT_ONCE + 1
    assert not guard.turns.at_work
    assert not guard.turns.queues


async def test_too_much_is_not_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused sender keeps its turn for a while: sending on and on brings only a few answers a
    second.
    """
    app = Counting(429)
    app.go.set()
    paused: list[float] = []
    waiting = asyncio.Event()

    async def pause(seconds: float) -> None:
        paused.append(seconds)
        await waiting.wait()

    monkeypatch.setattr("tafelrunde.server.web.turns.asyncio.sleep", pause)
    guard = Guard(app, secure=False)
    guard.pace.on = False  # how many at once, however fast
    many = [asked(guard, "192.0.2.1") for _ in range(30)]
    for _ in range(20):
        await asyncio.wait(many, timeout=0.001)
    assert paused == [PAUSE] * AT_ONCE
    waiting.set()
    await asyncio.gather(*many)
    assert len(paused) == 30


# ------------------------------------------------------------ the past


async def test_a_review_is_computed_once_and_may_be_kept(lone: Served) -> None:
    table = await finished(lone)
    path = f"/api/tables/{table}/review?lang=en"
    async with httpx.AsyncClient(base_url=lone.url, timeout=300) as web:
        answers = await asyncio.gather(*(web.get(path) for _ in range(12)))
        assert {a.status_code for a in answers} == {200}
        assert len({a.content for a in answers}) == 1
        assert lone.house.studies.made == 1
        assert "immutable" in answers[0].headers["cache-control"]
        tag = answers[0].headers["etag"]
        again = await web.get(path, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        unnamed = await web.get(f"/api/tables/{table}/review", headers={"Accept-Language": "hu"})
        # Its language may be another one tomorrow
        assert "immutable" not in unnamed.headers["cache-control"]
        assert unnamed.headers["etag"] != tag
        verified = (await web.get(f"/api/tables/{table}/verify?lang=en")).json()
        assert verified["verified"]
    assert lone.house.studies.made == 3


async def test_a_running_games_past_is_kept_only_as_long_as_it_is_the_same(lone: Served) -> None:
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    answer = await ada.http.get(f"/api/tables/{table}/replay", params={"at": 0, "lang": "en"},
                                headers={"Authorization": f"Bearer {ada.token}"})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "private, no-cache"


async def test_a_study_whose_process_dies_is_made_again(lone: Served) -> None:
    table = await finished(lone)
    ada = await lone.person("Bea")
    await ada.get(f"/api/tables/{table}/choices", at=1)
    pool = lone.house.studies.pool
    assert pool is not None
    for process in list(pool._processes.values()):
        process.kill()
        process.join()
    assert (await ada.get(f"/api/tables/{table}/choices", at=2))["at"] == 2


async def test_people_without_a_cookie_are_counted_by_their_address(lone: Served) -> None:
    table = await finished(lone)
    most = next(int(limit.most.partition("/")[0]) for limit in LIMITS if limit.name == "heavy")
    async with httpx.AsyncClient(base_url=lone.url, timeout=300) as web:
        statuses: list[int] = []
        for _ in range(most + 3):
            web.cookies.clear()
            statuses.append((await web.get(f"/api/tables/{table}/review?lang=en")).status_code)
    assert statuses[0] == 200
    assert statuses[-1] == 429


# ------------------------------------------------------------ bots


def test_no_bot_thinks_for_longer_than_the_lobby_offers() -> None:
    assert capped("strong:9999ms") == "strong:400ms"
    assert capped("strong:99999nodes") == "strong:2000nodes"
    assert [lane_of(level) for level in ("random", "simple", "strong", "strong:5ms")] == ["quick", "quick", SLOW, SLOW]


@pytest.mark.parametrize("level", ["strong:401ms", "strong:9999ms", "strong:2001nodes", "strong:99999nodes"])
async def test_the_lobby_takes_no_longer_thinking(lone: Served, level: str) -> None:
    ada = await lone.person("Ada")
    with pytest.raises(ServerRefused) as refused:
        await ada.post("/api/play-now", game="toledo", level=level)
    assert refused.value.error["field"] == "body.level"
    for allowed in ("strong:400ms", "strong:2000nodes", "strong:1ms", "strong:99ms", "strong:1000nodes"):
        await ada.post("/api/play-now", game="toledo", level=allowed, players=2)


def test_searching_leaves_the_server_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "cores", lambda: 8)
    assert [lanes.Lane(processes).threads for processes in (1, 3, 20)] == [7, 2, 1]
    child.bot_at("t", 0, "strong:100ms", "toledo", 7)
    child.bot_at("t", 0, "strong:10nodes", "toledo", 7)
    made = [child.bot_at("t", 0, level, "toledo") for level in ("strong:100ms", "strong:10nodes")]
    assert [bot.threads for bot in made if isinstance(bot, StrongBot)] == [7, 1]


async def test_quick_bots_do_not_wait_for_those_that_search(lone: Served) -> None:
    """The process in which strong bots think is stopped; simple ones still play."""
    guest, ada = await lone.person("Guest", patience=300), await lone.person("Ada", patience=300)
    slow = lone.house.bots.lanes[SLOW]
    stopped = await asyncio.wrap_future(slow._children().submit(os.getpid))
    os.kill(stopped, signal.SIGSTOP)
    try:
        for _ in range(3):
            await waiting_for_a_search(lone, guest)
        table = await lone.table(ada, bots=2, level="simple")
        async with ada.sit(table) as socket:
            for _ in range(4):
                state = await socket.my_turn()
                await socket.act(state["legal"][0])
                await socket.until(lambda v=state["version"]: socket.state["version"] > v)
            await socket.my_turn()
            assert any(s["by"] == "bot" for s in socket.steps)
        searching = [(lane_due(live.table), owner_of(live.table)) for live in lone.house.hall.tables.values()]
        assert searching.count((SLOW, guest.user["id"])) == 3
    finally:
        os.kill(stopped, signal.SIGCONT)


async def waiting_for_a_search(served: Served, person: Client) -> None:
    """A table at which a strong bot has to decide: whoever the deal lets begin, the person makes
    their decisions.
    """
    table = (await person.post("/api/play-now", game="toledo", players=2, level="strong:400ms", seat=1))["id"]
    async with person.sit(table) as socket:
        while lane_due(served.house.hall.tables[table].table) is None:
            state = await socket.my_turn()
            await socket.act(state["legal"][0])
            await socket.until(lambda v=state["version"]: socket.state["version"] > v)


# ------------------------------------------------------------ open connections


async def half_open(url: str, said: bytes = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-") -> asyncio.StreamReader:
    host, _, port = url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(said)
    await writer.drain()
    reader.writer = writer  # kept alive with it
    return reader


@pytest.mark.parametrize("said", [
    b"", b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{"])
async def test_half_said_requests_end(lone: Served, monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr("tafelrunde.server.web.door.WITHIN", 0.3)
    waiting = [await half_open(lone.url, said) for _ in range(20)]
    async with httpx.AsyncClient(base_url=lone.url, timeout=30) as web:
        assert (await web.get("/health")).status_code == 200
    async with asyncio.timeout(30):
        for reader in waiting:
            try:
                assert await reader.read() == b""
            except ConnectionResetError:
                continue
    assert crowd.all["request"] <= 5


async def test_one_address_has_so_many_connections(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(crowd.limits, "request", Open("request", crowd.here["request", "127.0.0.1"] + 10, 1000, ""))
    waiting = [await half_open(lone.url) for _ in range(14)]

    async def four_are_closed() -> bool:
        return sum(reader.at_eof() or reader.exception() is not None for reader in waiting) == 4

    await until(four_are_closed)
    other = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
    async with httpx.AsyncClient(base_url=lone.url, timeout=30, transport=other) as web:
        assert (await web.get("/health")).status_code == 200  # somebody else is not touched
    for reader in waiting:
        reader.writer.close()


async def test_one_address_has_so_many_sockets_and_streams(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    monkeypatch.setitem(crowd.limits, "socket", Open("socket", 2, 1000, ""))
    monkeypatch.setitem(crowd.limits, "news", Open("news", 1, 1000, ""))
    address = lone.url.replace("http", "ws") + f"/api/tables/{table}/socket"
    async with connect(address), connect(address):
        with pytest.raises((ConnectionClosed, InvalidStatus)):
            async with connect(address) as third:
                await third.recv()
    async with ada.sit(table) as socket:  # there is room again
        assert socket.state["version"]
    async with httpx.AsyncClient(base_url=lone.url, timeout=30) as web, web.stream("GET", "/api/news") as stream:
        assert stream.status_code == 200
        assert (await web.get("/api/news")).status_code == 429

    async def gone() -> bool:
        return crowd.all["news"] == 0

    await until(gone)


def test_a_crowd_counts_who_comes_and_goes() -> None:
    one = Crowd()
    one.limits = {"socket": Open("socket", 2, 3, "")}
    assert [one.enter("socket", "a") for _ in range(3)] == [True, True, False]
    assert one.enter("socket", "b")
    assert not one.enter("socket", "c")  # full
    one.leave("socket", "a")
    assert one.enter("socket", "c")
    assert one.here == {("socket", "a"): 1, ("socket", "b"): 1, ("socket", "c"): 1}


def test_what_happens_again_and_again_is_not_written_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    time = 0.0
    monkeypatch.setattr("tafelrunde.server.quiet.monotonic", lambda: time)
    quiet, written = Quiet(), list[str]()
    for n in range(1000):
        record = logging.LogRecord("asyncio", 40, "", 0, "%s", ("out of files",), None)
        if quiet.filter(record):
            written.append(record.getMessage())
        if n == 998:
            time = 11.0
    assert len(written) == LINES + 1
    assert f"{999 - LINES} more" in written[-1]


# ------------------------------------------------------------ the same request twice


async def test_the_same_table_is_not_made_twice(lone: Served) -> None:
    ada, bea = await lone.person("Ada"), await lone.person("Bea")
    asked: dict[str, Any] = {"game": "toledo", "players": 3, "id": "my-new-table"}
    first, second = await asyncio.gather(ada.post("/api/tables", **asked), ada.post("/api/tables", **asked))
    assert first["id"] == second["id"]
    assert first["id"] != table_id(ada.user["id"], "my-new-table")  # nobody else can compute it
    assert (await bea.post("/api/tables", **asked))["id"] != first["id"]  # ids are a person's own
    joined = [await bea.post(f"/api/tables/{first['id']}/join", id="my-sitting-down", invite=first["invite"])
              for _ in range(2)]
    assert joined[0]["mine"] == joined[1]["mine"] == [1]
    now = [await ada.post("/api/play-now", game="toledo", players=2, id="play-now-1") for _ in range(2)]
    assert now[0]["id"] == now[1]["id"]


async def test_a_rematch_asked_for_twice_is_one(lone: Served) -> None:
    ada = await lone.person("Ada")
    table = await finished(lone, ada)
    first = await ada.post(f"/api/tables/{table}/rematch")
    assert (await ada.post(f"/api/tables/{table}/rematch"))["id"] == first["id"]


def test_a_stranger_is_turned_away_at_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is created for the connection, while others come in as before."""
    monkeypatch.setitem(crowd.limits, "request", Open("request", 2, 1000, ""))
    monkeypatch.setitem(crowd.here, ("request", "127.0.0.5"), 2)
    with Port(listen("127.0.0.1", 0)) as port:
        port.setblocking(False)
        strangers = [socket.create_connection(port.getsockname(), source_address=("127.0.0.5", 0)) for _ in range(40)]
        other = socket.create_connection(port.getsockname())
        for _ in range(2):  # it looks at a few of them at a time
            with pytest.raises(BlockingIOError):
                port.accept()
        accepted, address = port.accept()
        assert address == other.getsockname()
        assert port.turned_away == 40
        for stranger in strangers:
            with pytest.raises(ConnectionResetError):
                stranger.recv(1)
        for one in (*strangers, other, accepted):
            one.close()


async def test_a_table_that_starts_at_once_costs_one_flush(lone: Served) -> None:
    ada = await lone.person("Ada")
    before = lone.house.log.batches
    table = await ada.post("/api/tables", game="toledo", players=2, hotseat=True)
    assert (table["status"], table["version"]) == ("running", 2)
    assert lone.house.log.batches == before + 1


async def test_an_open_socket_keeps_nothing_of_how_it_was_opened(lone: Served) -> None:
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    async with ada.sit(table) as socket:
        reader: Any = next(iter(lone.house.hall.tables[table].readers))
        assert not {"_headers", "_cookies", "_query_params"} & vars(reader.socket).keys()
        assert reader.socket.scope == {}
        assert not {"ping_timer", "handshake_complete", "request", "response"} & vars(reader.frames).keys()
        assert reader.frames.handshake_complete
        with pytest.raises(AttributeError):
            _ = reader.frames.nothing_of_the_kind
        await socket.my_turn()
