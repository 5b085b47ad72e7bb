"""Processes that only play: lessons for a training, on as many processors as there are."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from time import perf_counter

from ..bots.net.features import features_of
from ..bots.net.weights import Weights
from .lessons import SUFFIX
from .network import Shape, as_arrays
from .selfplay import Games, play
from .training import Plan, Seats, searches

TOGETHER = 2
"""The mean number of games that end in a place before a new configuration replaces it."""


class Teaching:
    """One such process.  With weights, the network guides its searches; without, they are those of
    `strong`.
    """

    def __init__(self, plan: Plan, folder: Path, weights: Weights | None = None) -> None:
        import tafelrunde as tr

        self.plan, self.folder, self.weights = plan, folder, weights
        self.game = tr.game(plan.title)
        self.features = features_of(self.game)
        self.seats = Seats(self.game, plan.players, plan.seed)
        self.shape = Shape.of(self.features, weights.width if weights else plan.width)
        self.games = self.shards = 0

    def run(self, say: Callable[[str], None]) -> None:
        """Play until the time is over, or until so many shards are written: games side by side, and
        then others.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        began = perf_counter()
        while (self.shards < self.plan.rounds) if self.plan.rounds else perf_counter() - began < self.plan.seconds:
            self.shard(None if self.plan.rounds else began + self.plan.seconds)
            say(f"{perf_counter() - began:.0f} s, {self.games:,} games, {self.shards} shards")

    def shard(self, deadline: float | None) -> None:
        """Games of one configuration, and a file with their lessons."""
        players, options, seed = self.seats.draw()
        games = Games(self.features, players, options, self.plan.games, seed, "cpu",
                      searches(self.game, self.plan, self.weights is not None), self.shape)
        if self.weights is not None:
            games.searcher.guide(as_arrays(self.weights))
        while games.finished < TOGETHER * self.plan.games and (deadline is None or perf_counter() < deadline):
            play([games])
        lessons = games.harvest()
        self.games += games.finished
        if lessons is not None:
            self.shards += 1
            lessons.save(self.folder / f"{self.plan.seed}-{token_hex(6)}{SUFFIX}")
