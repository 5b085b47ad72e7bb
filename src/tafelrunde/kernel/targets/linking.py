"""From LLVM's WebAssembly object to a module that runs: the part of a linker that one object needs.

An object already numbers its functions from 0 and lays its data out from address 0. Both stay where
they are here, so nothing has to be relocated. What is left: memory and stack pointer, which the
object imports, become the module's own, and the wanted functions become exports. Anything else that
the object imports is missing, and the message names it.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence

PAGE = 1 << 16
HEADER = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORY, GLOBALS, EXPORTS, _, _, CODE, DATA, DATA_COUNT = range(13)
ORDER = (TYPES, FUNCTIONS, MEMORY, GLOBALS, EXPORTS, DATA_COUNT, CODE, DATA)
FUNCTION_KIND, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND = range(4)
OWN = {"__linear_memory": MEMORY_KIND, "__stack_pointer": GLOBAL_KIND}
"""Imports of an object that the module provides itself."""
SYMBOLS, FUNCTION_SYMBOL, UNDEFINED, EXPLICIT = 8, 0, 0x10, 0x40
"""Kinds of entries in the object's symbol table."""


class LinkError(ValueError):
    """An object that cannot become a module; the message says why."""


class Reader:
    """A reader of bytes, from the front."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def __bool__(self) -> bool:
        return self.at < len(self.content)

    def take(self, n: int) -> bytes:
        """The next n bytes."""
        self.at += n
        if self.at > len(self.content):
            raise LinkError("the file ends too early")
        return self.content[self.at - n:self.at]

    def number(self) -> int:
        value = shift = 0
        while True:
            (byte,) = self.take(1)
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(self) -> int:
        before = self.at
        value = self.number()
        bits = 7 * (self.at - before)
        return value - (1 << bits) if value >> (bits - 1) else value

    def text(self) -> str:
        return self.take(self.number()).decode()


def number(value: int) -> bytes:
    """An unsigned number (LEB128).

    >>> number(300).hex()
    'ac02'
    """
    made = bytearray()
    while True:
        value, byte = value >> 7, value & 127
        made.append(byte | (128 if value else 0))
        if not value:
            return bytes(made)


def signed(value: int) -> bytes:
    """A signed number (LEB128).

    >>> signed(64).hex()
    'c000'
    """
    made = bytearray()
    while True:
        value, byte = value >> 7, value & 127
        last = value == (-1 if byte & 64 else 0)
        made.append(byte | (0 if last else 128))
        if last:
            return bytes(made)


def text(value: str) -> bytes:
    """A name with its length."""
    return number(len(value.encode())) + value.encode()


def section(kind: int, content: bytes) -> bytes:
    """A section of a module."""
    return bytes([kind]) + number(len(content)) + content


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """The sections of an object or a module: their kinds and contents."""
    if module[:8] != HEADER:
        raise LinkError("this is not WebAssembly")
    reader = Reader(module[8:])
    while reader:
        kind = reader.take(1)[0]
        yield kind, reader.take(reader.number())


def custom(module: bytes, name: str) -> bytes | None:
    """The content of a section that is not WebAssembly's own; None when the module has none of that
    name.
    """
    for kind, content in sections(module):
        if kind == CUSTOM:
            reader = Reader(content)
            if reader.text() == name:
                return content[reader.at:]
    return None


def check_imports(content: bytes) -> bool:
    """Whether the object asks for a stack; LinkError when it asks for more than the module has
    itself.
    """
    reader = Reader(content)
    names: list[str] = []
    for _ in range(reader.number()):
        reader.text()
        name, kind = reader.text(), reader.take(1)[0]
        if OWN.get(name) != kind:
            raise LinkError(f"the code needs {name}, which is in no module")
        names.append(name)
        if kind == MEMORY_KIND:
            limits = reader.number()
            reader.number()
            if limits & 1:
                reader.number()
        else:
            reader.take(2)
    return "__stack_pointer" in names


def functions(linking: bytes) -> dict[str, int]:
    """The numbers of an object's functions by name, from its symbol table."""
    reader = Reader(linking)
    reader.number()
    found: dict[str, int] = {}
    while reader:
        kind, content = reader.take(1)[0], reader.take(reader.number())
        if kind != SYMBOLS:
            continue
        symbols = Reader(content)
        for _ in range(symbols.number()):
            what, flags = symbols.take(1)[0], symbols.number()
            if what == 1:  # data
                symbols.text()
                if not flags & UNDEFINED:
                    for _ in range(3):
                        symbols.number()
            elif what == 3:  # a section
                symbols.number()
            else:
                index = symbols.number()
                name = symbols.text() if not flags & UNDEFINED or flags & EXPLICIT else ""
                if what == FUNCTION_SYMBOL:
                    found[name] = index
    return found


def data_end(content: bytes) -> int:
    """The address after an object's data."""
    reader = Reader(content)
    end = 0
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.take(1) != b"\x41":  # an active segment, i32.const
            raise LinkError("a segment of data has no plain address")
        address = reader.signed()
        reader.take(1)
        size = reader.number()
        reader.take(size)
        end = max(end, address + size)
    return end


def link(object_: bytes, names: Sequence[str], stack: int, about: tuple[str, bytes]) -> bytes:
    """A module with its own memory that exports the named functions, `memory` and `heap` (the first
    free address).

    `about` is a custom section (its name and content), written first.
    """
    own: dict[int, bytes] = {}
    linking = custom(object_, "linking")
    for kind, content in sections(object_):
        if kind != CUSTOM:
            own[kind] = content
    has_stack = check_imports(own.pop(IMPORTS, b"\0"))
    found = functions(linking or b"\0")
    missing = [name for name in names if name not in found]
    if missing:
        raise LinkError(f"the object lacks {', '.join(missing)}")
    top = (data_end(own.get(DATA, b"\0")) + 15) // 16 * 16 + stack
    own[MEMORY] = b"\1\0" + number(-(-top // PAGE))
    constants = [b"\x7f\1\x41" + signed(top) + b"\x0b"] if has_stack else []
    constants.append(b"\x7f\0\x41" + signed(top) + b"\x0b")
    own[GLOBALS] = number(len(constants)) + b"".join(constants)
    exports = [text(name) + bytes([FUNCTION_KIND]) + number(found[name]) for name in names]
    exports += [text("memory") + bytes([MEMORY_KIND, 0]), text("heap") + bytes([GLOBAL_KIND]) + number(len(constants) - 1)]
    own[EXPORTS] = number(len(exports)) + b"".join(exports)
    unknown = set(own) - set(ORDER)
    if unknown:
        raise LinkError(f"the object has sections that a module of ours has not: {sorted(unknown)}")
    name, content = about
    return b"".join([HEADER, section(CUSTOM, text(name) + content), *(section(k, own[k]) for k in ORDER if k in own)])
