"""What the cells of a field hold, said so that machines can read it.

A declaration says three things: which values a cell may have, how they read in words, and how they
are seen from a seat.  The last one is what observations are made of: `lines(v)` is the source that
writes a value `v` as small numbers, `parts(seats)` names those numbers and their ranges.

>>> Maybe(One("card", 30)).allows(-1, 4), Maybe(One("card", 30)).allows(30, 4)
(True, False)
>>> print(Set("region", 9), "|", Maybe(Seat, none=0))
set of 9 region | 0 for none, else 1 + seat
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

Words = Callable[[str, int], str]
"""The notation word of a kind of thing and its number."""


class Part(NamedTuple):
    """One number of an observation: what is added to the field's name, its range, what it means."""

    suffix: str
    low: int
    high: int
    meaning: str


class SeatsInUse(NamedTuple):
    """How many seats and colours a configuration has; colours beyond the players are dummies."""

    players: int
    colours: int


class Holds:
    """Something that a cell can hold."""

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value with the given number of colours in play."""
        raise NotImplementedError

    def lines(self, v: str) -> list[str]:
        """Source that writes the value of the expression `v`, as a seat sees it, into `seen`."""
        raise NotImplementedError

    def parts(self, seats: SeatsInUse, word: Words) -> list[Part]:
        """What `lines` writes, number by number."""
        raise NotImplementedError


def put(expression: str) -> list[str]:
    """Source that writes one number."""
    return [f"seen[at] = {expression}", "at += step"]


def named(kind: str, index: int, word: Words) -> str:
    """The word of a thing, or its number where it has none."""
    try:
        return word(kind, index)
    except (KeyError, IndexError):
        return str(index)


class Simple(Holds):
    """What is seen as one number."""

    def seen(self, v: str) -> str:
        """The expression for a value as a seat sees it."""
        return v

    def span(self, seats: SeatsInUse) -> tuple[int, int]:
        """The least and the greatest number that is seen."""
        raise NotImplementedError

    def lines(self, v: str) -> list[str]:
        """See `Holds.lines`."""
        return put(self.seen(v))

    def parts(self, seats: SeatsInUse, word: Words) -> list[Part]:
        """See `Holds.parts`."""
        return [Part("", *self.span(seats), str(self))]


@dataclass(frozen=True)
class Number(Simple):
    """A number from `low` to `high`."""

    low: int
    high: int

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value."""
        return self.low <= value <= self.high

    def span(self, seats: SeatsInUse) -> tuple[int, int]:
        """The least and the greatest number that is seen."""
        return self.low, self.high

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


class Counts(Number):
    """How many there are of each of a kind: the axis of the field counts the kinds."""

    def __init__(self, kind: str, most: int) -> None:
        super().__init__(0, most)
        object.__setattr__(self, "kind", kind)

    def __str__(self) -> str:
        return f"0 to {self.high} of each"


