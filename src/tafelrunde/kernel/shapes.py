"""Shapes of JSON values: how the numbers of a state are written, read back strictly, and typed for
the client.

Shapes of plain fields follow from what the fields hold (`of_field`); a position names the others.

>>> members(("ebony", "teal"), "tile").read(["teal"], "tiles", SeatsInUse(2, 2))
2
>>> per_seat(flag()).typed
'boolean[]'
"""
from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import reading
from .fields import PUBLIC, Field
from .holds import Holds, Maybe, Number, One, SeatNumber, SeatSet, SeatsInUse, Set
from .reading import refuse, shown

Words = Mapping[str, Sequence[Any]]
"""The notation words of each kind of thing, by number."""
CHUNK = 6
"""How many members of a set are looked up at once when it is written."""
FEW = 12
"""The most words that a message lists."""


@dataclass(frozen=True)
class Shape:
    """How a value looks in JSON.

    `typed` is its type in TypeScript.  `read(value, where, seats)` checks it and gives its number;
    BadPosition begins with `where`.  `source(v)` is the expression that writes the number `v`.
    `agrees(given, found)` says whether two values that were read are the same, as far as the first
    one says anything.  Null may stand for `nothing`, or be `unsaid`.
    """

    typed: str
    read: Callable[[Any, str, SeatsInUse], Any]
    source: Callable[[str], str] = str
    agrees: Callable[[Any, Any], bool] = operator.eq
    nothing: bool = False
    unsaid: bool = False
    lists_seats: bool = False

    @property
    def array(self) -> str:
        """The type of a list of it."""
        either = " | " in self.typed and not self.typed.endswith(("]", "}"))
        return f"({self.typed})[]" if either else f"{self.typed}[]"

    def writer(self) -> Callable[[Any], Any]:
        """The function that writes one value."""
        made: Callable[[Any], Any] = eval(f"lambda v: {self.source('v')}")  # noqa: S307  # our own declarations
        return made


# ------------------------------------------------------------ one value


def number(low: int, high: int) -> Shape:
    """A number between two bounds."""
    return Shape("number", lambda value, where, seats: reading.whole(value, where, low, high))


def seat(dummy: bool = False) -> Shape:
    """A seat, or with `dummy` a dummy's colour too; null if it is not given."""
    return Shape("number", lambda value, where, seats: reading.whole(
        value, where, 0, (seats.colours if dummy else seats.players) - 1), unsaid=True)


def flag() -> Shape:
    """True or false for 1 or 0."""
    return Shape("boolean", lambda value, where, seats: int(reading.flag(value, where)), lambda v: f"{v} != 0")


def word(words: Sequence[Any], kind: str, aliases: Mapping[str, Any] | None = None) -> Shape:
    """The word of one of some things, for its number; `aliases` are further words that are
    understood.

    Things that are named by numbers have a range of words.
    """
    if isinstance(words, range):
        return Shape("number", lambda value, where, seats: reading.whole(value, where, words[0], words[-1]) - words[0],
                     lambda v: f"{v} + {words[0]}")
    at = {w: i for i, w in enumerate(words)}
    at |= {other: at[w] for other, w in (aliases or {}).items()}

    def read(value: Any, where: str, seats: SeatsInUse) -> int:
        return at[value] if reading.is_word(value) and value in at else reading.word(value, where, words, kind)

    typed = " | ".join(sorted({"number" if isinstance(w, int) else "string" for w in words}))
    return Shape(typed, read, lambda v: f"{tuple(words)!r}[{v}]")


def alike(words: Sequence[Any], kind: str) -> Shape:
    """The word of one of some things of which several have the same one, for the list of all that
    have it.
    """
    same = {w: [i for i, other in enumerate(words) if other == w] for w in sorted(set(words))}
    one = word(tuple(same), kind)
    having = [*same.values()]
    return Shape(one.typed, lambda value, where, seats: having[one.read(value, where, seats)], lambda v: f"{tuple(words)!r}[{v}]")


def named(numbers: Mapping[str, Any], kind: str) -> Shape:
    """A word that is read as a special value."""
    def read(value: Any, where: str, seats: SeatsInUse) -> Any:
        if not isinstance(value, str) or value not in numbers:
            reading.word(value, where, tuple(numbers), kind)
        return numbers[value]

    return Shape("string", read)


def one_of(words: Sequence[str], kind: str) -> Shape:
    """One of some words, read as it is."""
    return named({w: w for w in words}, kind)


def null(what: Shape, none: int = -1) -> Shape:
    """Null for nothing, which is -1; or 0, and then the values count from 1."""
    return Shape(f"{what.typed} | null",
                 lambda value, where, seats: none if value is None else what.read(value, where, seats) + 1 + none,
                 lambda v: f"None if {v} is None or {v} == {none} else {what.source(v if none == -1 else f'{v} - 1')}",
                 nothing=True)


