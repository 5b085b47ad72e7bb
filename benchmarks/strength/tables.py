"""The tables of docs/strength.md: play what is missing, then write them from what was really
played.

    python benchmarks/strength/tables.py play el_grande --games 400 --results strength.sqlite
    python benchmarks/strength/tables.py write --results strength.sqlite

You can interrupt it and start it again at any time.  Each table says how many games it is based on.
"""
from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from pages import put

from tafelrunde.arena import GameResult, Store, Tournament, run
from tafelrunde.arena.report import COLUMNS, bot_row, machine, markdown_table
from tafelrunde.arena.statistics import summarise
from tafelrunde.games import NAMES

PLAYERS, ENOUGH = 4, 400
LINE_UPS = {
    "simple": ("One `simple` against `random`", ("simple", "random")),
    "strong": ("One `strong` at 50 ms a decision against `simple`", ("strong:50ms", "simple")),
    "time": ("One `strong` at 200 ms against `strong` at 20 ms", ("strong:200ms", "strong:20ms")),
}


def tournament(game: str, which: str, games: int) -> Tournament:
    """One title's line-up: the first bot once, the second in all other seats."""
    one, others = LINE_UPS[which][1]
    return Tournament(game, (one, *[others] * (PLAYERS - 1)), games)


class Progress:
    """Print a progress line every twenty games, with the time left."""

    def __init__(self, title: str, total: int, done: int) -> None:
        self.title, self.total, self.first, self.done = title, total, done, done
        self.began = time.monotonic()

    def __call__(self, result: object) -> None:
        self.done += 1
        if self.done % 20 == 0:
            left = (self.total - self.done) * (time.monotonic() - self.began) / (self.done - self.first)
            print(f"{self.title}: {self.done} of {self.total} games, {left / 60:.0f} min left", file=sys.stderr)


def play(game: str, which: list[str], games: int, workers: int, results: Path) -> None:
    """Play the missing games."""
    with Store(results) as store:
        for one in which:
            t = tournament(game, one, games)
            run(t, store, workers, progress=Progress(f"{game} {one}", len(t.tasks()), len(store.done(t))))


def balanced(t: Tournament, results: Iterable[GameResult]) -> Iterator[GameResult]:
    """The games of those deals that were played in every seating."""
    found = list(results)
    times = Counter(r.task.deal for r in found)
    return (r for r in found if times[r.task.deal] == len(t.seatings))


def tables(results: Path) -> str:
    """All tables, from whatever games there are."""
    parts = [f"Machine: {machine()}."]
    with Store(results) as store:
        for game in NAMES:
            for which, (title, _) in LINE_UPS.items():
                t = tournament(game, which, 1_000_000)
                summary = summarise(balanced(t, store.results(t)))
                if summary.games:
                    parts += [f"### {game}: {title}, {PLAYERS} players, {summary.games} games",
                              markdown_table(COLUMNS, [bot_row(line) for line in summary.bots])]
                    if summary.games < ENOUGH:
                        parts.append(f"Only {summary.games} games were played; the interval is as wide as that makes it.")
    return "\n\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "write"))
    parser.add_argument("game", nargs="?", choices=NAMES)
    parser.add_argument("--which", nargs="*", default=list(LINE_UPS), choices=list(LINE_UPS))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("strength.sqlite"))
    asked = parser.parse_args()
    if asked.what == "play":
        for game in [asked.game] if asked.game else NAMES:
            play(game, asked.which, asked.games, asked.workers, asked.results)
    else:
        put("tables", tables(asked.results))


if __name__ == "__main__":
    main()
