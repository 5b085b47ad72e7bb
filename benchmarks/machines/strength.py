"""`strong` on a device against the server's: the same limit for both, one core each, seats in turn.

    python benchmarks/machines/strength.py play [TITLE …] [--games 200] [--limit 400ms] [--workers 2] [--results device.sqlite]
    python benchmarks/machines/strength.py write [--load SENTENCE]     into docs/strength.md

The device is the client's own code in Node (`answer.ts`); a browser runs the same engine.  One seat is the device's, the
others the server's.  Every game is kept as it ends, under its title, limit and number: interrupt a run and start it again to
go on, and start as many as you like beside each other; no game counts twice.
"""
from __future__ import annotations

import argparse
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from multiprocessing import Process
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
from helpers.lockstep import text  # found on the path set above
from helpers.stripped import NODE  # found on the path set above

import tafelrunde as tr  # after the path
from tafelrunde.arena.report import machine, markdown_table
from tafelrunde.arena.statistics import wilson
from tafelrunde.bots import Observation, device, machines, make, modules
from tafelrunde.games import NAMES

PLAYERS = 4
PAGE = Path(__file__).resolve().parents[2] / "docs/strength.md"
BEGIN, END = "<!-- device: written by benchmarks/machines/strength.py -->", "<!-- end of device -->"
TABLE = """CREATE TABLE IF NOT EXISTS games (title TEXT, budget TEXT, number INTEGER, won REAL, device REAL, server REAL,
           PRIMARY KEY (title, budget, number))"""
PROSE = """Machine: {machine}. {load}

One `strong` on a device against three of the server, four players, one core each. Fair is 25 %.
Trees by the number of playouts need no games: they are the same, node for node (tests). By the
clock the device grows its own number of them.
"""


class Device:
    """The client's bot, in a process of its own."""

    def __init__(self, title: str) -> None:
        module = modules.module_path(tr.game(title))
        self.process = subprocess.Popen([NODE if NODE.exists() else "node", Path(__file__).with_name("answer.ts"), module],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def decide(self, bot: Any, observation: Observation, match: str) -> tuple[int, int]:
        """The action, and how many playouts it took."""
        asked, _ = device.question(bot, observation, match)
        line = json.dumps({"question": {**asked, "root": text(asked["root"])}, "budget": device.budget(bot)})
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(line, file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        return int(answer["action"]), int(answer["simulations"])


def play(title: str, number: int, own: Device, limit: str) -> tuple[float, float, float]:
    """One game; the device's share of the win, and playouts a decision of the device and of the server."""
    match, mine = tr.new(title, players=PLAYERS, seed=number), number % PLAYERS
    seated = [make(f"strong:{limit}", match.game, 10 * number + p, threads=1) for p in range(PLAYERS)]
    counts: dict[bool, list[int]] = {True: [], False: []}
    while not match.over:
        seat = match.pending[0]
        observation = Observation.of(match, seat)
        if seat == mine:
            action, simulations = own.decide(seated[seat], observation, f"{number}")
            match.play(match.game.actions.name(action), seat=seat)
        else:
            match.play(seated[seat].decide(observation), seat=seat)
            simulations = seated[seat].thought.simulations  # type: ignore[attr-defined]
        if simulations:
            counts[seat == mine].append(simulations)
    standings = [match.game.law.standing(match.state, p) for p in range(PLAYERS)]
    first = standings.count(max(standings))
    won = 1 / first if standings[mine] == max(standings) else 0.0
    means = [sum(c) / max(1, len(c)) for c in (counts[True], counts[False])]
    return won, means[0], means[1]


def work(titles: list[str], games: int, limit: str, results: Path, part: int, of: int) -> None:
    """Play every game of a part that is not there yet, the titles in turn."""
    devices = {title: Device(title) for title in titles}
    for title in titles:
        machines.MACHINES.get(tr.game(title), wait=True)
    with closing(sqlite3.connect(results, timeout=60)) as kept:
        for number in range(part, games, of):
            for title in titles:
                there = kept.execute("SELECT 1 FROM games WHERE title = ? AND budget = ? AND number = ?", (title, limit, number))
                if there.fetchone() is None:
                    row = (title, limit, number, *play(title, number, devices[title], limit))
                    with kept:
                        kept.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?)", row)


def summed(results: Path) -> list[tuple[str, ...]]:
    """A row of the table for every title and limit."""
    with closing(sqlite3.connect(results)) as kept:
        rows = kept.execute("SELECT title, budget, count(*), sum(won), avg(device), avg(server) FROM games "
                            "GROUP BY title, budget ORDER BY budget, title").fetchall()
    found = []
    for title, limit, n, won, own, server in rows:
        low, high = wilson(won, n)
        found.append((title, limit, f"{n}", f"{100 * won / n:.1f} %", f"{100 * low:.0f}–{100 * high:.0f} %",
                      f"{own:,.0f}", f"{server:,.0f}"))
    return found


def page(results: Path, load: str) -> str:
    """What was measured, as the page has it."""
    head = ("title", "a decision", "games", "the device won", "95 %", "its playouts a decision", "the server's")
    return PROSE.format(machine=machine(), load=load) + "\n" + markdown_table(head, summed(results))


def main() -> None:
    """Play on from where the results end, or write them down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "write"))
    parser.add_argument("titles", nargs="*", default=[], help=", ".join(NAMES))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--limit", default="400ms", help="400ms, 40ms, 400nodes")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("device.sqlite"))
    parser.add_argument("--load", default="", help="a sentence on what else the machine did")
    asked = parser.parse_args()
    if asked.what == "write":
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n\n{page(asked.results, asked.load)}\n\n{END}{rest.partition(END)[2]}", "utf-8")
        return
    with closing(sqlite3.connect(asked.results, timeout=60)) as kept:
        kept.execute(TABLE)
    titles = asked.titles or list(NAMES)
    parts = [Process(target=work, args=(titles, asked.games, asked.limit, asked.results, part, asked.workers))
             for part in range(asked.workers)]
    for one in parts:
        one.start()
    for one in parts:
        one.join()
    print(page(asked.results, asked.load))


if __name__ == "__main__":
    main()
