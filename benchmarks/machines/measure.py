"""Rules and search on every machine of a processor, in one run: interpreted, compiled, and as
WebAssembly in wasmtime, Node and Chromium; and the first minutes of somebody who has just installed
Tafelrunde.

    python benchmarks/machines/measure.py speed [--titles …]     every machine, into machines.json
    python benchmarks/machines/measure.py newcomer [--titles …]  a cold cache, with modules and without, into machines.json
    python benchmarks/machines/measure.py write                  into docs/benchmarks.md

Rates are those of the best of many short pieces: other programs make a piece slower, never faster.
"""
from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
from helpers.lockstep import text  # found on the path set above
from helpers.stripped import node, serving, strip  # found on the path set above
from pages import page, put

import tafelrunde as tr  # after the path
from tafelrunde import bots
from tafelrunde.arena.report import machine
from tafelrunde.bots import hosted, machines, modules
from tafelrunde.bots.machine import CompiledMachine, Machine
from tafelrunde.bots.tree import Tree
from tafelrunde.games import NAMES
from tafelrunde.kernel import Game, seed_generator
from tafelrunde.kernel.packing import Packing

HERE = Path(__file__).parent
PLAYERS = 4
PIECES = 80
GAMES, ITERATIONS = 100, 800
SLOW_GAMES, SLOW_ITERATIONS = 3, 20
"""The amount of work in a piece; on the interpreter less of it."""
CAPPED = {"toledo": {"turn_cap": "25"}}
"""Options without which random play does not end."""


def best(work: Callable[[], int], pieces: int = PIECES) -> float:
    """The highest rate of several pieces of work."""
    most = 0.0
    for _ in range(pieces):
        began = time.perf_counter()
        done = work()
        most = max(most, done / (time.perf_counter() - began))
    return most


def thinking(machine: Machine, root: Any, seat: int, iterations: int) -> tuple[float, int]:
    """Iterations a second on one position, and how often the first choice was visited."""
    visits = 0

    def grown() -> int:
        nonlocal visits
        tree = Tree(machine, root, seat, PLAYERS, 4 * iterations)
        tree.grow(1, iterations)
        visits = max(n for _, n in tree.children().values())
        return iterations

    grown()
    return best(grown), visits


def speed(game: Game, cached: bool) -> dict[str, Any]:
    """All machines on one title; with `cached`, without a compiled search that would have to be
    compiled first.
    """
    configured, packing = game.configured(PLAYERS, CAPPED.get(game.name)), Packing(game.fields)
    match = tr.new(game.name, players=PLAYERS, seed=1)
    seat = match.pending[0]
    root = bots.Observation.of(match, seat).imagine(1)
    module = modules.find(game)
    rates: dict[str, dict[str, float]] = {}
    checks: set[tuple[int, ...]] = set()

    slow = best(lambda: sum(interpreted_game(game, configured, i) for i in range(SLOW_GAMES)), 5)
    rates["interpreted"] = {"decisions": slow, "playouts": thinking(Machine(game), root, seat, SLOW_ITERATIONS)[0]}

    lengths = [0]

    def compiled() -> int:
        lengths[0] = int(game.compiled.play_seeds(configured, 0, GAMES)[0].sum())
        return lengths[0]

    compiled()
    rates["compiled"] = {"decisions": best(compiled)}
    native = CompiledMachine(game)
    if not cached or native.marker.exists():
        rates["compiled"]["playouts"], visits = thinking(native, root, seat, ITERATIONS)
        checks.add((lengths[0], visits))

    began = time.perf_counter()
    opener = hosted.Loaded(module).instance
    loaded = time.perf_counter() - began
    here = hosted.WasmMachine(game, opener)
    pool, template, mask = here.pool(configured, 1), here.pool(configured, 1), here.mask()
    decisions, traces, standings = here.numbers(GAMES), here.numbers(GAMES), here.numbers(GAMES, 8)

    def in_wasmtime() -> int:
        here.call.playouts(pool, template, mask, 0, GAMES, decisions, traces, standings)
        return sum(decisions)

    rate, visits = thinking(here, root, seat, ITERATIONS)
    rates["wasmtime"] = {"decisions": best(in_wasmtime), "playouts": rate}
    checks.add((sum(decisions), visits))

    work = {"configured": text(packing.pack(configured)), "root": text(packing.pack(root)), "seat": seat, "games": GAMES,
            "iterations": ITERATIONS, "pieces": PIECES}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "work.json").write_text(json.dumps(work), "utf-8")
        (folder / "kernel.wasm").write_bytes(module)
        rates["Node"] = json.loads(node(HERE / "run.ts", folder / "kernel.wasm", folder / "work.json"))
        rates["Chromium"] = in_chromium(folder, work)
    checks |= {tuple(rates[one].pop("check")) for one in ("Node", "Chromium")}  # type: ignore[arg-type]
    assert {first for first, _ in checks} == {lengths[0]}
    assert len(checks) == 1, f"{game.name}: the machines differ: {checks}"
    return {"rates": rates, "raw": len(module), "packed": len(gzip.compress(module, 9)), "loaded": loaded}