def not_zero(what: Shape) -> Shape:
    """Null for 0."""
    return Shape(f"{what.typed} | null", lambda value, where, seats: 0 if value is None else what.read(value, where, seats),
                 lambda v: f"{v} or None", nothing=True)


def if_said(what: Shape) -> Shape:
    """Null leaves it open: a position typed by hand may do that."""
    return replace(what, agrees=lambda given, found: not given or what.agrees(given, found))


def hidden(what: Shape) -> Shape:
    """Something hidden from some viewers: null for it."""
    written = what.source("x")
    return Shape(what.typed if what.nothing else f"{what.typed} | null",
                 lambda value, where, seats: None if value is None else what.read(value, where, seats),
                 lambda v: what.source(v) if written == "x" or what.nothing else f"None if {v} is None else {what.source(v)}",
                 lambda given, found: given is None or what.agrees(given, found), unsaid=True)


def unsaid(what: Shape) -> Shape:
    """Something that everybody sees, but that a position typed by hand may leave open with null."""
    return replace(hidden(what), typed=what.typed)


# ------------------------------------------------------------ several values


def per_seat(each: Shape, dummy: bool = False) -> Shape:
    """A list with an entry for every seat; with `dummy`, for every colour."""
    inner = each.source("x")

    def read(value: Any, where: str, seats: SeatsInUse) -> list[Any]:
        entries = reading.entries(value, where, seats.colours if dummy else seats.players)
        return [each.read(v, f"{where}: seat {p}", seats) for p, v in enumerate(entries)]

    def source(v: str) -> str:
        used = f"{v}[:{'colours' if dummy else 'players'}]"
        return used if inner == "x" else f"[{inner} for x in {used}]"

    return Shape(each.array, read, source, lambda given, found: all(map(each.agrees, given, found)), lists_seats=True)


def listed(each: Shape, n: int | None = None, bag: bool = False) -> Shape:
    """A list of as many as there are, of `n` where n is given; in a `bag` their order says
    nothing.
    """
    def read(value: Any, where: str, seats: SeatsInUse) -> list[Any]:
        found = [each.read(v, where, seats) for v in reading.entries(value, where, n)]
        return sorted(found, key=repr) if bag else found

    return Shape(each.array, read, agrees=lambda given, found: len(given) == len(found) and all(map(each.agrees, given, found)))


def row(*each: Shape) -> Shape:
    """A list with a shape for every entry."""
    return Shape(f"[{', '.join(shape.typed for shape in each)}]", lambda value, where, seats: [
        shape.read(v, where, seats) for shape, v in zip(each, reading.entries(value, where, len(each)), strict=True)],
        lambda v: f"[{', '.join(shape.source(f'{v}[{i}]') for i, shape in enumerate(each))}]")


def counted(words: Sequence[str], kind: str, each: Shape | None = None) -> Shape:
    """How many there are of each of some things, as the sorted list of their words."""
    one = each or word(words, kind)

    def read(value: Any, where: str, seats: SeatsInUse) -> list[int]:
        found = [one.read(v, where, seats) for v in reading.entries(value, where)]
        return [found.count(i) for i in range(len(words))]

    in_order = tuple((w, i) for i, w in sorted(enumerate(words), key=lambda at: at[1]))
    return Shape(one.array, read, lambda v: f"[w for w, i in {in_order!r} for _ in range({v}[i])]")


def members(words: Sequence[Any], kind: str, by_name: bool = False, first: int = 0, each: Shape | None = None) -> Shape:
    """A set of things as the list of their words, in the order of their numbers or `by_name`;
    `first` is the first one's bit.
    """
    one = each or word(words, kind)
    in_order = [*[None] * first, *words]
    cells = [in_order[at:at + CHUNK] for at in range(0, len(in_order), CHUNK)]
    known = [tuple(tuple(w for i, w in enumerate(cell) if part >> i & 1) for part in range(1 << len(cell))) for cell in cells]

    def read(value: Any, where: str, seats: SeatsInUse) -> int:
        found = 0
        for v in reading.entries(value, where):
            bit = 1 << first + one.read(v, where, seats)
            if found & bit:
                refuse(f"{where}: {shown(v)} stands there twice; there is one {kind} of each")
            found |= bit
        return found

    def source(v: str) -> str:
        looked_up = ", ".join(f"*{found!r}[{v} >> {at * CHUNK} & {len(found) - 1}]" for at, found in enumerate(known))
        return f"(sorted([{looked_up}])) if {v} else []" if by_name else f"[{looked_up}] if {v} else []"

    return Shape(one.array, read, source)


