"""What training does with whole batches of positions, in NumPy; `fused.py` does the same on a GPU.

Positions come as lines of rows (`bots/net/features.py`), legal actions as 32-bit words, as the
deciding seat sees them.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..bots.net.features import PLAIN, STEP, Features, Reading
from ..bots.net.weights import LIMIT, SCALE

NOT = -1e9
"""The score of an impossible action."""


@dataclass
class Lesson:
    """What is learned from some decisions; every array has one row for each.

    `gain` says how much better than expected the chosen action turned out, `before` how likely it
    was (the logarithm). `learns` says whether the policy learns: earlier selves and seats that only
    watch teach the chances alone, and their gain is 0. `shares` are what everybody's chances should
    be, own seat first.
    """

    rows: Any
    legal: Any
    action: Any
    before: Any
    gain: Any
    learns: Any
    shares: Any
    players: Any


class Plain:
    """The operations for a title's networks."""

    def __init__(self, xp: Any, features: Features) -> None:
        self.xp, self.features = xp, features
        self.actions, self.seats = len(features.game.actions), features.seats
        self.words = -(-self.actions // 32)

    def rows(self, eyes: Any, reading: Reading) -> Any:
        """The rows that observations add up, one line each, filled up with the number of rows there
        are.
        """
        xp, blank = self.xp, self.features.count
        first, low, most = reading
        value = eyes.astype(xp.int32) - low
        value = xp.minimum(xp.where(value <= PLAIN, value, PLAIN + (value - PLAIN + STEP - 1) // STEP), most)
        full = xp.full((eyes.shape[0], self.features.numbers), blank, xp.uint16)
        full[:, :value.shape[1]] = xp.where(value > 0, first + value - 1, blank)
        return full

    def legal(self, engine: Any, at_table: Any) -> Any:
        """The legal actions of every game of an engine. A game that is over has action 0, so that
        nothing has to ask for it.
        """
        xp = self.xp
        seats = xp.maximum(engine.seats, 0)
        flags = xp.take_along_axis(engine.legal(engine.masks), at_table[seats].astype(xp.int64), axis=1)
        flags[engine.seats < 0, 0] = True
        full = xp.zeros((engine.n, self.words * 32), bool)
        full[:, :self.actions] = flags
        return xp.packbits(full, axis=1, bitorder="little").view("<u4")

    def flags(self, legal: Any) -> Any:
        """Words as one flag for every action."""
        return self.xp.unpackbits(legal.view("u1"), axis=1, bitorder="little")[:, :self.actions].astype(bool)

    def hot(self, rows: Any, width: int) -> Any:
        """Lines of `width` numbers with a 1 for every row. Columns behind the rows mean nothing."""
        xp = self.xp
        found = xp.zeros((rows.shape[0], width), xp.float32)
        found[xp.arange(rows.shape[0])[:, None], rows.astype(xp.int64)] = 1
        return found

    def draw(self, out: Any, legal: Any, seed: int) -> tuple[Any, Any]:
        """One action of every policy, drawn, and how likely it was (the logarithm)."""
        xp = self.xp
        scores = xp.where(self.flags(legal), out[:, :self.actions].astype(xp.float64), NOT)
        actions = (scores + gumbel(xp, xp.random.default_rng(seed), scores.shape)).argmax(axis=1)
        top = scores.max(axis=1)
        whole = xp.log(xp.exp(scores - top[:, None]).sum(axis=1)) + top
        return actions.astype(xp.int32), (scores[xp.arange(len(actions)), actions] - whole).astype(xp.float32)

    def wrong(self, out: Any, of: Lesson, clip: float, curiosity: float, part: float) -> tuple[Any, Any]:
        """The gradient of the loss at the heads, times `part`; and the mean losses: of the policy,
        its uncertainty, of the chances.

        The loss is that of the policy minus `curiosity` times its uncertainty (both only where a
        seat learns), plus that of the chances.
        """
        xp, at = self.xp, self.actions
        line = xp.arange(out.shape[0])
        said = shares_of(xp, xp.where(self.flags(of.legal), out[:, :at], NOT))
        judged = shares_of(xp, xp.where(xp.arange(self.seats) < of.players[:, None], out[:, at:], NOT))
        logs = xp.log(said + 1e-9)
        ratio = xp.exp(xp.minimum(logs[line, of.action] - of.before, 5))
        held = xp.clip(ratio, 1 - clip, 1 + clip) * of.gain
        push = xp.where(held < ratio * of.gain, 0, ratio * of.gain)
        unsure = -(said * logs).sum(axis=1)
        wrong = said * (push[:, None] + curiosity * of.learns[:, None] * (logs + unsure[:, None]))
        wrong[line, of.action] -= push
        losses = xp.stack([-xp.minimum(ratio * of.gain, held).mean(), unsure.mean(),
                           -(of.shares * xp.log(judged + 1e-9)).sum(axis=1).mean()])
        return part * xp.concatenate((wrong, judged - of.shares), axis=1), losses

    def layer(self, sums: Any, bias: Any, top: float) -> Any:
        """The output of a layer."""
        return self.xp.clip(sums + bias, 0, top)

    def step(self, gradient: Any, factor: float, w: Any, slow: Any, square: Any, rounded: Any, rate: float,
             parts: tuple[float, float], scale: int, limited: bool) -> None:
        """A step of Adam on weights; `rounded` follows, in multiples of 1 / `scale` (0: unrounded).
        """
        xp = self.xp
        g = gradient.astype(xp.float32) * factor
        slow += 0.1 * (g - slow)
        square += 0.002 * (g * g - square)
        w -= rate * (slow / parts[0]) / (xp.sqrt(square / parts[1]) + 1e-7)
        if limited:
            xp.clip(w, -LIMIT / SCALE, LIMIT / SCALE, out=w)
        rounded[:] = xp.rint(w * scale) / scale if scale else w


Ops = Plain
"""`fused.Fused` has the same methods."""


def shares_of(xp: Any, scores: Any) -> Any:
    """Scores as shares of 1, row by row."""
    raised = xp.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def gumbel(xp: Any, draw: Any, shape: tuple[int, ...]) -> Any:
    """Gumbel noise: added to logarithms, it turns the highest sum into a random draw."""
    drawn = xp.clip(draw.random(shape, dtype=xp.float32), 1e-9, 1 - 1e-7)
    return -xp.log(-xp.log(drawn))


def ops_of(xp: Any, features: Features) -> Ops:
    """The operations for a kind of arrays."""
    import numpy as np

    if xp is np:
        return Plain(xp, features)
    from .fused import Fused

    return Fused(xp, features)  # type: ignore[return-value]
