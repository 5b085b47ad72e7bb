"""The kernel that a GPU runs for `judging.py`; only the builder imports this file."""
from __future__ import annotations

from typing import Any

import numba
from numba import cuda as untyped_cuda

from ..bots.thinking import shares

cuda: Any = untyped_cuda
PARTS: Any = None


def estimate(pool, totals, players, n):
    """See `judging.estimate`."""
    i = cuda.grid(1)
    if i < n:
        worth = cuda.local.array((PARTS, 8), numba.int64)
        chances = cuda.local.array(8, numba.int64)
        shares(pool[i], worth, PARTS, chances)
        for p in range(players):
            totals[i + p * n] = chances[p]
