"""How many function calls a move takes on the server's event loop.  No other load on the machine
distorts that count.

    python benchmarks/server/calls.py --tables 20 --moves 30
    python benchmarks/server/calls.py --top 40              and which functions are called most

The server runs in this process and its clients in another one.  Tables of El Grande are played one
after the other, three clients each, so that every move has its own transaction.  The log's writer
and other threads are not counted.
"""
from __future__ import annotations

import argparse
import asyncio
import cProfile
import multiprocessing
import pstats
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from clients import PEOPLE, connected, make_table
from server.conftest import usual
from server.helping import serving

from tafelrunde.server.client import Client


async def played(url: str, tables: int, moves: int, told: Any, heard: Any) -> None:
    """Open tables; when asked to, play some moves at each and tell how many there were."""
    people = [Client(url, patience=60) for _ in range(PEOPLE)]
    for person in people:
        await person.guest()
    opened = [await connected(url, people, await make_table(people, "el_grande")) for _ in range(tables)]
    told.put(0)
    heard.get()
    made = 0
    for number, table in enumerate(opened):
        chooser = random.Random(number)
        for n in range(moves):
            seat = next((i for i, s in enumerate(table.states) if s is not None and s.legal), None)
            state = None if seat is None else table.states[seat]
            if seat is None or state is None or state.over:
                break
            newest = max(s.version for s in table.states if s is not None)
            table.sockets[seat].send({"type": "act", "id": f"table-{number}-move-{n}", "version": state.version,
                                      "action": chooser.choice(state.legal)})
            await table.told(newest)
            made += 1
    told.put(made)
    heard.get()


def clients(*how: Any) -> None:
    """The other process."""
    asyncio.run(played(*how))


async def measure(tables: int, moves: int) -> tuple[int, pstats.Stats]:
    """The moves that were made, and what was called meanwhile."""
    spawning, profile = multiprocessing.get_context("spawn"), cProfile.Profile()
    told, heard = spawning.Queue(), spawning.Queue()
    with tempfile.TemporaryDirectory() as folder:
        async with serving(usual(Path(folder), "", limits=False)) as served:
            other = spawning.Process(target=clients, args=(served.url, tables, moves, told, heard))
            other.start()
            await asyncio.to_thread(told.get)
            heard.put(0)
            profile.enable()
            made = await asyncio.to_thread(told.get)
            profile.disable()
            heard.put(0)
            await asyncio.to_thread(other.join)
    return made, pstats.Stats(profile)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--moves", type=int, default=30, help="at each table")
    parser.add_argument("--top", type=int, default=0, metavar="N", help="name the functions that are called most")
    chosen = parser.parse_args()
    made, found = asyncio.run(measure(chosen.tables, chosen.moves))
    counted: Any = found
    print(f"{made} moves, {counted.total_calls / made:.0f} calls a move on the event loop")
    if chosen.top:
        found.sort_stats("ncalls").print_stats(chosen.top)


if __name__ == "__main__":
    main()
