"""Five hundred live tables with three connected people each and a move every five seconds: how long until everybody knows?

    python benchmarks/server/load.py --peer --write

Server and clients run on the same machine.  --peer measures boardgame.io's server (npm) with a comparable game in the
same run; --write keeps the table in benchmarks/server/load.md.  Five to six minutes with the usual numbers.
"""
from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from server.conftest import usual
from server.killing import Program, _answers, environment
from server.postgres import free_port

from tafelrunde.server.client import Client

PEOPLE = 3


class Told(msgspec.Struct):
    """What a client looks at in a state."""

    version: int
    legal: list[str]
    over: bool


class Message(msgspec.Struct):
    """What a client looks at in a message."""

    type: str
    state: Told | None = None
    n: int = 0


decoder = msgspec.json.Decoder(Message)


@dataclass
class Table:
    """A table, its connections and what they have heard."""

    id: str
    sockets: list[ClientConnection] = field(default_factory=list[Any])
    states: list[Told | None] = field(default_factory=lambda: [None] * PEOPLE)
    heard: asyncio.Condition = field(default_factory=asyncio.Condition)

    def knows(self, version: int) -> bool:
        """Whether every client has heard of something newer."""
        return all(s is not None and s.version > version for s in self.states)


@dataclass
class Figures:
    """What was measured."""

    name: str
    tables: int
    delays: list[float]
    idle_kb: float
    cpu: float

    def row(self) -> str:
        ordered = sorted(self.delays) or [0.0]
        at = [1000 * ordered[min(len(ordered) - 1, int(q * len(ordered)))] for q in (0.5, 0.9, 0.99)]
        return (f"| {self.name} | {self.tables} | {len(self.delays)} | {at[0]:.1f} | {at[1]:.1f} | {at[2]:.1f} | "
                f"{self.idle_kb:.0f} | {100 * self.cpu:.0f} % |")


def memory_kb(pid: int) -> int:
    """The resident memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def cpu_seconds(pid: int) -> float:
    """The processor time of a process so far."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


async def listen(table: Table, seat: int, socket: ClientConnection) -> None:
    async for frame in socket:
        message = decoder.decode(frame)
        if message.type == "ping":
            await socket.send(json.dumps({"type": "pong", "n": message.n}))
        if message.state is not None:
            async with table.heard:
                table.states[seat] = message.state
                table.heard.notify_all()


async def open_table(url: str, people: list[Client]) -> Table:
    made = await people[0].post("/api/tables", game="el_grande", players=PEOPLE, listed=False)
    for person in people[1:]:
        await person.post(f"/api/tables/{made['id']}/join", invite=made["invite"])
    table = Table(made["id"])
    for seat, person in enumerate(people):
        socket = await connect(url.replace("http", "ws") + f"/api/tables/{table.id}/socket", compression=None,
                               max_size=None, ping_interval=None)
        await socket.send(json.dumps({"type": "hello", "protocol": 2, "token": person.token}))
        table.sockets.append(socket)
        asyncio.get_running_loop().create_task(listen(table, seat, socket))
    return table


async def open_all(url: str, people: list[Client], tables: int) -> list[Table]:
    """Some at a time."""
    at_once = asyncio.Semaphore(8)

    async def one() -> Table:
        async with at_once:
            return await open_table(url, people)

    return await asyncio.gather(*(one() for _ in range(tables)))


async def play(table: Table, every: float, until: float, delays: list[float]) -> None:
    chooser = random.Random(table.id)
    await asyncio.sleep(chooser.uniform(0, every))
    n = 0
    while perf_counter() < until:
        began = perf_counter()
        seat = next((i for i, s in enumerate(table.states) if s is not None and s.legal), None)
        if seat is None:
            return  # the game is over
        state = table.states[seat]
        assert state is not None
        n += 1
        await table.sockets[seat].send(json.dumps({"type": "act", "id": f"load-{n:08}", "version": state.version,
                                                   "action": chooser.choice(state.legal)}))
        async with table.heard, asyncio.timeout(30):
            await table.heard.wait_for(partial(table.knows, state.version))
        delays.append(perf_counter() - began)
        await asyncio.sleep(max(0, every - (perf_counter() - began)))


async def measure(tables: int, seconds: float, every: float, folder: Path) -> Figures:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    program = Program(["serve", "--port", str(port)], environment(usual(folder, "")), folder / "server.log")
    program.start()
    try:
        await _answers(url)
        assert program.process is not None
        pid = program.process.pid
        people = [Client(url, patience=60) for _ in range(PEOPLE)]
        for person in people:
            await person.guest()
        warm = await open_table(url, people)  # what the first table costs is not what a table costs
        before = memory_kb(pid)
        opened = await open_all(url, people, tables)
        await asyncio.sleep(2)
        idle = (memory_kb(pid) - before) / tables
        delays: list[float] = []
        began, used = perf_counter(), cpu_seconds(pid)
        await asyncio.gather(*(play(t, every, began + seconds, delays) for t in opened))
        cpu = (cpu_seconds(pid) - used) / (perf_counter() - began)
        for table in (warm, *opened):
            for socket in table.sockets:
                await socket.close()
        return Figures("Tafelrunde, El Grande, three people", tables, delays, idle, cpu)
    finally:
        program.kill()


def measure_peer(tables: int, seconds: float, every: float, folder: Path) -> Figures:
    """boardgame.io's server and clients, in Node."""
    here = Path(__file__).parent / "peer"
    for name in ("package.json", "server.cjs", "clients.cjs", "game.cjs"):
        shutil.copy(here / name, folder)
    npm = shutil.which("npm")
    node = shutil.which("node")
    if npm is None or node is None:
        raise SystemExit("--peer needs Node and npm")
    subprocess.run([npm, "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    port = str(free_port())
    with subprocess.Popen([node, "server.cjs", port], cwd=folder, stdout=subprocess.DEVNULL) as server:
        try:
            done = subprocess.run([node, "clients.cjs", port, str(tables), str(seconds), str(every), str(server.pid)],
                                  cwd=folder, check=True, capture_output=True, text=True)
        finally:
            server.kill()
    found = json.loads(done.stdout.strip().splitlines()[-1])
    return Figures("boardgame.io, a card game, three people", tables, [d / 1000 for d in found["delays"]], found["idle_kb"],
                   found["cpu"])


def busy() -> str:
    """How much else the machine does: processes that want to run, on average of the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=5)
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    before = busy()
    rows: list[Figures] = []
    with tempfile.TemporaryDirectory() as folder:
        rows.append(asyncio.run(measure(chosen.tables, chosen.seconds, chosen.every, Path(folder))))
    if chosen.peer:
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measure_peer(chosen.tables, chosen.seconds, chosen.every, Path(folder)))
    lines = [
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}; "
        f"server and clients on this machine, whose load was {before} before. Three clients a table; a move every "
        f"{chosen.every:g} s at each table for {chosen.seconds:g} s, so {chosen.tables / chosen.every:g} moves a second.", "",
        "| server | tables | moves | ms to everybody, median | 90 % | 99 % | kB per idle table | server's CPU |",
        "|---|---|---|---|---|---|---|---|", *(row.row() for row in rows)]
    print("\n".join(lines))
    if chosen.write:
        (Path(__file__).parent / "load.md").write_text(
            "# Load\n\nMade by `python benchmarks/server/load.py --peer --write`.\n\n" + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
