"""Where bots think: on compiled rules when they are ready, in the title's module until then.

Compiling takes a minute or so per title, once per version.  A separate process does it in the
background and leaves the result in the cache.  Until then a bot gets the title's WebAssembly module
(`hosted.py`), or the interpreter if nothing can run modules, and is told so.  The variable
TAFELRUNDE_COMPILE restricts this: "modules" compiles nothing, "no" uses only the interpreter.
"""
from __future__ import annotations

import os
import subprocess
import sys
from enum import Enum, auto
from importlib.util import find_spec
from threading import Lock

from ..games import find, names
from ..kernel import Game, lowest_bit
from .hosted import WasmMachine, opener
from .looking import look
from .machine import CompiledMachine, Machine
from .tree import Tree


class Part(Enum):
    """The parts of a machine that a bot may need; loading one takes time."""

    BEAM = auto()
    SEARCH = auto()


def load(machine: CompiledMachine, part: Part) -> None:
    """Call a part's entry points once, so that they are compiled or loaded."""
    game = machine.game
    s = game.configured(game.seats[0])
    game.driver.begin(s, game.mask())
    seat = lowest_bit(game.law.pending(s))
    if part is Part.BEAM:
        look(machine, s, seat, 1)
    else:
        tree = Tree(machine, s, seat, s.players, 64)
        tree.grow(1, 4)
        tree.replanted(s, ())


def compile_all(machine: CompiledMachine) -> None:
    """Have every part in the cache, and mark that."""
    for part in Part:
        load(machine, part)
    machine.marker.parent.mkdir(parents=True, exist_ok=True)
    machine.marker.touch()


def may_compile() -> bool:
    """Whether there is a compiler, and nobody forbade it."""
    return os.environ.get("TAFELRUNDE_COMPILE") not in ("no", "modules") and find_spec("numba") is not None


def may_host() -> bool:
    """Whether modules may be used."""
    return os.environ.get("TAFELRUNDE_COMPILE") != "no"


class Machines:
    """The machines of this process, one per title."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.interpreted: dict[str, Machine] = {}
        self.hosted: dict[str, WasmMachine | None] = {}
        self.compiled: dict[tuple[str, Part], CompiledMachine] = {}
        self.unready: dict[str, CompiledMachine] = {}
        self.compilers: dict[str, subprocess.Popen[bytes]] = {}

    def get(self, game: Game, part: Part = Part.SEARCH, wait: bool = False) -> Machine:
        """The best machine whose part is ready now; with `wait`, the compiled one however long it
        takes.
        """
        ready = self.compiled.get((game.name, part))
        if ready is not None:
            return ready
        with self.lock:
            if may_compile():
                if game.name not in self.unready:
                    self.unready[game.name] = CompiledMachine(game)
                machine = self.unready[game.name]
                if wait and not machine.marker.exists():
                    compile_all(machine)
                if machine.marker.exists():
                    load(machine, part)
                    self.compiled[game.name, part] = machine
                    return machine
                self.compile_beside(game)
            hosted = self.module(game) if may_host() else None
        return hosted or self.interpreter(game)

    def module(self, game: Game) -> WasmMachine | None:
        """The machine that thinks in the title's module; None where there is none or nothing runs it."""
        if game.name not in self.hosted:
            opened = opener(game)
            self.hosted[game.name] = WasmMachine(game, opened) if opened else None
        return self.hosted[game.name]

    def interpreter(self, game: Game) -> Machine:
        """The machine that is always there."""
        if game.name not in self.interpreted:
            self.interpreted[game.name] = Machine(game)
        return self.interpreted[game.name]

    def compile_beside(self, game: Game) -> None:
        """Let another process compile the title, unless one already does."""
        if game.name in self.compilers or game.name not in names():
            return
        self.compilers[game.name] = subprocess.Popen(  # noqa: S603  # our own interpreter and module
            [sys.executable, "-m", "tafelrunde.bots.machines", game.name], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


MACHINES = Machines()


def main(name: str) -> None:
    """Compile a title into the cache, with low priority."""
    if hasattr(os, "nice"):
        os.nice(10)
    from .net.master import compile_net

    game = find(name)
    MACHINES.get(game, wait=True)
    compile_net(game)


if __name__ == "__main__":
    main(sys.argv[1])
