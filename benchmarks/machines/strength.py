"""`strong` on a device against the server's: the same limit for both, one core each.

    python benchmarks/machines/strength.py think [TITLE …] [--positions 80] [--limit 400ms] [--results device.sqlite]
    python benchmarks/machines/strength.py play [TITLE …] [--games 200] [--limit 400ms] [--players least] [--workers 2]
                                                [--seconds 600] [--results device.sqlite]
    python benchmarks/machines/strength.py share [TITLE=NODES:PERCENT …] [--games 200] [--results device.sqlite]
    python benchmarks/machines/strength.py merge FILE …                 the results of other machines
    python benchmarks/machines/strength.py write [--load SENTENCE]     into docs/strength.md

For the same number of playouts both grow the same tree, node for node (tests).  So all that can
make them differ is how many playouts each has in its time.  `think` counts them: both think about
the same positions from games of `simple` bots, one right after the other, the device in Chromium.
`play` lets them meet: one seat is the device's (the client's code in Node), the others the
server's, in turn; every worker has a core of its own where there are enough.  `share` asks what
fewer playouts cost, without clocks and without a device: one `strong` of the server with so many
percent of the playouts that three others have, on compiled rules.

Every position and game is kept as it ends, under its title, limit and number: interrupt a run and
start it again to go on, and start as many as you like beside each other; nothing counts twice.  A
game that is not over when the seconds are is played again in the next run.
"""
from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from math import exp, inf, log, sqrt
from multiprocessing import Process, Value
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
from helpers.stripped import NODE, serving, strip  # found on the path set above

import tafelrunde as tr  # after the path
from tafelrunde.arena.report import machine, markdown_table
from tafelrunde.arena.statistics import wilson
from tafelrunde.bots import Observation, device, machines, make, modules
from tafelrunde.bots.machine import CompiledMachine, NativeMachine
from tafelrunde.games import NAMES

PLAYERS = 4
"""At a table whose players count for nothing else."""
PAGE = Path(__file__).resolve().parents[2] / "docs/strength.md"
APART = 12
"""How many decisions lie between two positions of a game."""
TABLES = ("""CREATE TABLE IF NOT EXISTS games (title TEXT, budget TEXT, players INTEGER, number INTEGER, won REAL, device REAL,
             server REAL, machine TEXT, PRIMARY KEY (title, budget, players, number))""",
          """CREATE TABLE IF NOT EXISTS thoughts (title TEXT, budget TEXT, number INTEGER, device REAL, server REAL,
             PRIMARY KEY (title, budget, number))""",
          """CREATE TABLE IF NOT EXISTS shares (title TEXT, nodes INTEGER, percent INTEGER, number INTEGER, won REAL,
             PRIMARY KEY (title, nodes, percent, number))""")
BEFORE = "games_before"
"""The games of a file that knows no number of players: four."""
SHARES = ("el_grande=300:93", "king_and_intriguer=300:98", "rheinlaender=1500:84", "toledo=800:78")
"""The measured share of playouts of a device, at as many of them as an evening allows."""
THOUGHTS = """Machine: {machine}. {load}

Both think about the same positions, one right after the other, on one core each; the device in
Chromium. The share is the geometric mean over the positions.

{table}"""
GAMES = """Machine: {machine}. {load}

One `strong` on a device against the server's in all other seats, one core each.

{table}"""


FEWER = """Machine: {machine}. {load}

One `strong` with fewer playouts against three with all of them, four players, compiled, without
clocks. Fair is 25 %.

{table}"""


def opened(results: Path) -> sqlite3.Connection:
    """The results in a file, which may be new, or of a version before."""
    kept = sqlite3.connect(results, timeout=60)
    brought_up(kept)
    return kept


def brought_up(kept: sqlite3.Connection) -> None:
    """Add the tables that are missing."""
    with kept:
        columns = [row[1] for row in kept.execute("PRAGMA table_info(games)")]
        if columns and "players" not in columns:
            kept.execute(f"ALTER TABLE games RENAME TO {BEFORE}")
        for table in TABLES:
            kept.execute(table)
        if columns and "players" not in columns:
            kept.execute(f"INSERT INTO games SELECT title, budget, {PLAYERS}, number, won, device, server, '' FROM {BEFORE}")
            kept.execute(f"DROP TABLE {BEFORE}")


def merge(files: list[Path], results: Path) -> None:
    """Add what other files hold; of what is in both, nothing changes."""
    with closing(opened(results)) as kept:
        for path in files:
            with closing(sqlite3.connect(":memory:")) as copy:
                with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as other:
                    other.backup(copy)
                brought_up(copy)
                for table in ("games", "thoughts", "shares"):
                    for row in copy.execute(f"SELECT * FROM {table}"):
                        with kept:
                            kept.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def packed(question: dict[str, Any]) -> dict[str, Any]:
    """A question as JSON takes it."""
    return {**question, "root": b64encode(question["root"]).decode()}


