"""The level `master`: the search of `strong` with a network as prior and judge (`guided.py`)."""
from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from ...kernel import Game, driver, lowest_bit
from ...kernel.batching import encode
from ...kernel.interpreting import Bound
from ...kernel.observing import seats_in_use
from ...kernel.targets.cuda import observers
from .. import judgement, search, thinking
from ..machine import CompiledMachine, Machine
from ..machines import MACHINES, may_compile
from ..observation import Observation
from ..records import intrinsics, names_of
from ..strong import StrongBot
from ..thinking import WHOLE
from ..tree import DEPTH, Sheets, Tree
from . import entries, guided, inference
from .features import every_number, features_of
from .inference import ONE
from .weights import NoWeights, Weights, load

BASES = (guided, inference, search, thinking, judgement, driver)
ROOM = 1 << 18
EXPLORE, AFTER, MIX, SOFT = 60, 2, 100, 100
"""How much priors count against what was found; in which visit a node gets its children, with
priors; how much the network's judgement counts against a playout's; how much flatter priors are
than its policy (all but the second in hundredths).

A file of weights may override these (`weights.settled`).
"""
INTERPRETED_ROOM = 1 << 12


class NetMachine(Machine):
    """A title's network and its search, interpreted."""

    def __init__(self, game: Game, weights: Weights | None = None) -> None:
        self.weights = weights or load(game)
        self.features = features_of(game)
        super().__init__(game)

    def bound(self) -> Any:
        """The entry points, bound to the title."""
        return Bound(entries, self.game.law, {**self.judgement.names(), encode: observers(self.game)[encode]}, BASES)

    @property
    def search(self) -> tuple[int, int, int, int]:
        """How the network is searched with, as rules take it: the weight of priors, when nodes get
        children, the weight of its judgement, the step of priors.
        """
        said = self.weights.head.get("search", {})
        return (WHOLE * said.get("explore", EXPLORE) // 100, said.get("after", AFTER), WHOLE * said.get("mix", MIX) // 100,
                ONE * said.get("soft", SOFT) // 100)

    def runs(self) -> tuple[Any, ...]:
        """The weights in the form that rules take."""
        return self.weights.parts()

    def table(self, rows: Any) -> Any:
        """A table that rules can read."""
        return rows

    def words(self, n: int) -> Any:
        return [0] * n

    def desk(self, s: Any) -> tuple[Any, ...]:
        """What rules need for a position's configuration besides the search's own arrays."""
        cells, seats = len(every_number(self.game, s)), seats_in_use(s)
        w, size = self.weights, self.weights.width + self.weights.units
        actions = len(self.game.actions)
        turned = [a for row in self.features.actions_seen(seats.players) for a in row]
        return (self.table([*map(list, self.features.reading(s))]), *self.whole_numbers, cells, w.width, w.units, actions,
                seats.colours, self.words(cells), self.words(w.width), self.words(w.units), self.words(size), self.numbers(actions),
                self.table(turned))

    @cached_property
    def whole_numbers(self) -> tuple[Any, ...]:
        """The weights in the form that rules take, converted once because there are millions."""
        return self.runs()


class CompiledNetMachine(NetMachine):
    """The same on records."""

    compiled = True
    warmed = False
    pool, numbers = CompiledMachine.pool, CompiledMachine.numbers

    def bound(self) -> Any:
        """The entry points, compiled at the first call or loaded from the cache."""
        from ...kernel.targets.numba import Compiled

        names = {**names_of(self.game), **intrinsics(), encode: observers(self.game)[encode]}
        return Compiled(self.game, entries, names)

    def runs(self) -> tuple[Any, ...]:
        import numpy as np

        w = self.weights
        bytes_ = (np.frombuffer(run, np.int8).reshape(-1, length) for run, length in
                  ((w.rows, w.width), (w.inner, w.units), (w.heads, w.width + w.units)))
        return (*bytes_, *(np.frombuffer(run, np.int32) for run in (w.row_bias, w.inner_bias, w.head_bias)))

    def table(self, rows: Any) -> Any:
        import numpy as np

        return np.array(rows, np.int32)

    def warm(self) -> None:
        """Call the entry points once, so that they are compiled or loaded."""
        s = self.game.configured(self.game.seats[0])
        self.game.driver.begin(s, self.game.mask())
        tree = GuidedTree(self, s, lowest_bit(self.game.law.pending(s)), s.players, 1024)
        tree.grow(1, 2)
        tree.replanted(s, ())
        self.warmed = True

    def ready(self) -> bool:
        """Whether it can think at once: what was compiled before is loaded, and what was not is
        compiled by another process.
        """
        if not self.warmed:
            if not self.marker.exists():
                MACHINES.compile_beside(self.game)
                return False
            self.warm()
        return True

    @property
    def marker(self) -> Path:
        """A file that stands in the cache when the entry points are there, compiled from the
        present sources.
        """
        changed = max(Path(f"{module.__file__}").stat().st_mtime_ns for module in (entries, guided, inference, search, thinking))
        return Path(self.call.think_by_net.stats.cache_path) / f"ready-{changed}"

    def words(self, n: int) -> Any:
        import numpy as np

        return np.zeros(n, np.int32)


class GuidedTree(Tree):
    """A search tree that the network guides."""

    def __init__(self, machine: Machine, root: Any, seat: int, players: int, room: int = ROOM,
                 sheets: Sheets | None = None, net: tuple[Any, ...] = ()) -> None:
        sheets = sheets or (machine.numbers(room, guided.LINKS), machine.numbers(room, players))
        super().__init__(machine, root, seat, players, room, sheets)
        guide: Any = machine
        self.net = net or (*guide.search, machine.numbers(8), *guide.desk(root))

    def like(self, root: Any, sheets: Sheets | None) -> Tree:
        """An empty tree on another root of the same match; the network reads it in the same way."""
        return GuidedTree(self.machine, root, self.seat, self.players, self.room, sheets, self.net)

    def grow(self, seed: int, times: int) -> None:
        """Add iterations; the same seeds grow the same tree."""
        m = self.machine
        self.size = int(m.call.think_by_net(self.pool, *self.desk, self.size, self.room, DEPTH, seed + self.grown, times,
                                            m.judgement.horizon, *self.net))
        self.grown += times


def compiled_net(game: Game, weights: Weights) -> CompiledNetMachine:
    """A title's compiled network; made once."""
    known: dict[tuple[Any, ...], CompiledNetMachine] = vars(game).setdefault("_net_machines", {})
    key = weights.key
    if key not in known:
        known[key] = CompiledNetMachine(game, weights)
    return known[key]


def compile_net(game: Game) -> None:
    """Put the search with a title's network, if there is one, into the cache and mark that."""
    try:
        machine = compiled_net(game, load(game))
    except NoWeights:
        return
    machine.warm()
    machine.marker.parent.mkdir(parents=True, exist_ok=True)
    machine.marker.touch()


class MasterBot(StrongBot):
    """Information-set tree search by a network; while its code is being compiled, that of
    `strong`.
    """

    level = "master"

    def __init__(self, game: Game, seed: int | None = None, milliseconds: int | None = None, nodes: int | None = None,
                 threads: int | None = None, weights: Weights | None = None) -> None:
        super().__init__(game, seed, milliseconds, nodes, threads)
        self.weights = weights or load(game)

    def machine(self) -> Machine:
        """Where it thinks; limited by nodes, it plays the same whether or not anything is
        compiled.
        """
        if may_compile():
            found = compiled_net(self.game, self.weights)
            if found.ready():
                return found
            if self.nodes is None:
                return super().machine()
        known: dict[tuple[Any, ...], NetMachine] = vars(self.game).setdefault("_slow_net_machines", {})
        key = self.weights.key
        if key not in known:
            known[key] = NetMachine(self.game, self.weights)
        return known[key]

    def tree(self, machine: Machine, root: Any, observation: Observation) -> Tree:
        if not isinstance(machine, NetMachine):
            return super().tree(machine, root, observation)
        room = ROOM if machine.compiled else INTERPRETED_ROOM
        if self.nodes:
            room = min(ROOM, 16 + 64 * self.nodes)
        return GuidedTree(machine, root, observation.seat, observation.players, room)
