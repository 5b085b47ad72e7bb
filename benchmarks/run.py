"""Random play in our games and in others', in one run on one core: docs/benchmarks.md is made from
this.

    python3 run.py bench            measure and print
    python3 run.py bench --write    … and write docs/benchmarks.md

Every engine plays whole random games in its own way of doing so: what is compared is how many
decisions a second a researcher gets from each, not the games.
"""
from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import run

from peers import Play, catanatron, machine, open_spiel, rate, tictactoe

import tafelrunde as tr
from tafelrunde.cli.bench import measure
from tafelrunde.cli.common import usual_players

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
SECONDS = 4.0


def open_spiel_clone(name: str) -> float:
    """Seconds that a clone takes there."""
    import pyspiel

    state = pyspiel.load_game(name).new_initial_state()
    began = time.process_time()
    for _ in range(100_000):
        state.clone()
    return (time.process_time() - began) / 100_000


PEERS: list[tuple[str, Callable[[], Play]]] = [
    ("OpenSpiel backgammon (C++)", lambda: open_spiel("backgammon")),
    ("OpenSpiel gin_rummy (C++)", lambda: open_spiel("gin_rummy")),
    ("Catanatron (Python)", catanatron),
    ("PettingZoo tictactoe (Python)", tictactoe),
]


def import_time() -> float:
    """Seconds that `import tafelrunde` takes in a fresh interpreter, beyond starting it: the best
    of five.
    """
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
            peers[title] = rate(make(), SECONDS)
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
    rows += ["# Benchmarks", "", f"Machine: {machine()}; one core used.", "",
             "Made by `python3 run.py bench --write`. All figures come from the same run, on one core, and count",
             "CPU time.", "",
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
        # Another script writes the rest
        _, mark, kept = PAGE.read_text("utf-8").partition("\n<!-- machines")
        PAGE.write_text(page + mark + kept, "utf-8")


def bench_options(name: str) -> dict[str, object]:
    """Options that random play needs to end: a cap on turns in Toledo."""
    options = {o.name for o in tr.game(name).options}
    return {"turn_cap": "100"} if "turn_cap" in options else {}


if __name__ == "__main__":
    main()
