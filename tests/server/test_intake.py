"""What arrives is counted by what it costs to read, even if it never becomes a request or a
message.
"""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

import pytest
from server.helping import Served

from tafelrunde.server.pace import EACH_SECOND, Pace
from tafelrunde.server.web import intake
from tafelrunde.server.web.door import LINES
from tafelrunde.server.web.frames import BEHIND, PARTS

pytestmark = pytest.mark.anyio

STRANGER = "127.0.0.77"
PING, FIRST, MORE = (bytes([head, 0x80]) + bytes(4) for head in (0x89, 0x01, 0x00))
"""Empty frames: a ping, the first piece of a text, another piece of it."""
UPGRADE = ("Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Every piece that is read costs a tenth of a second; how often the time was asked."""
    asked: list[float] = []

    def costly() -> float:
        asked.append(len(asked) / 20)
        return asked[-1]

    monkeypatch.setattr(intake, "thread_time", costly)
    monkeypatch.setattr(intake, "reading", Pace(on=True, at_once=intake.AT_ONCE))
    return asked


@asynccontextmanager
async def stranger(served: Served) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection from another address."""
    where = urlsplit(served.url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port, local_addr=(STRANGER, 0))
    try:
        yield reader, writer
    finally:
        writer.close()


async def stalls(writer: asyncio.StreamWriter, what: bytes) -> None:
    """Send without end, until nothing more is taken."""
    for _ in range(10_000):
        writer.write(what)
        try:
            await asyncio.wait_for(writer.drain(), 1)
        except TimeoutError:
            return
    raise AssertionError("the server takes whatever it is sent")


async def test_frames_that_are_no_messages_are_counted(lone: Served, reads: list[float]) -> None:
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    intake.reading.paid.clear()
    async with stranger(lone) as (reader, writer):
        writer.write(f"GET /api/tables/{table}/socket HTTP/1.1\r\n{UPGRADE}".encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(FIRST)
        await stalls(writer, PING * 10_000)
        assert intake.reading.due(STRANGER) > 0
        assert intake.reading.due("192.0.2.1") == 0
        intake.reading.paid.clear()
        assert (await ada.get("/api/me"))["user"]["name"] == "Ada"  # somebody at another address


async def test_a_body_in_tiny_chunks_is_counted(lone: Served, reads: list[float]) -> None:
    async with stranger(lone) as (_, writer):
        writer.write(b"POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        await stalls(writer, b"1\r\n \r\n" * 10_000)
    assert intake.reading.due(STRANGER) > 0


async def test_whoever_owes_time_is_read_later_and_in_order(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "reading", Pace(on=True, at_once=intake.AT_ONCE))
    intake.reading.take(STRANGER, intake.AT_ONCE + EACH_SECOND)
    async with stranger(lone) as (reader, writer):
        for piece in (b"GET /api/games HTTP/1.1\r\n", b"Host: 127.0.0.1\r\n", b"Connection: close\r\n", b"\r\n"):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.05)
        assert (await reader.read()).startswith(b"HTTP/1.1 200")


async def test_many_pings_are_answered_together_and_all_of_them(lone: Served) -> None:
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    async with stranger(lone) as (reader, writer):
        writer.write(f"GET /api/tables/{table}/socket HTTP/1.1\r\n{UPGRADE}".encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(PING * 50)
        found = b""
        while found.count(b"\x8a\x00") < 50:
            found += await asyncio.wait_for(reader.read(1000), 60)


async def test_somebody_who_pings_and_does_not_read_is_cut_off(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for a client is bounded, whatever it is made of."""
    monkeypatch.setattr(intake, "COST", 0)
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    ping = b"\x89\xfd" + bytes(4) + bytes(125)
    async with stranger(lone) as (reader, writer):
        writer.write(f"GET /api/tables/{table}/socket HTTP/1.1\r\n{UPGRADE}".encode())
        await reader.readuntil(b"\r\n\r\n")

        async def flood() -> None:
            for _ in range(200):
                writer.write(ping * (BEHIND // len(ping)))
                await writer.drain()

        with pytest.raises(ConnectionError):
            await asyncio.wait_for(flood(), 60)


async def test_a_message_in_very_many_pieces_is_cut_off(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty pieces never make it too long, and each of them is kept until the last."""
    monkeypatch.setattr(intake, "COST", 0)
    ada = await lone.person("Ada")
    table = await lone.table(ada, bots=1)
    async with stranger(lone) as (reader, writer):
        writer.write(f"GET /api/tables/{table}/socket HTTP/1.1\r\n{UPGRADE}".encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(FIRST + MORE * PARTS)
        with suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 60) == b""  # the end, and no close frame


async def test_a_request_has_so_many_headers(lone: Served) -> None:
    """All of them are read at once, when the last is there."""
    for many, says in ((LINES - 10, b"HTTP/1.1 200"), (LINES + 10, b"HTTP/1.1 400")):
        async with stranger(lone) as (reader, writer):
            writer.write(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" + b"a:b\r\n" * many + b"\r\n")
            assert (await asyncio.wait_for(reader.read(), 60)).startswith(says)


async def test_a_socket_is_opened_at_what_can_be_a_table(lone: Served) -> None:
    for path in ("%00", "x", "A" * 23):
        async with stranger(lone) as (reader, writer):
            writer.write(f"GET /api/tables/{path}/socket HTTP/1.1\r\n{UPGRADE}".encode())
            assert (await asyncio.wait_for(reader.readline(), 60)).startswith(b"HTTP/1.1 403")
