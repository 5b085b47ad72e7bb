"""Many live tables with three connected clients each and a move every five seconds: how long until
everybody knows?

    python benchmarks/server/load.py --tables 500,2000 --peer --write    both servers at 500 tables, then at 2,000
    python benchmarks/server/load.py --most 2000 --peer --write   and about how many tables each of them holds

Server and clients run on the same machine.  --peer measures boardgame.io's server (npm) in the same
run: its largest example game, kept as ours is, in SQLite with a flush to the disk for every move.
--most begins with so many tables and doubles them as long as 99 % of the moves are with everybody
after 100 ms, then halves what lies between.  --write keeps the tables in load.md, after every row:
a run that is broken off has not been for nothing.
"""
from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import perf_counter

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from clients import PEOPLE, connect_all, cpu_seconds, make_table, memory_kb, open_table, play, quantile, written_by
from helpers.ports import free_port
from machine import machine
from server.conftest import usual
from server.killing import Program, begin_tournament, environment

from tafelrunde.server.client import Client

HERE = Path(__file__).resolve().parent
GOOD_MS = 100.0
"""The limit for 99 % of the moves; a number of tables counts as held if they stay below it."""


@dataclass
class Figures:
    """What was measured."""

    name: str
    tables: int
    delays: list[float]
    idle_kb: float
    cpu: float
    sent: float = 0.0
    alone_kb: float | None = None

    @property
    def p99(self) -> float:
        return quantile(self.delays, 0.99)

    def row(self) -> str:
        at = [quantile(self.delays, q) for q in (0.5, 0.9, 0.99)]
        moves = max(1, len(self.delays))
        sent = f"{self.sent / moves / 1000:.1f}" if self.sent else ""
        return (f"| {self.name} | {self.tables} | {len(self.delays)} | {at[0]:.1f} | {at[1]:.1f} | {at[2]:.1f} | "
                f"{1000 * self.cpu / moves:.2f} | {sent} | {self.idle_kb:.0f} | "
                f"{'' if self.alone_kb is None else f'{self.alone_kb:.0f}'} |")


async def loaded(url: str) -> int:
    """How many tables a server has in its memory."""
    async with httpx.AsyncClient(base_url=url) as http:
        lines = (await http.get("/metrics")).text.splitlines()
    return int(float(next(line.split()[1] for line in lines if line.startswith("tafelrunde_tables_loaded "))))


async def sleeping(tables: int, game: str, folder: Path) -> float:
    """What a process keeps of each table that has gone to sleep: how many kB it grows by when as
    many follow them.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    setting = environment(usual(folder, "")) | {"TAFELRUNDE_IDLE_AFTER": "1"}
    program = Program(["serve", "--port", str(port)], setting, folder / "server.log")
    program.start()
    try:
        await program.answers(url)
        assert program.process is not None
        people = [Client(url, patience=60) for _ in range(PEOPLE)]
        for person in people:
            await person.guest()
        sizes: list[int] = []
        for _ in range(3):
            for _ in range(tables):
                await make_table(people, game)
            async with asyncio.timeout(120):
                while await loaded(url):
                    await asyncio.sleep(0.2)
            sizes.append(memory_kb(program.process.pid))
        return max(0, sizes[-1] - sizes[0]) / (2 * tables)
    finally:
        program.kill()


async def measure(tables: int, seconds: float, every: float, game: str, folder: Path, tournaments: int = 0) -> Figures:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    program = Program(["serve", "--port", str(port)], environment(usual(folder, "")), folder / "server.log")
    program.start()
    try:
        await program.answers(url)
        assert program.process is not None
        pid = program.process.pid
        people = [Client(url, patience=60) for _ in range(PEOPLE)]
        for person in people:
            await person.guest()
        await open_table(url, people, game)  # the first table costs more than the others
        before = memory_kb(pid)
        made = [await make_table(people, game) for _ in range(tables)]
        alone = (memory_kb(pid) - before) / tables
        opened = await connect_all(url, people, made)
        await asyncio.sleep(2)
        idle = (memory_kb(pid) - before) / tables
        gc.collect()
        gc.freeze()  # this program's own garbage collection must not be measured
        delays: list[float] = []
        for _ in range(tournaments):  # bots play them while people move
            await begin_tournament([url], rounds=20)
        sent = sum(t.bytes for t in opened)
        began, used = perf_counter(), cpu_seconds(pid)
        await asyncio.gather(*(play(t, every, began + seconds, delays) for t in opened))
        cpu = cpu_seconds(pid) - used
        beside = f", {tournaments} tournaments of 16 bots beside them" if tournaments else ""
        return Figures(f"Tafelrunde, {game}, three people{beside}", tables, delays, idle, cpu,
                       sum(t.bytes for t in opened) - sent, alone)
    finally:
        program.kill()


def peer_folder() -> Path:
    """boardgame.io with its storage, installed once."""
    here, npm = HERE / "peer", shutil.which("npm")
    if npm is None:
        raise SystemExit("--peer needs Node and npm")
    number = sha256((here / "package.json").read_bytes()).hexdigest()[:12]
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / f"tafelrunde-peer-{number}"
    folder.mkdir(parents=True, exist_ok=True)
    for path in here.iterdir():
        shutil.copy(path, folder)
    if not (folder / "node_modules" / "better-sqlite3" / "build").exists():
        print("installing boardgame.io; the SQLite driver may be compiled, which takes minutes", file=sys.stderr)
        subprocess.run([npm, "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    return folder


def measure_peer(tables: int, seconds: float, every: float) -> Figures:
    """boardgame.io's server and clients, in Node."""
    folder, node = peer_folder(), shutil.which("node")
    assert node is not None
    port = str(free_port())
    with tempfile.TemporaryDirectory() as data, subprocess.Popen(
            [node, str(folder / "server.cjs"), port], cwd=data, stdout=subprocess.DEVNULL) as server:
        try:
            done = subprocess.run(
                [node, str(folder / "clients.cjs"), port, str(tables), str(seconds), str(every), str(server.pid)],
                check=True, capture_output=True, text=True)
        finally:
            server.kill()
    found = json.loads(done.stdout.strip().splitlines()[-1])
    return Figures("boardgame.io, chess, two people and one who looks on", tables, [d / 1000 for d in found["delays"]],
                   found["idle_kb"], found["cpu"])


