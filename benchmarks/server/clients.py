"""Clients that cost little, so that on one machine the server is what is measured: a socket,
frames, and what they look at.
"""
from __future__ import annotations

import asyncio
import os
import random
import sys
from base64 import b64encode
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tafelrunde.server.client import Client

PEOPLE = 3


class Told(msgspec.Struct):
    """The fields of a state that a client reads."""

    version: int
    legal: list[str]
    over: bool


class Message(msgspec.Struct):
    """The fields of a message that a client reads."""

    type: str
    state: Told | None = None
    version: int = 0
    changes: list[tuple[list[str | int], msgspec.Raw]] = []
    n: int = 0


_message = msgspec.json.Decoder(Message).decode
_words = msgspec.json.Decoder(list[str]).decode


class Socket(asyncio.Protocol):
    """A WebSocket connection; frames to the server are masked with zeros, which changes nothing and
    is allowed.
    """

    def __init__(self, table: Table, seat: int, path: str, host: str, hello: dict[str, Any]) -> None:
        self.table = table
        self.seat = seat
        self.request = (f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n")
        self.hello = hello
        self.waiting = b""
        self.open = False
        self.transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport
        transport.write(self.request.encode())

    def send(self, message: dict[str, Any]) -> None:
        body = msgspec.json.encode(message)
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        assert self.transport is not None
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + body)

    def data_received(self, data: bytes) -> None:
        data = self.waiting + data
        if not self.open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.waiting = head
                return
            if b" 101 " not in head[:20]:
                raise RuntimeError(head.decode("latin-1")[:200])
            self.open = True
            self.send(self.hello)
        at = 0
        while len(data) - at >= 2:
            start, size = at + 2, data[at + 1]
            if size >= 126:
                width = 2 if size == 126 else 8
                if len(data) < start + width:
                    break
                size, start = int.from_bytes(data[start:start + width], "big"), start + width
            if len(data) < start + size:
                break
            if data[at] & 15 == 1:
                self.take(data[start:start + size])
            at = start + size
        self.waiting = data[at:]

    def take(self, frame: bytes) -> None:
        self.table.bytes += len(frame)
        self.table.messages += 1
        message = _message(frame)
        if message.type == "ping":
            self.send({"type": "pong", "n": message.n})
        elif message.state is not None:
            self.table.states[self.seat] = message.state
            self.table.look()
        elif message.type == "update":
            state = self.table.states[self.seat]
            assert state is not None
            state.version = message.version
            for path, value in message.changes:
                if path == ["legal"]:
                    state.legal = _words(value)
                elif path == ["over"]:
                    state.over = bytes(value) == b"true"
            self.table.look()


@dataclass
class Table:
    """A table, its connections and what they have received."""

    id: str
    sockets: list[Socket] = field(default_factory=list[Any])
    states: list[Told | None] = field(default_factory=lambda: [None] * PEOPLE)
    bytes: int = 0
    messages: int = 0
    newer: int = -1
    heard: asyncio.Future[None] | None = None

    def look(self) -> None:
        """Somebody has received something: does everybody have it now?"""
        if self.heard is not None and not self.heard.done() and self.knows():
            self.heard.set_result(None)

    def knows(self) -> bool:
        return all(s is not None and s.version > self.newer for s in self.states)

    async def told(self, newer: int) -> None:
        """Wait until every client has received a newer version."""
        self.newer = newer
        if not self.knows():
            self.heard = asyncio.get_running_loop().create_future()
            async with asyncio.timeout(60):
                await self.heard


async def make_table(people: list[Client], game: str, **more: Any) -> str:
    """A running table to which nobody is connected; returns its id."""
    made = await people[0].post("/api/tables", game=game, players=PEOPLE, listed=False, **more)
    for person in people[1:]:
        await person.post(f"/api/tables/{made['id']}/join", invite=made["invite"])
    id_: str = made["id"]
    return id_


async def connected(url: str, people: list[Client], id_: str) -> Table:
    """A table to which everybody is connected."""
    table = Table(id_)
    where = urlsplit(url)
    for seat, person in enumerate(people):
        hello = {"type": "hello", "protocol": 2, "token": person.token}
        path = f"/api/tables/{table.id}/socket"
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda s=seat, h=hello, p=path: Socket(table, s, p, where.netloc, h), where.hostname, where.port)
        table.sockets.append(socket)
    await table.told(0)
    return table


async def open_table(url: str, people: list[Client], game: str, **more: Any) -> Table:
    return await connected(url, people, await make_table(people, game, **more))


async def connect_all(url: str, people: list[Client], tables: list[str]) -> list[Table]:
    """Work on a few at a time."""
    at_once = asyncio.Semaphore(8)

    async def one(id_: str) -> Table:
        async with at_once:
            return await connected(url, people, id_)

    return await asyncio.gather(*map(one, tables))


async def open_all(url: str, people: list[Client], tables: int, game: str, **more: Any) -> list[Table]:
    at_once = asyncio.Semaphore(8)

    async def one() -> Table:
        async with at_once:
            return await open_table(url, people, game, **more)

    return await asyncio.gather(*(one() for _ in range(tables)))


async def play(table: Table, every: float, until: float, delays: list[float]) -> None:
    """Decide at random, again and again, and record how long it takes until everybody knows."""
    chooser = random.Random(table.id)
    await asyncio.sleep(chooser.uniform(0, every))
    n = 0
    while perf_counter() < until:
        began = perf_counter()
        seat = next((i for i, s in enumerate(table.states) if s is not None and s.legal), None)
        state = table.states[seat] if seat is not None else None
        if seat is None or state is None:
            return  # the game is over
        n += 1
        version = state.version
        table.sockets[seat].send({"type": "act", "id": f"load-{n:08}", "version": version,
                                  "action": chooser.choice(state.legal), "seat": seat})
        await table.told(version)
        delays.append(perf_counter() - began)
        await asyncio.sleep(max(0, every - (perf_counter() - began)))


def written_by() -> str:
    """The sentence on a page that says how the measurement was made."""
    return f"Made by `{' '.join(['python', 'benchmarks/server/' + Path(sys.argv[0]).name, *sys.argv[1:]])}`."


def memory_kb(pid: int) -> int:
    """The resident memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def cpu_seconds(pid: int) -> float:
    """The processor time of a process so far."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def quantile(values: list[float], q: float) -> float:
    """A quantile, in milliseconds."""
    ordered = sorted(values) or [0.0]
    return 1000 * ordered[min(len(ordered) - 1, int(q * len(ordered)))]
