"""The kernel that a GPU runs for `deciding.py`; only the builder imports this file."""
from __future__ import annotations

from typing import Any

import numba
from numba import cuda as untyped_cuda

from ..bots.search import TOLD
from .deciding import decide, show, tell

cuda: Any = untyped_cuda
PARTS: Any = None
MASK: Any = None
CELLS: Any = None
WIDTH: Any = None
UNITS: Any = None
BOTH: Any = None
ACTIONS: Any = None


def decide_all(pool, seats, kinds, settings, seeds, actions, visits, totals, eyes, links, gains, room, n, players, colours, cells,
               reading, rows, inner, heads, row_bias, inner_bias, head_bias, turned):
    """See `deciding.decide_all`; every game's scratch state follows those of all games."""
    i = cuda.grid(1)
    if i < n and seats[i] >= 0:
        mask = cuda.local.array(MASK, numba.uint32)
        spare = cuda.local.array(MASK, numba.uint32)
        worth = cuda.local.array((PARTS, 8), numba.int64)
        chances = cuda.local.array(8, numba.int64)
        said = cuda.local.array(8, numba.int64)
        path = cuda.local.array(65, numba.int64)
        lore = cuda.local.array((8, 2 * ACTIONS), numba.int64)
        told = cuda.local.array(TOLD, numba.int64)
        finalists = cuda.local.array(16, numba.int64)
        seen = cuda.local.array(CELLS, numba.int16)
        sums = cuda.local.array(WIDTH, numba.int32)
        deep = cuda.local.array(UNITS, numba.int32)
        both = cuda.local.array(BOTH, numba.int32)
        scores = cuda.local.array(ACTIONS, numba.int64)
        actions[i] = decide(pool, i, n + i, numba.int64(seats[i]), settings[kinds[i]], mask, spare, worth, PARTS, chances, said,
                            links[i], gains[i], path, lore, told, finalists, room, seeds[i], reading, rows, inner, heads, row_bias,
                            inner_bias, head_bias, cells, WIDTH, UNITS, ACTIONS, colours, seen, sums, deep, both, scores, turned)
        tell(links[i], gains[i], numba.int64(seats[i]), visits, totals, i, n, players)
        show(pool, i, n + i, numba.int64(seats[i]), seeds[i], players, colours, seen, worth, PARTS, eyes, i * cells, cells)