def measure_sleeping(tables: int, game: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(sleeping(tables, game, Path(folder)))


def measure_ours(tables: int, seconds: float, every: float, game: str, tournaments: int = 0) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(tables, seconds, every, game, Path(folder), tournaments))


def most(of: Callable[[int], Figures], first: int) -> list[Figures]:
    """The largest number of tables that a server holds, and the smallest that was too many."""
    held: Figures | None = None
    tables, failed = first, None
    while failed is None or (held is not None and failed.tables - held.tables > held.tables // 2):
        try:
            found = of(tables)
        except Exception as error:  # too slow even to open them
            print(f"{tables} tables: {error!r}", file=sys.stderr)
            found = Figures(f"{tables} tables could not be opened in time", tables, [60.0], 0, 0)
        print(found.row(), file=sys.stderr, flush=True)
        if found.p99 <= GOOD_MS:
            held = found
        else:
            failed = found
            if held is None and tables > 50:
                failed, tables = None, tables // 2
                continue
        if held is None:
            break
        tables = held.tables * 2 if failed is None else (held.tables + failed.tables) // 2
    return [f for f in (held, failed) if f is not None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="500", help="one number, or several with commas")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=5)
    parser.add_argument("--games", default="el_grande", help="titles of ours, with commas")
    parser.add_argument("--tournaments", type=int, default=0, help="of bots, in a second run of the first title")
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--most", type=int, metavar="TABLES", help="begin with so many")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    before, rows, asleep = os.getloadavg()[0], list[Figures](), measure_sleeping(200, chosen.games.partition(",")[0])

    def keep(found: Figures) -> None:
        rows.append(found)
        tell(rows, asleep, before, chosen)

    first, *_ = games = chosen.games.split(",")
    for tables in map(int, chosen.tables.split(",")):
        for game in games:
            keep(measure_ours(tables, chosen.seconds, chosen.every, game))
        if chosen.tournaments:
            keep(measure_ours(tables, chosen.seconds, chosen.every, first, chosen.tournaments))
        if chosen.peer:
            keep(measure_peer(tables, chosen.seconds, chosen.every))
    if chosen.most:
        for found in most(lambda n: measure_ours(n, chosen.seconds, chosen.every, first), chosen.most):
            keep(found)
        if chosen.peer:
            for found in most(lambda n: measure_peer(n, chosen.seconds, chosen.every), chosen.most):
                keep(found)


def tell(rows: list[Figures], asleep: float, before: float, chosen: argparse.Namespace) -> None:
    """Print the measurements, and write the page if wanted."""
    lines = [
        f"{machine()}; "
        f"servers and clients on this machine, whose load was {before:.1f} before. Three clients a table, a move every "
        f"{chosen.every:g} s at each table for {chosen.seconds:g} s. Both servers keep every move in SQLite, with a flush to "
        f"the disk before anybody is told.", "",
        "| server | tables | moves | ms to everybody, median | 90 % | 99 % | server's CPU ms per move | kB sent per move | "
        "kB per idle table with its three sockets | without |",
        "|---|---|---|---|---|---|---|---|---|---|", *(row.row() for row in rows), "",
        f"Memory is what the process grows by, all of it counted, the kernel's part of sockets not. “Without” are tables that "
        f"nobody is connected to. After ten minutes such a table leaves the memory; then {asleep:.1f} kB of it are left."]
    print("\n".join(lines), flush=True)
    if chosen.write:
        (HERE / "load.md").write_text(
            "\n".join(["# Load", "", written_by(), "", *lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
