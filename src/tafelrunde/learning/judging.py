"""The bots' hand-written judgement of many positions at once: what a network begins with, before it knows better.

A template for processors; `judging_kernels.py` has the same for GPUs.
"""
from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..bots.judgement import judgement_of
from ..bots.thinking import WHOLE, shares
from ..kernel import chance
from ..kernel.targets import cuda as target
from ..kernel.targets.cache import cache_directory, digest, version

if TYPE_CHECKING:
    from ..kernel import Game

SEATS, THREADS = 8, 128


def estimate(pool, worth, parts, chances, found):
    """Every seat's chance to win in every game, of WHOLE."""
    for i in range(pool.shape[0]):
        shares(pool[i], worth, parts, chances)
        for p in range(found.shape[1]):
            found[i][p] = chances[p]


ENTRIES = (estimate,)


def home(game: Game) -> Path:
    """The folder of a game's kernel in the user's cache, whether or not it is there."""
    here = digest(game, sys.modules[__name__], {**chance.COMPILED, **judgement_of(game).names()})
    compiler = version("cuda.py", (Path(__file__).parent / "judging_kernels.py").read_bytes())
    return cache_directory() / here / f"cuda-{compiler}"


def build(game: Game) -> Path:
    """Build a game's kernel into the cache; no GPU is needed."""
    kernels = target.kernels_here()
    from . import judging_kernels

    judgement, folder = judgement_of(game), home(game)
    folder.mkdir(parents=True, exist_ok=True)
    with target.without_gpu():
        compiler = target.Compiler(game, kernels, judgement.names(), {"PARTS": len(judgement.parts)})
        target.keep(folder, "estimate", compiler.ptx(judging_kernels.estimate))
    return folder


def judged(engine: Any) -> Any:
    """Each seat's chance to win in every game of a batch's engine, by the bots' judgement."""
    return (on_gpu if engine.name == "cuda" else on_processor)(engine).astype(engine.np.float32) / WHOLE


def on_gpu(engine: Any) -> Any:
    """The chances of a batch in a GPU's memory."""
    game, cp = engine.game, engine.np
    known: dict[str, Any] = vars(game).setdefault("_judging", {})
    if "cuda" not in known:
        path = home(game) / "estimate.ptx"
        if not path.exists():
            raise target.NoKernels(f"device: {game.name} has no CUDA kernel for judging in {cache_directory()}. "
                                   f"Build it: tafelrunde build-kernels --target cuda {game.name}")
        known["cuda"] = cp.RawModule(path=str(path)).get_function("estimate")
    found = cp.zeros((engine.players, engine.n), cp.int32)
    blocks = (engine.n + THREADS - 1) // THREADS
    known["cuda"]((blocks,), (THREADS,), (*engine.states, found, cp.int64(engine.players), cp.int64(engine.n)))
    return found.T


def on_processor(engine: Any) -> Any:
    """The chances of a batch in main memory."""
    game, np = engine.game, engine.np
    known: dict[str, Any] = vars(game).setdefault("_judging", {})
    parts = len(judgement_of(game).parts)
    if "cpu" not in known:
        from ..kernel.targets.numba import Compiled

        known["cpu"] = Compiled(game, sys.modules[__name__], judgement_of(game).names())
    found = np.zeros((engine.n, engine.players), np.int64)
    known["cpu"].estimate(engine.pool, np.zeros((parts, SEATS), np.int64), parts, np.zeros(SEATS, np.int64), found)
    return found