class Device:
    """The client's bot, in a process of its own."""

    def __init__(self, title: str) -> None:
        module = modules.module_path(tr.game(title))
        self.process = subprocess.Popen([NODE if NODE.exists() else "node", Path(__file__).with_name("answer.ts"), module],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def decide(self, bot: Any, observation: Observation, match: str) -> tuple[int, int]:
        """The action, and how many playouts it took."""
        asked, _ = device.question(bot, observation, match)
        line = json.dumps({"question": packed(asked), "budget": device.budget(bot)})
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(line, file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        return int(answer["action"]), int(answer["simulations"])


def play(title: str, number: int, players: int, own: Device, limit: str, until: float) -> tuple[float, float, float] | None:
    """One game; the device's share of the win, and playouts a decision of the device and of the
    server.  None if it is not over in time.
    """
    match, mine = tr.new(title, players=players, seed=number), number % players
    seated = [make(f"strong:{limit}", match.game, 10 * number + p, threads=1) for p in range(players)]
    counts: dict[bool, list[int]] = {True: [], False: []}
    while not match.over:
        if time.monotonic() > until:
            return None
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
    means = [sum(c) / max(1, len(c)) for c in (counts[True], counts[False])]
    return won_by(match, mine), means[0], means[1]


def won_by(match: Any, seat: int) -> float:
    """A seat's share of the win of a finished match."""
    standings = [match.game.law.standing(match.state, p) for p in range(match.state.players)]
    return 1 / standings.count(max(standings)) if standings[seat] == max(standings) else 0.0


Meeting = tuple[str, str, int, int]
"""Title, limit, players, number."""


def missing(titles: list[str], games: int, limit: str, players: str, results: Path) -> list[Meeting]:
    """The games that are still to be played, the titles in turn."""
    seats = {title: tr.game(title).seats[0] if players == "least" else int(players) for title in titles}
    with closing(opened(results)) as kept:
        there = set(kept.execute("SELECT title, budget, players, number FROM games"))
    wanted = [(title, limit, seats[title], number) for number in range(games) for title in titles]
    return [one for one in wanted if one not in there]


def server_machine(title: str) -> str:
    """Load a title's compiled rules as the server's bot uses them; says what they are."""
    made = machines.MACHINES.get(tr.game(title), wait=True)
    if not isinstance(made, CompiledMachine):
        sys.exit(f"{title}: the server's bot would not run compiled here: install the extra `fast`, or bring a library "
                 "(tafelrunde build-kernels --target native)")
    return "a native library" if isinstance(made, NativeMachine) else "Numba"


def work(todo: list[Meeting], following: Any, results: Path, until: float, core: int | None) -> None:
    """Play the next game that nobody plays yet, until none is left or time is over."""
    if core is not None:
        os.sched_setaffinity(0, {core})  # its Node too
    titles = list(dict.fromkeys(title for title, *_ in todo))
    where = f"{machine()}, compiled by {' and '.join(sorted({server_machine(title) for title in titles}))}"
    devices = {title: Device(title) for title in titles}
    with closing(opened(results)) as kept:
        while time.monotonic() < until:
            with following.get_lock():
                at, following.value = following.value, following.value + 1
            if at >= len(todo):
                return
            one = todo[at]
            there = kept.execute("SELECT 1 FROM games WHERE title = ? AND budget = ? AND players = ? AND number = ?", one)
            if there.fetchone() is not None:
                continue
            title, limit, players, number = one
            result = play(title, number, players, devices[title], limit, until)
            if result is not None:
                with kept:
                    kept.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*one, *result, where))


def meet(todo: list[Meeting], workers: int, results: Path, seconds: float) -> None:
    """Play games side by side, on a core each where there are enough."""
    until, following = time.monotonic() + seconds, Value("i", 0)
    for title in dict.fromkeys(title for title, *_ in todo):
        server_machine(title)  # compiled once, for all workers
    cores: list[int | None] = [*sorted(os.sched_getaffinity(0))] if hasattr(os, "sched_getaffinity") else []
    if len(cores) < workers:
        cores = [None] * workers
    parts = [Process(target=work, args=(todo, following, results, until, core)) for core in cores[:workers]]
    for one in parts:
        one.start()
    for one in parts:
        one.join()


def fewer(title: str, number: int, nodes: int, percent: int) -> float:
    """One game of a bot with fewer playouts against three with all: its share of the win."""
    match, mine = tr.new(title, players=PLAYERS, seed=number), number % PLAYERS
    seated = [make(f"strong:{nodes * percent // 100 if p == mine else nodes}nodes", match.game, 10 * number + p, threads=1)
              for p in range(PLAYERS)]
    while not match.over:
        seat = match.pending[0]
        match.play(seated[seat].decide(Observation.of(match, seat)), seat=seat)
    return won_by(match, mine)


