"""Games to learn from.

A policy is learned from searched decisions, and chances from how games end.  Searching is expensive
and playing by the plain policy is cheap, so these are two kinds of games.  Between searched
decisions the network decides, so it learns about positions that it reaches itself, from all parts
of a game.  To see how games end, it plays whole games alone, far more of them.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..bots.net.features import Features
from ..research.batch import Batch
from .network import NOT, Network, Reader, Shape
from .searching import Searcher, Settings, think_all

ALONE, GUIDED = range(2)
"""Kinds of search: that of `strong`, and the one that the network guides."""
DRAWN = 0.05
"""In this share of the searched decisions the action is drawn by how often it was looked at, so that games differ."""
CALM = 0.6
"""How much chance there is in the plain policy: 1 draws by it, 0 takes the action it likes best."""
EVERY = 16
"""Only every n-th position of a whole game is learned from."""
ENOUGH = 0.92
"""Whole games stop when this part of them has ended; the others are not learned from."""


@dataclass
class Lesson:
    """What there is to learn from some positions of one configuration, one row for each: a policy, or chances."""

    players: int
    reader: Reader
    seen: Any
    legal: Any = None
    policy: Any = None
    chances: Any = None

    def __len__(self) -> int:
        return int(self.seen.shape[0])

    def part(self, rows: Any) -> Lesson:
        """Some of the rows."""
        parts = (self.seen, self.legal, self.policy, self.chances)
        return Lesson(self.players, self.reader, *(None if of is None else of[rows] for of in parts))


class Seated:
    """Many games of one configuration, and a network's eyes for them."""

    def __init__(self, features: Features, players: int, options: Mapping[str, Any], n: int, seed: int, device: str,
                 restart: bool = True) -> None:
        self.features, self.players, self.options = features, players, dict(options)
        self.batch = Batch(features.game.name, players, n, options, seed, device, restart)
        self.xp = xp = self.batch.engine.np
        self.random = xp.random.default_rng(seed)
        self.reader = Reader(xp, features.reading(self.batch.configured), features.count)
        self.as_seen = xp.asarray(features.actions_seen(players), xp.int64)

    def scores(self, network: Network, given: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        """The scores of the table's actions, and each seat's chance to win, own seat first."""
        xp = self.xp
        scores, chances = network.look(given, self.players)
        return xp.where(legal, xp.take_along_axis(scores, self.as_seen[seat], axis=1), NOT), chances

    def noise(self, shape: tuple[int, ...]) -> Any:
        """Gumbel's distribution: added to scores, the highest sum is a draw from the policy."""
        xp = self.xp
        drawn = xp.clip(self.random.random(shape, dtype=xp.float32), 1e-9, 1 - 1e-7)
        return -xp.log(-xp.log(drawn))

    def plain_policy(self, network: Network) -> Any:
        """An action of every game by the network alone, with a little chance."""
        xp, b = self.xp, self.batch
        scores, _ = self.scores(network, self.reader(b.observe()), b.legal, xp.maximum(b.seat, 0).astype(xp.int64))
        return (scores + CALM * self.noise(scores.shape)).argmax(axis=1)

    def advance(self, actions: Any, restart: bool) -> None:
        """Take the actions."""
        b = self.batch
        b.engine.advance(self.xp.ascontiguousarray(actions.astype(b.seat.dtype)), restart)

    def bring(self, network: Network, most: int) -> None:
        """Bring every game to some point of its course: by the plain policy, each for its own number of decisions below a limit."""
        xp, b = self.xp, self.batch
        when = (self.random.random(b.n, dtype=xp.float32) * most).astype(xp.int64)
        kept = [of.copy() for of in b.engine.places]
        for step in range(most):
            rows = xp.flatnonzero(when == step)
            for to, of in zip(kept, b.engine.places, strict=True):
                to[rows] = of[rows]
            self.advance(self.plain_policy(network), True)
        for to, of in zip(b.engine.places, kept, strict=True):
            to[:] = of
        b.done[:] = False

    def whole_games(self, network: Network, most: int) -> Lesson:
        """Games by the plain policy, each from its beginning: how they end, as every EVERYth position's seat sees it."""
        xp, b, p = self.xp, self.batch, self.players
        turn = xp.arange(p)
        share, over = xp.zeros((b.n, p), xp.float32), xp.zeros(b.n, bool)
        kept: list[tuple[Any, Any, Any]] = []
        for step in range(most):
            if step % EVERY == EVERY // 2:
                kept.append((xp.ascontiguousarray(b.observe()), b.seat.astype(xp.int64), ~over))
            self.advance(self.plain_policy(network), False)
            share = xp.where((b.done & ~over)[:, None], b.result, share)
            over |= b.done
            if step % 32 == 31 and float(over.mean()) >= ENOUGH:
                break
        seen, chances = [], []
        for looked, seat, going in kept:
            rows = xp.flatnonzero(over & going & (seat >= 0))
            seen.append(looked[rows])
            chances.append(xp.take_along_axis(share[rows], (turn + seat[rows][:, None]) % p, axis=1))
        return Lesson(p, self.reader, xp.concatenate(seen), chances=xp.concatenate(chances))


class Tables(Seated):
    """Games whose decisions are searched."""

    def __init__(self, features: Features, players: int, options: Mapping[str, Any], n: int, seed: int, device: str,
                 settings: Sequence[Settings], shape: Shape) -> None:
        super().__init__(features, players, options, n, seed, device)
        self.at_table = self.xp.asarray(features.actions_at_table(players), self.xp.int64)
        self.searcher = Searcher(self.batch.engine, self.batch.configured, features, settings, shape, seed)
        self.finished = self.xp.zeros((), self.xp.int64)
        self.kept: list[tuple[Any, ...]] = []

    def take(self, actions: Any) -> None:
        """Take the actions, and count the games that end."""
        self.advance(actions, True)
        self.finished += self.batch.done.sum()

    def learn_from(self, seat: Any, seen: Any, legal: Any, action: Any, visits: Any) -> Any:
        """Keep what a search found, and say which action is taken in every game."""
        xp, n = self.xp, self.batch.n
        looked = visits.sum(axis=1)
        policy = (visits / xp.maximum(looked, 1)[:, None]).astype(xp.float16) / 2
        policy[xp.arange(n), action] += 0.5
        target, allowed = (xp.take_along_axis(of, self.at_table[seat], axis=1) for of in (policy, legal))
        rows = xp.flatnonzero(looked > 0)
        self.kept.append((seen[rows], allowed[rows], target[rows]))
        drawn = (xp.log(xp.maximum(visits, 1e-9)) + self.noise(visits.shape)).argmax(axis=1)
        by_lot = (self.random.random(n, dtype=xp.float32) < DRAWN) & (looked > 0)
        return xp.where(by_lot, drawn, action)

    def lesson(self) -> Lesson:
        """What was kept."""
        seen, legal, policy = (self.xp.concatenate(part) for part in zip(*self.kept, strict=True))
        self.kept = []
        return Lesson(self.players, self.reader, seen, legal, policy)


def searched(tables: Sequence[Tables], network: Network, steps: int, between: int, guided: bool) -> list[Lesson]:
    """So many searched decisions in every game, with some of the network's own between them: what is to be learned from them."""
    for of in tables:
        if guided:
            of.searcher.guide(network.whole_numbers())
    kinds = [of.xp.full(of.batch.n, GUIDED if guided else ALONE, of.batch.seat.dtype) for of in tables]
    for _ in range(steps):
        before = [(of.batch.seat.astype(of.xp.int64), of.xp.ascontiguousarray(of.batch.observe()), of.batch.legal) for of in tables]
        found = think_all([of.searcher for of in tables], kinds)
        for of, looked, (action, visits) in zip(tables, before, found, strict=True):
            of.take(of.learn_from(*looked, action, visits))
            for _ in range(between):
                of.take(of.plain_policy(network))
    return [of.lesson() for of in tables]
