"""Random play and `Batch` on a GPU: the same games as the interpreter's, and how fast.  docs/research.md quotes this.

    tafelrunde build-kernels --target cuda       (anywhere; copy the cache to the machine with the GPU)
    python benchmarks/research/gpu.py [title …]
"""
from __future__ import annotations

import sys
import time
from typing import Any

import cupy as cp
import numpy as np

import tafelrunde as tr
from tafelrunde.kernel import Game, seed_generator
from tafelrunde.kernel.record import state_dtype, to_record
from tafelrunde.research import Batch
from tafelrunde.research.cuda import load

ROUNDS = 400
SORTING = 5400
"""Shared memory of the kernel beside the states."""


def seconds(work: Any) -> float:
    cp.cuda.Device().synchronize()
    began = time.perf_counter()
    work()
    cp.cuda.Device().synchronize()
    return time.perf_counter() - began


def playouts(game: Game, players: int) -> None:
    """Whole random games: 64 of them checked, then the best of some sizes of a block."""
    configured = game.configured(players)
    record = np.zeros(1, state_dtype(game.fields))
    to_record(configured, game.fields, record, 0)
    size, template = record.itemsize, cp.asarray(record.view(np.uint8))
    kernel = load(cp, game)["playouts"]
    device = cp.cuda.Device().attributes
    i = np.int64

    def play(block: int, blocks: int, first: int, rounds: int) -> tuple[list[Any], float]:
        kernel.max_dynamic_shared_size_bytes = block * size
        told = [cp.zeros(block * blocks, cp.int64) for _ in range(5)]
        array = (i(0), i(0), i(1), i(size), template, i(1), i(size))
        return told, seconds(lambda: kernel((blocks,), (block,), (*array, *told, i(first), i(rounds)), shared_mem=block * size))

    (_, _, traces, games, _), _ = play(64, 1, 0, ROUNDS * 6)
    same = sum(int(traces[seed]) == expected(game, configured, seed, int(games[seed])) for seed in range(64))
    print(f"{game.name}: {same} of 64 places played the interpreter's games ({int(games.sum())} games)")
    for block in range(128, 513, 64):
        if block * size + SORTING <= device["MaxSharedMemoryPerBlockOptin"]:
            each = device["MaxSharedMemoryPerMultiprocessor"] // (block * size + SORTING + 1024)
            try:
                (decisions, *_), took = play(block, each * device["MultiProcessorCount"], 10**6, ROUNDS)
            except cp.cuda.driver.CUDADriverError:  # more registers than there are
                continue
            print(f"  {block} games in a block, {each} blocks: {int(decisions.sum()) / took / 1e6:,.0f} M decisions/s")


def expected(game: Game, configured: Any, place: int, games: int) -> int:
    """The hash of a place's finished games, played by the interpreter."""
    trace = 0
    for number in range(games):
        s = configured.clone()
        s.rng = seed_generator(place + 64 * number)
        game.law.setup(s)
        trace = (trace * 31 + game.driver.play_randomly(s, game.mask())[1]) & 0xFFFFFFFF
    return trace


def steps(game: Game, players: int) -> None:
    """`Batch.step` with checked random actions, without and with observations."""
    for n in (1 << 17, 1 << 18, 1 << 19, 1 << 20):
        batch = Batch(game.name, players, n, device="cuda")
        for _ in range(40):
            batch.step(batch.random_actions())
        bare = seconds(lambda b=batch: [b.step(b.random_actions()) for _ in range(30)])
        seen = seconds(lambda b=batch: [(b.step(b.random_actions()), b.observe()) for _ in range(30)])
        print(f"  Batch of {n:,}: {30 * n / bare / 1e6:,.0f} M decisions/s, {30 * n / seen / 1e6:,.0f} M with observations")
        del batch
        cp.get_default_memory_pool().free_all_blocks()


if __name__ == "__main__":
    for title in sys.argv[1:] or tr.games():
        played = tr.game(title)
        playouts(played, min(4, played.seats[1]))
        steps(played, min(4, played.seats[1]))
