"""Games to learn from, many side by side.  Every decision is searched: some of them thoroughly, and
only those are learned from; the others quickly, so that there are more games and more ends.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..bots.net.features import Features, Reading
from ..bots.thinking import WHOLE
from ..research.batch import Batch
from .lessons import Lessons, candidates, joined, packed
from .network import Shape
from .ops import gumbel, ops_of
from .searching import Searcher, Settings, think_all

THOROUGH, QUICK = range(2)
SELDOM = 0.25
"""The share of decisions that are searched thoroughly."""
DRAWN = 0.06
"""In this share of the decisions the action is drawn by how often it was looked at, so that games
differ.
"""


class Games:
    """Games of one configuration; when one is over, a new one begins in its place."""

    def __init__(self, features: Features, players: int, options: Mapping[str, Any], n: int, seed: int, device: str,
                 settings: Sequence[Settings], shape: Shape) -> None:
        self.features, self.players = features, players
        self.batch = Batch(features.game.name, players, n, options, seed, device, threads=1 if device == "cpu" else None)
        self.xp = xp = self.batch.engine.np
        self.random = xp.random.default_rng(seed)
        self.ops = ops_of(xp, features)
        self.reading = Reading(*(xp.asarray(part, xp.int32) for part in features.reading(self.batch.configured)))
        self.at_table = xp.asarray(features.actions_at_table(players), xp.int64)
        self.searcher = Searcher(self.batch.engine, self.batch.configured, features, settings, shape, seed)
        self.first = seed << 20
        self.number = xp.zeros(n, xp.int64)
        """How many games have ended in each place."""
        self.won: list[Any] = []
        self.kept: list[tuple[Lessons, Any, Any]] = []
        self.finished = 0

    def kinds(self) -> Any:
        """Which search the next decisions get: all games the same, since a GPU waits for the
        slowest.
        """
        kind = THOROUGH if float(self.random.random()) < SELDOM else QUICK
        return self.xp.full(self.batch.n, kind, self.batch.seat.dtype)

    def take(self, kinds: Any, legal: Any, seat: Any, chosen: Any, visits: Any) -> None:
        """Keep the results of the searches and carry out their actions."""
        xp, b = self.xp, self.batch
        looked = visits.sum(axis=1)
        rows = xp.flatnonzero((kinds == THOROUGH) & (looked > 0))
        if rows.size:
            self.keep(rows, legal[rows], seat[rows], chosen[rows], visits[rows])
        drawn = (xp.log(xp.maximum(visits, 1e-9)) + gumbel(xp, self.random, visits.shape)).argmax(axis=1)
        by_lot = (self.random.random(b.n, dtype=xp.float32) < DRAWN) & (looked > 0)
        actions = xp.where(by_lot, drawn, chosen).astype(b.seat.dtype)
        b.engine.advance(xp.ascontiguousarray(actions), True)
        self.end()

    def keep(self, rows: Any, legal: Any, seat: Any, chosen: Any, visits: Any) -> None:
        """Keep some positions until their games have ended."""
        xp, f, p = self.xp, self.features, self.players
        policy = (visits / visits.sum(axis=1, keepdims=True)).astype(xp.float32) / 2
        policy[xp.arange(rows.size), chosen] += 0.5
        turn = (xp.arange(p) + seat[:, None]) % p
        policy, legal = (xp.take_along_axis(of, self.at_table[seat], axis=1) for of in (policy, legal))
        searched = xp.zeros((rows.size, f.seats), xp.float16)
        searched[:, :p] = xp.take_along_axis(self.searcher.values.T[rows] / WHOLE, turn, axis=1)
        found = Lessons(self.ops.rows(self.searcher.eyes[rows], self.reading), packed(xp, legal),
                        *candidates(xp, policy), searched, xp.zeros_like(searched), xp.full(rows.size, p, xp.uint8),
                        self.first + self.number[rows] * self.batch.n + rows)
        self.kept.append((found, rows, seat))

    def end(self) -> None:
        """Note who won the games that have just ended."""
        xp, b = self.xp, self.batch
        places = xp.flatnonzero(b.done)
        if not places.size:
            return
        self.finished += int(places.size)
        result = b.result
        for _ in range(int(self.number[places].max()) + 1 - len(self.won)):
            self.won.append(xp.full((b.n, self.players), -1, xp.float16))
        for number in xp.unique(self.number[places]):
            here = places[self.number[places] == number]
            self.won[int(number)][here] = result[here]
        self.number[places] += 1

    def harvest(self) -> Lessons | None:
        """The kept positions of games that have ended; those of the others stay."""
        xp, p = self.xp, self.players
        ready, left = [], []
        for found, rows, seat in self.kept:
            number = (found.games - self.first) // self.batch.n
            result = xp.full((rows.size, p), -1, xp.float16)
            for n in xp.unique(number):
                if int(n) < len(self.won):
                    here = xp.flatnonzero(number == n)
                    result[here] = self.won[int(n)][rows[here]]
            over = result[:, 0] >= 0
            found.won[:, :p] = xp.take_along_axis(result, (xp.arange(p) + seat[:, None]) % p, axis=1)
            ended, going = xp.flatnonzero(over), xp.flatnonzero(~over)
            if ended.size:
                ready.append(found.part(ended))
            if going.size:
                left.append((found.part(going), rows[going], seat[going]))
        self.kept = left
        return joined(ready, xp) if ready else None


def play(games: Sequence[Games]) -> None:
    """One decision in every game, searched at the same time if a GPU does it."""
    kinds = [of.kinds() for of in games]
    before = [(of.batch.legal, of.batch.seat.astype(of.xp.int64)) for of in games]
    found = think_all([of.searcher for of in games], kinds)
    for of, kind, (legal, seat), (chosen, visits) in zip(games, kinds, before, found, strict=True):
        of.take(kind, legal, of.xp.maximum(seat, 0), chosen, visits)


def duel(features: Features, shape: Shape, runs: Mapping[str, Any] | None, own: Settings, others: Settings | None, players: int,
         n: int, device: str, seed: int = 7, most: int = 4000, options: Mapping[str, Any] | None = None) -> tuple[float, int]:
    """What one seat wins in n games against others with other settings (None: random play), and how
    many games have ended.

    Every deal is played from each seat in turn; `runs` are a network's whole numbers, for settings
    with one.
    """
    batch = Batch(features.game.name, players, n, options, seed, device, restart=False, threads=1 if device == "cpu" else None)
    e, xp = batch.engine, batch.engine.np
    e.seeds[:] = seed + xp.arange(n) // players
    e.begin_all(False)
    searcher = Searcher(e, batch.configured, features, [own, others or Settings(1)], shape, seed)
    if runs is not None:
        searcher.guide(runs)
    lone = (xp.arange(n) % players).astype(batch.seat.dtype)
    won, over = xp.zeros(n, xp.float32), xp.zeros(n, bool)
    for _ in range(most):
        mine = batch.seat == lone
        drawn = batch.random_actions() if others is None else None
        chosen, _ = searcher.think(xp.where(mine, 0, 1).astype(batch.seat.dtype))
        e.advance(xp.ascontiguousarray(chosen if drawn is None else xp.where(mine, chosen, drawn)), False)
        won = xp.where(batch.done, xp.take_along_axis(batch.result, lone[:, None].astype(xp.int64), axis=1)[:, 0], won)
        over |= batch.done
        if bool(over.all()):
            break
    return float(won[over].sum()), int(over.sum())