def interpreted_game(game: Game, configured: Any, seed: int) -> int:
    """The decisions of a random game."""
    s = configured.clone()
    s.rng = seed_generator(seed)
    game.law.setup(s)
    return int(game.driver.play_randomly(s, game.mask())[0])


def in_chromium(folder: Path, work: dict[str, Any]) -> dict[str, Any]:
    """The same in a page."""
    from playwright.sync_api import sync_playwright

    strip(folder, [HERE / "speed.ts"])
    with serving(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{address}/index.html")
        found: dict[str, Any] = page.evaluate("""async (work) => {
            const { readKernel } = await import('/web/src/engine/kernels/kernel.ts')
            const { measure } = await import('/benchmarks/machines/speed.ts')
            return measure(await readKernel('/kernel.wasm'), work)
        }""", work)
        browser.close()
    return found


def newcomer(game: str, without: bool, seconds: int) -> dict[str, Any]:
    """The first minutes with a cold cache: the first move of a fresh process, then one move after
    the other.
    """
    with tempfile.TemporaryDirectory() as cache:
        code = [sys.executable, str(Path(__file__)), "first", "--titles", game, "--seconds", str(seconds)]
        done = subprocess.run([*code, *(["--without"] if without else [])], env={**os.environ, "TAFELRUNDE_CACHE": cache},
                              capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def first(name: str, without: bool, seconds: int) -> None:
    """The measurements of a newcomer's process, as JSON."""
    began = time.perf_counter()
    if without:
        hosted.loaded = lambda game: None  # type: ignore[assignment]
    told: list[tuple[float, float, int, str]] = []
    bot, match, seed = bots.make("strong", tr.game(name), 1), tr.new(name, players=PLAYERS, seed=1), 1
    ended = 0.0
    while (now := time.perf_counter() - began) < seconds and not (told and told[-1][3] == "CompiledMachine" and now > ended + 10):
        if match.over:
            seed += 1
            match = tr.new(name, players=PLAYERS, seed=seed)
        seat = match.pending[0]
        action = bot.decide(bots.Observation.of(match, seat))
        took = time.perf_counter() - began - now
        if bot.thought.simulations:
            kind = type(bot.thought.machine).__name__
            ended = ended or (now if kind == "CompiledMachine" else 0.0)
            told.append((now + took, took, bot.thought.simulations, kind))
        match.play(action, seat=seat)
    for compiler in machines.MACHINES.compilers.values():
        compiler.kill()
    print(json.dumps(told))


def summed(told: list[tuple[float, float, int, str]]) -> dict[str, Any]:
    """The first move, and playouts a second on each machine."""
    kinds = dict.fromkeys(kind for *_, kind in told)
    rates = {k: sum(n for *_, n, kind in told if kind == k) / sum(t for _, t, _, kind in told if kind == k) for k in kinds}
    ready = next((at - took for at, took, _, kind in told if kind == "CompiledMachine"), None)
    return {"first": told[0][0], "rates": rates, "compiled_after": ready}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("speed", "newcomer", "first", "write"))
    parser.add_argument("--titles", nargs="*", default=list(NAMES), choices=NAMES)
    parser.add_argument("--results", type=Path, default=Path("machines.json"))
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--without", action="store_true", help="without modules")
    parser.add_argument("--cached", action="store_true", help="compile nothing: leave out what is not in the cache")
    parser.add_argument("--load", default="", help="a sentence on what else the machine did")
    asked = parser.parse_args()
    found: dict[str, Any] = json.loads(asked.results.read_text("utf-8")) if asked.results.exists() else {}
    if asked.what == "first":
        first(asked.titles[0], asked.without, asked.seconds)
        return
    if asked.what == "speed":
        found |= {"machine": machine(), "load": asked.load}
        for name in asked.titles:
            found.setdefault("speed", {})[name] = speed(tr.game(name), asked.cached)
            print(name, found["speed"][name], flush=True)
    elif asked.what == "newcomer":
        found["seconds"] = asked.seconds
        for name in asked.titles:
            found.setdefault("newcomer", {})[name] = {how: summed(newcomer(name, how == "before", asked.seconds))
                                                     for how in ("before", "now")}
            print(name, found["newcomer"][name], flush=True)
    else:
        put(page(found))
    asked.results.write_text(json.dumps(found, indent=1), "utf-8")


if __name__ == "__main__":
    main()
