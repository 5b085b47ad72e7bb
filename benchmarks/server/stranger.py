"""A stranger at one address sends whatever it likes: what do the others notice?

    python benchmarks/server/stranger.py --seconds 60 --write

One server with its usual limits.  Two people play two games with each other and a third against a
simple bot, from one address; from another one a stranger does its worst, one kind of it after the
other.  Told is how long the others' moves take until everybody knows, and how long the bot takes to
answer, without the stranger and with it, in turn: whatever else the machine does falls on both.
The stranger's own program runs with the lowest priority: on one machine it would otherwise take the
server's cores, which a stranger elsewhere cannot.
"""
from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from clients import quantile, written_by
from helpers.ports import free_port
from machine import machine
from server.conftest import usual
from server.helping import play_out
from server.killing import Program, environment

from tafelrunde.server.client import Client, TableSocket

HERE = Path(__file__).resolve().parent
STRANGER = "127.0.0.5"
"""Where the stranger is.  Each kind comes from another address: else one would use up the limits of
the next.
"""
AT_ONCE = 24
TURNS = 3
"""How often it is quiet, and how often the stranger attacks, for each kind."""
LASTING = frozenset({"bots", "games of bots"})
"""Attacks that go on after the stranger has left: for these it is quiet only once, before."""


@dataclass
class Heard:
    """How long things took, in seconds."""

    moves: list[float] = field(default_factory=list[float])
    bots: list[float] = field(default_factory=list[float])

    def add(self, other: Heard) -> None:
        """Add the measurements of another run."""
        self.moves += other.moves
        self.bots += other.bots


# ---------------------------------------------------------------- the stranger


async def reviews(url: str, table: str) -> None:
    """Read the review of one finished game, each time as a new person, in every language."""
    async with _web(url) as web:
        for lang in ("en", "hu", "cs", "de"):
            web.cookies.clear()
            await web.get(f"/api/tables/{table}/review?lang={lang}")
            await web.get(f"/api/tables/{table}/choices?at={random.randint(1, 40)}&lang={lang}")


async def bots(url: str, table: str) -> None:
    """Open tables with the strongest bots, as a new guest each time."""
    async with _web(url) as web:
        token = await _guest(web)
        for _ in range(30 if token else 0):
            await web.post("/api/play-now", json={"game": "el_grande", "players": 5, "level": "strong:400ms", "seat": 4},
                           headers=token)


async def sockets(url: str, table: str) -> None:
    """Open sockets and streams of news, say nothing, and keep them."""
    kept: list[Any] = []
    with suppress(OSError, Exception):
        for _ in range(200):
            kept.append(await connect(url.replace("http", "ws") + f"/api/tables/{table}/socket", local_addr=(STRANGER, 0)))
    await asyncio.sleep(20)


async def half_open(url: str, table: str) -> None:
    """Begin requests and never finish them."""
    host, _, port = url.removeprefix("http://").partition(":")
    kept: list[Any] = []
    with suppress(OSError):
        for _ in range(500):
            _, writer = await asyncio.open_connection(host, int(port), local_addr=(STRANGER, 0))
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-")
            kept.append(writer)
    await asyncio.sleep(5)


async def registrations(url: str, table: str) -> None:
    """Create accounts: every one costs a slow hash."""
    async with _web(url) as web:
        me = await web.get("/api/me")
        if me.status_code == 200:
            await web.post("/api/account", headers={"X-CSRF-Token": me.json()["csrf"]},
                           json={"email": f"{random.random()}@example.org", "password": "long enough"})


async def games_of_bots(url: str, table: str) -> None:
    """Begin games and resign: what remains are bots that answer each other at once."""
    async with _web(url) as web:
        token = await _guest(web)
        for _ in range(30 if token else 0):
            made = await web.post("/api/play-now", json={"game": "el_grande", "players": 5, "level": "random"}, headers=token)
            if made.status_code == 201:
                await web.post(f"/api/tables/{made.json()['id']}/leave", json={"resign": True}, headers=token)


async def frames(url: str, table: str) -> None:
    """Send as much over sockets as each of them allows."""
    kept: list[Any] = []
    with suppress(OSError, Exception):
        for _ in range(10):
            socket = await connect(url.replace("http", "ws") + f"/api/tables/{table}/socket", local_addr=(STRANGER, 0))
            await socket.send('{"type":"hello","protocol":2}')
            kept.append(socket)
    for _ in range(200):
        for socket in kept:
            with suppress(Exception):
                await socket.send('{"type":"lang","lang":"hu"}')
        await asyncio.sleep(1 / 29)


