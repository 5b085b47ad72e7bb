"""The kernel that a GPU runs for `watching.py`; only the builder imports this file."""
from __future__ import annotations

from typing import Any

import numba
from numba import cuda as untyped_cuda

from .watching import watch

cuda: Any = untyped_cuda
PARTS: Any = None
CELLS: Any = None


def watch_all(pool, seats, seeds, players, colours, eyes, cells, n):
    """See `watching.watch_all`; numbers are stored cell by cell."""
    i = cuda.grid(1)
    if i < n and seats[i] >= 0:
        worth = cuda.local.array((PARTS, 8), numba.int64)
        seen = cuda.local.array(CELLS, numba.int16)
        watch(pool[i], numba.int64(seats[i]), seeds[i], players, colours, seen, worth, PARTS)
        for k in range(cells):
            eyes[i + k * n] = seen[k]
