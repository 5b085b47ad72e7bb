"""The search of `master` on every machine of a processor, and how soon it plays on a machine where
nothing is compiled.

    python benchmarks/machines/master.py [--titles …]

Rates are those of the best of several pieces at four positions from the middle of games.  The first
move is that of a fresh process with an empty cache: from the import of the package to the answer.
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
from helpers.lockstep import questions, text  # found on the path set above
from helpers.stripped import NODE  # found on the path set above

import tafelrunde as tr  # after the path
from tafelrunde.arena.report import machine
from tafelrunde.bots import device, hosted, make, modules
from tafelrunde.bots.net.master import CompiledNetMachine, GuidedTree, HostedNetMachine, NetMachine
from tafelrunde.bots.net.weights import FOLDER, load, shipped
from tafelrunde.games import NAMES
from tafelrunde.kernel import Game

HERE = Path(__file__).parent
POSITIONS, PIECES, ITERATIONS, SLOW = 4, 12, 1000, 10

FIRST = """
import sys, time
began = time.perf_counter()
import tafelrunde as tr
from tafelrunde.bots import Observation, make
match = tr.new(sys.argv[1], players=4, seed=1)
bot = make("master", match.game, 1)
bot.machine()
ready = time.perf_counter() - began
began = time.perf_counter()
bot.decide(Observation.of(match, match.pending[0]))
print(ready, time.perf_counter() - began, bot.thought.simulations, type(bot.thought.machine).__name__)
"""


def rate(machine_: NetMachine, game: Game, iterations: int) -> float:
    """Iterations a second, each position at its best."""
    seconds = 0.0
    for observation, seed in questions(game, POSITIONS):
        least = float("inf")
        for _ in range(PIECES if iterations > SLOW else 2):
            tree = GuidedTree(machine_, observation.imagine(seed), observation.seat, observation.players, 1 << 16)
            began = time.perf_counter()
            tree.grow(seed, iterations)
            least = min(least, time.perf_counter() - began)
        seconds += least
    return POSITIONS * iterations / seconds


def in_node(game: Game) -> float:
    """The same on a device without a screen."""
    lines = ""
    for observation, seed in questions(game, POSITIONS):
        one, _ = device.question(make(f"master:{ITERATIONS}nodes", game, seed), observation)
        for _ in range(PIECES):
            lines += json.dumps({"question": {**one, "root": text(one["root"])}, "budget": {"iterations": ITERATIONS}}) + "\n"
    files = modules.module_path(game), FOLDER / f"{game.name}.weights"
    command = [NODE if NODE.exists() else "node", HERE / "answer.ts", *files]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    took = [json.loads(line)["milliseconds"] for line in done.stdout.splitlines()]
    return POSITIONS * ITERATIONS * 1000 / sum(min(took[i:i + PIECES]) for i in range(0, len(took), PIECES))


def first_move(game: Game) -> list[str]:
    """A fresh process with an empty cache."""
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, "TAFELRUNDE_CACHE": empty}
        done = subprocess.run([sys.executable, "-c", FIRST, game.name], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def measured(game: Game) -> dict[str, Any]:
    began = time.perf_counter()
    weights = load(game)
    read = time.perf_counter() - began
    opened = hosted.opener(game)
    assert opened is not None
    began = time.perf_counter()
    here = HostedNetMachine(game, weights, opened)
    _ = here.whole_numbers
    laid = time.perf_counter() - began
    ready, took, iterations, kind = first_move(game)
    return {"title": game.name, "interpreted": rate(NetMachine(game, weights), game, SLOW),
            "wasmtime": rate(here, game, ITERATIONS), "node": in_node(game),
            "compiled": rate(CompiledNetMachine(game, weights), game, ITERATIONS),
            "weights read": read, "laid into an instance": laid, "first process ready": float(ready), "first move": float(took),
            "its iterations": int(iterations), "its machine": kind}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--titles", nargs="*", default=[name for name in NAMES if shipped(tr.game(name))])
    print(machine())
    for title in parser.parse_args().titles:
        for what, value in measured(tr.game(title)).items():
            print(f"{what}: {value:.4g}" if isinstance(value, float) else f"{what}: {value}", flush=True)


if __name__ == "__main__":
    main()
