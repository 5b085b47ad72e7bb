"""`simulate`: many games with random players, and statistics of scores, seats and length."""
from __future__ import annotations

import statistics
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ..kernel import Game, seed_generator
from .common import USUAL, Data, chosen_game, typed_options, usual_players
from .tables import show_table

CHUNK = 500


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command()(simulate)


def simulate(name: Annotated[str, typer.Argument(help="A game, such as el_grande.")] = USUAL,
             games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
             players: Annotated[int | None, typer.Option(help="Seats; four where that is possible.")] = None,
             seed: Annotated[int, typer.Option(help="The first seed.")] = 0,
             option: Annotated[list[str] | None, typer.Option("--option", "-o", help="short, memory=ledger …")] = None,
             interpreted: Annotated[bool, typer.Option(help="Do not use the compiler.")] = False,
             data: Data = None) -> None:
    """Play many games with random players: scores, seat bias and length."""
    game = chosen_game(name, data)
    configured = game.configured(players or usual_players(game), typed_options(game, option or []))
    lengths: list[int] = []
    points: list[list[int]] = []
    fast = not interpreted and compiler_there()
    with Progress(TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"),
                  TimeRemainingColumn(), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("compiling" if fast else "playing", total=games)
        for first in range(0, games, CHUNK):
            n = min(CHUNK, games - first)
            d, p = (play_compiled if fast else play_interpreted)(game, configured, seed + first, n)
            lengths += d
            points += p
            progress.update(task, advance=n, description="playing")
    report(game, configured.players, lengths, points)


def compiler_there() -> bool:
    """Whether the extra `fast` is installed."""
    from importlib.util import find_spec

    return find_spec("numba") is not None


def play_compiled(game: Game, configured: Any, first: int, n: int) -> tuple[list[int], list[list[int]]]:
    """Lengths and standings of n games."""
    lengths, _, standings = game.compiled.play_seeds(configured, first, n)
    return lengths.tolist(), standings.tolist()


def play_interpreted(game: Game, configured: Any, first: int, n: int) -> tuple[list[int], list[list[int]]]:
    lengths: list[int] = []
    standings: list[list[int]] = []
    for seed in range(first, first + n):
        s = configured.clone()
        s.rng = seed_generator(seed)
        game.law.setup(s)
        lengths.append(game.driver.play_randomly(s, game.mask())[0])
        standings.append([int(game.law.standing(s, p)) for p in range(s.players)])
    return lengths, standings


def report(game: Game, players: int, lengths: list[int], standings: list[list[int]]) -> None:
    """The tables: per seat, and over all."""
    rows: list[tuple[str, ...]] = []
    wins = [0.0] * players
    for row in standings:
        best = [p for p in range(players) if row[p] == max(row)]
        for p in best:
            wins[p] += 1 / len(best)
    for p in range(players):
        own = sorted(row[p] for row in standings)
        spread = statistics.stdev(own) if len(own) > 1 else 0.0
        rows.append((str(p), f"{100 * wins[p] / len(standings):.1f}", f"{statistics.fmean(own):.1f}", f"{spread:.1f}",
                     str(own[0]), f"{statistics.median(own):g}", str(own[-1])))
    show_table(("seat", "wins %", "mean", "sd", "lowest", "median", "highest"), rows,
               f"{game.name}, {players} players, {len(lengths):,} games of random play")
    Console().print(f"Decisions in a game: mean {statistics.fmean(lengths):.0f}, from {min(lengths)} to {max(lengths)}.")
