"""Searching in many games at once: the settings of searches, and `deciding.py` on a GPU or on a
processor.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..bots import thinking
from ..bots.judgement import judgement_of
from ..bots.net.features import Features, every_configuration, every_number, features_of
from ..bots.net.guided import LINKS
from ..bots.net.inference import ONE
from ..bots.net.weights import PARTS
from ..bots.search import TOLD
from ..bots.thinking import WHOLE
from ..kernel.observing import seats_in_use
from ..kernel.targets import cuda as target
from ..kernel.targets.native import compiled_or_native
from . import deciding
from .kernels import home, kernel
from .network import INNER, Shape

if TYPE_CHECKING:
    from ..kernel import Game

THREADS = 64
SEATS = 8
SPROUTS, MARGIN = 16, 64
"""Nodes that an iteration adds to a tree at most, in the mean, where a network guides it; nodes
besides those of iterations.
"""


@dataclass(frozen=True)
class Settings:
    """How a seat searches (`deciding.py`); `explore`, `mix`, `widen` and `soft` are in hundredths,
    `last` in hundredths of `times`.

    `net` is the visit in which a network gives a node its children with priors; 0 if no network
    guides the search.
    """

    times: int = 200
    horizon: int = 30
    explore: int = 35
    few: int = 0
    last: int = 50
    net: int = 0
    mix: int = 50
    widen: int = 200
    trust: int = 0
    soft: int = 100

    def row(self) -> list[int]:
        """The settings in the form that rules take."""
        return [self.times, self.horizon, WHOLE * self.explore // 100, self.few, self.times * self.last // 100, self.net,
                WHOLE * self.mix // 100, self.widen, self.trust, ONE * self.soft // 100]


def names(game: Game) -> dict[Any, Any]:
    """What the template's placeholders refer to."""
    return {**judgement_of(game).names(), thinking.copy_state: thinking.copy_record, **target.observers(game)}


def build(game: Game) -> Path:
    """Build a game's kernel into the cache; no GPU is needed."""
    kernels = target.kernels_here()
    from . import deciding_kernels

    folder, features = home(game, deciding, names(game)), features_of(game)
    shape = Shape.of(features)
    folder.mkdir(parents=True, exist_ok=True)
    cells = max(len(every_number(game, s)) for s in every_configuration(game))
    with target.without_gpu():
        compiler = target.Compiler(game, kernels, names(game), {
            "PARTS": len(judgement_of(game).parts), "CELLS": cells, "WIDTH": shape.width, "UNITS": INNER,
            "BOTH": shape.width + INNER, "ACTIONS": shape.actions})
        types = compiler.numba.types
        arrays = {"links": (types.int64, 3), "gains": (types.int64, 3), "settings": (types.int64, 2), "reading": (types.int32, 2),
                  "rows": (types.int8, 2), "inner": (types.int8, 2), "heads": (types.int8, 2), "row_bias": (types.int32, 1),
                  "inner_bias": (types.int32, 1), "head_bias": (types.int32, 1), "turned": (types.int32, 1)}
        compiler.known |= {name: types.Array(cell, d, "C") for name, (cell, d) in arrays.items()}
        compiler.known |= {name: types.CPointer(types.int32) for name in ("kinds", "visits")}
        compiler.known["eyes"] = types.CPointer(types.int16)
        target.keep(folder, "decide_all", compiler.ptx(deciding_kernels.decide_all))
    return folder


def try_out(game: Game) -> None:
    """Search once on the processor, with and without a network, so that everything is compiled."""
    import numpy as np

    from ..research.batch import Batch
    from .network import Network
    from .ops import ops_of

    features = features_of(game)
    batch = Batch(game.name, game.seats[0], n=2)
    network = Network(ops_of(np, features), Shape.of(features))
    searcher = Searcher(batch.engine, batch.configured, features, [Settings(4, 4), Settings(4, 4, net=2)], network.shape, 1)
    searcher.guide(network.whole_numbers())
    searcher.think(np.array([0, 1]))


class Searcher:
    """Searches in all games of a batch's engine, each by one of a few settings."""

    def __init__(self, engine: Any, configured: Any, features: Features, settings: Sequence[Settings], shape: Shape,
                 seed: int) -> None:
        self.engine, self.np, self.shape = engine, engine.np, shape
        game, xp = engine.game, engine.np
        whole = xp.int32 if engine.name == "cuda" else xp.int64
        self.cells, self.colours = len(every_number(game, configured)), seats_in_use(configured).colours
        self.players, self.actions = engine.players, len(game.actions)
        self.room = max(MARGIN + s.times * (SPROUTS if s.net else 1) for s in settings)
        self.settings = xp.asarray([s.row() for s in settings], xp.int64)
        self.reading = xp.asarray([*map(list, features.reading(configured))], xp.int32)
        self.turned = xp.asarray([a for row in features.actions_seen(self.players) for a in row], xp.int32)
        self.runs: list[Any] = [xp.zeros((1, 1), xp.int8)] * 3 + [xp.zeros(1, xp.int32)] * 3
        self.seeds = (xp.arange(engine.n, dtype=xp.int64) << 24) + (seed << 16 & (1 << 56) - 1)
        self.chosen = xp.zeros(engine.n, whole)
        self.visits, self.values = xp.zeros((self.actions, engine.n), whole), xp.zeros((self.players, engine.n), whole)
        self.eyes = xp.zeros((engine.n, self.cells), xp.int16)
        """The network's input for every game's position."""
        self.search = (OnGpu if engine.name == "cuda" else OnProcessor)(self)

    def guide(self, runs: Mapping[str, Any]) -> None:
        """Load a network's whole numbers (`network.Network.whole_numbers`)."""
        xp = self.np
        self.runs = [xp.ascontiguousarray(xp.asarray(runs[name])) for name in PARTS]

    def think(self, kinds: Any) -> tuple[Any, Any]:
        """The chosen action in every game, and how often each action was visited; `kinds` are the
        numbers of settings.
        """
        return think_all([self], [kinds])[0]


