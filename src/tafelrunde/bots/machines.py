"""Where bots think: on compiled rules when they are ready, on the interpreter until then.

Compiling takes a minute or so per title, once per version: a process of its own does it in the background and leaves
the result in the cache; whoever asks for a machine meanwhile gets the interpreter and is told so.
"""
from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from ..kernel import Game, driver
from ..kernel.law import Bound
from . import beam, entries, judgement, search, thinking
from .judgement import judgement_of

BASES = (beam, search, thinking, judgement, driver)


class Machine:
    """A title's thinking, interpreted: the functions of `entries.py` over lists and Python states."""

    compiled = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.judgement = judgement_of(game)
        self.parts = len(self.judgement.parts)
        self.call: Any = self.bound()

    def bound(self) -> Any:
        """The entry points, bound to the title."""
        return Bound(entries, self.game.law, self.judgement.names(), BASES)

    def pool(self, s: Any, n: int) -> Any:
        """Room for n states, the first of them a copy of one."""
        return [s.clone() for _ in range(n)]

    def numbers(self, *shape: int) -> Any:
        """An array of zeros."""
        return [0] * shape[0] if len(shape) == 1 else [[0] * shape[1] for _ in range(shape[0])]

    def mask(self) -> Any:
        """An empty mask of actions."""
        return self.numbers(self.game.actions.words)


class CompiledMachine(Machine):
    """The same on records."""

    compiled = True

    def bound(self) -> Any:
        """The entry points, compiled at their first call or taken from the cache."""
        from ..kernel.compiling import Compiled

        names = {**self.judgement.names(), thinking.copy_state: thinking.copy_record}
        return Compiled(self.game, entries, names)

    def pool(self, s: Any, n: int) -> Any:
        """Room for n states, the first of them a copy of one."""
        from ..kernel.record import to_record

        pool = self.call.pool(n)
        to_record(s, self.game.fields, pool, 0)
        return pool

    def numbers(self, *shape: int) -> Any:
        """An array of zeros."""
        import numpy as np

        return np.zeros(shape, np.int64)

    @property
    def marker(self) -> Path:
        """A file that stands in the cache when every entry point is there, compiled from the present sources."""
        changed = max(Path(f"{module.__file__}").stat().st_mtime_ns for module in (entries, beam, search, thinking))
        return Path(self.call.home) / f"ready-{changed}"

    def warm_up(self) -> None:
        """Call every entry point once, so that it is compiled or loaded."""
        from .simple import SimpleBot
        from .strong import StrongBot

        low, _ = self.game.seats
        s = self.game.configured(low)
        self.game.driver.begin(s, self.game.mask())
        seat = (self.game.law.pending(s) & -self.game.law.pending(s)).bit_length() - 1
        SimpleBot.look(self, s, seat, 1)
        StrongBot.try_out(self, s, seat)
        self.marker.parent.mkdir(parents=True, exist_ok=True)
        self.marker.touch()


class Machines:
    """The machines of this process, one per title."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.interpreted: dict[str, Machine] = {}
        self.compiled: dict[str, CompiledMachine] = {}
        self.unready: dict[str, CompiledMachine] = {}
        self.compilers: dict[str, subprocess.Popen[bytes]] = {}

    def get(self, game: Game, wait: bool = False) -> Machine:
        """The best machine that is ready now; with `wait`, the compiled one however long it takes."""
        ready = self.compiled.get(game.name)
        if ready is not None:
            return ready
        with self.lock:
            if find_spec("numba") is not None:
                if game.name not in self.unready:
                    self.unready[game.name] = CompiledMachine(game)
                machine = self.unready[game.name]
                if wait or machine.marker.exists():
                    machine.warm_up()
                    self.compiled[game.name] = machine
                    return machine
                self.compile_beside(game)
        return self.interpreter(game)

    def interpreter(self, game: Game) -> Machine:
        """The machine that is always there."""
        if game.name not in self.interpreted:
            self.interpreted[game.name] = Machine(game)
        return self.interpreted[game.name]

    def compile_beside(self, game: Game) -> None:
        """Have the title compiled by another process, if none is at it."""
        if game.name in self.compilers or find_spec(f"tafelrunde.games.{game.name}") is None:
            return
        self.compilers[game.name] = subprocess.Popen(  # noqa: S603  # our own interpreter and module
            [sys.executable, "-m", "tafelrunde.bots.machines", game.name], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


MACHINES = Machines()


def main(name: str) -> None:
    """Compile a title into the cache, politely."""
    import os

    from ..games import find

    if hasattr(os, "nice"):
        os.nice(10)
    MACHINES.get(find(name), wait=True)


if __name__ == "__main__":
    main(sys.argv[1])
