"""`train`: a network learns a title from games that search plays; `teach` plays more of them."""
from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import tafelrunde as tr


class Device(StrEnum):
    """The devices on which games are played and learned from."""

    CPU = "cpu"
    CUDA = "cuda"


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(train)
    app.command()(teach)


Title = Annotated[str, typer.Argument(help="A game, such as toledo.")]
Minutes = Annotated[float, typer.Option(min=0.01, help="For how long, in all.")]
Rounds = Annotated[int, typer.Option(min=0, help="Stop after this many rounds instead (shards, for `teach`).")]
Times = Annotated[int, typer.Option(min=8, help="Iterations of a thorough search.")]
Quick = Annotated[int, typer.Option(min=1, help="Iterations of the searches between; they are not learned from.")]
Players = Annotated[list[int] | None, typer.Option(help="Only this number of players; may be given again.")]
Width = Annotated[int, typer.Option(min=0, help="Units of the first layer; 0: the title's default.")]
Seed = Annotated[int, typer.Option(help="The seed of the draws.")]


def seats_of(title: str, players: list[int] | None) -> tuple[int, ...]:
    """Numbers of players that a title can have; BadTraining names one that it cannot have."""
    from ..learning.checkpoints import BadTraining

    least, most = tr.game(title).seats
    if any(not least <= n <= most for n in players or ()):
        raise BadTraining(f"players: {title} is for {least} to {most}, not {', '.join(map(str, players or ()))}")
    return tuple(players or ())


def train(title: Title, output: Annotated[Path, typer.Option(help="The file for the weights.")],
          checkpoint: Annotated[Path | None, typer.Option(help="The checkpoint; if it exists, training continues from it.")] = None,
          lessons: Annotated[Path | None, typer.Option(help="A folder into which `teach` writes.")] = None,
          minutes: Minutes = 30.0, rounds: Rounds = 0,
          games: Annotated[int, typer.Option(min=0, help="Games side by side; 0 leaves playing to `teach`.")] = 8192,
          moves: Annotated[int, typer.Option(min=1, help="Decisions of each game in a round.")] = 32,
          times: Times = 200, quick: Quick = 40,
          steps: Annotated[int, typer.Option(min=1, help="Batches that are learned from in a round.")] = 200,
          batch: Annotated[int, typer.Option(min=16, help="Positions of a batch.")] = 4096,
          players: Players = None, width: Width = 0, seed: Seed = 1,
          device: Annotated[Device, typer.Option(help="cuda: an NVIDIA GPU; cpu: slowly.")] = Device.CUDA) -> None:
    """Train a network and write its weights, eight bits each (docs/learning.md)."""
    from ..bots.net.weights import written
    from ..learning.checkpoints import BadTraining
    from ..learning.lessons import plain
    from ..learning.training import Plan, Training

    if not games and lessons is None:
        raise BadTraining("games: with 0 games side by side, --lessons must name a folder into which `teach` writes")
    plan = Plan(title, 60 * minutes, rounds, games, moves, times, quick, steps, batch, seed, device.value, width,
                seats_of(title, players))
    console = Console(stderr=True)
    there = checkpoint is not None and checkpoint.exists()
    training = Training.resumed(checkpoint, plan, lessons) if checkpoint and there else Training(plan, lessons)
    if there:
        console.print(f"Going on after {training.progress.seconds:.0f} s and {training.progress.rounds} rounds.")

    def keep() -> None:
        recipe = {"version": tr.__version__, "plan": asdict(plan), "progress": asdict(training.progress)}
        weights = {name: plain(w) for name, w in training.network.weights.items()}
        output.write_bytes(written(training.game, weights, recipe))
        if checkpoint:
            training.save(checkpoint)

    training.run(lambda line: console.print(line, soft_wrap=True), keep)
    console.print(f"{output}: {output.stat().st_size:,} bytes", soft_wrap=True)


def teach(title: Title, lessons: Annotated[Path, typer.Argument(help="The folder for the lessons.")],
          minutes: Minutes = 30.0, rounds: Rounds = 0,
          games: Annotated[int, typer.Option(min=1, help="Games side by side.")] = 8,
          times: Times = 200, quick: Quick = 40, players: Players = None, width: Width = 0, seed: Seed = 1,
          weights: Annotated[Path | None, typer.Option(help="A network that guides the searches.")] = None) -> None:
    """Play games for `train` to learn from, on one core; start one for every core, each with a seed
    of its own.
    """
    from ..bots.net.features import features_of
    from ..bots.net.weights import read
    from ..learning.teaching import Teaching
    from ..learning.training import Plan

    plan = Plan(title, 60 * minutes, rounds, games, times=times, quick=quick, seed=seed, device="cpu", width=width,
                players=seats_of(title, players))
    guide = read(weights.read_bytes(), features_of(tr.game(title))) if weights else None
    console = Console(stderr=True)
    Teaching(plan, lessons, guide).run(lambda line: console.print(line, soft_wrap=True))
