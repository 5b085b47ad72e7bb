"""Games that a network plays against itself, many side by side, and what they teach.

A `Table` has games of one configuration.  In every game the seat to decide draws its action from
the network's policy, or from that of another network.  What a round brought is written into a
`Log`.
"""
from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ..kernel.batching import BEGIN
from ..research.batch import Batch
from .eyes import Eyes
from .network import Network
from .ops import Lesson, Ops

OTHERS = 0.4
"""In tables with another network: the share of its seats."""


@dataclass
class Moment:
    """One decision in every game of a table: what is learned from (but for what only the rest of
    the game tells), who decided, and what that seat thought of its chances.

    `watcher` is another seat of each game, if one was asked, and `beside` is what it saw.  `final`
    and `standing` are those of games that the decision ended (`done`).
    """

    rows: Any
    legal: Any
    action: Any
    before: Any
    learns: Any
    seat: Any
    value: Any
    watcher: Any
    beside: Any
    done: Any
    standing: Any
    final: Any


class Table:
    """Games of one configuration, and who plays in them."""

    def __init__(self, ops: Ops, players: int, options: dict[str, Any], n: int, seed: int, device: str,
                 other: Network | None = None, share: float = OTHERS) -> None:
        """With another network, it plays this share of the seats, but never all seats of a game."""
        self.ops, self.players, self.options, self.n = ops, players, options, n
        features = ops.features
        self.batch = Batch(features.game.name, players, n, options, seed, device, threads=1 if device == "cpu" else None)
        self.engine = self.batch.engine
        self.xp = xp = self.engine.np
        self.eyes = Eyes(self.engine, self.batch.configured, ops, seed)
        self.at_table = xp.asarray(features.actions_at_table(players), xp.int16)
        self.other = other
        self.draw = draw = xp.random.default_rng(seed)
        self.by_other = draw.random((n, players)) < (share if other else 0)
        self.by_other[xp.arange(n), xp.arange(n) % players] = False
        self.line, self.drawn, self.rounds = xp.arange(n), seed << 20, 0

    # ------------------------------------------------------------ seats

    @property
    def seat(self) -> Any:
        """The seat that decides in every game; 0 if the game is over."""
        return self.xp.maximum(self.engine.seats, 0).astype(self.xp.int64)

    def from_seat(self, shares: Any, seat: Any) -> Any:
        """Everybody's shares, as a seat of every game counts: itself first."""
        xp = self.xp
        return xp.take_along_axis(shares, (xp.arange(self.players) + seat[:, None]) % self.players, axis=1)

    # ------------------------------------------------------------ playing

    def look(self, network: Network, rows: Any) -> tuple[Any, Any]:
        """The scores, and everybody's chances, own seat first."""
        _, out = network.look(network.hot(rows))
        return out, network.chances(out, self.players)

    def chosen(self, out: Any, legal: Any) -> tuple[Any, Any]:
        """An action by each game's scores, as its seat sees it, and how likely it was (the
        logarithm).
        """
        self.drawn += 1
        return self.ops.draw(out, legal, self.drawn)

    def play(self, seen: Any, seat: Any, begin: slice = slice(0), restart: bool = True) -> None:
        """Carry out an action in every game, given as its deciding seat sees it; some games begin
        again instead.
        """
        actions = self.at_table[seat, seen].astype(self.engine.seats.dtype)
        actions[begin] = BEGIN
        self.engine.advance(self.xp.ascontiguousarray(actions), restart)

    def legal(self) -> Any:
        """The legal actions in every game, as its deciding seat sees them."""
        return self.ops.legal(self.engine, self.at_table)

    def decide(self, network: Network, watched: bool = False) -> Moment:
        """One decision in every game, carried out; where it is watched, by another seat of each
        game.
        """
        xp, seat = self.xp, self.seat
        rows, legal = self.eyes.rows(), self.legal()
        watcher = (seat + 1 + self.draw.integers(0, self.players - 1, self.n)) % self.players if watched else None
        beside = self.eyes.rows(watcher) if watched else None
        out, chances = self.look(network, rows)
        action, before = self.chosen(out, legal)
        learns = ~self.by_other[self.line, seat]
        if self.other is not None:
            theirs, _ = self.chosen(self.look(self.other, rows)[0], legal)
            action = xp.where(learns, action, theirs)
        self.play(action, seat)
        return Moment(rows, legal, action, before, learns, seat, chances[:, 0], watcher, beside, self.batch.done.copy(),
                      self.engine.standings.copy(), self.engine.finals.astype(xp.float32))

    def own_chances(self, network: Network) -> Any:
        """What every seat thinks of its own chances now."""
        seats = (self.xp.full(self.n, p) for p in range(self.players))
        return self.xp.stack([self.look(network, self.eyes.rows(seat))[1][:, 0] for seat in seats], axis=1)


class Log:
    """The decisions of some tables in a round, side by side."""

    def __init__(self, ops: Ops, moves: int, n: int) -> None:
        xp = ops.xp
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "rows": ((ops.features.numbers,), xp.uint16), "legal": ((ops.words,), xp.uint32), "action": ((), xp.int32),
            "before": ((), xp.float32), "gain": ((), xp.float32), "learns": ((), bool),
            "shares": ((ops.seats,), xp.float32), "players": ((), xp.uint8)}
        self.arrays = {name: xp.zeros((moves, n, *shape), cell) for name, (shape, cell) in shapes.items()}

    def put(self, at: int, places: slice, moment: Moment) -> None:
        """Write down a table's decision."""
        for name in ("rows", "legal", "action", "before", "learns"):
            self.arrays[name][at, places] = getattr(moment, name)

    def put_beside(self, at: int, places: slice, moment: Moment) -> None:
        """Write down what others saw meanwhile, as a decision without a choice."""
        self.arrays["rows"][at, places] = moment.beside
        self.arrays["legal"][at, places, 0] = 1

    def whole(self) -> Lesson:
        """Everything, one decision after the other."""
        found = {}
        for f in fields(Lesson):
            array = self.arrays[f.name]
            found[f.name] = array.reshape(array.shape[0] * array.shape[1], *array.shape[2:])
        return Lesson(**found)
