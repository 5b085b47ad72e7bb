"""The network while it learns: a sum of rows, one small layer, one head for actions and chances; with its gradients.

The arrays are NumPy's or CuPy's, whichever a batch has, so training runs on a processor and on a GPU from one source and
needs no framework.  What is computed with are always the rounded weights that will be shipped (multiples of 1 / SCALE within
eight bits); gradients are added to finer ones behind them.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..bots.net.features import PLAIN, STEP, Features, Reading
from ..bots.net.weights import LIMIT, SCALE

TOP = LIMIT / SCALE
"""Where a unit is cut off, and the largest weight."""
INNER = 64
"""Units of the second layer."""
NOT = -1e9
"""The score of what cannot be."""


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
        """The shape for a title; titles with very many rows have narrower ones, so that weights stay below 3 MB."""
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

    def __init__(self, xp: Any, shape: Shape, seed: int = 0) -> None:
        import numpy as np

        self.xp, self.shape = xp, shape
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
        """Round the weights for what follows."""
        xp = self.xp
        self.rounded = {name: (w if name in BIASES else xp.clip(xp.rint(w * SCALE), -LIMIT, LIMIT) / SCALE).astype(self.cell)
                        for name, w in self.weights.items()}
        self.rounded["row_bias"] = (xp.rint(self.weights["row_bias"] * SCALE) / SCALE).astype(self.cell)

    def load(self, weights: dict[str, Any]) -> None:
        """Take over weights."""
        self.weights = {name: self.xp.array(weights[name], self.xp.float32) for name in self.shape.parts}
        self.refresh()

    def whole_numbers(self) -> dict[str, Any]:
        """The weights as they will be shipped (`weights.quantised`), where they are."""
        xp, w = self.xp, self.weights

        def whole(name: str, scale: int, cell: Any) -> Any:
            rounded = xp.rint(w[name] * scale)
            return (xp.clip(rounded, -LIMIT, LIMIT) if cell is xp.int8 else rounded).astype(cell)

        return {"rows": whole("rows", SCALE, xp.int8), "inner": whole("inner", SCALE, xp.int8),
                "heads": xp.ascontiguousarray(whole("head", SCALE, xp.int8).T), "row_bias": whole("row_bias", SCALE, xp.int32),
                "inner_bias": whole("inner_bias", SCALE * SCALE, xp.int32),
                "head_bias": whole("head_bias", SCALE * SCALE, xp.int32)}

    # ------------------------------------------------------------ looking

    def hidden(self, given: Any) -> tuple[Any, Any]:
        """Both layers for many-hot rows."""
        xp, r = self.xp, self.rounded
        first = xp.clip(given @ r["rows"] + r["row_bias"], 0, TOP)
        return first, xp.clip(first @ r["inner"] + r["inner_bias"], 0, TOP)

    def judge(self, given: Any, players: int) -> Any:
        """Each seat's chance to win, own seat first."""
        xp, r, at = self.xp, self.rounded, self.shape.actions
        both = xp.concatenate(self.hidden(given), axis=1)
        return softmax(xp, (both @ r["head"][:, at:at + players] + r["head_bias"][at:at + players]).astype(xp.float32))

    def look(self, given: Any, players: int) -> tuple[Any, Any]:
        """The scores of all actions, as the seat sees them, and each seat's chance to win, own seat first."""
        xp, r, at = self.xp, self.rounded, self.shape.actions
        both = xp.concatenate(self.hidden(given), axis=1)
        out = (both @ r["head"] + r["head_bias"]).astype(xp.float32)
        return out[:, :at], softmax(xp, out[:, at:at + players])

    # ------------------------------------------------------------ learning

    def gradients(self, given: Any, players: int, legal: Any, policy: Any, chances: Any) -> tuple[dict[str, Any], Any]:
        """The gradients of the mean loss on targets, and the losses (of the policy and of the chances).

        `policy` is a distribution over actions as the seat sees them, `chances` one over seats, own seat first; either may be
        None, and is not learned then.
        """
        xp, r, at = self.xp, self.rounded, self.shape.actions
        n = given.shape[0]
        first, second = self.hidden(given)
        both = xp.concatenate((first, second), axis=1)
        out = (both @ r["head"] + r["head_bias"]).astype(xp.float32)
        wrong = xp.zeros_like(out)
        losses = xp.zeros(2, xp.float32)
        if policy is not None:
            said = softmax(xp, xp.where(legal, out[:, :at], NOT))
            losses[0] = -(policy * xp.log(said + 1e-9)).sum(1).mean()
            wrong[:, :at] = said - policy
        if chances is not None:
            judged = softmax(xp, out[:, at:at + players])
            losses[1] = -(chances * xp.log(judged + 1e-9)).sum(1).mean()
            wrong[:, at:at + players] = judged - chances
        wrong = (wrong / 16).astype(self.cell)  # sums over a batch stay within half precision
        back = wrong @ r["head"].T
        width = self.shape.width
        inner = back[:, width:] * ((second > 0) & (second < TOP))
        outer = (back[:, :width] + inner @ r["inner"].T) * ((first > 0) & (first < TOP))
        found = {"head": both.T @ wrong, "head_bias": wrong.sum(0, dtype=xp.float32), "inner": first.T @ inner,
                 "inner_bias": inner.sum(0, dtype=xp.float32), "rows": given.T @ outer, "row_bias": outer.sum(0, dtype=xp.float32)}
        return {name: g.astype(xp.float32) * (16 / n) for name, g in found.items()}, losses

    def learn(self, gradients: dict[str, Any], rate: float) -> None:
        """One step of Adam; weights stay within what eight bits hold."""
        xp = self.xp
        self.steps += 1
        for name, g in gradients.items():
            slow, square, w = self.slow[name], self.square[name], self.weights[name]
            slow += 0.1 * (g - slow)
            square += 0.002 * (g * g - square)
            w -= rate * (slow / (1 - 0.9 ** self.steps)) / (xp.sqrt(square / (1 - 0.998 ** self.steps)) + 1e-7)
            if name not in BIASES:
                xp.clip(w, -TOP, TOP, out=w)
        self.refresh()


