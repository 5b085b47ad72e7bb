"""Where a bot thinks: the functions of `entries.py` for one title, interpreted or compiled, and
arrays for them.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

from ..kernel import Game, driver
from ..kernel.interpreting import Bound
from . import beam, entries, judgement, search, thinking
from .judgement import judgement_of
from .records import intrinsics, names_of

BASES = (beam, search, thinking, judgement, driver)


class Machine:
    """A title's thinking, interpreted: the functions of `entries.py` over lists and Python
    states.
    """

    compiled = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.judgement = judgement_of(game)
        self.parts = len(self.judgement.parts)
        self.call: Any = self.bound()

    @property
    def origin(self) -> Machine:
        """The machine that this one belongs to."""
        return self

    def apart(self) -> Machine:
        """A machine for a single thread, on machines that have a memory."""
        return self

    def bound(self) -> Any:
        """The entry points, bound to the title."""
        return Bound(entries, self.game.law, self.judgement.names(), BASES)

    def pool(self, s: Any, n: int) -> Any:
        """Room for n states, the first of them a copy of one."""
        return [s.clone() for _ in range(n)]

    def numbers(self, *shape: int) -> Any:
        return [0] * shape[0] if len(shape) == 1 else [[0] * shape[1] for _ in range(shape[0])]

    def mask(self) -> Any:
        """An empty mask of actions."""
        return self.numbers(self.game.actions.words)


class CompiledMachine(Machine):
    """The same on records."""

    compiled = True

    def bound(self) -> Any:
        """The entry points, compiled at the first call or loaded from the cache."""
        from ..kernel.targets.numba import Compiled

        return Compiled(self.game, entries, {**names_of(self.game), **intrinsics()})

    def pool(self, s: Any, n: int) -> Any:
        """Room for n states, the first of them a copy of one."""
        from ..kernel.record import to_record

        pool = self.call.pool(n)
        to_record(s, self.game.fields, pool, 0)
        return pool

    def numbers(self, *shape: int) -> Any:
        import numpy as np

        return np.zeros(shape, np.int64)

    @property
    def marker(self) -> Path:
        """A file that stands in the cache when every entry point is there, compiled from the
        present sources.

        Numba caches the code of every copy of the sources separately, by path.
        """
        changed = max(Path(f"{module.__file__}").stat().st_mtime_ns for module in (entries, beam, search, thinking))
        return Path(self.call.think_hard.stats.cache_path) / f"ready-{changed}"


class NativeMachine(CompiledMachine):
    """The same from a library, where there is no compiler; NoLibrary if none was built from the
    present sources.
    """

    def bound(self) -> Any:
        from ..kernel.targets.native import Native

        return Native(self.game, entries, names_of(self.game))