def some_seats() -> Shape:
    """A set of seats, or of colours, as a list."""
    return Shape("number[]", lambda value, where, seats: sum(
        {1 << reading.whole(p, where, 0, seats.colours - 1) for p in reading.entries(value, where)}),
        lambda v: f"[p for p in range(8) if {v} >> p & 1]")


def keyed(words: Sequence[str], kind: str, each: Shape, complete: bool = False) -> Shape:
    """An object with the words of some things as keys; what is not named is not said, unless it is
    `complete`.
    """
    at = {w: i for i, w in enumerate(words)}

    def key_number(key: str, where: str) -> int:
        if len(words) > FEW:
            refuse(f"{where}: there is no {kind} {shown(key)} (there are: {words[0]} to {words[-1]})")
        return reading.word(key, where, words, kind)

    def read(value: Any, where: str, seats: SeatsInUse) -> dict[int, Any]:
        return {at[k] if k in at else key_number(k, where): each.read(v, f"{where}: {k}", seats)
                for k, v in reading.mapping(value, where).items()}

    def source(v: str) -> str:
        cells = [f"{w!r}: {each.source(f'{v}[{i}]')}" for i, w in enumerate(words)]
        return f"{{{', '.join(cells)}}}"

    def agrees(given: dict[int, Any], found: dict[int, Any]) -> bool:
        return not (complete and found.keys() != given.keys()) and all(
            k in found and each.agrees(v, found[k]) for k, v in given.items())

    return Shape(f"Record<string, {each.typed}>", read, source, agrees, lists_seats=each.lists_seats)


def standing(words: Sequence[str], kind: str, each: Shape, at: Sequence[int]) -> Shape:
    """An object of those places where something stands: `at` says what, by the number in the
    place's cell; -1 for nothing.
    """
    def source(v: str) -> str:
        return f"{{w: {each.source('x')} for w, x in zip({tuple(words)!r}, map({tuple(at)!r}.__getitem__, {v})) if x >= 0}}"

    return replace(keyed(words, kind, each), source=source)


def looked_up(what: Shape, at: Sequence[int]) -> Shape:
    """The entry of a table for the number in a cell."""
    return replace(what, source=lambda v: what.source(f"{tuple(at)!r}[{v}]"))


def parts(keys: Mapping[str, Shape]) -> Shape:
    """An object with keys of its own, each with its shape; any may be left out, but those whose
    name ends in `!`.

    One whose name ends in `?` is not always written.  What is written of itself is the key's fields
    in their order.
    """
    shapes = {name.rstrip("?!"): shape for name, shape in keys.items()}

    def read(value: Any, where: str, seats: SeatsInUse) -> dict[str, Any]:
        found = reading.mapping(value, where)
        reading.known_keys(found, tuple(shapes), where)
        for name in keys:
            if name.endswith("!") and found.get(name[:-1]) is None:
                refuse(f"{where}: {name[:-1]} must be given")
        return {k: shapes[k].read(v, f"{where}: {k}", seats) for k, v in found.items() if v is not None or shapes[k].nothing}

    def source(v: str) -> str:
        return f"{{{', '.join(f'{name!r}: ' + shape.source(f'{v}[{i}]') for i, (name, shape) in enumerate(shapes.items()))}}}"

    typed = "; ".join(f"{name.rstrip('!')}: {shape.typed}" for name, shape in keys.items())
    return Shape(f"{{ {typed} }}", read, source, lambda given, found: all(
        k in found and shapes[k].agrees(v, found[k]) for k, v in given.items()))


# ------------------------------------------------------------ fields


def of_field(f: Field, words: Words) -> Shape:
    """The shape of a field, from what it holds and what its axes count."""
    shape = of_cell(f.holds, words)
    if f.visible is not PUBLIC:
        shape = hidden(shape)
    for axis in reversed(f.axes):
        shape = per_seat(shape, axis == "colour") if axis in ("seat", "colour") else keyed(words[axis], axis, shape)
    return shape


def of_cell(holds: Holds | None, words: Words) -> Shape:
    """The shape of what one cell holds."""
    if isinstance(holds, Maybe):
        return null(of_cell(holds.what, words), holds.none)
    if isinstance(holds, Number):
        return number(holds.low, holds.high)
    if isinstance(holds, (One, Set)):
        return (word if isinstance(holds, One) else members)(words[holds.kind], holds.kind)
    if isinstance(holds, SeatNumber):
        return seat()
    if isinstance(holds, SeatSet):
        return some_seats()
    raise TypeError(f"{holds}: a field that holds this needs a shape of its own")