def think_all(searchers: Sequence[Searcher], kinds: Sequence[Any]) -> list[tuple[Any, Any]]:
    """As `Searcher.think`, for batches of several configurations; a GPU searches them at the same
    time.
    """
    for searcher in searchers:
        searcher.visits[:] = 0
        searcher.seeds += 1 << 16
        searcher.search.prepare()
    for searcher, kind in zip(searchers, kinds, strict=True):
        searcher.search(kind)
    return [(searcher.chosen, searcher.visits.T) for searcher in searchers]


class OnGpu:
    """A searcher on a GPU: a thread and a tree for every game."""

    def __init__(self, of: Searcher) -> None:
        self.of, cp, n = of, of.np, of.engine.n
        self.links, self.gains = cp.zeros((n, of.room, LINKS), cp.int64), cp.zeros((n, of.room, of.players), cp.int64)
        self.pool = cp.zeros((2 * n, of.engine.dtype.itemsize), cp.uint8)
        self.kernel = kernel(of.engine, deciding, names(of.engine.game), "decide_all")
        self.stream = cp.cuda.Stream()

    def prepare(self) -> None:
        """Put the games where the search reads them."""
        self.pool[:self.of.engine.n] = self.of.engine.pool

    def __call__(self, kinds: Any) -> None:
        """Search in every game, in parallel with other searchers; later work on the usual stream
        waits for it.
        """
        of, e, cp = self.of, self.of.engine, self.of.np
        n, i = e.n, cp.int64
        described = partial(as_numba_takes_it, cp)
        weights = [x for run in of.runs for x in described(run)]
        arguments = (
            *e.array(self.pool, 2 * n, e.dtype.itemsize), e.seats, kinds, *described(of.settings), of.seeds, of.chosen, of.visits,
            of.values, of.eyes, *described(self.links), *described(self.gains), i(of.room), i(n), i(of.players), i(of.colours),
            i(of.cells), *described(of.reading), *weights, *described(of.turned))
        with self.stream:
            self.kernel(((n + THREADS - 1) // THREADS,), (THREADS,), arguments)


class OnProcessor:
    """The same, one game after the other."""

    def __init__(self, of: Searcher) -> None:
        self.of, np, game = of, of.np, of.engine.game
        known: dict[str, Any] = vars(game).setdefault("_deciding", {})
        if "cpu" not in known:
            known["cpu"] = compiled_or_native(game, deciding, names(game))
        self.call = known["cpu"]
        self.pool = self.call.pool(of.engine.n + 1)
        words, parts = game.actions.words, len(judgement_of(game).parts)
        self.desk = (np.zeros(words, np.int64), np.zeros(words, np.int64), np.zeros((parts, SEATS), np.int64), parts,
                     np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), np.zeros((of.room, LINKS), np.int64),
                     np.zeros((of.room, of.players), np.int64), np.zeros(deciding.DEPTH + 1, np.int64),
                     np.zeros((of.players, 2 * of.actions), np.int64), np.zeros(TOLD, np.int64),
                     np.zeros(deciding.MOST, np.int64), of.room, of.engine.n, of.players)
        size = of.shape.width + of.shape.inner
        self.net = (np.zeros(of.cells, np.int32), np.zeros(of.shape.width, np.int32), np.zeros(of.shape.inner, np.int32),
                    np.zeros(size, np.int32), np.zeros(of.actions, np.int64), of.turned)

    def prepare(self) -> None:
        """Put the games where the search reads them."""
        self.pool[:self.of.engine.n] = self.of.engine.pool

    def __call__(self, kinds: Any) -> None:
        """Search in every game."""
        of, e = self.of, self.of.engine
        self.call.decide_all(self.pool, e.seats, kinds, of.settings, of.seeds, of.chosen, of.visits.reshape(-1),
                             of.values.reshape(-1), of.eyes.reshape(-1), *self.desk, of.reading, *of.runs, of.cells,
                             of.shape.width, of.shape.inner, of.actions, of.colours, *self.net)


def as_numba_takes_it(cp: Any, data: Any) -> tuple[Any, ...]:
    """An array in the form in which Numba passes it to a kernel."""
    i = cp.int64
    return i(0), i(0), i(data.size), i(data.itemsize), data, *map(i, data.shape), *map(i, data.strides)
