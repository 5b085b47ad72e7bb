"""Every rate limit of the table applies where it says."""
from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from limits import parse
from server.helping import Served, serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.settings import Settings
from tafelrunde.server.web.limits import LIMITS, Limiter

pytestmark = pytest.mark.anyio


class Guest:
    """A guest with a table, and one way to use up each limit."""

    def __init__(self, served: Served, client: Client, table: dict[str, Any]) -> None:
        self.served, self.client, self.table = served, client, table
        self.path = f"/api/tables/{table['id']}"
        self.n = 0

    def next(self) -> str:
        self.n += 1
        return f"action-{self.n:05}"

    async def request(self) -> Any:
        return await self.client.get("/api/games")

    async def guest(self) -> Any:
        return await self.client.post("/api/guests")

    async def register(self) -> Any:
        return await self.client.post("/api/account", email=f"{self.next()}@example.org", password="long enough")

    async def login(self) -> Any:
        return await self.client.post("/api/login", email=f"{self.next()}@example.org", password="whatever it is")

    async def login_email(self) -> Any:
        return await self.client.post("/api/login", email="victim@example.org", password="whatever it is")

    async def name(self) -> Any:
        return await self.client.request("PATCH", "/api/me", {"name": self.next()})

    async def session(self) -> Any:
        return await self.client.request("DELETE", "/api/me/sessions")

    async def create(self) -> Any:
        return await self.client.post("/api/tables", game="el_grande", players=3)

    async def tables(self) -> Any:
        somebody = await self.served.person()
        return await somebody.post("/api/play-now", game="el_grande", level="random")

    async def record(self) -> Any:
        return await self.client.post("/api/records", record="Game: chess", seats=[0])

    async def exercise(self) -> Any:
        return await self.client.post("/api/exercises", game="toledo", exercise="duel")

    async def sit(self) -> Any:
        return await self.client.post(f"{self.path}/leave")

    async def act(self) -> Any:
        return await self.client.post(f"{self.path}/actions", id=self.next(), version=2, action="nonsense")

    async def undo(self) -> Any:
        return await self.client.post(f"{self.path}/undo", id=self.next(), version=2)

    async def question(self) -> Any:
        return await self.client.get(f"{self.path}/why_not", action="nonsense")

    async def orders(self) -> Any:
        return await self.client.request("PUT", f"{self.path}/orders", {"orders": []})

    async def chat(self) -> Any:
        return await self.client.post(f"{self.path}/chat", id=self.next(), text="hello")

    async def report(self) -> Any:
        return await self.client.post("/api/reports", user=self.client.user["id"], text="me")

    async def block(self) -> Any:
        return await self.client.request("DELETE", f"/api/me/blocks/{self.client.user['id']}")

    async def push(self) -> Any:
        return await self.client.request("DELETE", "/api/me/push", {"endpoint": "https://example.org"})

    async def replay(self) -> Any:
        return await self.client.get(f"{self.path}/replay", at=0)

    async def choices(self) -> Any:
        return await self.client.get(f"{self.path}/choices", at=1)

    async def heavy(self) -> Any:
        return await self.client.get(f"{self.path}/record")

    async def archive(self) -> Any:
        return await self.client.get("/api/archive")

    async def profile(self) -> Any:
        return await self.client.get(f"/api/users/{self.client.user['id']}/games")

    async def hint(self) -> Any:
        return await self.client.get(f"{self.path}/hint")

    async def friend(self) -> Any:
        return await self.client.request("PUT", f"/api/me/follows/{self.client.user['id']}")

    async def challenge(self) -> Any:
        return await self.client.request("PUT", f"{self.path}/challenges/{self.client.user['id']}")

    async def daily(self) -> Any:
        return await self.client.get("/api/daily")

    async def tournament(self) -> Any:
        clock = {"kind": "slow", "move_ms": 86_400_000}
        return await self.client.post("/api/tournaments", name="Spring", game="toledo", seats=2, clock=clock)

    async def bulk(self) -> Any:
        answer = await self.client.http.get("/api/archive/download", headers={"Authorization": f"Bearer {self.client.token}"})
        if answer.status_code != 200:
            raise ServerRefused(answer.json()["error"], answer.status_code)

    async def settings(self) -> Any:
        return await self.client.request("PUT", "/api/me/settings", {"a": 1})

    async def socket(self) -> Any:
        address = self.served.url.replace("http", "ws") + self.path + "/socket"
        try:
            async with connect(address, additional_headers={"Authorization": f"Bearer {self.client.token}"}):
                pass
        except Exception as error:
            raise ServerRefused({"code": "limited", "text": str(error), "retry_ms": 1000}, 429) from error

    async def message(self) -> Any:
        async with connect(self.served.url.replace("http", "ws") + self.path + "/socket") as socket:
            await socket.send(json.dumps({"type": "hello", "protocol": 2, "token": self.client.token}))
            # Either loop may meet the closed socket
            with pytest.raises(ConnectionClosed) as closed:
                await self._talk(socket)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4009
        raise ServerRefused({"code": "limited", "text": "closed", "retry_ms": 1000}, 429)

    async def _talk(self, socket: ClientConnection) -> None:
        for n in range(40):
            await socket.send(json.dumps({"type": "pong", "n": n}))
        while True:
            await socket.recv()


@pytest.fixture
async def guest(sqlite: Settings) -> AsyncIterator[Guest]:
    async with serving(sqlite) as served:
        client = await served.person()
        table = await client.post("/api/play-now", game="el_grande", level="random")
        yield Guest(served, client, table)


def limiter_of(served: Served) -> Limiter:
    """The limiter that counts for this server."""
    return served.app.state.limiter


@pytest.mark.parametrize("name", [limit.name for limit in LIMITS])
async def test_the_third_is_too_many_when_two_are_allowed(guest: Guest, name: str) -> None:
    limiter = limiter_of(guest.served)
    limiter.check("report", "make it ready")
    limiter.items[name] = parse("2/year")  # a time that does not end while the test runs
    limiter.strategy.storage.reset()
    once: Callable[[], Awaitable[Any]] = getattr(guest, name)
    for _ in range(2):
        try:
            await once()
        except ServerRefused as refused:
            if name == "message":
                return
            assert refused.code != "limited"
    with pytest.raises(ServerRefused) as found:
        await once()
    assert found.value.code == "limited"
    assert found.value.error["retry_ms"] >= 1000
    limiter.strategy.storage.reset()
    try:
        await once()  # a while later it works again
    except ServerRefused as refused:
        assert refused.code != "limited"


def test_the_table_reads_well_and_is_in_the_documentation() -> None:
    from pathlib import Path

    page = Path("docs/server.md").read_text("utf-8")
    for limit in LIMITS:
        assert f"| {limit.says} | {limit.most} | {limit.per} |" in page
    assert len({limit.name for limit in LIMITS}) == len(LIMITS)


async def test_retry_after_tells_how_long(guest: Guest) -> None:
    limiter = limiter_of(guest.served)
    limiter.check("report", "make it ready")
    limiter.items["create"] = parse("1/year")
    limiter.strategy.storage.reset()
    await guest.create()
    answer = await guest.client.http.post("/api/tables", json={"game": "el_grande", "players": 3},
                                          headers={"Authorization": f"Bearer {guest.client.token}"})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) * 1000 == answer.json()["error"]["retry_ms"] >= 1000
