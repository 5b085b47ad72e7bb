"""Search speed, time boxes and the first move of a fresh process, for docs/strength.md.

    python benchmarks/strength/speed.py measure --results speed.json
    python benchmarks/strength/speed.py write --results speed.json
"""
from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from pages import put

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.arena.report import machine, markdown_table
from tafelrunde.arena.statistics import percentile
from tafelrunde.bots.machines import MACHINES
from tafelrunde.bots.tree import Tree
from tafelrunde.games import NAMES

FIRST = """
import time; began = time.perf_counter()
import tafelrunde as tr; from tafelrunde import bots
match = tr.new({game!r}, players={players}, seed=1)
bot = bots.make({level!r}, match.game, seed=1)
bot.decide(bots.Observation.of(match, match.pending[0]))
print(time.perf_counter() - began, time.process_time(), "fast rules" in bot.explain("en"))
"""
PLAYERS = 4
BOXES = {20: 300, 50: 300, 200: 200}
"""The limits in milliseconds, and how many decisions are timed."""


def playouts(game: str, iterations: int = 30_000) -> float:
    """Search iterations a second from the opening, one thread."""
    match = tr.new(game, players=PLAYERS, seed=1)
    seat = match.pending[0]
    tree = Tree(MACHINES.get(match.game, wait=True), bots.Observation.of(match, seat).imagine(1), seat, PLAYERS)
    tree.grow(1, 100)
    began = time.perf_counter()
    tree.grow(2, iterations)
    return iterations / (time.perf_counter() - began)


def box(game: str, milliseconds: int, decisions: int) -> dict[str, float]:
    """How long n decisions took, as multiples of the time limit."""
    taken: list[float] = []
    seed = 0
    while len(taken) < decisions:
        match = tr.new(game, players=PLAYERS, seed=seed)
        seated = [bots.make(f"strong:{milliseconds}ms", match.game, p, threads=1) for p in range(PLAYERS)]
        while not match.over and len(taken) < decisions:
            seat = match.pending[0]
            observation = bots.Observation.of(match, seat)
            began = time.perf_counter()
            action = seated[seat].decide(observation)
            if len(observation.ids) > 1:
                taken.append((time.perf_counter() - began) * 1000 / milliseconds)
            match.play(action, seat=seat)
        seed += 1
    return {"mean": statistics.fmean(taken), "high": percentile(taken, 0.99), "most": max(taken), "n": len(taken)}


def first_move(game: str, level: str, times: int = 5) -> dict[str, Any]:
    """The first move of a fresh process with an empty cache, imports and all: seconds by the clock
    and of a core; medians.
    """
    code = FIRST.format(game=game, players=PLAYERS, level=level)
    found = []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as cold:
            told = subprocess.run([sys.executable, "-c", code], env={**os.environ, "TAFELRUNDE_CACHE": cold}, capture_output=True,
                                  text=True, check=True)
        found.append(told.stdout.split())
    if any(slow == "True" for *_, slow in found):
        raise SystemExit(f"{game}: nothing runs its module here")
    return {"wall": statistics.median(float(w) for w, *_ in found), "cpu": statistics.median(float(c) for _, c, _ in found)}


def measure(titles: list[str]) -> dict[str, Any]:
    """Everything, title by title."""
    found: dict[str, Any] = {"machine": machine(), "titles": {}}
    for game in titles:
        found["titles"][game] = {
            "playouts": playouts(game), "boxes": {ms: box(game, ms, n) for ms, n in BOXES.items()},
            "first": {level: first_move(game, level) for level in ("simple", "strong:50ms")}}
        print(game, found["titles"][game], flush=True)
    return found


def page(found: dict[str, Any]) -> str:
    """The tables."""
    rows = [(game, f"{one['playouts']:,.0f}", *(f"{f['wall']:.2f} s ({f['cpu']:.2f} s)" for f in one["first"].values()))
            for game, one in found["titles"].items()]
    boxes = [(game, f"{ms} ms", f"{b['n']}", f"{b['mean']:.2f}", f"{b['high']:.2f}", f"{b['most']:.2f}")
             for game, one in found["titles"].items() for ms, b in one["boxes"].items()]
    return "\n\n".join((
        f"Machine: {found['machine']}; one core.",
        markdown_table(("title", "playouts/s from the opening", "first move of `simple` (of it CPU)",
                        "first move of `strong:50ms` (of it CPU)"), rows),
        markdown_table(("title", "time box", "decisions", "mean", "99th percentile", "longest"), boxes)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("measure", "write"))
    parser.add_argument("--titles", nargs="*", default=list(NAMES), choices=NAMES)
    parser.add_argument("--results", type=Path, default=Path("speed.json"))
    asked = parser.parse_args()
    if asked.what == "measure":
        asked.results.write_text(json.dumps(measure(asked.titles), indent=1), "utf-8")
    else:
        put("speed", page(json.loads(asked.results.read_text("utf-8"))))


if __name__ == "__main__":
    main()
