"""What a network is fed in the games of a batch: `watching.py` on a GPU or on a processor."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..bots.judgement import judgement_of
from ..bots.net.features import Reading, every_number, features_of
from ..kernel.observing import seats_in_use
from ..kernel.targets import cuda as target
from ..kernel.targets.native import compiled_or_native
from . import watching
from .kernels import home, kernel
from .ops import Ops, ops_of
from .searching import SEATS, names

if TYPE_CHECKING:
    from ..kernel import Game

THREADS = 128


def build(game: Game) -> Path:
    """Build a game's kernel into the cache; no GPU is needed."""
    kernels = target.kernels_here()
    from . import watching_kernels

    folder = home(game, watching, names(game))
    folder.mkdir(parents=True, exist_ok=True)
    with target.without_gpu():
        compiler = target.Compiler(game, kernels, names(game), {"PARTS": len(judgement_of(game).parts),
                                                                "CELLS": features_of(game).numbers})
        compiler.known["eyes"] = compiler.numba.types.CPointer(compiler.numba.types.int16)
        target.keep(folder, "watch_all", compiler.ptx(watching_kernels.watch_all))
    return folder


def try_out(game: Game) -> None:
    """Look once on the processor, so that everything is compiled."""
    from ..research.batch import Batch

    batch = Batch(game.name, game.seats[0], n=2)
    Eyes(batch.engine, batch.configured, ops_of(batch.engine.np, features_of(game)), 1).rows()


class Eyes:
    """The rows that positions add up (`features.py`), for all games of a batch's engine."""

    def __init__(self, engine: Any, configured: Any, ops: Ops, seed: int) -> None:
        self.engine, self.ops, self.np = engine, ops, engine.np
        xp, game, features = engine.np, engine.game, ops.features
        self.cells, self.colours = len(every_number(game, configured)), seats_in_use(configured).colours
        self.reading = Reading(*(xp.asarray(part, xp.int32) for part in features.reading(configured)))
        self.seeds = (xp.arange(engine.n, dtype=xp.int64) << 24) + (seed << 16 & (1 << 56) - 1)
        self.look = self.on_gpu() if engine.name == "cuda" else self.on_processor()

    def rows(self, seat: Any = None) -> Any:
        """A line for every game, as a seat sees it (by default the deciding one), with everything
        drawn afresh that it cannot know; the games stay as they are.
        """
        self.seeds += 1
        seats = self.engine.seats if seat is None else self.np.ascontiguousarray(seat, self.engine.seats.dtype)
        return self.ops.rows(self.look(self.engine.pool.copy(), seats), self.reading)

    def on_gpu(self) -> Callable[[Any, Any], Any]:
        """What looks at a copy of the games, a thread for each."""
        e, xp, i = self.engine, self.np, self.np.int64
        watch = kernel(e, watching, names(e.game), "watch_all")
        eyes = xp.zeros((self.cells, e.n), xp.int16)

        def look(pool: Any, seats: Any) -> Any:
            watch(((e.n + THREADS - 1) // THREADS,), (THREADS,), (
                *e.array(pool, e.n, e.dtype.itemsize), seats, self.seeds, i(e.players), i(self.colours), eyes, i(self.cells),
                i(e.n)))
            return eyes.T

        return look

    def on_processor(self) -> Callable[[Any, Any], Any]:
        """The same, one game after the other."""
        e, xp = self.engine, self.np
        known: dict[str, Any] = vars(e.game).setdefault("_watching", {})
        if "cpu" not in known:
            known["cpu"] = compiled_or_native(e.game, watching, names(e.game))
        call, parts = known["cpu"], len(judgement_of(e.game).parts)
        eyes, worth = xp.zeros((e.n, self.cells), xp.int16), xp.zeros((parts, SEATS), xp.int64)

        def look(pool: Any, seats: Any) -> Any:
            call.watch_all(pool, seats, self.seeds, e.players, self.colours, worth, parts, eyes)
            return eyes

        return look
