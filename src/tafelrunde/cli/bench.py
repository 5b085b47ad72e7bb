"""`bench`: how fast the rules run on this machine."""
from __future__ import annotations

import time
from typing import Annotated, Any

import typer

import tafelrunde as tr

from ..kernel import Game, seed_generator
from .common import typed_options, usual_players
from .tables import show_table

COLUMNS = ("game", "players", "interpreted decisions/s", "compiled decisions/s", "games/s", "clone interpreted", "clone compiled",
           "state")


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command()(bench)


def bench(name: Annotated[str | None, typer.Argument(help="A game; all of them by default.")] = None,
          players: Annotated[int | None, typer.Option(help="Seats.")] = None,
          option: Annotated[list[str] | None, typer.Option("--option", "-o", help="short, memory=ledger …")] = None,
          seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure each.")] = 2.0) -> None:
    """Measure whole random games, interpreted and compiled, the cost of a clone, and the size of a
    state.
    """
    rows: list[tuple[str, ...]] = []
    for one in [name] if name else list(tr.games()):
        game = tr.game(one)
        configured = game.configured(players or usual_players(game), typed_options(game, option or []))
        found = measure(game, configured, seconds)
        rows.append((one, str(configured.players), f"{found['interpreted']:,.0f}", f"{found['compiled']:,.0f}",
                     f"{found['games']:,.0f}", f"{found['clone_interpreted'] * 1e6:.1f} µs",
                     f"{found['clone_compiled'] * 1e9:.0f} ns", f"{found['bytes']:.0f} bytes"))
    show_table(COLUMNS, rows)


def measure(game: Game, configured: Any, seconds: float) -> dict[str, float]:
    """Decisions and games a second, seconds a clone, bytes a state."""
    def play(seed: int) -> int:
        s = configured.clone()
        s.rng = seed_generator(seed)
        game.law.setup(s)
        return int(game.driver.play_randomly(s, game.mask())[0])

    began, decisions, seed = time.process_time(), 0, 0
    while time.process_time() - began < seconds:
        decisions += play(seed)
        seed += 1
    interpreted = decisions / (time.process_time() - began)
    s = configured.clone()
    game.law.setup(s)
    began = time.process_time()
    for _ in range(20_000):
        s.clone()
    clone_interpreted = (time.process_time() - began) / 20_000

    fast = game.compiled
    fast.play_seeds(configured, 0, 1)
    began, decisions, games = time.process_time(), 0, 0
    while time.process_time() - began < seconds:
        lengths, _, _ = fast.play_seeds(configured, games, 1000)
        decisions += int(lengths.sum())
        games += 1000
    spent = time.process_time() - began
    pool = fast.pool(2)
    fast.copy_many(pool, 10)
    began = time.process_time()
    fast.copy_many(pool, 2_000_000)
    clone_compiled = (time.process_time() - began) / 2_000_000
    return {"interpreted": interpreted, "compiled": decisions / spent, "games": games / spent,
            "clone_interpreted": clone_interpreted, "clone_compiled": clone_compiled,
            "bytes": float(fast.dtype.itemsize)}
