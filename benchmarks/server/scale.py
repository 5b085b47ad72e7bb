"""Several server processes on one PostgreSQL, behind a pooler: how does it grow?

    python benchmarks/server/scale.py --write

PostgreSQL, pgbouncer (lending connections by transaction), one to four server processes and a
worker for the bots, all on this machine.  Each number of processes gets the same number of tables
per process; people move every few seconds. Told are moves, delays, and what a move costs: messages,
bytes, transactions, and the processors of each part.
"""
from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from clients import PEOPLE, cpu_seconds, open_all, play, quantile, written_by
from helpers.ports import free_port
from machine import machine
from server.conftest import usual
from server.killing import Program, all_answer, environment
from server.pooler import Pooler
from server.postgres import Postgres

from tafelrunde.server.client import Client

HERE = Path(__file__).resolve().parent
ENOUGH = 0.2
"""Seconds of processor time that must have been measured for anything to follow: it counts in
hundredths.
"""
QUIET = 5.0
"""Seconds in which everybody is connected and nobody moves: what that costs is not what moves
cost.
"""


@dataclass
class Costs:
    """Transactions that wrote to the database, and processor seconds of the servers and of the
    database.
    """

    transactions: float
    servers: float
    database: float

    def since(self, before: Costs, times: float = 1.0) -> Costs:
        """What has been spent since then, divided by a count."""
        return Costs(*(max(0.0, (now - then) * times) for now, then in (
            (self.transactions, before.transactions), (self.servers, before.servers), (self.database, before.database))))


@dataclass
class Figures:
    """The measurements with some number of processes."""

    processes: int
    tables: int
    seconds: float
    delays: list[float]
    messages: int
    sent: int
    used: Costs
    idle: Costs
    entries: int
    bots: int

    def row(self) -> str:
        n = max(1, len(self.delays))
        entries = max(1, self.entries)
        return (f"| {self.processes} | {self.tables} | {n / self.seconds:.1f} | {quantile(self.delays, 0.5):.0f} | "
                f"{quantile(self.delays, 0.99):.0f} | {self.bots} | {self.messages / n:.1f} | {self.sent / n / 1000:.1f} | "
                f"{self.used.transactions / entries:.2f} | {1000 * self.used.servers / entries:.2f} | "
                f"{1000 * self.used.database / entries:.2f} | {self.idle.transactions:.0f} | {1000 * self.idle.servers:.0f} |")