@dataclass(frozen=True)
class One(Simple):
    """One of `n` things of a kind, by its number."""

    kind: str
    n: int

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value."""
        return 0 <= value < self.n

    def span(self, seats: SeatsInUse) -> tuple[int, int]:
        """The least and the greatest number that is seen."""
        return 0, self.n - 1

    def __str__(self) -> str:
        return f"one of {self.n} {self.kind}"


class Place(One):
    """One of `n` places of the board."""

    def __init__(self, n: int) -> None:
        super().__init__("place", n)


class SeatNumber(Simple):
    """A seat (or a dummy's colour).  It is seen as how many places to the left it sits; 0 is
    oneself.
    """

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value."""
        return 0 <= value < colours

    def seen(self, v: str) -> str:
        """The expression for a value as a seat sees it."""
        return f"places_left(seat, {v}, players)"

    def span(self, seats: SeatsInUse) -> tuple[int, int]:
        """The least and the greatest number that is seen."""
        return 0, seats.colours - 1

    def __str__(self) -> str:
        return "seat"


Seat = SeatNumber()


@dataclass(frozen=True)
class Maybe(Simple):
    """Something or nothing.  Nothing is -1; or 0, and then the something counts from 1.  It is seen
    as the latter.
    """

    what: Simple
    none: int = -1

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value."""
        return value == self.none or self.what.allows(value - 1 - self.none, colours)

    def seen(self, v: str) -> str:
        """The expression for a value as a seat sees it."""
        inner = v if self.none == -1 else f"{v} - {1 + self.none}"
        return f"0 if {v} == {self.none} else 1 + {self.what.seen(inner)}"

    def span(self, seats: SeatsInUse) -> tuple[int, int]:
        """The least and the greatest number that is seen."""
        return 0, 1 + self.what.span(seats)[1]

    def __str__(self) -> str:
        return f"{self.what}, or none" if self.none == -1 else f"{self.none} for none, else 1 + {self.what}"

    def parts(self, seats: SeatsInUse, word: Words) -> list[Part]:
        """See `Holds.parts`."""
        return [Part("", *self.span(seats), f"0 for none, else 1 + {self.what}")]


class SeatSet(Holds):
    """A set of seats.  It is seen as one bit for each, oneself first."""

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value."""
        return 0 <= value < 1 << colours

    def lines(self, v: str) -> list[str]:
        """See `Holds.lines`."""
        return ["for r in range(colours):", *(f"    {x}" for x in put(f"{v} >> seat_left(seat, r, players) & 1"))]

    def parts(self, seats: SeatsInUse, word: Words) -> list[Part]:
        """See `Holds.parts`."""
        return [Part(f"[{left(r, seats)}]", 0, 1, "1 when in the set") for r in range(seats.colours)]

    def __str__(self) -> str:
        return "set of seats"


Seats = SeatSet()


def left(r: int, seats: SeatsInUse) -> str:
    """How a seat is called from another one."""
    return "self" if r == 0 else f"left {r}" if r < seats.players else "dummy"


@dataclass(frozen=True)
class Set(Holds):
    """A set of things of a kind, which has `n`.  With `split`, the last axis is words, each of
    which holds that many of them.
    """

    kind: str
    n: int
    split: int = 0

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value."""
        return 0 <= value < 1 << (self.split or self.n)

    def lines(self, v: str) -> list[str]:
        """See `Holds.lines`."""
        if not self.split:
            return [f"for k in range({self.n}):", *(f"    {x}" for x in put(f"{v} >> k & 1"))]
        return [f"for k in range({self.n}):", *(f"    {x}" for x in put(f"{v}[k // {self.split}] >> k % {self.split} & 1"))]

    def parts(self, seats: SeatsInUse, word: Words) -> list[Part]:
        """See `Holds.parts`."""
        return [Part(f"[{named(self.kind, k, word)}]", 0, 1, "1 when in the set") for k in range(self.n)]

    def __str__(self) -> str:
        return f"set of {self.n} {self.kind}"


class Derived(Holds):
    """What follows from other fields, kept only for speed.  Observations leave it out."""

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value."""
        return True

    def lines(self, v: str) -> list[str]:
        """See `Holds.lines`."""
        return []

    def parts(self, seats: SeatsInUse, word: Words) -> list[Part]:
        """See `Holds.parts`."""
        return []

    def __str__(self) -> str:
        return "follows from other fields"


class Letters(Derived):
    """Three letters of a name that the table has chosen, the first one lowest; no rule reads them,
    and no observation has them.
    """

    EACH = 3
    BITS = 21

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value."""
        return 0 <= value < 1 << self.EACH * self.BITS

    def __str__(self) -> str:
        return f"{self.EACH} letters, {self.BITS} bits each; 0 after the last one"


class Case(NamedTuple):
    """One reading of a coded cell: its name and its factors, the fastest first."""

    name: str
    factors: tuple[tuple[str, Simple, int], ...] = ()

    @property
    def room(self) -> int:
        """How many values it takes up."""
        total = 1
        for _, _, n in self.factors:
            total *= n
        return total


@dataclass(frozen=True)
class Coded(Holds):
    """A number with several readings, each of which takes up a range of values, from `first` on.

    It is seen as the number of the reading, then every factor as in `Maybe`.
    """

    cases: tuple[Case, ...]
    first: int = 0

    def ranges(self) -> list[tuple[int, Case]]:
        """Each reading with its first value."""
        found, at = [], self.first
        for case in self.cases:
            found.append((at, case))
            at += case.room
        return found

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value."""
        for at, case in self.ranges():
            if at <= value < at + case.room:
                rest = value - at
                for _, what, n in case.factors:
                    if not what.allows(rest % n, colours):
                        return False
                    rest //= n
                return True
        return False

    def names(self) -> list[str]:
        """The names of all factors, each once."""
        return list(dict.fromkeys(name for case in self.cases for name, _, _ in case.factors))

    def lines(self, v: str) -> list[str]:
        """See `Holds.lines`."""
        names = self.names()
        found = ["k = 0", *(f"x{i} = 0" for i in range(len(names)))]
        for number, (at, case) in enumerate(self.ranges()):
            found.append(f"if {at} <= {v} < {at + case.room}:")
            found.append(f"    k = {number}")
            scale = 1
            for name, what, n in case.factors:
                found.append(f"    x{names.index(name)} = 1 + {what.seen(f'(({v} - {at}) // {scale} % {n})')}")
                scale *= n
        return found + [x for value in ("k", *(f"x{i}" for i in range(len(names)))) for x in put(value)]

    def parts(self, seats: SeatsInUse, word: Words) -> list[Part]:
        """See `Holds.parts`."""
        readings = ", ".join(f"{i} {case.name}" for i, case in enumerate(self.cases))
        found = [Part(".kind", 0, len(self.cases) - 1, readings)]
        factors = {name: what for case in self.cases for name, what, _ in case.factors}
        return found + [Part(f".{name}", 0, 1 + what.span(seats)[1], f"0 for none, else 1 + {what}")
                        for name, what in factors.items()]

    def __str__(self) -> str:
        return " / ".join(" ".join([case.name, *(str(what) for _, what, _ in case.factors)]) for case in self.cases)


class SeatFromBehind(SeatNumber):
    """A seat counted down from the last one that the game has room for."""

    def __init__(self, last: int) -> None:
        self.last = last

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value."""
        return 0 <= self.last - value < colours

    def seen(self, v: str) -> str:
        """The expression for a value as a seat sees it."""
        return super().seen(f"({self.last} - {v})")


@dataclass(frozen=True)
class Packed(Holds):
    """Several things in one number: `bits` for every seat's count, then each of the others in its
    bits.
    """

    name: str
    bits: int
    seats: int
    most: int
    others: tuple[tuple[str, int, Simple], ...]

    def fields(self) -> list[tuple[str, int, int, Simple]]:
        """(name, shift, bits, what) of the things behind the counts."""
        found, shift = [], self.bits * self.seats
        for name, bits, what in self.others:
            found.append((name, shift, bits, what))
            shift += bits
        return found

    def allows(self, value: int, colours: int) -> bool:
        """Whether a cell may have this value."""
        mask = (1 << self.bits) - 1
        counts = [value >> self.bits * p & mask for p in range(self.seats)]
        return (value >= 0 and max(counts) <= self.most and not any(counts[colours:])
                and all(what.allows(value >> shift & (1 << bits) - 1, colours) for _, shift, bits, what in self.fields()))

    def lines(self, v: str) -> list[str]:
        """See `Holds.lines`."""
        count = f"{v} >> {self.bits} * seat_left(seat, r, players) & {(1 << self.bits) - 1}"
        found = ["for r in range(colours):", *(f"    {x}" for x in put(count))]
        for _, shift, bits, what in self.fields():
            found += put(what.seen(f"({v} >> {shift} & {(1 << bits) - 1})"))
        return found

    def parts(self, seats: SeatsInUse, word: Words) -> list[Part]:
        """See `Holds.parts`."""
        found = [Part(f".{self.name}[{left(r, seats)}]", 0, self.most, f"0 to {self.most}") for r in range(seats.colours)]
        return found + [Part(f".{name}", *what.span(seats), what.parts(seats, word)[0].meaning)
                        for name, _, _, what in self.fields()]

    def __str__(self) -> str:
        return "; ".join([f"{self.name} of each seat, 0 to {self.most}", *(f"{name}: {what}" for name, _, what in self.others)])
