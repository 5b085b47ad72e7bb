"""Games that a network plays against itself, many side by side, and what they teach.

A `Table` has games of one configuration.  In every game the network chooses for the seat to decide,
either by its policy alone, or after comparing some actions: each is carried out in a copy of the
game, in which what the seat cannot know was drawn again, and the network judges where it leads.
"""
from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ..kernel.batching import BEGIN
from ..research.batch import Batch
from .eyes import Eyes
from .network import Network
from .ops import Lesson, Ops

EARLIER = 0.4
"""In tables with earlier selves: the share of their seats."""
KEEN = 60.0
"""By how much an action's score rises for a chance to win that is higher by 1."""
MOST = 4.0
"""No score rises or falls by more."""


@dataclass
class Moment:
    """One decision in every game of a table: what is learned from (but for what only the rest of
    the game tells), who decided, and what the network thought of that seat's chances: at once, and
    after comparing actions.  `watcher` is another seat, if one was asked, and `beside` what it saw.
    """

    rows: Any
    legal: Any
    action: Any
    before: Any
    learns: Any
    looked: Any
    bonus: Any
    seat: Any
    judged: Any
    value: Any
    watcher: Any
    beside: Any
    done: Any
    standing: Any
    final: Any


class Table:
    """Games of one configuration, and who plays in them."""

    def __init__(self, ops: Ops, players: int, options: dict[str, Any], n: int, seed: int, device: str,
                 earlier: Network | None = None, many: int = 0) -> None:
        features, self.ops, self.players, self.n, self.many = ops.features, ops, players, n, many
        self.title, self.options, self.device, self.seed = features.game.name, options, device, seed
        self.batch = self.games(n)
        self.engine = self.batch.engine
        self.xp = xp = self.engine.np
        self.eyes = Eyes(self.engine, self.batch.configured, ops, seed)
        self.at_table = xp.asarray(features.actions_at_table(players), xp.int16)
        self.earlier = earlier
        self.draw = draw = xp.random.default_rng(seed)
        self.by_earlier = draw.random((n, players)) < (EARLIER if earlier else 0)
        self.by_earlier[xp.arange(n), xp.arange(n) % players] = False
        self.turn = (xp.arange(players)[None, :] - xp.arange(players)[:, None]) % players
        """For every deciding seat: how many places to the left of it each seat sits."""
        self.line, self.drawn, self.rounds = xp.arange(n), seed << 20, 0
        if many:
            self.copies = self.games(n * many)
            self.copied = Eyes(self.copies.engine, self.copies.configured, ops, seed + 1)
            self.worlds = (xp.arange(n, dtype=xp.int64) << 24) + seed

    def games(self, n: int) -> Batch:
        """So many games of the configuration."""
        return Batch(self.title, self.players, n, self.options, self.seed, self.device, threads=1 if self.device == "cpu" else None)

    # ------------------------------------------------------------ seats

    @property
    def seat(self) -> Any:
        """The seat that decides in every game; 0 if the game is over."""
        return self.xp.maximum(self.engine.seats, 0).astype(self.xp.int64)

    def by_seat(self, chances: Any, seat: Any) -> Any:
        """Chances with the own seat first, by the table's seats."""
        return self.xp.take_along_axis(chances, self.turn[seat], axis=1)

    def from_seat(self, shares: Any, seat: Any) -> Any:
        """The other way round."""
        xp = self.xp
        return xp.take_along_axis(shares, (xp.arange(self.players) + seat[:, None]) % self.players, axis=1)

    # ------------------------------------------------------------ playing

    def seeded(self) -> int:
        """The seed of the next draws."""
        self.drawn += 1
        return self.drawn

    def look(self, network: Network, rows: Any) -> tuple[Any, Any]:
        """The scores, and everybody's chances, own seat first."""
        _, out = network.look(network.hot(rows))
        return out, network.chances(out, self.players)

    def chosen(self, network: Network, out: Any, legal: Any) -> tuple[Any, Any]:
        """An action of every policy, drawn, as the seat sees it, and how likely it was (the
        logarithm).
        """
        ids, _, logs = self.ops.best(out, legal, self.seeded(), 1)
        return ids[:, 0], logs[:, 0]

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
        learns = ~self.by_earlier[self.line, seat]
        value = judged = chances[:, 0]
        if self.many:
            action, before, looked, bonus, value = self.searched(network, out, legal, seat, judged)
            looked = xp.where(learns[:, None], looked, -1)
        else:
            action, before = self.chosen(network, out, legal)
            looked, bonus = xp.empty((self.n, 0), xp.int32), xp.empty((self.n, 0), xp.float32)
        if self.earlier is not None:
            other, _ = self.chosen(self.earlier, self.look(self.earlier, rows)[0], legal)
            action = xp.where(learns, action, other)
        self.play(action, seat)
        return Moment(rows, legal, action, before, learns, looked, bonus, seat, judged, value, watcher, beside,
                      self.batch.done.copy(), self.engine.standings.copy(), self.engine.finals.astype(xp.float32))

    def own_chances(self, network: Network) -> Any:
        """What every seat thinks of its own chances now."""
        seats = (self.xp.full(self.n, p) for p in range(self.players))
        return self.xp.stack([self.look(network, self.eyes.rows(seat))[1][:, 0] for seat in seats], axis=1)

    # ------------------------------------------------------------ comparing actions

    def searched(self, network: Network, out: Any, legal: Any, seat: Any, judged: Any) -> tuple[Any, ...]:
        """As `chosen`, but after comparing some actions: which, by how much their scores rise, and
        what the seat's chances are then.

        Where several seats answer at the same time, nothing is compared: what an answer is worth
        shows only when all have answered.
        """
        xp, n, many = self.xp, self.n, self.many
        ids, raised, logs = self.ops.best(out, legal, self.seeded(), many)
        possible = ids >= 0
        waiting, _ = self.engine.whose(xp.full(n, -1, self.engine.seats.dtype))
        alone = (waiting & (waiting - 1)) == 0
        led = self.led(network, self.at_table[seat[:, None], xp.where(possible, ids, ids[:, :1])], seat)
        likely = xp.where(possible, xp.exp(logs), 0)
        count = possible.sum(axis=1)
        mean = (judged + count * (likely * led).sum(axis=1) / likely.sum(axis=1)) / (1 + count)
        bonus = xp.where(possible & alone[:, None], xp.clip(KEEN * (led - mean[:, None]), -MOST, MOST), 0).astype(xp.float32)
        best = (raised + bonus).argmax(axis=1)
        weight = likely * xp.exp(bonus)
        value = xp.where(alone, (weight * led).sum(axis=1) / weight.sum(axis=1), judged)
        return ids[self.line, best], logs[self.line, best], xp.where(alone[:, None], ids, -1), bonus, value

    def led(self, network: Network, actions: Any, seat: Any) -> Any:
        """What the deciding seat thinks of its chances after each of some actions."""
        xp, e, many = self.xp, self.copies.engine, self.many
        self.worlds += 1
        who = xp.repeat(seat, many)
        e.fill(self.engine, many)
        e.redraw(who.astype(e.seats.dtype), xp.repeat(self.worlds, many))
        e.advance(xp.ascontiguousarray(actions.reshape(-1).astype(e.seats.dtype)), False)
        chances = self.look(network, self.copied.rows(who))[1][:, 0]
        ended = xp.take_along_axis(self.copies.result, who[:, None], axis=1)[:, 0]
        return xp.where(self.copies.done, ended, chances).reshape(self.n, many)