def cell_of(xp: Any) -> Any:
    """What is computed with: half precision on a GPU, which has units for it."""
    import numpy as np

    return xp.float32 if xp is np else xp.float16


def softmax(xp: Any, scores: Any) -> Any:
    """Scores as shares of 1, row by row."""
    raised = xp.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


# ------------------------------------------------------------ observations as rows


class Reader:
    """Turns a configuration's observations into many-hot rows."""

    def __init__(self, xp: Any, reading: Reading, count: int) -> None:
        self.xp, self.count, self.cell = xp, count, cell_of(xp)
        self.first, self.low, self.rows = (xp.asarray(part, xp.int32) for part in reading)

    def __call__(self, seen: Any) -> Any:
        """One row for every game, with a 1 for everything that is so."""
        import numpy as np

        xp, n = self.xp, seen.shape[0]
        if xp is np:
            value = seen - self.low
            value = np.minimum(np.where(value <= PLAIN, value, PLAIN + (value - PLAIN + STEP - 1) // STEP), self.rows)
            hot = np.zeros((n, self.count + 1), self.cell)
            hot[np.arange(n)[:, None], np.where(value > 0, self.first + value - 1, self.count)] = 1
            return hot[:, :self.count]
        hot = xp.zeros((n, self.count), self.cell)
        base = xp.arange(n, dtype=xp.int64) * self.count
        if seen.flags.c_contiguous:
            marking()(seen, self.first, self.low, self.rows, base[:, None], hot)
        else:  # as a GPU writes observations: cell by cell
            marking()(seen.T, self.first[:, None], self.low[:, None], self.rows[:, None], base, hot)
        return hot


@lru_cache(maxsize=1)
def marking() -> Any:
    """The kernel that writes the ones."""
    import cupy as cp

    return cp.ElementwiseKernel(
        "int16 seen, int32 first, int32 low, int32 rows, int64 base", "raw float16 hot",
        f"""int v = seen - low;
            if (v > 0) {{
                v = v <= {PLAIN} ? v : {PLAIN} + (v - {PLAIN} + {STEP - 1}) / {STEP};
                hot[base + first + (v < rows ? v : rows) - 1] = float16(1.0f);
            }}""", "tafelrunde_mark")
