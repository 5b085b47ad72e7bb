"""The level `master`: the search of `strong` with a network as prior and judge (`guided.py`)."""
from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from struct import pack
from threading import Lock, Timer
from typing import Any

from ...kernel import Game, driver, lowest_bit
from ...kernel.interpreting import Bound
from ...kernel.packing import Packing
from .. import judgement, machines, search, thinking
from ..exports import NAMES
from ..hosted import Block, Calls, Memory, Opener, WasmMachine, opener
from ..machine import CompiledMachine, Machine
from ..machines import MACHINES, may_compile, may_host
from ..observation import Observation
from ..records import intrinsics, names_of
from ..strong import StrongBot
from ..tree import DEPTH, Sheets, Tree
from . import entries, guided, inference
from .features import features_of
from .layout import MODULE_ROOM, ROOM, layout, names, settings
from .weights import NoWeights, Weights, load

Key = tuple[str, tuple[Any, ...]]
BASES = (guided, inference, search, thinking, judgement, driver)
INTERPRETED_ROOM = 1 << 12


class NetMachine(Machine):
    """A title's network and its search, interpreted."""

    room = INTERPRETED_ROOM
    """Nodes that a tree has room for, unless its bot counts them."""

    def __init__(self, game: Game, weights: Weights | None = None) -> None:
        self.weights = weights or load(game)
        self.features = features_of(game)
        Machine.__init__(self, game)

    def bound(self) -> Any:
        """The entry points, bound to the title."""
        return Bound(entries, self.game.law, {**self.judgement.names(), **names(self.game)}, BASES)

    @property
    def search(self) -> tuple[int, int, int, int]:
        """How the network is searched with, as rules take it: the weight of priors, when nodes get
        children, the weight of its judgement, the step of priors.
        """
        return settings(self.weights)

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
        how, actions = layout(self.game, s), len(self.game.actions)
        w, size = self.weights, self.weights.width + self.weights.units
        return (self.table(how.reading), *self.whole_numbers, how.cells, w.width, w.units, actions, how.colours,
                self.words(how.cells), self.words(w.width), self.words(w.units), self.words(size), self.numbers(actions),
                self.table(how.turned))

    @cached_property
    def whole_numbers(self) -> tuple[Any, ...]:
        """The weights in the form that rules take, converted once because there are millions."""
        return self.runs()


class CompiledNetMachine(NetMachine):
    """The same on records."""

    compiled, room = True, ROOM
    warmed = False
    pool, numbers = CompiledMachine.pool, CompiledMachine.numbers

    def bound(self) -> Any:
        """The entry points, compiled at the first call or loaded from the cache."""
        from ...kernel.targets.numba import Compiled

        return Compiled(self.game, entries, {**names_of(self.game), **intrinsics(), **names(self.game)})

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


class HostedNetMachine(NetMachine):
    """The same in the title's module; the weights lie in the memory of the instance.

    An instance serves one thread at a time: see `apart`.
    """

    compiled, room = True, MODULE_ROOM
    pool, numbers = WasmMachine.pool, WasmMachine.numbers

    def __init__(self, game: Game, weights: Weights, opened: Opener, origin: Machine | None = None) -> None:
        self.opened = opened
        self.memory = Memory(opened())
        self.packing = Packing(game.fields)
        self._origin = origin
        super().__init__(game, weights)

    @property
    def origin(self) -> Machine:
        """The machine that this one was made from."""
        return self._origin or self

    def apart(self) -> Machine:
        """The same machine with a memory of its own."""
        return HostedNetMachine(self.game, self.weights, self.opened, self.origin)

    def bound(self) -> Any:
        """The entry points, as the module exports them."""
        return Calls(self.memory.host, {f.__name__: name for f, name in NAMES.items()})

    def runs(self) -> tuple[Any, ...]:
        w = self.weights
        rows = (Block(self.memory, bytes(run), length) for run, length in
                ((w.rows, w.width), (w.inner, w.units), (w.heads, w.width + w.units)))
        return (*rows, *(Block(self.memory, halves(run)) for run in (w.row_bias, w.inner_bias, w.head_bias)))

    def table(self, rows: Any) -> Any:
        if rows and isinstance(rows[0], list):
            return Block(self.memory, halves(cell for row in rows for cell in row), len(rows[0]))
        return Block(self.memory, halves(rows))

    def words(self, n: int) -> Any:
        return Block(self.memory, bytes(4 * n))


