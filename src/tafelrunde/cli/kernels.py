"""`build-kernels`: compile the rules ahead of time, for this processor or for GPUs."""
from __future__ import annotations

import time
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.console import Console

import tafelrunde as tr

from ..kernel import Game


class Target(StrEnum):
    """The targets that rules can be compiled for."""

    NUMBA = "numba"
    CUDA = "cuda"
    WASM = "wasm"
    NATIVE = "native"


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command("build-kernels")(build_kernels)


def build_kernels(names: Annotated[list[str] | None, typer.Argument(help="Games; all of them by default.")] = None,
                  target: Annotated[Target, typer.Option(help="numba: this processor; cuda: NVIDIA GPUs; wasm: browsers; "
                                                 "native: x86 machines without a compiler.")]
                  = Target.NUMBA,
                  arch: Annotated[int, typer.Option(min=0, help="For cuda: machine code for this compute capability too, such as "
                                                    "90. Otherwise the driver makes it at every start.")] = 0) -> None:
    """Compile games for `tafelrunde.research` into the user's cache (for CUDA no GPU is needed);
    for wasm into their folders.
    """
    games = [tr.game(name) for name in names or tr.games()]
    console = Console(stderr=True)
    for game in games:
        began = time.monotonic()
        with console.status(f"{game.name}: compiling for {target.value}"):
            folder = build_cuda(game, arch) if target is Target.CUDA else BUILDERS[target](game)
        console.print(f"{game.name}: {time.monotonic() - began:.0f} s, in {folder}", soft_wrap=True)


def build_cuda(game: Game, arch: int) -> Any:
    """PTX for every kernel, those of training included; machine code for one kind of GPU, if it is
    asked for.
    """
    from ..kernel.targets import cuda
    from ..learning import eyes, searching

    made = [eyes.build(game), searching.build(game), cuda.build(game)]
    if arch:
        for folder in made:
            cuda.assemble(folder, arch)
    return made[-1]


def build_numba(game: Game) -> Any:
    """Compile every function of a batch by calling it."""
    from ..research import Batch

    batch = Batch(game.name, game.seats[0], n=2)
    batch.step(batch.random_actions())
    batch.observe()
    batch.observe("perfect")
    batch.resample()
    batch.load(0, batch.save(1))
    return batch.legal_for(0) is not None and batch.points is not None and batch.engine.call.home


def build_native(game: Game) -> Any:
    """The functions of a batch, of training and of bots as libraries, compiled by calling them."""
    from ..bots import entries
    from ..bots.machine import CompiledMachine
    from ..bots.machines import Part, load
    from ..bots.records import intrinsics, names_of
    from ..kernel import batching
    from ..kernel.targets import native
    from ..kernel.targets.cuda import observers
    from ..kernel.targets.numba import Compiled
    from ..learning import deciding, eyes, searching, watching

    made = {batching: observers(game), deciding: searching.names(game), watching: searching.names(game)}
    fresh = {template: Compiled(game, template, names, keep=False) for template, names in made.items()}
    vars(game).update({"_batch": fresh[batching], "_deciding": {"cpu": fresh[deciding]},
                       "_watching": {"cpu": fresh[watching]}})
    build_numba(game)
    searching.try_out(game)
    eyes.try_out(game)
    bots = CompiledMachine(game)
    bots.call = fresh[entries] = Compiled(game, entries, {**names_of(game), **intrinsics()}, keep=False)
    made[entries] = names_of(game)
    for part in Part:
        load(bots, part)
    return [native.build(game, template, names, fresh[template]) for template, names in made.items()][-1]


def build_wasm(game: Game) -> Any:
    """Rules and bots as a module in the title's folder (docs/kernel.md)."""
    from ..bots import modules

    return modules.build(game)


BUILDERS = {Target.NUMBA: build_numba, Target.WASM: build_wasm, Target.NATIVE: build_native}