class Log:
    """The decisions of some tables in a round, side by side."""

    def __init__(self, ops: Ops, moves: int, n: int, many: int) -> None:
        xp = ops.xp
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "rows": ((ops.features.numbers,), xp.uint16), "legal": ((ops.words,), xp.uint32), "action": ((), xp.int32),
            "before": ((), xp.float32), "gain": ((), xp.float32), "learns": ((), bool), "looked": ((many,), xp.int32),
            "bonus": ((many,), xp.float32), "shares": ((ops.seats,), xp.float32), "players": ((), xp.uint8)}
        self.arrays = {name: xp.zeros((moves, n, *shape), cell) for name, (shape, cell) in shapes.items()}

    def put(self, at: int, places: slice, moment: Moment) -> None:
        """Write down a table's decision."""
        for name in ("rows", "legal", "action", "before", "learns", "looked", "bonus"):
            self.arrays[name][at, places] = getattr(moment, name)

    def put_beside(self, at: int, places: slice, moment: Moment) -> None:
        """Write down what others saw meanwhile, as a decision without a choice."""
        self.arrays["rows"][at, places] = moment.beside
        self.arrays["legal"][at, places, 0] = 1
        self.arrays["looked"][at, places] = -1

    def whole(self) -> Lesson:
        """Everything, one decision after the other."""
        found = {}
        for f in fields(Lesson):
            array = self.arrays[f.name]
            found[f.name] = array.reshape(array.shape[0] * array.shape[1], *array.shape[2:])
        return Lesson(**found)