def halves(run: Iterable[int]) -> bytes:
    """Numbers of 32 bits as a module reads them."""
    cells = [*run]
    return pack(f"<{len(cells)}i", *cells)


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


class Networks:
    """The machines of this process that think with a network, for a title and its weights.

    As with `machines.Machines`: a bot thinks in the title's module at once, and a thread fetches
    the compiled machine after the first move.
    """

    def __init__(self) -> None:
        self.lock, self.fetching = Lock(), Lock()
        self.interpreted: dict[Key, NetMachine] = {}
        self.hosted: dict[Key, HostedNetMachine | None] = {}
        self.compiled: dict[Key, CompiledNetMachine] = {}
        self.asked: dict[Key, Timer] = {}

    def get(self, game: Game, weights: Weights) -> NetMachine | None:
        """The fastest machine that is ready now; None while nothing but the interpreter is."""
        key = (game.name, weights.key)
        ready = self.compiled.get(key)
        if ready is not None and ready.warmed:
            return ready
        hosted = self.module(game, weights) if may_host() else None
        if may_compile():
            if hosted is None:
                return self.fetch(game, weights)
            self.fetch_later(game, weights)
        return hosted

    def fetch(self, game: Game, weights: Weights) -> NetMachine | None:
        """The compiled machine, if the cache has it; otherwise another process compiles it."""
        with self.fetching:
            machine = self.compilable(game, weights)
            return machine if machine.ready() else None

    def fetch_later(self, game: Game, weights: Weights) -> None:
        """Let a thread load it, unless one already does or it is still to be compiled."""
        key = (game.name, weights.key)
        with self.lock:
            machine, at = self.compiled.get(key), self.asked.get(key)
            if (at is None or not at.is_alive()) and (machine is None or machine.marker.exists()):
                at = self.asked[key] = Timer(machines.AFTER if machine is None else 0, self.fetch, (game, weights))
                at.daemon = True
                at.start()

    def module(self, game: Game, weights: Weights) -> HostedNetMachine | None:
        """The machine in the title's module; None where there is none or nothing runs it."""
        key = (game.name, weights.key)
        with self.lock:
            if key not in self.hosted:
                opened = opener(game)
                self.hosted[key] = HostedNetMachine(game, weights, opened) if opened else None
            return self.hosted[key]

    def compilable(self, game: Game, weights: Weights) -> CompiledNetMachine:
        """The machine to be compiled, whether or not it is; made once."""
        key = (game.name, weights.key)
        if key not in self.compiled:
            self.compiled[key] = CompiledNetMachine(game, weights)
        return self.compiled[key]

    def interpreter(self, game: Game, weights: Weights) -> NetMachine:
        """The machine that always exists."""
        key = (game.name, weights.key)
        if key not in self.interpreted:
            self.interpreted[key] = NetMachine(game, weights)
        return self.interpreted[key]


NETWORKS = Networks()


def compiled_net(game: Game, weights: Weights) -> CompiledNetMachine:
    """A title's compiled network; made once."""
    return NETWORKS.compilable(game, weights)


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
    """Information-set tree search by a network; where nothing but the interpreter runs and it has
    little time, that of `strong`.
    """

    level = "master"

    def __init__(self, game: Game, seed: int | None = None, milliseconds: int | None = None, nodes: int | None = None,
                 threads: int | None = None, weights: Weights | None = None) -> None:
        super().__init__(game, seed, milliseconds, nodes, threads)
        self.weights = weights or load(game)

    def machine(self) -> Machine:
        """Where it thinks; limited by nodes, it plays the same whatever is ready."""
        found = NETWORKS.get(self.game, self.weights)
        if found is None and may_compile() and self.nodes is None:
            return super().machine()
        return found or NETWORKS.interpreter(self.game, self.weights)

    def tree(self, machine: Machine, root: Any, observation: Observation) -> Tree:
        if not isinstance(machine, NetMachine):
            return super().tree(machine, root, observation)
        room = min(ROOM, 16 + 64 * self.nodes) if self.nodes else machine.room
        return GuidedTree(machine.apart(), root, observation.seat, observation.players, room)
