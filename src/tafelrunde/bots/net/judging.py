"""What a title's network thinks of a position by itself, without a search.

The whole numbers of `inference.py`, added up by NumPy: a position takes a fraction of a millisecond
on any machine, and nothing is compiled for it.
"""
from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from ...kernel import Game
from ...kernel.observing import encoder, seats_in_use
from ..judgement import judgement_of
from .features import PLAIN, STEP, features_of
from .inference import ONE, SHIFT, TOP, lead
from .weights import NoWeights, Weights, load

MOST = 32
"""How many positions are added up at once."""


class Judge:
    """A title's network as a judge of positions; ImportError without NumPy."""

    def __init__(self, game: Game, weights: Weights) -> None:
        import numpy as np

        self.np, self.game, self.features = np, game, features_of(game)
        self.encode: Any = encoder(game)
        self.led: Any = lead
        self.judgement = judgement_of(game)
        width, units = weights.width, weights.units
        actions = len(game.actions)
        self.rows, inner, heads = (
            np.frombuffer(run, np.int8).reshape(-1, length)
            for run, length in ((weights.rows, width), (weights.inner, units), (weights.heads, width + units)))
        # Sums stay below 2^24, so single precision is exact; `einsum` starts no threads.
        self.inner, self.seats = inner.astype(np.float32), heads[actions:].T.astype(np.float32)
        self.row_bias, self.inner_bias = (np.array(run, np.int32) for run in (weights.row_bias, weights.inner_bias))
        self.bias = np.array(weights.head_bias[actions:], np.float64)
        self.options = sorted({f.only for f in game.fields if f.only})
        self.readings: dict[tuple[int, ...], tuple[Any, Any, Any]] = {}

    def reading(self, s: Any) -> tuple[Any, Any, Any]:
        """How the observations of a position's configuration are read."""
        key = (*seats_in_use(s), *(int(bool(getattr(s, name))) for name in self.options))
        if key not in self.readings:
            first, low, most = (self.np.array(row, self.np.int64) for row in self.features.reading(s))
            self.readings[key] = first, low, most
        return self.readings[key]

    def seen(self, s: Any, seat: int, worth: list[list[int]]) -> Any:
        """The network's input: what a seat may know, and its leads in a title's judgement of the
        position.
        """
        first, _, _ = self.reading(s)
        cells, (players, colours) = [0] * len(first), seats_in_use(s)
        step, led = int(self.judgement.spread(s)), self.led
        at = self.encode(s, seat, players, colours, cells, 0, 1)
        for r in range(1, players):
            other = (seat + r) % players
            ahead = [part[seat] - part[other] for part in worth]
            for value in chain(ahead, (sum(ahead),)):
                cells[at] = led(value, step)
                at += 1
        return cells

    def views(self, asked: Sequence[tuple[Any, list[list[int]], int]]) -> list[list[float]]:
        """Every seat's chance to win in each position, as the network says for what one seat sees
        there.

        Asked are positions of one configuration, each with what the title's judgement says of it,
        and a seat.
        """
        if len(asked) > MOST:
            return self.views(asked[:MOST]) + self.views(asked[MOST:])
        if not asked:
            return []
        np, players = self.np, int(asked[0][0].players)
        first, low, most = self.reading(asked[0][0])
        value = np.array([self.seen(s, seat, worth) for s, worth, seat in asked], np.int64) - low
        value = np.minimum(np.where(value > PLAIN, PLAIN + (value - PLAIN + STEP - 1) // STEP, value), most)
        at, on = first + value - 1, value > 0
        sums = np.array([self.row_bias + self.rows[row[here]].sum(0, dtype=np.int32)
                         for row, here in zip(at, on, strict=True)])
        wide = np.clip(sums, 0, TOP).astype(np.float32)
        inner = np.einsum("nw,wu->nu", wide, self.inner).astype(np.int32)
        deep = np.clip((self.inner_bias + inner) >> SHIFT, 0, TOP).astype(np.float32)
        both = np.concatenate((wide, deep), 1)
        scores = (np.einsum("nb,bp->np", both, self.seats[:, :players]) + self.bias[:players]) / ONE
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares = (shares / shares.sum(1, keepdims=True)).tolist()
        return [[row[(p - seat) % players] for p in range(players)] for (_, _, seat), row in zip(asked, shares, strict=True)]


def judge_of(game: Game) -> Judge | None:
    """A title's network as a judge; None where there are no weights that can be used, or no
    NumPy.
    """
    known: dict[str, Any] = vars(game)
    if "_judge" not in known:
        try:
            known["_judge"] = Judge(game, load(game))
        except (NoWeights, ImportError):
            known["_judge"] = None
    found: Judge | None = known["_judge"]
    return found
