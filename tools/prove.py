"""Random games of a title over random option sets, with the invariants checked after every
decision.

    python3 run.py prove [TITLE …] [--games N] [--plain] [--cores N] [--fresh] [--kept FOLDER]

A million games of every title with bounds checks and invariants; with --plain ten million without
either.  It goes on where it was stopped (.fuzz/prove), unless the rules have changed since; --fresh
begins again.  The first thing that is broken ends it: the title, players, options and seed are
told.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / ".fuzz" / "prove"
BATCH = 1000
"""Games of one option set that are played in one go."""
MINUTE = 60.0
ENDLESS = ("turn_cap",)
"""Options that only cut games short."""


@dataclass
class Done:
    """The progress of a title: batches below `batch` have been played."""

    rules: str
    batch: int = 0
    games: int = 0
    decisions: int = 0
    seconds: float = 0


def random_table(game: Any, number: int) -> tuple[int, dict[str, Any], Any]:
    """The players and options of a batch, always the same ones, and the state that they
    configure.
    """
    from tafelrunde import BadOptions

    choice = Random(f"{game.name} {number}")
    while True:
        players = choice.randint(*game.seats)
        options = {o.name: random_value(o, choice) for o in game.options if o.name not in ENDLESS}
        try:
            return players, options, game.configured(players, options)
        except BadOptions:  # two that contradict each other
            continue


def random_value(option: Any, choice: Random) -> Any:
    """Any value of an option; the default is as likely as all others together."""
    if choice.random() < 0.5:
        return option.default
    if option.several:
        return [value for value in option.choices if choice.random() < 0.5]
    return choice.choice(option.others() or [option.default])


def compiled(title: str) -> Any:
    """The game's proving loop, compiled."""
    import tafelrunde as tr
    from tafelrunde.kernel import proving
    from tafelrunde.kernel.targets.numba import Compiled

    game = tr.game(title)
    known = vars(game).setdefault("_proving", {})
    if not known:
        known[0] = Compiled(game, proving, {proving.broken: game.broken})
    return known[0]


def play_batch(title: str, number: int, games: int, checked: bool) -> tuple[int, int, str]:
    """Play one batch; returns its number, its decisions, and what is broken, if anything."""
    import numpy as np

    from tafelrunde.kernel import proving

    fast = compiled(title)
    players, options, configured = random_table(fast.game, number)
    found = np.zeros(4, np.int64)
    what = ""
    try:
        fast.prove(fast.pool(1), fast.template(configured), fast.mask(), number * BATCH, games, int(checked), found)
    except IndexError as error:  # a bounds check
        what = f"an index out of bounds ({error})"
    if found[proving.WHAT] == proving.STUCK:
        what = "a seat must decide and has no legal action"
    elif found[proving.WHAT]:
        what = fast.game.laws[found[proving.WHAT]]
    if what:
        what = f"{title}: {what}\n  seed {found[0]}, decision {found[1]}, {players} players, options {json.dumps(options)}"
    return number, int(found[proving.DECISIONS]), what


def home(title: str) -> str:
    """What the compiled rules are known by: another name when anything in them, or in the compiler,
    has changed.
    """
    found = compiled(title).home
    return f"{found.parent.name} {found.name}"


class Run:
    """Play the batches of one title on all cores, from where it was stopped."""

    def __init__(self, title: str, games: int, checked: bool, workers: ProcessPoolExecutor, kept: Path, fresh: bool) -> None:
        self.title, self.games, self.checked, self.workers = title, games, checked, workers
        self.path = kept / f"{title}-{'checked' if checked else 'plain'}.json"
        rules = workers.submit(home, title).result()
        self.done = Done(rules)
        if not fresh and self.path.exists():
            old = Done(**json.loads(self.path.read_text("utf-8")))
            self.done = old if old.rules == rules else self.done
        self.broken = ""
        self.told = time.monotonic()

    def batches(self) -> Iterator[tuple[int, int]]:
        """The remaining batches: number and games."""
        for number in range(self.done.batch, -(-self.games // BATCH)):
            yield number, min(BATCH, self.games - number * BATCH)

    def play(self, cores: int) -> bool:
        """Play the rest; returns whether nothing is broken."""
        left = self.batches()
        self.workers.submit(play_batch, self.title, 0, 1, self.checked).result()  # compiles
        began, before = time.monotonic(), self.done.seconds
        under_way: set[Future[tuple[int, int, str]]] = set()
        ready: dict[int, int] = {}
        sizes = {}
        while not self.broken:
            for number, games in left:
                sizes[number] = games
                under_way.add(self.workers.submit(play_batch, self.title, number, games, self.checked))
                if len(under_way) > cores:
                    break
            if not under_way:
                break
            finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for number, decisions, what in (future.result() for future in finished):
                ready[number] = decisions
                self.broken = self.broken or what
            while self.done.batch in ready:
                self.done.games += sizes[self.done.batch]
                self.done.decisions += ready.pop(self.done.batch)
                self.done.batch += 1
            self.done.seconds = before + time.monotonic() - began
            self.keep()
            self.tell()
        return not self.broken

    def keep(self) -> None:
        """Save the progress."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(asdict(self.done)), "utf-8")

    def tell(self) -> None:
        """Show the progress: at once on a terminal, otherwise once a minute."""
        if sys.stdout.isatty():
            print(f"\r\x1b[K{self.line()}", end="", flush=True)
        elif time.monotonic() - self.told > MINUTE:
            self.told = time.monotonic()
            print(self.line(), flush=True)

    def line(self) -> str:
        """The progress in a line."""
        done = self.done
        speed = f"{done.games / done.seconds:,.0f} games a second" if done.seconds else ""
        return f"{self.title}: {done.games:,} of {self.games:,} games, {done.decisions:,} decisions, {speed}"


def main() -> int:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(prog="run.py prove", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", metavar="TITLE")
    parser.add_argument("--games", type=int)
    parser.add_argument("--plain", action="store_true", help="no bounds checks and no invariants: only that every game ends")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fresh", action="store_true", help="begin again")
    parser.add_argument("--kept", type=Path, default=KEPT, metavar="FOLDER", help="where it is written down how far it is")
    given = parser.parse_args()
    # Takes effect before Numba is imported, in the workers
    os.environ["NUMBA_BOUNDSCHECK"] = "0" if given.plain else "1"
    import tafelrunde as tr

    titles = given.titles or list(tr.games())
    unknown = [title for title in titles if title not in tr.games()]
    if unknown:
        parser.error(f"there is no title {unknown[0]!r} (there are: {', '.join(tr.games())})")
    games = given.games if given.games is not None else 10_000_000 if given.plain else 1_000_000
    if games < 1 or given.cores < 1:
        parser.error("games and cores are greater than nothing")
    with ProcessPoolExecutor(given.cores, mp_context=get_context("spawn")) as workers:
        runs = [Run(title, games, not given.plain, workers, given.kept, given.fresh) for title in titles]
        for run in runs:
            whole = run.play(given.cores)
            print(f"\r\x1b[K{run.line()}" if sys.stdout.isatty() else run.line(), flush=True)
            if not whole:
                print(f"BROKEN {run.broken}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
