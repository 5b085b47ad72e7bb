"""What the server's tests share: a server in this process, people at it, games played to their
end.
"""
from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import uvicorn

from tafelrunde.server.app import make_app
from tafelrunde.server.client import Client, TableSocket
from tafelrunde.server.house import House
from tafelrunde.server.running import options
from tafelrunde.server.settings import Settings


class Quiet(uvicorn.Server):
    """A server that leaves the process's signals alone."""

    def install_signal_handlers(self) -> None:
        pass


@dataclass
class Served:
    """A running server."""

    url: str
    house: House
    settings: Settings
    app: Any

    async def person(self, name: str = "Ada", **more: Any) -> Client:
        """A new guest."""
        client = Client(self.url, **{"patience": 60.0} | more)
        # Studies make way for everything else on a busy machine
        client.http.timeout = httpx.Timeout(300)
        await client.guest(name)
        return client

    async def table(self, *people: Client, game: str = "el_grande", bots: int = 0, level: str = "random",
                    **more: Any) -> str:
        """A running table of some people and bots; its id."""
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:]),
                 *({"kind": "bot", "level": level} for _ in range(bots))]
        asked = {"game": game, "players": len(seats), "seats": seats, "options": {"short": True}} | more
        table = await people[0].post("/api/tables", **asked)
        for person in people[1:]:
            await person.post(f"/api/tables/{table['id']}/join", invite=table["invite"])
        return table["id"]


class Frozen(House):
    """A house in which time stands still, so that two runs can be compared byte by byte."""

    def now(self) -> int:
        return 1_700_000_000_000


@asynccontextmanager
async def serving(settings: Settings, house: House | None = None) -> AsyncIterator[Served]:
    """A server in this process, on a port of its own."""
    house = house or House(settings)
    app = make_app(settings, house)
    server = Quiet(uvicorn.Config(app, **options(settings) | {"log_level": "error"}))
    task = asyncio.create_task(server._serve())
    while not server.started:
        if task.done():
            task.result()
            raise RuntimeError("the server has not started")
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Served(f"http://127.0.0.1:{port}", house, settings, app.app)
    finally:
        house.stopping = True
        for stream in list(house.news.streams):
            stream.close()
        server.should_exit = True
        await task


async def play_out(socket: TableSocket, seed: int = 1, most: int = 2000) -> None:
    """Play a seat at random to the end of the game."""
    chooser = random.Random(seed)
    for _ in range(most):
        state = await socket.my_turn()
        if state["over"]:
            return
        version = await socket.act(chooser.choice(state["legal"]), seat=state["seat"])
        await socket.until(lambda v=version: socket.state["version"] >= v)
    raise AssertionError("the game does not end")


class Shifted(House):
    """A house whose clock can be advanced, and that can be treated as suspended."""

    offset = 0
    missed = 0

    def now(self) -> int:
        return super().now() + self.offset

    def pulse(self) -> int:
        return super().pulse() + self.missed

    def suspended(self, ms: int) -> None:
        """Let time pass in which nothing of the process could run."""
        self.offset += ms
        self.missed += ms


async def until(condition: Any, patience: float = 60.0) -> None:
    """Wait until something holds; ask less and less often, because requests are limited."""
    pause = 0.02
    async with asyncio.timeout(patience):
        while not await condition():
            await asyncio.sleep(pause)
            pause = min(1.2 * pause, 0.3)