def family_cpu(pid: int) -> float:
    """The processor time of a process and its children."""
    total = cpu_seconds(pid)
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parts = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(parts[1]) == pid:
            total += (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
    return total


def counted(url: str) -> tuple[int, int, int]:
    """Transactions that wrote, log entries, and bots' decisions among them, so far.

    Transactions are counted by their ids, of which each that writes takes one: pg_stat_database is
    told of them late, by each connection when it is idle, and so counted what had been opened
    before to the moves.
    """
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint").fetchone()
        log = connection.execute("SELECT count(*), count(*) FILTER (WHERE user_id IS NULL AND kind = 'decide') FROM log").fetchone()
    assert row is not None
    assert log is not None
    return row[0], log[0], log[1]


async def measure(postgres: Postgres, processes: int, per_process: int, seconds: float, every: float, folder: Path) -> Figures:
    url = postgres.new_database()
    with Pooler(url, connections=2 * processes) as pooler:
        settings = usual(folder, pooler.url, bots="jobs", listen=url)
        setting = environment(settings) | {"TAFELRUNDE_LISTEN": url, "TAFELRUNDE_BOTS": "jobs"}
        ports = [free_port() for _ in range(processes)]
        programs = [Program(["serve", "--port", str(p)], setting, folder / f"server-{p}.log") for p in ports]
        programs.append(Program(["worker"], setting, folder / "worker.log"))
        for program in programs:
            program.start()
        try:
            urls = [f"http://127.0.0.1:{p}" for p in ports]
            await all_answer(programs, urls)
            tables = []
            for one in urls:
                people = [Client(one, patience=120) for _ in range(PEOPLE)]
                for person in people:
                    await person.guest()
                tables += await open_all(one, people, per_process, "el_grande")
                # Some play against bots: their turns are jobs
                for _ in range(max(1, per_process // 20)):
                    await people[0].post("/api/play-now", game="el_grande", players=3, level="simple")
            pids = [p.process.pid for p in programs if p.process is not None]
            postmaster = int((postgres.data / "postmaster.pid").read_text().split()[0])
            delays: list[float] = []
            messages, sent = sum(t.messages for t in tables), sum(t.bytes for t in tables)

            def costs() -> Costs:
                return Costs(counted(url)[0], sum(map(cpu_seconds, pids[:-1])), family_cpu(postmaster))

            quiet = costs()
            await asyncio.sleep(QUIET)
            before, entries = costs(), counted(url)
            idle = before.since(quiet, 1 / QUIET)
            began = perf_counter()
            await asyncio.gather(*(play(t, every, began + seconds, delays) for t in tables))
            lasted, after = perf_counter() - began, counted(url)
            used = costs().since(before).since(idle.since(Costs(0, 0, 0), lasted))
            return Figures(processes, len(tables), lasted, delays, sum(t.messages for t in tables) - messages,
                           sum(t.bytes for t in tables) - sent, used, idle, after[1] - entries[1], after[2])
        finally:
            for program in programs:
                program.kill()


def table_kb() -> int:
    """The cost of a live table with three clients, from load.md's largest number of tables."""
    rows = re.findall(r"^\| Tafelrunde, .* \| (\d+) \| \d* \|$", (HERE / "load.md").read_text("utf-8"), re.M)
    return int(rows[-1])


def needs(found: Figures, every: float, tables: int = 100_000) -> list[str]:
    """What this many tables at once would need at the same cost."""
    moves, n, entries = tables / every, max(1, len(found.delays)), max(1, found.entries)
    if min(found.used.servers, found.used.database) < ENOUGH:
        return ["Here too little was measured to say what many tables would need."]
    cores = moves * found.used.servers / entries
    database = moves * found.used.database / entries
    return [
        f"What {tables:,} tables with a move every {every:g} s would need at the costs of the last row:", "",
        "| | |", "|---|---|",
        f"| moves a second | {moves:,.0f} |",
        f"| cores for servers, busy to 60 % | {cores / 0.6:,.0f} |",
        f"| tables per core, busy to 60 % | {tables / max(cores / 0.6, 1e-9):,.0f} |",
        f"| cores for PostgreSQL, busy to 60 % | {database / 0.6:,.0f} |",
        f"| rows of the log a second | {moves:,.0f} |",
        f"| messages to clients a second | {moves * found.messages / n:,.0f} |",
        f"| MB to clients a second | {moves * found.sent / n / 1e6:,.0f} |",
        f"| memory of live tables with three clients each, at {table_kb()} kB (load.md) | {tables * table_kb() / 1e6:,.1f} GB |"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", default="1,2,4")
    parser.add_argument("--tables", type=int, default=100, help="per process")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=5)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    before, found = os.getloadavg()[0], list[Figures]()
    with Postgres(durable=True) as postgres, tempfile.TemporaryDirectory() as folder:
        for n in map(int, chosen.processes.split(",")):
            found.append(asyncio.run(measure(postgres, n, chosen.tables, chosen.seconds, chosen.every, Path(folder))))
            tell(found, before, chosen)


def tell(found: list[Figures], before: float, chosen: argparse.Namespace) -> None:
    """Print the measurements so far, and write the page if wanted."""
    lines = [
        f"{machine()}; servers, "
        f"PostgreSQL, pgbouncer, worker and clients on this machine, whose load was {before:.1f} before. {chosen.tables} tables of "
        f"El Grande per process, three clients each, a move every {chosen.every:g} s for {chosen.seconds:g} s. PostgreSQL "
        f"flushes every transaction to the disk. What is spent while nobody moves is told by itself and not counted to the "
        f"moves.", "",
        "| server processes | tables | moves a second | ms to everybody, median | 99 % | bots' decisions | messages per move | "
        "kB sent per move | writing transactions per entry | servers' CPU ms per entry | PostgreSQL's CPU ms per entry | "
        "writing transactions in an idle second | servers' CPU ms in an idle second |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|", *(one.row() for one in found), "", *needs(found[-1], chosen.every)]
    print("\n".join(lines), flush=True)
    if chosen.write:
        (HERE / "scale.md").write_text(
            "\n".join(["# Growing", "", written_by(), "", *lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
