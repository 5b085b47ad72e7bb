"""Random play in our games and in others', in one run on one core: docs/benchmarks.md is made from this.

    python3 run.py bench            measure and print
    python3 run.py bench --write    … and write docs/benchmarks.md

Every engine plays whole random games in its own way of doing so: what is compared is how many decisions a second a
researcher gets from each, not the games.
"""
from __future__ import annotations

import os
import platform
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import run

import tafelrunde as tr
from tafelrunde.cli.bench import measure
from tafelrunde.cli.common import usual_players

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
SECONDS = 4.0


def timed(play: Callable[[int], int], seconds: float = SECONDS) -> float:
    """Decisions a second of a function that plays one game with a seed; it is run once before to warm up."""
    play(0)
    began, decisions, seed = time.process_time(), 0, 1
    while time.process_time() - began < seconds:
        decisions += play(seed)
        seed += 1
    return decisions / (time.process_time() - began)


def open_spiel(name: str) -> Callable[[int], int]:
    """OpenSpiel's C++ engine, driven from Python as its documentation does it."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        choice = random.Random(seed)
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choice.choices(outcomes, weights)[0])
            else:
                state.apply_action(choice.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def open_spiel_clone(name: str) -> float:
    """Seconds that a clone takes there."""
    import pyspiel

    state = pyspiel.load_game(name).new_initial_state()
    began = time.process_time()
    for _ in range(100_000):
        state.clone()
    return (time.process_time() - began) / 100_000


def catanatron() -> Callable[[int], int]:
    """Catanatron's Settlers with its random players."""
    from catanatron import Color, Game, RandomPlayer

    def play(seed: int) -> int:
        game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)], seed=seed)
        game.play()
        state = game.state
        return len(getattr(state, "action_records", None) or state.actions)

    return play


def pettingzoo() -> Callable[[int], int]:
    """PettingZoo's tic-tac-toe."""
    from pettingzoo.classic import tictactoe_v3

    env = tictactoe_v3.env()

    def play(seed: int) -> int:
        env.reset(seed=seed)
        choice = random.Random(seed)
        decisions = 0
        for agent in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = observation["action_mask"]
            env.step(choice.choice([a for a in range(env.action_space(agent).n) if mask[a]]))
            decisions += 1
        return decisions

    return play


PEERS: list[tuple[str, Callable[[], Callable[[int], int]]]] = [
    ("OpenSpiel backgammon (C++)", lambda: open_spiel("backgammon")),
    ("OpenSpiel gin_rummy (C++)", lambda: open_spiel("gin_rummy")),
    ("Catanatron (Python)", catanatron),
    ("PettingZoo tictactoe (Python)", pettingzoo),
]


def machine() -> str:
    """The processor, the number of cores and the Python that all this ran on."""
    model = "unknown processor"
    info = Path("/proc/cpuinfo")
    if info.exists():
        model = next((line.partition(":")[2].strip() for line in info.read_text().splitlines()
                      if line.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; one core used"


def import_time() -> float:
    """Seconds that `import tafelrunde` takes in a fresh interpreter, beyond starting it: the best of five."""
    code = "import time; t = time.perf_counter(); import tafelrunde; print(time.perf_counter() - t)"
    return min(float(run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
               for _ in range(5))


def main() -> None:
    """Measure everything once, in one process."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    rows: list[str] = []
    peers: dict[str, float] = {}
    for title, make in PEERS:
        print(title, flush=True)
        try:
            peers[title] = timed(make())
        except ImportError as error:
            print(f"  left out: {error}", flush=True)
    best = max(peers.values(), default=0.0)
    ours: list[str] = []
    for name in tr.games():
        game = tr.game(name)
        configured = game.configured(usual_players(game), bench_options(name))
        print(name, flush=True)
        found = measure(game, configured, SECONDS)
        ratio = f"{found['compiled'] / best:.0f}×" if best else "–"
        ours.append(f"| {name}, {configured.players} players | {found['compiled'] / 1e6:.1f} M | {ratio} | "
                    f"{found['games']:,.0f} | {found['interpreted'] / 1e3:.0f} k | "
                    f"{found['clone_compiled'] * 1e9:.0f} ns | {found['clone_interpreted'] * 1e6:.1f} µs | "
                    f"{found['bytes']:.0f} |")
    rows += ["# Benchmarks", "", f"Machine: {machine()}.", "",
             "Made by `python3 run.py bench --write`; every figure comes from the same run, in seconds of processor time on one "
             "core.", "",
             "## Our games, whole random games", "",
             "| game | compiled, decisions/s | against the fastest peer | games/s | interpreted, decisions/s | "
             "clone compiled | clone interpreted | state, bytes |", "|---|---|---|---|---|---|---|---|", *ours, "",
             "## Peers, random play in their own games", "", "| engine | decisions/s |", "|---|---|"]
    rows += [f"| {title} | {speed / 1e3:,.0f} k |" for title, speed in peers.items()]
    try:
        clone = open_spiel_clone("backgammon")
        rows += ["", f"A clone in OpenSpiel's backgammon takes {clone * 1e6:.2f} µs."]
    except ImportError:
        pass
    rows += ["", f"`import tafelrunde` takes {import_time() * 1e3:.0f} ms.", ""]
    page = "\n".join(rows)
    print(page)
    if "--write" in sys.argv:
        PAGE.write_text(page, "utf-8")


def bench_options(name: str) -> dict[str, object]:
    """Options that random play needs to end: a cap on turns in Toledo."""
    options = {o.name for o in tr.game(name).options}
    return {"turn_cap": "100"} if "turn_cap" in options else {}


if __name__ == "__main__":
    main()
