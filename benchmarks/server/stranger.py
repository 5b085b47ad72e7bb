"""A stranger at one address sends whatever it likes: what do the others notice?

    python benchmarks/server/stranger.py --seconds 60 --write

One server with its usual limits.  Two people play with each other and a third against a simple bot, from one address;
from another one a stranger does its worst, one kind of it after the other.  Told is how long the others' moves take
until everybody knows, and how long the bot takes to answer, before and meanwhile.  The stranger's own program runs with
the lowest priority: on one machine it would otherwise take the server's cores, which a stranger elsewhere cannot.
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
from server.killing import Program, _answers, environment

from tafelrunde.server.client import Client, TableSocket

HERE = Path(__file__).resolve().parent
STRANGER = "127.0.0.5"
AT_ONCE = 24


@dataclass
class Heard:
    """How long things took, in seconds."""

    moves: list[float] = field(default_factory=list[float])
    bots: list[float] = field(default_factory=list[float])


# ---------------------------------------------------------------- the stranger


async def reviews(url: str, table: str) -> None:
    """Read the review of one finished game, each time as somebody new, in every language."""
    async with _web(url) as web:
        for lang in ("en", "hu", "cs", "de"):
            web.cookies.clear()
            await web.get(f"/api/tables/{table}/review?lang={lang}")
            await web.get(f"/api/tables/{table}/choices?at={random.randint(1, 40)}&lang={lang}")


async def bots(url: str, table: str) -> None:
    """Open tables with the strongest bots, as a new guest each time."""
    async with _web(url) as web:
        made = await web.post("/api/guests", json={"name": "Stranger"})
        if made.status_code != 201:
            await asyncio.sleep(0.2)
            return
        token = {"Authorization": f"Bearer {made.json()['token']}"}
        for _ in range(30):
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
    """Begin requests and never end them."""
    host, _, port = url.removeprefix("http://").partition(":")
    kept: list[Any] = []
    with suppress(OSError):
        for _ in range(500):
            _, writer = await asyncio.open_connection(host, int(port), local_addr=(STRANGER, 0))
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-")
            kept.append(writer)
    await asyncio.sleep(5)


async def registrations(url: str, table: str) -> None:
    """Make accounts: every one costs a slow hash."""
    async with _web(url) as web:
        me = await web.get("/api/me")
        if me.status_code == 200:
            await web.post("/api/account", headers={"X-CSRF-Token": me.json()["csrf"]},
                           json={"email": f"{random.random()}@example.org", "password": "long enough"})


ATTACKS: dict[str, Callable[[str, str], Awaitable[None]]] = {
    "reviews": reviews, "bots": bots, "sockets": sockets, "half-open requests": half_open, "registrations": registrations}


def _web(url: str) -> httpx.AsyncClient:
    """A browser without a past.  It reads no certificates: that would cost the stranger more than all it sends."""
    return httpx.AsyncClient(base_url=url, timeout=60, transport=httpx.AsyncHTTPTransport(local_address=STRANGER, verify=False))


def attack(kind: str, url: str, table: str) -> None:
    """A process that does nothing else."""
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


async def people_play(tables: list[list[TableSocket]], every: float, until: float, heard: Heard) -> None:
    """Two people play with each other, over and over."""
    n = 0
    for sockets_ in tables:
        while perf_counter() < until:
            mover = next((s for s in sockets_ if s.state["legal"]), None)
            if mover is None or mover.state["over"]:
                break
            began, n = perf_counter(), n + 1
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


async def phase(url: str, seconds: float) -> Heard:
    """Some people come and play for a while."""
    heard, people = Heard(), [Client(url, patience=120) for _ in range(3)]
    for person in people:
        await person.guest()
    opened: list[list[TableSocket]] = []
    against: list[TableSocket] = []
    for _ in range(2):
        made = await people[0].post("/api/tables", game="toledo", players=2, listed=False)
        await people[1].post(f"/api/tables/{made['id']}/join", invite=made["invite"])
        opened.append([await p.sit(made["id"]).__aenter__() for p in people[:2]])
        alone = await people[2].post("/api/play-now", game="toledo", players=2, level="simple")
        against.append(await people[2].sit(alone["id"]).__aenter__())
    until = perf_counter() + seconds
    await asyncio.gather(people_play(opened, 0.15, until, heard), bot_answers(against, 0.3, until, heard))
    for socket in (*(s for pair in opened for s in pair), *against):
        await socket.close()
    return heard


async def measure(seconds: float, kinds: list[str], folder: Path) -> list[str]:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    setting = environment(usual(folder, "")) | {"TAFELRUNDE_LIMITS": "true"}
    program = Program(["serve", "--port", str(port)], setting, folder / "server.log")
    program.start()
    rows: list[str] = []
    try:
        await _answers(url)
        ada = Client(url, patience=120)
        await ada.guest()
        made = await ada.post("/api/play-now", game="el_grande", players=5, level="random", options={"short": True})
        async with ada.sit(made["id"]) as socket:
            await play_out(socket)
        await phase(url, 3)  # everything is loaded now
        for kind in kinds:
            quiet = await phase(url, seconds / 2)
            stranger = multiprocessing.get_context("spawn").Process(target=attack, args=(kind, url, made["id"]), daemon=True)
            stranger.start()
            await asyncio.sleep(2)
            meanwhile = await phase(url, seconds)
            stranger.kill()
            stranger.join()
            rows.append(row(kind, quiet, meanwhile))
            print(rows[-1], file=sys.stderr, flush=True)
            await asyncio.sleep(1)
    finally:
        program.kill()
    lines = len((folder / "server.log").read_text(errors="replace").splitlines())
    return [*rows, "", f"The server wrote {lines} lines of log."]


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
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(measure(chosen.seconds, chosen.kinds.split(","), Path(folder)))
    lines = [
        f"{machine()}; everything on "
        f"this machine, whose load was {before:.1f} before. {AT_ONCE} connections of the stranger at a time, for "
        f"{chosen.seconds:g} s each; usual limits. Times in ms.", "",
        "| the stranger sends | moves | median before | 99 % before | median meanwhile | 99 % meanwhile | times | "
        "bot: median before | 99 % before | median meanwhile | 99 % meanwhile | times |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|", *rows]
    print("\n".join(lines))
    if chosen.write:
        (HERE / "stranger.md").write_text(
            "\n".join(["# A stranger", "", written_by(), "", *lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
