"""Two hundred games at once while the server is killed again and again: is everything that was acknowledged there?

    python benchmarks/server/kill.py [--games 200] [--every 1000] [--postgres] [--write]

On SQLite with one process; with --postgres on a PostgreSQL of its own with two processes and two workers.  --write keeps
the row in benchmarks/server/kill.md.
"""
from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from server.conftest import usual
from server.killing import Outcome, run
from server.postgres import Postgres, free_port


async def measure(games: int, every: int, url: str) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        settings = usual(Path(folder), url, bots="jobs" if url else "inside")
        ports = [free_port(), free_port()] if url else [free_port()]
        began = perf_counter()

        def tell(outcome: Outcome, done: int) -> None:
            print(f"\r{perf_counter() - began:6.0f} s  {outcome.kills} kills, {outcome.acknowledged} acknowledged, "
                  f"{done} of {outcome.games} games over", end="", flush=True)

        outcome = await run(settings, ports, games, Path(folder), every, workers=2 if url else 0, progress=tell)
        print()
        return outcome


HEAD = """| storage | games | played to the end | kills | acknowledged actions | lost | gaps or doubles |
|---|---|---|---|---|---|---|
"""
FILE = Path(__file__).parent / "kill.md"
TITLE = """# Killed again and again

Made by `python benchmarks/server/kill.py --write` and the same with `--postgres`. At each table two programs and a bot play a
short game of El Grande; after so many acknowledged actions a process of the server (or a worker) gets SIGKILL and is started
again. Afterwards every acknowledged action is looked for in the log, and the versions of every table must be 1, 2, 3 …

"""


def keep(kind: str, row: str) -> None:
    """Put a row into the table, instead of an older one of its kind."""
    old = FILE.read_text("utf-8").splitlines() if FILE.exists() else []
    rows = [line for line in old if line.startswith(("| SQLite", "| PostgreSQL")) and not line.startswith(f"| {kind} ")]
    FILE.write_text(TITLE + HEAD + "\n".join(sorted([*rows, row], reverse=True)) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--every", type=int, default=1000, help="acknowledged actions between two kills")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    if chosen.postgres:
        with Postgres() as postgres:
            outcome = asyncio.run(measure(chosen.games, chosen.every, postgres.new_database()))
    else:
        outcome = asyncio.run(measure(chosen.games, chosen.every, ""))
    kind = "PostgreSQL, two processes, two workers" if chosen.postgres else "SQLite, one process"
    row = (f"| {kind} | {outcome.games} | {outcome.finished} | {outcome.kills} | {outcome.acknowledged} | "
           f"{len(outcome.missing)} | {len(outcome.gaps)} |")
    print(HEAD + row)
    if chosen.write:
        keep(kind, row)
    for problem in (*outcome.missing[:20], *outcome.gaps[:20]):
        print(problem)
    sys.exit(1 if outcome.missing or outcome.gaps or outcome.finished != outcome.games else 0)


if __name__ == "__main__":
    main()
