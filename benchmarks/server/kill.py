"""Two hundred games at once while the server is killed again and again: is everything that was
acknowledged there?

    python benchmarks/server/kill.py [--games 200] [--tournaments 4] [--every 1000] [--storage sqlite,postgres] [--write]

Tournaments of 16 bots, three rounds each, run at the same time.  On SQLite with one process, then
on a PostgreSQL of its own with two processes and two workers.  --write keeps the table in
benchmarks/server/kill.md.
"""
from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from helpers.ports import free_port
from server.conftest import usual
from server.killing import Outcome, run
from server.postgres import Postgres


async def measure(games: int, tournaments: int, every: int, url: str) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        settings = usual(Path(folder), url, bots="jobs" if url else "inside")
        ports = [free_port(), free_port()] if url else [free_port()]
        began = perf_counter()

        def tell(outcome: Outcome, done: int) -> None:
            print(f"\r{perf_counter() - began:6.0f} s  {outcome.kills} kills, {outcome.acknowledged} acknowledged, "
                  f"{done} of {outcome.games} games over", end="", flush=True)

        outcome = await run(settings, ports, games, Path(folder), every, workers=2 if url else 0, progress=tell,
                            tournaments=tournaments)
        print()
        return outcome


HEAD = """| storage | games | played to the end | tournaments | to the end | kills | acknowledged actions | lost | gaps or doubles |
|---|---|---|---|---|---|---|---|---|
"""
FILE = Path(__file__).parent / "kill.md"
TITLE = """# Killed again and again

Made by `python benchmarks/server/kill.py --games {games} --tournaments {tournaments} --every {every}
--write`. At each table two programs and a bot play a short game of El Grande, and tournaments of 16
bots run at the same time. After {every} acknowledged actions a process of the server (or a worker)
gets SIGKILL and is started again. Afterwards every acknowledged action is looked for in the log,
and the versions of every table, also of the tournaments', must be 1, 2, 3 …

"""
STORAGES = {"sqlite": "SQLite, one process", "postgres": "PostgreSQL, two processes, two workers"}


def killed(storage: str, games: int, tournaments: int, every: int) -> Outcome:
    """The results on one kind of storage."""
    if storage == "sqlite":
        return asyncio.run(measure(games, tournaments, every, ""))
    with Postgres() as postgres:
        return asyncio.run(measure(games, tournaments, every, postgres.new_database()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tournaments", type=int, default=4, help="of 16 bots")
    parser.add_argument("--every", type=int, default=1000, help="acknowledged actions between two kills")
    parser.add_argument("--storage", default=",".join(STORAGES), help="with commas")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    outcomes: dict[str, Outcome] = {}
    for storage in chosen.storage.split(","):
        outcomes[storage] = killed(storage, chosen.games, chosen.tournaments, chosen.every)
        tell(outcomes, chosen)
    sys.exit(any(o.missing or o.gaps or o.finished != o.games or o.tournaments_over != o.tournaments for o in outcomes.values()))


def tell(outcomes: dict[str, Outcome], chosen: argparse.Namespace) -> None:
    """Print the results so far, and write the page if wanted."""
    rows = [f"| {STORAGES[storage]} | {o.games} | {o.finished} | {o.tournaments} | {o.tournaments_over} | {o.kills} | "
            f"{o.acknowledged} | {len(o.missing)} | {len(o.gaps)} |" for storage, o in outcomes.items()]
    print(HEAD + "\n".join(rows))
    if chosen.write:
        title = TITLE.format(games=chosen.games, tournaments=chosen.tournaments, every=chosen.every)
        FILE.write_text(title + HEAD + "\n".join(rows) + "\n", "utf-8")
    for o in outcomes.values():
        for problem in (*o.missing[:20], *o.gaps[:20]):
            print(problem)


if __name__ == "__main__":
    main()
