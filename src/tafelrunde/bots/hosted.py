"""Thinking in a WebAssembly module: the same search in a memory of its own.

The modules come with the package (`modules.py`). With one, a bot thinks at a good part of compiled
speed from its first move, even if nothing was compiled on the machine yet. A `Host` runs a module:
the package `wasmtime`, or the browser in which Python itself runs (`use`).
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.util import find_spec
from math import prod
from struct import pack, unpack
from typing import Any, Protocol
from weakref import finalize

from ..kernel import Game
from ..kernel.packing import Packing
from . import modules
from .machine import Machine

CELL = 8


class Host(Protocol):
    """One instance of a module: a memory, and the functions that work on it."""

    def call(self, name: str, *numbers: int) -> int:
        """Call an export; 0 if it returns nothing."""

    def read(self, address: int, n: int) -> bytes:
        """Read bytes of the memory."""

    def write(self, address: int, content: bytes) -> None:
        """Change bytes of the memory."""

    def room(self, n: int) -> int:
        """The address of n free bytes, set to zero."""


Opener = Callable[[], Host]


class Memory:
    """An instance's memory: allocated and freed in blocks."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.free: dict[int, list[int]] = {}

    def take(self, n: int) -> int:
        """The address of n bytes, set to zero."""
        n = -(-n // CELL) * CELL
        if self.free.get(n):
            address = self.free[n].pop()
            self.host.write(address, bytes(n))
            return address
        return self.host.room(n)

    def lend(self, owner: Any, n: int) -> int:
        """The same, freed together with its owner."""
        address = self.take(n)
        finalize(owner, self.free.setdefault(-(-n // CELL) * CELL, []).append, address)
        return address


class Pool:
    """Room for states."""

    def __init__(self, memory: Memory, state: bytes, n: int) -> None:
        self.address = memory.lend(self, n * len(state))
        memory.host.write(self.address, state)

    @property
    def handed(self) -> tuple[int, ...]:
        return (self.address,)


class Row(list[int]):
    """The cells of a row; writing to all of them writes the memory."""

    def __init__(self, host: Host, address: int, n: int) -> None:
        super().__init__(unpack(f"<{n}q", host.read(address, CELL * n)))
        self.host, self.address = host, address

    def __setitem__(self, at: Any, value: Any) -> None:
        super().__setitem__(at, value)
        self.host.write(self.address, pack(f"<{len(self)}q", *self))


class Numbers:
    """An array of whole numbers, of one or two axes."""

    def __init__(self, memory: Memory, shape: tuple[int, ...]) -> None:
        self.host, self.shape = memory.host, shape
        self.address = memory.lend(self, CELL * prod(shape))

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self[:])

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            if len(self.shape) == 1:
                return list(Row(self.host, self.address, self.shape[0]))[at]
            return [self[i] for i in range(*at.indices(self.shape[0]))]
        width = self.shape[1] if len(self.shape) == 2 else 1
        row = Row(self.host, self.address + CELL * width * at, width)
        return row if len(self.shape) == 2 else row[0]

    @property
    def handed(self) -> tuple[int, ...]:
        return (self.address, *self.shape[1:])


class Block:
    """An array of smaller numbers; `row` is the length of its rows, if it has any."""

    def __init__(self, memory: Memory, content: bytes, *row: int) -> None:
        self.address = memory.lend(self, len(content))
        memory.host.write(self.address, content)
        self.handed = (self.address, *row)


class Calls:
    """A module's exports as functions of arrays and numbers; some by other names than their own."""

    def __init__(self, host: Host, names: Mapping[str, str] | None = None) -> None:
        self.host, self.names = host, names or {}

    def __getattr__(self, name: str) -> Any:
        return partial(self.by_name, name)

    def by_name(self, name: str, *arguments: Any) -> int:
        """Call an export."""
        numbers: list[int] = []
        for one in arguments:
            numbers += one.handed if hasattr(one, "handed") else (int(one),)
        return self.host.call(self.names.get(name, name), *numbers)


class WasmMachine(Machine):
    """A title's thinking in a module. An instance serves one thread at a time: see `apart`."""

    compiled = True

    def __init__(self, game: Game, opened: Opener, origin: Machine | None = None) -> None:
        self.opened = opened
        self.memory = Memory(opened())
        self.packing = Packing(game.fields)
        self._origin = origin
        super().__init__(game)

    @property
    def origin(self) -> Machine:
        """The machine that this one was made from."""
        return self._origin or self

    def apart(self) -> Machine:
        """The same machine with a memory of its own."""
        return WasmMachine(self.game, self.opened, self.origin)

    def bound(self) -> Any:
        return Calls(self.memory.host)

    def pool(self, s: Any, n: int) -> Any:
        """Room for n states, the first of them a copy of one."""
        return Pool(self.memory, self.packing.pack(s), n)

    def numbers(self, *shape: int) -> Any:
        return Numbers(self.memory, shape)


class Wasmtime:
    """An instance run by the package wasmtime."""

    def __init__(self, module: Any) -> None:
        from wasmtime import Instance, Store

        self.store = Store(module.engine)
        finalize(self, self.store.close)
        exports: Any = Instance(self.store, module.code, []).exports(self.store)
        self.exports, self.memory = exports, exports["memory"]
        self.end = int(exports["heap"].value(self.store))

    def call(self, name: str, *numbers: int) -> int:
        return int(self.exports[name](self.store, *numbers) or 0)

    def read(self, address: int, n: int) -> bytes:
        return bytes(self.memory.read(self.store, address, address + n))

    def write(self, address: int, content: bytes) -> None:
        self.memory.write(self.store, content, address)

    def room(self, n: int) -> int:
        """The address of n free bytes."""
        address, self.end = self.end, self.end + n
        missing = self.end - self.memory.data_len(self.store)
        if missing > 0:
            self.memory.grow(self.store, -(-missing // (1 << 16)))
        return address


class Loaded:
    """A module that wasmtime has loaded."""

    def __init__(self, content: bytes) -> None:
        from wasmtime import Engine, Module, WasmtimeError

        self.engine = Engine()
        # At exit as well: later, wasmtime cannot free it without a traceback
        finalize(self, self.engine.close)
        try:
            self.code = Module(self.engine, content)
            finalize(self, self.code.close)
            Wasmtime(self)
        except WasmtimeError:
            raise modules.NoModule(f"{modules.FILE}: the module is damaged, or this machine has no room for it") from None

    def instance(self) -> Host:
        return Wasmtime(self)


def loaded(game: Game) -> Opener | None:
    """What opens instances of a title's module here; None if there is no module or nothing runs it.
    """
    if find_spec("wasmtime") is None:
        return None
    try:
        return Loaded(modules.find(game)).instance
    except modules.NoModule:
        return None
    except (ImportError, OSError, RuntimeError):  # wasmtime does not exist for every machine
        return None


class Browser:
    """An instance in the browser that this Python runs in (`web/src/engine/kernels/kernel.ts`)."""

    def __init__(self, instance: Any) -> None:
        self.instance = instance

    def call(self, name: str, *numbers: int) -> int:
        return int(self.instance.call(name, *numbers))

    def read(self, address: int, n: int) -> bytes:
        return bytes(self.instance.read(address, n).to_bytes())

    def write(self, address: int, content: bytes) -> None:
        from pyodide.ffi import to_js

        self.instance.write(address, to_js(content))

    def room(self, n: int) -> int:
        """The address of n free bytes."""
        return int(self.instance.room(n))


Source = Callable[[str], Any]
SOURCES: list[Source] = []


def in_browser(source: Source, name: str) -> Host:
    """A new instance of a title's module."""
    return Browser(source(name))


def use_browser(source: Source) -> None:
    """Take instances from the browser that this Python runs in: a new one of a title, or None where
    it has none.
    """
    SOURCES.append(source)


def opener(game: Game) -> Opener | None:
    """What opens instances of a title's module, if anything does."""
    for source in SOURCES:
        if source(game.name) is not None:
            return partial(in_browser, source, game.name)
    return loaded(game)
