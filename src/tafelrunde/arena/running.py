"""Running a tournament here, in several processes or on a Ray cluster, always with the same games.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import Any

from .playing import GameResult, play_game, prepare
from .store import Store
from .tournament import Task, Tournament

AHEAD = 2
"""Games handed out per worker beyond the one it plays."""


def run(tournament: Tournament, store: Store, workers: int = 1, ray: str | None = None, keep_records: bool = False,
        progress: Callable[[GameResult], None] = lambda result: None) -> int:
    """Play the missing games of a tournament, keep them, and return how many there were.

    `ray` is the address of a cluster ("local" starts one here).  Every game is kept as soon as it
    is over, so this can be interrupted at any time and called again.
    """
    done = store.done(tournament, recorded=keep_records)
    missing = [task for task in tournament.tasks() if task not in done]
    if ray is not None:
        results = _on_ray(tournament, missing, ray, keep_records)
    elif workers > 1 and len(missing) > 1:
        results = _in_processes(tournament, missing, workers, keep_records)
    else:
        results = (play_game(tournament, task, keep_records) for task in missing)
    for result in results:
        store.add(tournament, result)
        progress(result)
    return len(missing)


def _in_processes(tournament: Tournament, tasks: Sequence[Task], workers: int, keep: bool) -> Iterator[GameResult]:
    from ..games import find

    # Once, so that the workers find the rules in the cache
    prepare(find(tournament.game), tournament.bots)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = iter(tasks)
        running = {pool.submit(play_game, tournament, task, keep) for task in islice(waiting, workers * AHEAD)}
        try:
            while running:
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
                    task = next(waiting, None)
                    if task is not None:
                        running.add(pool.submit(play_game, tournament, task, keep))
        finally:
            pool.shutdown(cancel_futures=True)


def _on_ray(tournament: Tournament, tasks: Sequence[Task], address: str, keep: bool) -> Iterator[GameResult]:
    import ray

    started = not ray.is_initialized()
    if started:
        ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)
    try:
        play: Any = ray.remote(num_cpus=tournament.threads)(play_game)
        slots = max(1, int(ray.cluster_resources().get("CPU", 1)) // tournament.threads)
        waiting = iter(tasks)
        running = [play.remote(tournament, task, keep) for task in islice(waiting, slots * AHEAD)]
        while running:
            finished, running = ray.wait(running)
            for reference in finished:
                yield ray.get(reference)
                task = next(waiting, None)
                if task is not None:
                    running.append(play.remote(tournament, task, keep))
    finally:
        if started:
            ray.shutdown()
