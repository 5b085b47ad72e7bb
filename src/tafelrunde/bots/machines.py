"""Where bots think: on compiled rules when they are ready, in the title's module until then.

Compiling takes a minute or so per title, once per version.  A separate process does it in the
background and leaves the result in the cache.  Importing the compiler takes a while even then.  So
a bot gets the title's WebAssembly module (`hosted.py`) at once, and a thread fetches the compiled
machine after the first move.  If nothing can run modules, a bot waits for what is in the cache; if
nothing is, it gets the interpreter and is told so.  Without a compiler, a library that was built
elsewhere (`build-kernels --target native`) is the compiled machine.  The variable
TAFELRUNDE_COMPILE restricts this: "modules" compiles nothing, "no" uses only the interpreter.
"""
from __future__ import annotations

import os
import subprocess
import sys
from enum import Enum, auto
from importlib.util import find_spec
from threading import Lock, Timer

from ..games import find, names
from ..kernel import Game, lowest_bit
from .hosted import WasmMachine, opener
from .looking import look
from .machine import CompiledMachine, Machine, NativeMachine
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
    """Put every part into the cache and mark that."""
    for part in Part:
        load(machine, part)
    machine.marker.parent.mkdir(parents=True, exist_ok=True)
    machine.marker.touch()


def may_run_compiled() -> bool:
    """Whether compiled rules may be used."""
    return os.environ.get("TAFELRUNDE_COMPILE") not in ("no", "modules")


def may_compile() -> bool:
    """Whether there is a compiler and its use is allowed."""
    return may_run_compiled() and find_spec("numba") is not None


def may_host() -> bool:
    """Whether modules may be used."""
    return os.environ.get("TAFELRUNDE_COMPILE") != "no"


def in_library(game: Game) -> NativeMachine | None:
    """A title's library, if there is one for the present sources; None without NumPy."""
    try:
        from ..kernel.targets.native import NoLibrary
    except ImportError:
        return None
    try:
        return NativeMachine(game)
    except NoLibrary:
        return None


AFTER = 2.0
"""Seconds after which the compiler is imported: the first move has the processor to itself."""


class Machines:
    """The machines of this process, one per title."""

    def __init__(self) -> None:
        self.lock, self.fetching = Lock(), Lock()
        self.interpreted: dict[str, Machine] = {}
        self.hosted: dict[str, WasmMachine | None] = {}
        self.compiled: dict[tuple[str, Part], CompiledMachine] = {}
        self.libraries: dict[str, NativeMachine | None] = {}
        self.unready: dict[str, CompiledMachine] = {}
        self.compilers: dict[str, subprocess.Popen[bytes]] = {}
        self.asked: dict[tuple[str, Part], Timer] = {}

    def get(self, game: Game, part: Part = Part.SEARCH, wait: bool = False) -> Machine:
        """The best machine whose part is ready now; with `wait`, the compiled one, however long it
        takes.
        """
        ready = self.compiled.get((game.name, part))
        if ready is not None:
            return ready
        if may_run_compiled() and not may_compile() and (library := self.library(game)):
            return library
        hosted = None
        if may_host() and not wait:
            with self.lock:
                hosted = self.module(game)
        if may_compile():
            if hosted is None:
                return self.fetch(game, part, wait) or self.interpreter(game)
            self.fetch_later(game, part)
        return hosted or self.interpreter(game)

    def fetch(self, game: Game, part: Part, wait: bool = False) -> Machine | None:
        """The compiled machine from the cache; where it is not there, None, and another process
        compiles it.
        """
        with self.fetching:
            if game.name not in self.unready:
                self.unready[game.name] = CompiledMachine(game)
            machine = self.unready[game.name]
            if wait and not machine.marker.exists():
                compile_all(machine)
            if not machine.marker.exists():
                self.compile_beside(game)
                return None
            load(machine, part)
            self.compiled[game.name, part] = machine
            return machine

    def library(self, game: Game) -> NativeMachine | None:
        """The compiled machine in a library; None if there is none."""
        with self.lock:
            if game.name not in self.libraries:
                self.libraries[game.name] = in_library(game)
            return self.libraries[game.name]

    def fetch_later(self, game: Game, part: Part) -> None:
        """Let a thread load it, unless one already does or it is still to be compiled."""
        machine = self.unready.get(game.name)
        with self.lock:
            at = self.asked.get((game.name, part))
            if (at is None or not at.is_alive()) and (machine is None or machine.marker.exists()):
                at = self.asked[game.name, part] = Timer(AFTER if machine is None else 0, self.fetch, (game, part))
                at.daemon = True
                at.start()

    def module(self, game: Game) -> WasmMachine | None:
        """The machine that thinks in the title's module; None where there is none or nothing runs
        it.
        """
        if game.name not in self.hosted:
            opened = opener(game)
            self.hosted[game.name] = WasmMachine(game, opened) if opened else None
        return self.hosted[game.name]

    def interpreter(self, game: Game) -> Machine:
        """The machine that always exists."""
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