async def pieces(url: str, table: str) -> None:
    """Send frames that are no messages: pings, and pieces of a message that never ends."""
    reader, writer = await _knock(url, table)
    # Each masked with zeros, and empty
    ping, first, more = (bytes([head, 0x80]) + bytes(4) for head in (0x89, 0x01, 0x00))
    writer.write(first)
    await _pour(reader, writer, (ping + more) * 5000)


async def chunks(url: str, table: str) -> None:
    """Send bodies byte by byte, each byte a chunk of its own."""
    reader, writer = await _raw(url)
    writer.write(b"POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
    await _pour(reader, writer, b"1\r\n \r\n" * 10_000)


async def knocks(url: str, table: str) -> None:
    """Ask for a socket and go away, again and again."""
    while True:
        _, writer = await _knock(url, table)
        writer.close()


async def _knock(url: str, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket, or the refusal of one."""
    reader, writer = await _raw(url)
    writer.write(f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    with suppress(asyncio.IncompleteReadError):
        await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def _raw(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = url.removeprefix("http://").partition(":")
    return await asyncio.open_connection(host, int(port), local_addr=(STRANGER, 0))


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, what: bytes) -> None:
    """Send the same without end, as fast as it is taken, and throw away what is answered."""
    async def sending() -> None:
        while True:
            writer.write(what)
            await writer.drain()

    sends = asyncio.ensure_future(sending())
    try:
        while await reader.read(65_536):
            pass
    finally:
        sends.cancel()
        writer.close()


async def pictures(url: str, table: str) -> None:
    """Have a table drawn, each time as a new person, and read all of it again and again."""
    async with _web(url) as web:
        for lang in ("en", "hu", "cs", "de"):
            web.cookies.clear()
            await web.get(f"/api/tables/{table}/picture?lang={lang}")
            await web.get(f"/api/tables/{table}/state?lang={lang}")


async def records(url: str, table: str) -> None:
    """Upload a game again and again: the server replays it each time."""
    async with _web(url) as web:
        token, record = await _guest(web), await web.get(f"/api/tables/{table}/record")
        for _ in range(30 if token else 0):
            await web.post("/api/records", json={"record": record.text, "seats": [0]}, headers=token)


async def _guest(web: httpx.AsyncClient) -> dict[str, str]:
    """The header of a new guest; empty if there were too many."""
    made = await web.post("/api/guests", json={"name": "Stranger"})
    if made.status_code != 201:
        await asyncio.sleep(0.2)
        return {}
    return {"Authorization": f"Bearer {made.json()['token']}"}


ATTACKS: dict[str, Callable[[str, str], Awaitable[None]]] = {
    "reviews": reviews, "bots": bots, "sockets": sockets, "half-open requests": half_open, "registrations": registrations,
    "games of bots": games_of_bots, "frames": frames, "pictures": pictures, "records": records,
    "pieces": pieces, "chunks": chunks, "knocks": knocks}


def _web(url: str) -> httpx.AsyncClient:
    """A browser without a past.  It reads no certificates: that would cost the stranger more than
    all it sends.
    """
    return httpx.AsyncClient(base_url=url, timeout=60, transport=httpx.AsyncHTTPTransport(local_address=STRANGER, verify=False))


def attack(kind: str, url: str, table: str) -> None:
    """A process that does nothing else."""
    global STRANGER  # of this process alone
    STRANGER = f"127.0.0.{5 + list(ATTACKS).index(kind)}"
    os.nice(19)

    async def again() -> None:
        while True:
            try:
                await ATTACKS[kind](url, table)
            except (httpx.HTTPError, OSError, ValueError):
                await asyncio.sleep(0.1)

    async def all_at_once() -> None:
        await asyncio.gather(*(again() for _ in range(AT_ONCE)))

    asyncio.run(all_at_once())


# ---------------------------------------------------------------- the others


async def people_play(sockets_: list[TableSocket], every: float, until: float, heard: Heard) -> None:
    """Two people play with each other."""
    while perf_counter() < until:
        mover = next((s for s in sockets_ if s.state["legal"]), None)
        if mover is None or mover.state["over"]:
            break
        began = perf_counter()
        version = await mover.act(random.choice(mover.state["legal"]))
        for socket in sockets_:
            await socket.until(lambda s=socket, v=version: s.state["version"] >= v)
        heard.moves.append(perf_counter() - began)
        await asyncio.sleep(max(0, every - (perf_counter() - began)))


async def bot_answers(sockets_: list[TableSocket], every: float, until: float, heard: Heard) -> None:
    """Somebody plays against a simple bot."""
    for socket in sockets_:
        while perf_counter() < until and not socket.state["over"]:
            await socket.my_turn()
            if socket.state["over"]:
                break
            began = perf_counter()
            version = await socket.act(random.choice(socket.state["legal"]))
            await socket.until(lambda s=socket, v=version: s.state["version"] >= v and (s.state["legal"] or s.state["over"]))
            heard.bots.append(perf_counter() - began)
            await asyncio.sleep(max(0, every - (perf_counter() - began)))


async def guests(url: str) -> list[Client]:
    """Some people."""
    people = [Client(url, patience=120) for _ in range(3)]
    for person in people:
        await person.guest()
    return people


async def phase(people: list[Client], seconds: float) -> Heard:
    """Some people play for a while."""
    heard = Heard()
    opened: list[list[TableSocket]] = []
    against: list[TableSocket] = []
    for _ in range(2):
        made = await people[0].post("/api/tables", game="toledo", players=2, listed=False)
        await people[1].post(f"/api/tables/{made['id']}/join", invite=made["invite"])
        opened.append([await p.sit(made["id"]).__aenter__() for p in people[:2]])
        alone = await people[2].post("/api/play-now", game="toledo", players=2, level="simple")
        against.append(await people[2].sit(alone["id"]).__aenter__())
    until = perf_counter() + seconds
    await asyncio.gather(*(people_play(pair, 0.1, until, heard) for pair in opened), bot_answers(against, 0.3, until, heard))
    for socket in (*(s for pair in opened for s in pair), *against):
        await socket.close()
    return heard


async def measure(seconds: float, kinds: list[str], folder: Path, tell: Callable[[list[str]], None]) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    setting = environment(usual(folder, "")) | {"TAFELRUNDE_LIMITS": "true"}
    program = Program(["serve", "--port", str(port)], setting, folder / "server.log")
    program.start()
    rows: list[str] = []
    try:
        await program.answers(url)
        ada = Client(url, patience=120)
        await ada.guest()
        made = await ada.post("/api/play-now", game="el_grande", players=5, level="random", options={"short": True})
        async with ada.sit(made["id"]) as socket:
            await play_out(socket)
        await phase(await guests(url), 3)  # everything is loaded now
        for kind in kinds:
            quiet, meanwhile, people = Heard(), Heard(), await guests(url)
            turns = 1 if kind in LASTING else TURNS
            for _ in range(turns):
                quiet.add(await phase(people, seconds / turns))
                stranger = multiprocessing.get_context("spawn").Process(target=attack, args=(kind, url, made["id"]), daemon=True)
                stranger.start()
                await asyncio.sleep(2)
                meanwhile.add(await phase(people, seconds / turns))
                stranger.kill()
                stranger.join()
                await asyncio.sleep(1)
            rows.append(row(kind, quiet, meanwhile))
            lines = len((folder / "server.log").read_text(errors="replace").splitlines())
            tell([*rows, "", f"The server wrote {lines} lines of log."])
    finally:
        program.kill()


def row(kind: str, quiet: Heard, meanwhile: Heard) -> str:
    told: list[str] = []
    for before, now in ((quiet.moves, meanwhile.moves), (quiet.bots, meanwhile.bots)):
        was, is_ = quantile(before, 0.99), quantile(now, 0.99)
        told += [f"{ms:.0f}" for ms in (quantile(before, 0.5), was, quantile(now, 0.5), is_)]
        told.append(f"{is_ / was:.1f}" if was and is_ else "not measured")
    return f"| {kind} | {len(meanwhile.moves)} | " + " | ".join(told) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kinds", default=",".join(ATTACKS))
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    before = os.getloadavg()[0]

    def tell(rows: list[str]) -> None:
        """Print the measurements so far, and write the page if wanted."""
        lines = [
            f"{machine()}; everything on "
            f"this machine, whose load was {before:.1f} before. {AT_ONCE} connections of the stranger at a time, for "
            f"{chosen.seconds:g} s of each kind in {TURNS} turns, and as long without it between them (bots, whose games go on: in "
            "one turn); usual limits. "
            "Times in ms.", "",
            "| the stranger sends | moves | median without | 99 % without | median meanwhile | 99 % meanwhile | times | "
            "bot: median without | 99 % without | median meanwhile | 99 % meanwhile | times |",
            "|---|---|---|---|---|---|---|---|---|---|---|---|", *rows]
        print("\n".join(lines), flush=True)
        if chosen.write:
            (HERE / "stranger.md").write_text(
                "\n".join(["# A stranger", "", written_by(), "", *lines, ""]), "utf-8")

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(chosen.seconds, chosen.kinds.split(","), Path(folder), tell))


if __name__ == "__main__":
    main()
