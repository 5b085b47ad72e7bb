"""The network while it learns: a sum of rows, one small layer, one head for actions and chances;
with its gradients.

The arrays are NumPy's or CuPy's, whichever a batch has, so training runs on a processor and on a
GPU from one source and needs no framework.  What is computed with are always the rounded weights
that will be shipped (multiples of 1 / SCALE within eight bits); gradients are added to finer ones
behind them.
"""
from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from ..bots.net.features import Features
from ..bots.net.weights import BYTES, LIMIT, PARTS, SCALE, Weights
from .ops import NOT, Lesson, Ops, shares_of

TOP = LIMIT / SCALE
"""The activation limit, and the largest weight."""
INNER = 64
"""Units of the second layer."""
PART = 1 / 16
"""Gradients are computed at this scale, so that sums over a batch stay within half precision."""


@dataclass(frozen=True)
class Shape:
    """How large a network is."""

    rows: int
    width: int
    inner: int
    actions: int
    seats: int

    @classmethod
    def of(cls, features: Features, width: int = 0, inner: int = INNER) -> Shape:
        """The shape for a title; titles with very many rows have narrower ones, so that weights
        stay below 3 MB.
        """
        width = width or (256 if features.count < 10_000 else 128)
        return cls(features.count, width, inner, len(features.game.actions), features.seats)

    @property
    def parts(self) -> dict[str, tuple[int, ...]]:
        """The arrays of a network with their shapes."""
        out = self.actions + self.seats
        return {"rows": (self.rows, self.width), "row_bias": (self.width,), "inner": (self.width, self.inner),
                "inner_bias": (self.inner,), "head": (self.width + self.inner, out), "head_bias": (out,)}


BIASES = ("row_bias", "inner_bias", "head_bias")


