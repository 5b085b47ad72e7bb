"""A batch on the processor: NumPy arrays, compiled rules, and a share of the games for every
core.
"""
from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..kernel import batching
from ..kernel.targets.cuda import observers
from ..kernel.targets.native import NoLibrary, compiled_or_native
from .asking import BatchError

if TYPE_CHECKING:
    from ..kernel import Game

AT_LEAST = 64
"""The least number of games per thread."""


def compiled(game: Game) -> Any:
    """A title's compiled batch functions; made once.  BatchError if there is no compiler."""
    known = vars(game)
    if "_batch" not in known:
        try:
            known["_batch"] = compiled_or_native(game, batching, observers(game))
        except NoLibrary:
            raise BatchError("device: a batch on the processor needs Numba. Install the extra `fast`: "
                             "pip install 'tafelrunde[fast]'") from None
    return known["_batch"]


class Cpu:
    """The arrays of a batch in main memory, and the operations on them."""

    name = "cpu"

    def __init__(self, game: Game, configured: Any, colours: int, n: int, threads: int | None) -> None:
        import numpy as np

        self.np = np
        self.game, self.n, self.players, self.colours = game, n, configured.players, colours
        self.call = compiled(game)
        self.template = self.call.template(configured)
        self.pool = self.call.pool(n)
        self.masks = np.zeros((n, game.actions.words), np.int64)
        self.seats = np.full(n, -1, np.int64)
        self.done = np.zeros(n, np.bool_)
        self.standings = np.zeros((n, self.players), np.int64)
        self.finals = np.zeros((n, self.players), np.int64)
        self.seeds = np.zeros(n, np.int64)
        self.generators = np.zeros(n, np.int64)
        self.set_threads(threads)

    @property
    def places(self) -> tuple[Any, ...]:
        """All that makes up the games, with the games first: what is copied to put one in another's
        place.
        """
        return self.pool, self.masks, self.seats, self.seeds

    def set_threads(self, threads: int | None) -> None:
        """Split the games among some threads (by default one per core)."""
        self.threads = threads
        shares = max(1, min(threads or cores(), self.n // AT_LEAST))
        edges = [self.n * k // shares for k in range(shares + 1)]
        self.shares = [slice(a, b) for a, b in pairwise(edges)]
        self.workers = ThreadPoolExecutor(shares - 1, "batch") if shares > 1 else None

    def each(self, work: Callable[[slice], Any]) -> list[Any]:
        """Do something with every share of the games, in parallel."""
        first, *others = self.shares
        if self.workers is None:
            return [work(first)]
        waiting = [self.workers.submit(work, share) for share in others]
        return [work(first), *(w.result() for w in waiting)]

    # ------------------------------------------------------------ games

    def given(self, actions: Any) -> Any:
        """Actions as whole numbers, one for every game; BatchError if they are anything else."""
        found = self.np.asarray(actions)
        if found.shape != (self.n,) or found.dtype.kind not in "iu":
            raise BatchError(f"actions: one whole number for each of {self.n} games is needed, "
                             f"not {found.dtype} of shape {found.shape}")
        return self.np.ascontiguousarray(found, dtype=self.np.int64)

    def begin_all(self, restart: bool) -> None:
        actions = self.np.full(self.n, batching.BEGIN, self.np.int64)
        self.each(lambda share: self._advance(share, actions, restart))

    def first_illegal(self, actions: Any) -> int:
        """The first game whose action is illegal; -1 if all are legal."""
        found = self.each(lambda x: (x.start, self.call.first_illegal(actions[x], self.masks[x], self.seats[x])))
        return min((start + i for start, i in found if i >= 0), default=-1)

    def advance(self, actions: Any, restart: bool) -> None:
        """One legal decision in every game."""
        self.each(lambda share: self._advance(share, actions, restart))

    def _advance(self, x: slice, actions: Any, restart: bool) -> None:
        self.call.advance(self.pool[x], self.template, actions[x], self.seeds[x], self.n, restart, self.masks[x], self.seats[x],
                          self.done[x], self.standings[x], self.finals[x])

    def choose(self) -> Any:
        """A random legal action in every game."""
        actions = self.np.full(self.n, 0, self.np.int64)
        self.each(lambda x: self.call.choose(self.masks[x], self.seats[x], self.generators[x], actions[x]))
        return actions

    def redraw(self, seats: Any, seeds: Any) -> None:
        """Redraw what a seat of every game cannot know."""
        self.each(lambda x: self.call.redraw(self.pool[x], seats[x], seeds[x]))

    # ------------------------------------------------------------ looking

    def look(self, seats: Any, cells: int, perfect: bool) -> Any:
        """Observations, as whole numbers."""
        seen = self.np.empty((self.n, cells), self.np.int16)
        look = self.call.look_through if perfect else self.call.look
        self.each(lambda x: look(self.pool[x], seats[x], self.players, self.colours, seen[x]))
        return seen

    def legal(self, masks: Any) -> Any:
        """One flag for every action of every game."""
        legal = self.np.empty((self.n, len(self.game.actions)), self.np.uint8)
        self.each(lambda x: self.call.spread(masks[x], legal[x]))
        return legal.view(self.np.bool_)

    def whose(self, wanted: Any) -> tuple[Any, Any]:
        """The pending seats of every game, as sets, and masks of the legal actions of the seats
        asked for.
        """
        np = self.np
        masks, seats, waiting = np.zeros_like(self.masks), np.empty(self.n, np.int64), np.empty(self.n, np.int64)
        self.each(lambda x: self.call.whose(self.pool[x], wanted[x], masks[x], seats[x], waiting[x]))
        return waiting, masks

    def points(self) -> Any:
        """The points of every seat now."""
        totals = self.np.zeros((self.n, self.players), self.np.int64)
        self.each(lambda x: self.call.tally(self.pool[x], totals[x]))
        return totals

    # ------------------------------------------------------------ single games

    def record(self, i: int) -> Any:
        """A copy of one game's record, as an array of one."""
        return copied(self.pool[i:i + 1])

    def put(self, i: int, record: Any) -> None:
        """Put a record in the place of a game; its seat and mask follow."""
        x = slice(i, i + 1)
        self.pool[x] = record
        first, waiting = self.np.full(1, -1, self.np.int64), self.np.empty(1, self.np.int64)
        self.call.whose(self.pool[x], first, self.masks[x], self.seats[x], waiting)
        self.done[x] = False

    def copy(self) -> Cpu:
        """A copy of the games."""
        other = object.__new__(Cpu)
        other.__dict__.update(self.__dict__)
        other.pool = copied(self.pool)
        for name in ("masks", "seats", "done", "standings", "finals", "seeds", "generators"):
            setattr(other, name, getattr(self, name).copy())
        other.set_threads(self.threads)
        return other


def copied(records: Any) -> Any:
    """A copy of records byte by byte: NumPy's own copy leaves the gaps between fields undefined."""
    return records.view("u1").copy().view(records.dtype)


def cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system has this
        return os.cpu_count() or 1
