"""Compile every game's rules into the disk cache, several games at once, so that nothing after it
waits for a compiler.

    python tools/compile_rules.py [GAME …]

The tests run with bounds checks on (NUMBA_BOUNDSCHECK=1), which is another build than the one
people play with.
"""
from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import tafelrunde as tr


def compile_game(name: str) -> tuple[str, float]:
    """Call every entry point of a game's driver and of its batches once; returns how long that
    took.
    """
    from tafelrunde.cli.kernels import build_numba

    began = time.perf_counter()
    game = tr.game(name)
    fast = game.compiled
    configured = game.configured(game.seats[0])
    fast.play_seeds(configured, 0, 1)
    pool, mask, template = fast.pool(2), fast.mask(), fast.template(configured)
    pool[0] = template[0]
    fast.setup_at(pool, 0, mask)
    seat = (fast.pending_at(pool, 0) & -fast.pending_at(pool, 0)).bit_length() - 1
    fast.legal_at(pool, 0, seat, mask)
    fast.resample_at(pool, 0, seat)
    fast.apply_at(pool, 0, seat, game.actions.listed(mask.tolist())[0])
    fast.settle_once_at(pool, 0, mask)
    fast.copy_many(pool, 1)
    build_numba(game)
    return name, time.perf_counter() - began


def main() -> None:
    """Compile the games named, or all."""
    wanted = sys.argv[1:] or list(tr.games())
    with ProcessPoolExecutor(max_workers=os.cpu_count(), mp_context=get_context("spawn")) as workers:
        for done in as_completed([workers.submit(compile_game, name) for name in wanted]):
            name, seconds = done.result()
            print(f"   {name}: {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
