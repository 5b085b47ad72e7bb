"""`practise`: a network learns a title from its own games; `train`: from games that search plays;
`teach` plays more of those.
"""
from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

import tafelrunde as tr

if TYPE_CHECKING:
    from ..learning.practice import Practice
    from ..learning.training import Training


class Device(StrEnum):
    """The devices on which games are played and learned from."""

    CPU = "cpu"
    CUDA = "cuda"


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(practise)
    app.command()(train)
    app.command()(teach)


Title = Annotated[str, typer.Argument(help="A game, such as toledo.")]
Minutes = Annotated[float, typer.Option(min=0.01, help="For how long, in all.")]
Rounds = Annotated[int, typer.Option(min=0, help="Stop after this many rounds instead (shards, for `teach`).")]
Times = Annotated[int, typer.Option(min=8, help="Iterations of a thorough search.")]
Quick = Annotated[int, typer.Option(min=1, help="Iterations of the searches between; they are not learned from.")]
Players = Annotated[list[int] | None, typer.Option(help="Only this number of players; may be given again.")]
Output = Annotated[Path, typer.Option(help="The file for the weights.")]
Checkpoint = Annotated[Path | None, typer.Option(help="The checkpoint; if it exists, learning continues from it.")]
OnDevice = Annotated[Device, typer.Option(help="cuda: an NVIDIA GPU; cpu: slowly.")]
Start = Annotated[Path | None, typer.Option(exists=True, dir_okay=False,
                                            help="Weights to begin with, such as those of an earlier practice.")]
Width = Annotated[int, typer.Option(min=0, help="Units of the first layer; 0: the title's default.")]
Seed = Annotated[int, typer.Option(min=0, help="The seed of the draws.")]


def seats_of(title: str, players: list[int] | None) -> tuple[int, ...]:
    """Numbers of players that a title can have; BadTraining names one that it cannot have."""
    from ..learning.checkpoints import BadTraining

    least, most = tr.game(title).seats
    if any(not least <= n <= most for n in players or ()):
        raise BadTraining(f"players: {title} is for {least} to {most}, not {', '.join(map(str, players or ()))}")
    return tuple(players or ())


def practise(title: Title, output: Output, checkpoint: Checkpoint = None, start: Start = None, minutes: Minutes = 10.0,
             rounds: Rounds = 0,
             games: Annotated[int, typer.Option(min=12, help="Games side by side.")] = 98304,
             moves: Annotated[int, typer.Option(min=1, help="Decisions of each game in a round.")] = 32,
             batch: Annotated[int, typer.Option(min=16, help="Positions of a batch.")] = 32768,
             players: Players = None, width: Width = 0, seed: Seed = 1, device: OnDevice = Device.CUDA,
             rival: Annotated[list[Path] | None, typer.Option(exists=True, dir_okay=False, help="Weights of another network "
                                                              "that plays some of the seats; may be given again.")] = None,
             exploit: Annotated[Path | None, typer.Option(exists=True, dir_okay=False, help="Weights of a network that plays all "
                                                          "seats but one: learn what beats it.")] = None) -> None:
    """Let a network learn from playing against itself, without search, and write its weights
    (docs/learning.md).
    """
    from ..learning.checkpoints import BadTraining
    from ..learning.practice import Plan, Practice

    if rival and exploit:
        raise BadTraining("exploit: the exploited network plays all seats but one, so there is no place for a rival")
    plan = Plan(title, 60 * minutes, rounds, games, moves, batch, seed, device.value, width, seats_of(title, players))
    resumes = to_go_on(output, checkpoint)
    practice = Practice.resumed(resumes, plan) if resumes else Practice(plan)
    practice.meet([path.read_bytes() for path in rival or ()], exploit.read_bytes() if exploit else None)
    if start and not resumes:
        practice.start(start.read_bytes())
    learn(practice, output, checkpoint)


def train(title: Title, output: Output, checkpoint: Checkpoint = None,
          lessons: Annotated[Path | None, typer.Option(help="A folder into which `teach` writes.")] = None,
          start: Start = None, minutes: Minutes = 30.0, rounds: Rounds = 0,
          games: Annotated[int, typer.Option(min=0, help="Games side by side; 0 leaves playing to `teach`.")] = 8192,
          moves: Annotated[int, typer.Option(min=1, help="Decisions of each game in a round.")] = 32,
          times: Times = 200, quick: Quick = 40,
          steps: Annotated[int, typer.Option(min=1, help="Batches that are learned from in a round.")] = 200,
          batch: Annotated[int, typer.Option(min=16, help="Positions of a batch.")] = 4096,
          players: Players = None, width: Width = 0, seed: Seed = 1,
          device: OnDevice = Device.CUDA) -> None:
    """Train a network and write its weights, eight bits each (docs/learning.md)."""
    from ..learning.checkpoints import BadTraining
    from ..learning.training import Plan, Training

    if not games and lessons is None:
        raise BadTraining("games: with 0 games side by side, --lessons must name a folder into which `teach` writes")
    plan = Plan(title, 60 * minutes, rounds, games, moves, times, quick, steps, batch, seed, device.value, width,
                seats_of(title, players))
    resumes = to_go_on(output, checkpoint)
    training = Training.resumed(resumes, plan, lessons) if resumes else Training(plan, lessons)
    if start and not resumes:
        training.start(start.read_bytes())
    learn(training, output, checkpoint)


def to_go_on(output: Path, checkpoint: Path | None) -> Path | None:
    """The checkpoint, if it exists; BadTraining names a file that cannot be written."""
    from ..learning.checkpoints import BadTraining

    for name, path in (("output", output), ("checkpoint", checkpoint)):
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise BadTraining(f"{name}: {path} cannot be written; its folder must exist, and it must be a file")
    return checkpoint if checkpoint is not None and checkpoint.exists() else None


def learn(learning: Practice | Training, output: Path, checkpoint: Path | None) -> None:
    """Learn until the budget is spent; write the weights, with their recipe, and the checkpoint now
    and then.
    """
    from ..bots.net.weights import written
    from ..learning.lessons import plain

    console, progress = Console(stderr=True), learning.progress
    if progress.rounds:
        console.print(f"Going on after {progress.seconds:.0f} s and {progress.rounds} rounds.")

    def keep() -> None:
        if checkpoint:
            learning.save(checkpoint)
        recipe = {"version": tr.__version__, "plan": asdict(learning.plan), "progress": asdict(learning.progress)}
        if learning.origin is not None:
            recipe["start"] = learning.origin
        weights = {name: plain(w) for name, w in learning.network.weights.items()}
        part = output.with_name(f".{output.name}.part")
        part.write_bytes(written(learning.game, weights, recipe))
        part.replace(output)

    if learning.part < 1:
        learning.run(lambda line: console.print(line, soft_wrap=True), keep)
    else:
        keep()
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
