"""Random play and `Batch` on a GPU: the same games as the processor's, and how fast.
docs/research.md quotes this.

    tafelrunde build-kernels --target cuda            (anywhere; copy the cache to the machine with the GPU)
    python benchmarks/research/gpu.py expect FILE     (where Numba is: what the games must be)
    python benchmarks/research/gpu.py FILE [title …]  (where the GPU is)
"""
from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.cli.common import usual_players
from tafelrunde.kernel import Game
from tafelrunde.kernel.record import state_dtype, to_record
from tafelrunde.kernel.targets.cuda import spaced
from tafelrunde.research import Batch

PLACES = 2048
"""How many games side by side are compared; when one ends, its place continues with the next seed.
"""
GAMES = 8
"""The most decisions that a place is compared for."""
ROUNDS = 400
STEPS = 30
SORTING = 5400
"""Shared memory that a kernel needs besides the states."""


def expect(file: str) -> None:
    """The hashes of all games that are compared, as the compiled rules play them on a processor."""
    found = {}
    for title in tr.games():
        game = tr.game(title)
        found[title] = game.compiled.play_seeds(game.configured(usual_players(game)), 0, PLACES * GAMES)[1].reshape(GAMES, PLACES)
    np.savez_compressed(file, **found)


def seconds(work: Callable[[], Any]) -> float:
    import cupy as cp

    cp.cuda.Device().synchronize()
    began = time.perf_counter()
    work()
    cp.cuda.Device().synchronize()
    return time.perf_counter() - began


class Playouts:
    """Whole random games of a title on the GPU."""

    def __init__(self, game: Game) -> None:
        import cupy as cp

        from tafelrunde.research.cuda import load

        record = np.zeros(1, spaced(state_dtype(game.fields)))
        to_record(game.configured(usual_players(game)), game.fields, record, 0)
        self.each, self.template = record.itemsize, cp.asarray(record.view(np.uint8))
        self.kernel = load(cp, game)["playouts"]
        self.cp: Any = cp

    def play(self, block: int, blocks: int, first: int, rounds: int) -> tuple[list[Any], float]:
        """What the places tell (decisions, lengths, traces, games, hashes), and the seconds that it
        took.
        """
        shared = block * self.each
        self.kernel.max_dynamic_shared_size_bytes = shared
        told = [self.cp.zeros(block * blocks, self.cp.int64) for _ in range(5)]
        numbers = (np.int64(first), np.int64(rounds))
        return told, seconds(lambda: self.kernel((blocks,), (block,), (self.template, *told, *numbers), shared_mem=shared))

    def compared(self, hashes: Any) -> tuple[int, int, int]:
        """(places that played the expected games, places, games)."""
        block, rounds = 64, ROUNDS
        while True:
            (_, _, traces, games, _), _ = self.play(block, PLACES // block, 0, rounds)
            if int(games.min()) > 0 or rounds > 50 * ROUNDS:
                break
            rounds *= 2
        played, traces = np.minimum(games.get(), GAMES + 1), traces.get()
        known, right = played <= GAMES, 0
        for place in np.flatnonzero(known & (played > 0)):
            trace = 0
            for number in range(played[place]):
                trace = (trace * 31 + int(hashes[number, place])) & 0xFFFFFFFF
            right += trace == traces[place]
        return right, int((known & (played > 0)).sum()), int(played[known].sum())

    def speeds(self) -> dict[str, float]:
        """Decisions a second with some sizes of a block."""
        device, found = self.cp.cuda.Device().attributes, {}
        for block in range(128, 513, 64):
            if block * self.each + SORTING <= device["MaxSharedMemoryPerBlockOptin"]:
                blocks = device["MaxSharedMemoryPerMultiprocessor"] // (block * self.each + SORTING + 1024)
                try:
                    (decisions, *_), took = self.play(block, blocks * device["MultiProcessorCount"], 10**6, ROUNDS)
                except self.cp.cuda.driver.CUDADriverError:  # more registers than there are
                    continue
                found[f"{block} games in a block, {blocks} blocks"] = int(decisions.sum()) / took
        return found


def steps(title: str, players: int) -> dict[str, tuple[float, float, float]]:
    """`Batch.step` with checked random actions: decisions a second without and with observations,
    and their milliseconds.
    """
    import cupy as cp

    found = {}
    for n in (1 << 18, 1 << 19, 1 << 20):
        batch = Batch(title, players, n, device="cuda")
        for _ in range(40):
            batch.step(batch.random_actions())
        bare = seconds(lambda b=batch: [b.step(b.random_actions()) for _ in range(STEPS)])
        seen = seconds(lambda b=batch: [(b.step(b.random_actions()), b.observe()) for _ in range(STEPS)])
        look = seconds(lambda b=batch: [b.observe() for _ in range(STEPS)])
        found[f"{n:,}"] = STEPS * n / bare, STEPS * n / seen, look / STEPS * 1e3
        del batch
        cp.get_default_memory_pool().free_all_blocks()
    return found


def main(file: str, *titles: str) -> None:
    expected = np.load(file)
    for title in titles or tr.games():
        playouts = Playouts(tr.game(title))
        right, places, games = playouts.compared(expected[title])
        print(f"{title}: {right} of {places} places played the processor's games ({games:,} games)", flush=True)
        for name, rate in playouts.speeds().items():
            print(f"  {name}: {rate / 1e6:,.0f} M decisions/s", flush=True)
        for name, (bare, seen, look) in steps(title, usual_players(tr.game(title))).items():
            print(f"  Batch of {name}: {bare / 1e6:,.0f} M decisions/s, {seen / 1e6:,.0f} M with observations ({look:.2f} ms each)",
                  flush=True)


if __name__ == "__main__":
    expect(sys.argv[2]) if sys.argv[1] == "expect" else main(*sys.argv[1:])