def share(asked: list[str], games: int, results: Path) -> None:
    """Play every game with fewer playouts that is not there yet, the titles in turn."""
    pairs = [(title, int(nodes), int(percent)) for title, nodes, percent in (re.split("[=:]", one) for one in asked)]
    for title, *_ in pairs:
        machines.MACHINES.get(tr.game(title), wait=True)
    with closing(sqlite3.connect(results, timeout=60)) as kept:
        for number in range(games):
            for key in pairs:
                where = (*key, number)
                there = kept.execute("SELECT 1 FROM shares WHERE title = ? AND nodes = ? AND percent = ? AND number = ?", where)
                if there.fetchone() is None:
                    row = (*where, fewer(key[0], number, *key[1:]))
                    with kept:
                        kept.execute("INSERT OR IGNORE INTO shares VALUES (?, ?, ?, ?, ?)", row)


@contextmanager
def chromium(titles: list[str]) -> Iterator[Callable[[dict[str, Any], dict[str, int]], dict[str, Any]]]:
    """The client's bots in a worker of a page; what is given back asks them."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        strip(folder, [])
        for title in titles:
            shutil.copy(modules.module_path(tr.game(title)), folder / f"{title}.wasm")
        with serving(folder) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"{address}/index.html")
            page.evaluate("""async () => {
                const { readKernel } = await import('/web/src/engine/kernels/kernel.ts')
                const { Device } = await import('/web/src/engine/kernels/device.ts')
                globalThis.device = new Device((title) => readKernel(`/${title}.wasm`), 1)
            }""")
            yield lambda question, budget: page.evaluate("""([question, budget]) => device.think(
                { ...question, root: Uint8Array.from(atob(question.root), (c) => c.charCodeAt(0)) }, budget)""",
                [packed(question), budget])
            browser.close()


def positions(title: str) -> Iterator[Observation]:
    """Positions with a choice from games of `simple` bots, some decisions apart."""
    for seed in range(1_000_000):
        match, since = tr.new(title, players=PLAYERS, seed=seed), 0
        seated = [make("simple", match.game, 10 * seed + p) for p in range(PLAYERS)]
        while not match.over:
            seat = match.pending[0]
            observation, since = Observation.of(match, seat), since + 1
            if since >= APART and len(observation.ids) > 1:
                since = 0
                yield observation
            match.play(seated[seat].decide(observation), seat=seat)


def think(titles: list[str], many: int, limit: str, results: Path) -> None:
    """Count playouts a second of device and server on every position that is not there yet, the
    titles in turn.
    """
    places = {title: positions(title) for title in titles}
    for title in titles:
        machines.MACHINES.get(tr.game(title), wait=True)
    with closing(sqlite3.connect(results, timeout=60)) as kept, chromium(titles) as ask:
        for number in range(many):
            for title in titles:
                observation = next(places[title])
                there = kept.execute("SELECT 1 FROM thoughts WHERE title = ? AND budget = ? AND number = ?", (title, limit, number))
                if there.fetchone() is not None:
                    continue
                rates: dict[bool, float] = {}
                for on_device in (True, False) if number % 2 else (False, True):
                    bot: Any = make(f"strong:{limit}", tr.game(title), number, threads=1)
                    began = time.perf_counter()
                    if on_device:
                        answer = ask(device.question(bot, observation)[0], device.budget(bot))
                        rates[True] = 1000 * answer["simulations"] / answer["milliseconds"]
                    else:
                        bot.decide(observation)
                        rates[False] = bot.thought.simulations / (time.perf_counter() - began)
                if all(rates.values()):
                    with kept:
                        kept.execute("INSERT OR IGNORE INTO thoughts VALUES (?, ?, ?, ?, ?)",
                                     (title, limit, number, rates[True], rates[False]))


def counted(results: Path) -> list[tuple[str, ...]]:
    """A row of the table of playouts for every title and limit."""
    with closing(sqlite3.connect(results)) as kept:
        rows = kept.execute("SELECT title, budget, device, server FROM thoughts ORDER BY budget, title").fetchall()
    found = []
    for title, limit in dict.fromkeys((title, limit) for title, limit, *_ in rows):
        rates = [(own, server) for t, b, own, server in rows if (t, b) == (title, limit)]
        logs = [log(own / server) for own, server in rates]
        middle, strays = mean(logs), 1.96 * stdev(logs) / sqrt(len(logs)) if len(logs) > 1 else 0.0
        found.append((title, limit, f"{len(rates)}", *(f"{median(pair[i] for pair in rates):,.0f}" for i in (0, 1)),
                      f"{100 * exp(middle):.0f} %", f"{100 * exp(middle - strays):.0f}–{100 * exp(middle + strays):.0f} %"))
    return found


def summed(results: Path) -> list[tuple[str, ...]]:
    """A row of the table for every title, limit and number of players."""
    with closing(opened(results)) as kept:
        rows = kept.execute("SELECT title, budget, players, count(*), sum(won), avg(device), avg(server) FROM games "
                            "GROUP BY title, budget, players ORDER BY budget, players, title").fetchall()
    found = []
    for title, limit, players, n, won, own, server in rows:
        low, high = wilson(won, n)
        found.append((title, limit, f"{players}", f"{n}", f"{100 * won / n:.1f} %", f"{100 * low:.0f}–{100 * high:.0f} %",
                      f"{100 / players:.0f} %", f"{own:,.0f}", f"{server:,.0f}"))
    return found


def played_on(results: Path) -> str:
    """The machines that games were played on, each with how many where there are several."""
    with closing(opened(results)) as kept:
        rows = kept.execute("SELECT machine, count(*) FROM games GROUP BY machine ORDER BY count(*) DESC").fetchall()
    if len(rows) == 1 and rows[0][0]:
        return str(rows[0][0])
    return "; ".join(f"{where or 'not written down'} ({n} games)" for where, n in rows)


def compared(results: Path) -> list[tuple[str, ...]]:
    """A row of the table of fewer playouts for every title and share."""
    with closing(sqlite3.connect(results)) as kept:
        rows = kept.execute("SELECT title, nodes, percent, count(*), sum(won) FROM shares "
                            "GROUP BY title, nodes, percent").fetchall()
    return [(title, f"{nodes * percent // 100:,} of {nodes:,}", f"{percent} %", f"{n}", f"{100 * won / n:.1f} %",
             "–".join(f"{100 * end:.0f}" for end in wilson(won, n)) + " %") for title, nodes, percent, n, won in rows]


def tables(results: Path, load: str) -> dict[str, str]:
    """What was measured, by the name of its place in the page; nothing where there is nothing
    new.
    """
    counts = ("title", "a decision", "positions", "the device's playouts/s (median)", "the server's", "device of server", "95 %")
    games = ("title", "a decision", "players", "games", "the device won", "95 %", "fair", "its playouts a decision",
             "the server's")
    less = ("title", "playouts a decision", "share", "games", "it won", "95 %")
    made = {"device thoughts": (THOUGHTS, counts, counted(results)), "device games": (GAMES, games, summed(results)),
            "device shares": (FEWER, less, compared(results))}
    where = {"device games": played_on(results)}
    return {name: prose.format(machine=where.get(name, machine()), load=load, table=markdown_table(head, rows)).replace(" \n", "\n")
            for name, (prose, head, rows) in made.items() if rows}


def put(name: str, text: str) -> None:
    """Replace what stands in a place of the page."""
    begin, end = f"<!-- {name}: written by benchmarks/machines/strength.py -->", f"<!-- end of {name} -->"
    before, _, rest = PAGE.read_text("utf-8").partition(begin)
    PAGE.write_text(f"{before}{begin}\n\n{text}\n\n{end}{rest.partition(end)[2]}", "utf-8")


def main() -> None:
    """Continue from where the results end, or write them to the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("think", "play", "share", "merge", "write"))
    parser.add_argument("titles", nargs="*", default=[],
                        help=f"{', '.join(NAMES)}; for share: {' '.join(SHARES)}; for merge: files of results")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--positions", type=int, default=80)
    parser.add_argument("--limit", default="400ms", help="400ms, 40ms, 400nodes")
    parser.add_argument("--players", default="4", choices=("least", "2", "3", "4", "5"), help="for play; least: the title's")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=inf, help="for play: when to stop")
    parser.add_argument("--results", type=Path, default=Path("device.sqlite"))
    parser.add_argument("--load", default="", help="a sentence on what else the machine did")
    asked = parser.parse_intermixed_args()
    titles = asked.titles or list(NAMES)
    opened(asked.results).close()
    if asked.what == "think":
        think(titles, asked.positions, asked.limit, asked.results)
    elif asked.what == "share":
        share(asked.titles or list(SHARES), asked.games, asked.results)
    elif asked.what == "merge":
        merge([Path(name) for name in asked.titles], asked.results)
    elif asked.what == "play":
        meet(missing(titles, asked.games, asked.limit, asked.players, asked.results), asked.workers, asked.results, asked.seconds)
    for name, made in tables(asked.results, asked.load).items():
        if asked.what == "write":
            put(name, made)
        else:
            print(made)


if __name__ == "__main__":
    main()
