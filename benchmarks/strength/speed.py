"""Search speed, time boxes and the first move of a fresh process, for docs/strength.md.

    python benchmarks/strength/speed.py el_grande
"""
from __future__ import annotations

import subprocess
import sys
import time

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.arena.report import machine
from tafelrunde.arena.statistics import percentile
from tafelrunde.bots.machines import MACHINES
from tafelrunde.bots.tree import Tree

FIRST = """
import time; began = time.perf_counter()
import tafelrunde as tr; from tafelrunde import bots
match = tr.new({game!r}, players={players}, seed=1)
bot = bots.make({level!r}, match.game, seed=1)
bot.decide(bots.Observation.of(match, match.pending[0]))
print(time.perf_counter() - began, "interpreted" if "fast rules" in bot.explain("en") else "compiled")
"""


def playouts(game: str, players: int, iterations: int = 20_000) -> float:
    """Search iterations a second from the opening, one thread."""
    match = tr.new(game, players=players, seed=1)
    seat = match.pending[0]
    tree = Tree(MACHINES.get(match.game, wait=True), bots.Observation.of(match, seat).imagine(1), seat, players)
    tree.grow(1, 100)
    began = time.perf_counter()
    tree.grow(2, iterations)
    return iterations / (time.perf_counter() - began)


def overruns(game: str, players: int, milliseconds: int, decisions: int) -> tuple[float, float]:
    """The 99th percentile and the longest of so many decisions, as multiples of the time box."""
    taken: list[float] = []
    seed = 0
    while len(taken) < decisions:
        match = tr.new(game, players=players, seed=seed)
        seated = [bots.make(f"strong:{milliseconds}ms", match.game, p, threads=1) for p in range(players)]
        while not match.over and len(taken) < decisions:
            seat = match.pending[0]
            observation = bots.Observation.of(match, seat)
            began = time.perf_counter()
            action = seated[seat].decide(observation)
            if len(observation.ids) > 1:
                taken.append((time.perf_counter() - began) * 1000 / milliseconds)
            match.play(action, seat=seat)
        seed += 1
    return percentile(taken, 0.99), max(taken)


def main() -> None:
    """Measure one title."""
    game = sys.argv[1] if len(sys.argv) > 1 else "el_grande"
    players = 4
    print(f"{machine()}")
    print(f"{game}, {players} players: {playouts(game, players):,.0f} playouts/s on one core from the opening")
    for milliseconds in (20, 50, 200):
        high, most = overruns(game, players, milliseconds, 300)
        print(f"box of {milliseconds} ms: 99th percentile {high:.2f}, longest {most:.2f} times the box (300 decisions)")
    for level in ("simple", "strong:50ms"):
        code = FIRST.format(game=game, players=players, level=level)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        print(f"first move of a fresh process, {level}, cache warm: {done.stdout.strip()}")


if __name__ == "__main__":
    main()