class Network:
    """Weights, what they say about positions, and how they learn."""

    def __init__(self, ops: Ops, shape: Shape, seed: int = 0) -> None:
        import numpy as np

        self.ops, self.shape = ops, shape
        self.xp = xp = ops.xp
        self.cell = cell_of(xp)
        draw = np.random.default_rng(seed)
        spread = {"rows": 0.06, "inner": 1.5 / shape.width ** 0.5, "head": 0.3 / shape.width ** 0.5}
        self.weights: dict[str, Any] = {}
        for name, size in shape.parts.items():
            drawn = draw.normal(0, spread[name], size) if name in spread else np.full(size, 0.0 if name == "head_bias" else 0.3)
            self.weights[name] = xp.asarray(drawn, xp.float32)
        self.slow = {name: xp.zeros_like(w) for name, w in self.weights.items()}
        self.square = {name: xp.zeros_like(w) for name, w in self.weights.items()}
        self.steps = 0
        self.refresh()

    def refresh(self) -> None:
        """Round the weights for the next computations."""
        xp = self.xp
        self.rounded = {}
        for name, w in self.weights.items():
            scale = steps_of(name)
            limited = w if name in BIASES else xp.clip(w, -TOP, TOP)
            self.rounded[name] = (xp.rint(limited * scale) / scale if scale else limited).astype(self.cell)
        blank = xp.zeros((padded(self.shape.rows) - self.shape.rows, self.shape.width), self.cell)
        self.rounded["rows"] = xp.concatenate((self.rounded["rows"], blank))

    def load(self, weights: Mapping[str, Any]) -> None:
        """Replace the weights by a copy of others."""
        self.weights = {name: self.xp.array(weights[name], self.xp.float32) for name in self.shape.parts}
        self.refresh()

    def playing(self, weights: Mapping[str, Any]) -> Network:
        """A network of the same shape with a copy of other weights, to play with."""
        made = copy(self)
        made.load(weights)
        return made

    def like(self, runs: Mapping[str, Any]) -> Network:
        """A network of the same shape with weights that were shipped, to play with."""
        made = copy(self)
        made.start(runs)
        return made

    def start(self, runs: Mapping[str, Any]) -> None:
        """Begin with weights that were shipped (the inverse of `whole_numbers`)."""
        square = SCALE * SCALE
        self.load({"rows": runs["rows"] / SCALE, "row_bias": runs["row_bias"] / SCALE, "inner": runs["inner"] / SCALE,
                   "inner_bias": runs["inner_bias"] / square, "head": runs["heads"].T / SCALE,
                   "head_bias": runs["head_bias"] / square})

    def whole_numbers(self) -> dict[str, Any]:
        """The weights as they will be shipped (`weights.quantised`), on their device."""
        xp, w = self.xp, self.weights

        def whole(name: str, scale: int, cell: Any) -> Any:
            rounded = xp.rint(w[name] * scale)
            return (xp.clip(rounded, -LIMIT, LIMIT) if cell is xp.int8 else rounded).astype(cell)

        return {"rows": whole("rows", SCALE, xp.int8), "inner": whole("inner", SCALE, xp.int8),
                "heads": xp.ascontiguousarray(whole("head", SCALE, xp.int8).T), "row_bias": whole("row_bias", SCALE, xp.int32),
                "inner_bias": whole("inner_bias", SCALE * SCALE, xp.int32),
                "head_bias": whole("head_bias", SCALE * SCALE, xp.int32)}

    # ------------------------------------------------------------ looking

    def hot(self, rows: Any) -> Any:
        """Positions by the rows that they add up, with a 1 for each."""
        return self.ops.hot(rows, padded(self.shape.rows))

    def look(self, given: Any) -> tuple[Any, Any]:
        """Both layers side by side, and all scores: of the actions, as the seat sees them, and of
        the seats' chances, own seat first.
        """
        xp, r, ops = self.xp, self.rounded, self.ops
        first = ops.layer(given @ r["rows"], r["row_bias"], TOP)
        both = xp.concatenate((first, ops.layer(first @ r["inner"], r["inner_bias"], TOP)), axis=1)
        out = both @ r["head"]
        out += r["head_bias"]
        return both, out

    def chances(self, out: Any, players: int) -> Any:
        """Each seat's chance to win, own seat first."""
        at = self.shape.actions
        return shares_of(self.xp, out[:, at:at + players].astype(self.xp.float32))

    # ------------------------------------------------------------ learning

    def back(self, given: Any, both: Any, wrong: Any) -> dict[str, Any]:
        """The gradients of a loss, summed over all positions, from its gradient at the heads."""
        xp, r, width = self.xp, self.rounded, self.shape.width
        first, second = both[:, :width], both[:, width:]
        ones = xp.ones((1, len(given)), self.cell)
        back = wrong @ r["head"].T
        inner = back[:, width:] * ((second > 0) & (second < TOP))
        outer = (back[:, :width] + inner @ r["inner"].T) * ((first > 0) & (first < TOP))
        return {"head": both.T @ wrong, "head_bias": (ones @ wrong)[0], "inner": first.T @ inner, "inner_bias": (ones @ inner)[0],
                "rows": (given.T @ outer)[:self.shape.rows], "row_bias": (ones @ outer)[0]}

    def learn(self, of: Lesson, rate: float, clip: float, curiosity: float) -> Any:
        """Learn from some decisions, all at once; the losses (`ops.Plain.wrong`)."""
        given = self.hot(of.rows)
        both, out = self.look(given)
        wrong, losses = self.ops.wrong(out, of, clip, curiosity, PART)
        self.step(self.back(given, both, wrong), 1 / (PART * len(given)), rate)
        return losses

    def losses(self, given: Any, seated: Any, legal: Any, policy: Any, chances: Any) -> tuple[Any, Any, Any]:
        """What is said wrongly about targets, both layers, and the mean losses (of the policy and
        of the chances).

        `policy` is a distribution over actions as the seat sees them, `chances` one over seats, own
        seat first; `seated` says which seats there are.
        """
        xp, at = self.xp, self.shape.actions
        both, out = self.look(given)
        out = out.astype(xp.float32)
        said, judged = (shares_of(xp, xp.where(which, of, NOT)) for which, of in ((legal, out[:, :at]), (seated, out[:, at:])))
        losses = xp.stack([-(target * xp.log(of + 1e-9)).sum(1).mean() for of, target in ((said, policy), (judged, chances))])
        return xp.concatenate((said - policy, judged - chances), axis=1), both, losses

    def gradients(self, given: Any, *targets: Any) -> tuple[dict[str, Any], Any]:
        """The gradients of the mean loss on targets, and the losses."""
        wrong, both, losses = self.losses(given, *targets)
        found = self.back(given, both, (PART * wrong).astype(self.cell))
        return {name: g.astype(self.xp.float32) / (PART * len(given)) for name, g in found.items()}, losses

    def step(self, gradients: dict[str, Any], factor: float, rate: float) -> None:
        """One step of Adam; weights stay within what eight bits hold."""
        self.steps += 1
        parts = 1 - 0.9 ** self.steps, 1 - 0.998 ** self.steps
        for name, g in gradients.items():
            rounded = self.rounded[name][:self.shape.rows] if name == "rows" else self.rounded[name]
            self.ops.step(g, factor, self.weights[name], self.slow[name], self.square[name], rounded, rate, parts, steps_of(name),
                          name not in BIASES)


def steps_of(name: str) -> int:
    """Into how many steps a weight of 1 is divided while it is computed with (0: not rounded)."""
    return SCALE if name not in BIASES or name == "row_bias" else 0


def as_arrays(weights: Weights) -> dict[str, Any]:
    """Weights in the form that a search in many games takes (`Network.whole_numbers`)."""
    import numpy as np

    lengths = {"rows": weights.width, "inner": weights.units, "heads": weights.width + weights.units}
    return {name: np.frombuffer(getattr(weights, name), np.int8).reshape(-1, lengths[name]) if name in BYTES
            else np.frombuffer(getattr(weights, name), np.int32) for name in PARTS}


def cell_of(xp: Any) -> Any:
    """The type to compute with: half precision on a GPU, which has hardware for it."""
    import numpy as np

    return xp.float32 if xp is np else xp.float16


def padded(count: int) -> int:
    """How wide many-hot lines are: with a column for what only fills lines up, and a multiple of
    eight, for which GPUs have hardware.
    """
    return (count + 8) // 8 * 8
