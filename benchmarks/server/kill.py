"""Two hundred games at once while the server is killed again and again: is everything that was acknowledged there?

    python benchmarks/server/kill.py [--games 200] [--every 400] [--postgres]

On SQLite with one process; with --postgres on a PostgreSQL of its own with two processes and two workers.
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--every", type=int, default=400, help="acknowledged actions between two kills")
    parser.add_argument("--postgres", action="store_true")
    chosen = parser.parse_args()
    if chosen.postgres:
        with Postgres() as postgres:
            outcome = asyncio.run(measure(chosen.games, chosen.every, postgres.new_database()))
    else:
        outcome = asyncio.run(measure(chosen.games, chosen.every, ""))
    kind = "PostgreSQL, two processes, two workers" if chosen.postgres else "SQLite, one process"
    row = (f"| {kind} | {outcome.games} | {outcome.finished} | {outcome.kills} | {outcome.acknowledged} | "
           f"{len(outcome.missing)} | {len(outcome.gaps)} |")
    print("| storage | games | played to the end | kills | acknowledged actions | lost | gaps or doubles |")
    print("|---|---|---|---|---|---|---|")
    print(row)
    for problem in (*outcome.missing[:20], *outcome.gaps[:20]):
        print(problem)
    sys.exit(1 if outcome.missing or outcome.gaps or outcome.finished != outcome.games else 0)


if __name__ == "__main__":
    main()
