"""The level `master`: the search of `strong` with a network as prior and judge (`guided.py`)."""
from __future__ import annotations

from typing import Any

from ..bots import judgement, search, thinking
from ..bots.machine import CompiledMachine, Machine
from ..bots.machines import may_compile
from ..bots.observation import Observation
from ..bots.strong import StrongBot
from ..bots.tree import DEPTH, Sheets, Tree
from ..kernel import Game, driver
from ..kernel.batching import encode
from ..kernel.interpreting import Bound
from ..kernel.observing import schema, seats_in_use
from ..kernel.targets.cuda import observers
from . import entries, guided, inference
from .features import features_of
from .weights import Weights, load

BASES = (guided, inference, search, thinking, judgement, driver)
ROOM = 1 << 18
INTERPRETED_ROOM = 1 << 12


class NetMachine(Machine):
    """A title's network and the search by it, interpreted."""

    def __init__(self, game: Game, weights: Weights | None = None) -> None:
        self.weights = weights or load(game)
        self.features = features_of(game)
        self.known: dict[Any, tuple[Any, ...]] = {}
        super().__init__(game)

    def bound(self) -> Any:
        """The entry points, bound to the title."""
        return Bound(entries, self.game.law, {**self.judgement.names(), encode: observers(self.game)[encode]}, BASES)

    def runs(self) -> tuple[Any, ...]:
        """The weights as rules take them."""
        return self.weights.parts()

    def table(self, rows: Any) -> Any:
        """A table that rules read."""
        return rows

    def words(self, n: int) -> Any:
        """Room for sums."""
        return [0] * n

    def desk(self, s: Any) -> tuple[Any, ...]:
        """What rules need beside the search's own arrays, for a position's configuration."""
        cells, seats = len(schema(self.game, s)), seats_in_use(s)
        w, size = self.weights, self.weights.width + self.weights.units
        actions = len(self.game.actions)
        turned = [a for row in self.features.actions_seen(seats.players) for a in row]
        return (self.table([*map(list, self.features.reading(s))]), *self.runs(), cells, w.width, w.units, actions, seats.colours,
                self.words(cells), self.words(w.width), self.words(w.units), self.words(size), self.numbers(actions),
                self.table(turned))


class CompiledNetMachine(NetMachine):
    """The same on records."""

    compiled = True
    pool, numbers = CompiledMachine.pool, CompiledMachine.numbers

    def bound(self) -> Any:
        """The entry points, compiled at their first call or taken from the cache."""
        from ..bots.records import fingerprint_of_record
        from ..kernel.targets.numba import Compiled

        names = {**self.judgement.names(), thinking.copy_state: thinking.copy_record, thinking.fingerprint: fingerprint_of_record,
                 encode: observers(self.game)[encode]}
        return Compiled(self.game, entries, names)

    def runs(self) -> tuple[Any, ...]:
        """The weights as rules take them."""
        import numpy as np

        return tuple(np.array(part, np.int8 if isinstance(part, list) else np.int32) for part in self.weights.parts())

    def table(self, rows: Any) -> Any:
        """A table that rules read."""
        import numpy as np

        return np.array(rows, np.int32)

    def words(self, n: int) -> Any:
        """Room for sums."""
        import numpy as np

        return np.zeros(n, np.int32)


class GuidedTree(Tree):
    """A tree that the network guides."""

    def __init__(self, machine: Machine, root: Any, seat: int, players: int, room: int = ROOM,
                 sheets: Sheets | None = None) -> None:
        sheets = sheets or (machine.numbers(room, guided.LINKS), machine.numbers(room, players))
        super().__init__(machine, root, seat, players, room, sheets)
        net: Any = machine
        self.net = net.desk(root)

    def grow(self, seed: int, times: int) -> None:
        """Add iterations; the same seeds grow the same tree."""
        self.size = int(self.machine.call.think_by_net(self.pool, *self.desk, self.size, self.room, DEPTH, seed + self.grown, times,
                                                       *self.net))
        self.grown += times


class MasterBot(StrongBot):
    """Information-set tree search by a network."""

    level = "master"

    def __init__(self, game: Game, seed: int | None = None, milliseconds: int | None = None, nodes: int | None = None,
                 threads: int | None = None, weights: Weights | None = None) -> None:
        super().__init__(game, seed, milliseconds, nodes, threads)
        self.weights = weights or load(game)

    def machine(self) -> Machine:
        """Where it thinks."""
        known: dict[str, Any] = vars(self.game).setdefault("_net_machines", {})
        key = f"{self.weights.head['sha256']} {may_compile()}"
        if key not in known:
            known[key] = (CompiledNetMachine if may_compile() else NetMachine)(self.game, self.weights)
        return known[key]

    def tree(self, machine: Machine, root: Any, observation: Observation) -> Tree:
        """A new tree."""
        room = ROOM if machine.compiled else INTERPRETED_ROOM
        if self.nodes:
            room = min(room, 16 + 64 * self.nodes)
        return GuidedTree(machine, root, observation.seat, observation.players, room)
