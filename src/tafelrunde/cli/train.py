"""`train`: a network learns a title from its own games."""
from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import tafelrunde as tr


class Device(StrEnum):
    """Where games are played and learned from."""

    CPU = "cpu"
    CUDA = "cuda"


def register(app: typer.Typer) -> None:
    """Add this room's command."""
    app.command()(train)


def train(title: Annotated[str, typer.Argument(help="A game, such as toledo.")],
          output: Annotated[Path, typer.Option(help="The file for the weights.")],
          checkpoint: Annotated[Path | None, typer.Option(help="Kept every minute; if it is there, the training goes on.")] = None,
          minutes: Annotated[float, typer.Option(min=0.01, help="How long to train in all.")] = 30.0,
          rounds: Annotated[int, typer.Option(min=0, help="Train so many rounds instead.")] = 0,
          games: Annotated[int, typer.Option(min=16, help="Games side by side (a quarter with other than 4 players).")] = 16384,
          steps: Annotated[int, typer.Option(min=1, help="Decisions of each game that are searched in a round.")] = 10,
          between: Annotated[int, typer.Option(min=0, help="Decisions by the network alone after each of them.")] = 3,
          longest: Annotated[int, typer.Option(min=8, help="Decisions of a whole game at most.")] = 600,
          times: Annotated[int, typer.Option(min=8, help="Iterations of the search for a decision.")] = 64,
          guided: Annotated[float, typer.Option(min=0, max=1, help="The last part, in which the network guides the search.")] = 0.0,
          batch: Annotated[int, typer.Option(min=16, help="Positions that are learned from at once.")] = 4096,
          players: Annotated[list[int] | None, typer.Option(help="Only this number of players; may be given again.")] = None,
          width: Annotated[int, typer.Option(min=0, help="Units of the first layer; by the title when 0.")] = 0,
          seed: Annotated[int, typer.Option(help="Where chance begins.")] = 1,
          device: Annotated[Device, typer.Option(help="cuda: an NVIDIA GPU; cpu: slowly.")] = Device.CUDA) -> None:
    """Train a network by self-play and write its weights, eight bits each (docs/learning.md)."""
    from ..bots.net.weights import written
    from ..learning.training import BadTraining, Plan, Training, plain

    game = tr.game(title)
    seats = tuple(players or ())
    if any(not game.seats[0] <= n <= game.seats[1] for n in seats):
        raise BadTraining(f"players: {title} is for {game.seats[0]} to {game.seats[1]}, not {', '.join(map(str, seats))}")
    plan = Plan(title, 60 * minutes, rounds, games, steps, between, longest, times, guided, batch, seed, device.value, width, seats)
    console = Console(stderr=True)
    there = checkpoint is not None and checkpoint.exists()
    training = Training.resumed(checkpoint, plan) if checkpoint and there else Training(plan)
    if there:
        console.print(f"Going on after {training.progress.seconds:.0f} s and {training.progress.rounds} rounds.")
    training.run(lambda line: console.print(line, soft_wrap=True), lambda: training.save(checkpoint) if checkpoint else None)
    recipe = {"version": tr.__version__, "plan": asdict(plan), "progress": asdict(training.progress)}
    output.write_bytes(written(game, {name: plain(w) for name, w in training.network.weights.items()}, recipe))
    console.print(f"{output}: {output.stat().st_size:,} bytes", soft_wrap=True)
