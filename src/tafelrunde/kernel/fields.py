"""Field declarations: the one place where a game says what its state is made of, and who may see
it.

From them come the Python state (here), the record of the compiled machines (`record.py`), what a
seat may know (`conceal`), what a network is fed (`observing.py`) and a page of documentation
(`describe`).
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal

from .holds import Holds, SeatsInUse


class Visibility(Enum):
    """Who may see a field."""

    PUBLIC = "everybody"
    MEMORY = "everybody could have counted it; shown or not by a table option"
    OWNER = "the seat of the first axis"
    OWN_MEMORY = "the seat of the first axis; the others could have counted it: shown to them or not by a table option"
    LISTED = "cell by cell, the seats in the bit set that another field holds"
    NOBODY = "nobody"


PUBLIC, MEMORY, OWNER, OWN_MEMORY, LISTED, NOBODY = Visibility

CELLS = {"i1": (-128, 127), "u1": (0, 255), "i2": (-32768, 32767), "i4": (-(2**31), 2**31 - 1),
         "i8": (-(2**63), 2**63 - 1)}
# Attributes of NumPy arrays hide fields of the same name on a record.
FORBIDDEN = frozenset(
    "T all any argmax argmin argsort astype base byteswap choose clip compress conj copy cumprod cumsum data diagonal "
    "dot dtype dump fill flags flat flatten getfield imag item itemset itemsize max mean min nbytes ndim nonzero prod "
    "ptp put ravel real repeat reshape resize round searchsorted setfield shape size sort squeeze std strides sum "
    "swapaxes take tobytes tofile tolist trace transpose var view log script luck clone reading".split())


@dataclass(frozen=True)
class Field:
    """One field: `Field("court", "i1", (5,), PUBLIC, "caballeros at each seat's court", Number(0,
    30), ("seat",))`.

    `holds` says what a cell holds and `axes` what each axis counts: "seat", "colour" (the seats,
    then a dummy), "word" (of a set that takes several) or a kind of thing.  A field `only` for an
    option stays empty without it. `by` names the field with the seats that may see each cell, for
    LISTED fields.
    """

    name: str
    cell: str
    shape: tuple[int, ...]
    visible: Visibility
    meaning: str
    holds: Holds | None = None
    axes: tuple[str, ...] = ()
    only: str = ""
    by: str = ""

    def __post_init__(self) -> None:
        if not self.name.isidentifier() or self.name in FORBIDDEN:
            raise ValueError(f"field {self.name!r}: this name cannot be used on a record")
        if self.cell not in CELLS:
            raise ValueError(f"field {self.name!r}: unknown cell type {self.cell!r}")
        if len(self.shape) > 2:
            raise ValueError(f"field {self.name!r}: at most two axes")
        if self.visible in (OWNER, OWN_MEMORY) and not self.shape:
            raise ValueError(f"field {self.name!r}: an owner's field needs an axis of seats")
        if self.holds is not None and len(self.axes) != len(self.shape):
            raise ValueError(f"field {self.name!r}: every axis is named")
        if (self.visible is LISTED) != bool(self.by):
            raise ValueError(f"field {self.name!r}: `by` goes with LISTED")


RNG = Field("rng", "i8", (), NOBODY, "the generator of chance")


BESIDE = ("log", "script", "luck")
"""What an interpreted state carries while something happens to it: its last slots, which are not
part of it and which no copy has.
"""


def state_class(name: str, fields: Sequence[Field]) -> type[Any]:
    """The interpreted state: slots with ints and lists, and the extra slots `BESIDE` them.

    `clone()` is a copy to play on. `reading()` is a copy to look at: it shares the lists.
    """
    empty = {0: "0", 1: "[0] * {0}", 2: "[[0] * {1} for _ in range({0})]"}
    lines = [f"class {name}:",
             f"    __slots__ = {(*(f.name for f in fields), *BESIDE)!r}",
             "    def __init__(self):"]
    lines += [f"        self.{f.name} = {empty[len(f.shape)].format(*f.shape)}" for f in fields]
    lines += [*(f"        self.{beside} = None" for beside in BESIDE),
              "    def clone(self):",
              f"        c = {name}.__new__({name})"]
    lines += [f"        c.{f.name} = {copied(f)}" for f in fields]
    lines += [*(f"        c.{beside} = None" for beside in BESIDE), "        return c",
              "    def reading(self):",
              f"        c = {name}.__new__({name})"]
    lines += [f"        c.{f.name} = self.{f.name}" for f in fields]
    lines += [*(f"        c.{beside} = None" for beside in BESIDE), "        return c"]
    scope: dict[str, Any] = {}
    exec("\n".join(lines), scope)  # noqa: S102  # made from our own declarations, as dataclasses do it
    made: type[Any] = scope[name]
    made.__module__ = __name__
    return made


def copied(f: Field) -> str:
    """The expression that copies a field of `self`; rows are written out, which is quicker than a
    loop over them.

    >>> copied(Field("pool", "i1", (2, 3), PUBLIC, "what lies there"))
    '[[*self.pool[0]], [*self.pool[1]]]'
    """
    whole = f"self.{f.name}"
    if len(f.shape) < 2:
        return f"[*{whole}]" if f.shape else whole
    return f"[{', '.join(f'[*{whole}[{row}]]' for row in range(f.shape[0]))}]"


def may_see(f: Field, row: int, seat: int | None, memory: bool | Literal["own"]) -> bool:
    """Whether a seat (None: a spectator) may see a row of a field; of LISTED fields only the state
    can tell.

    >>> may_see(Field("dial", "i1", (5,), OWNER, "the region on each dial"), 2, 2, False)
    True
    """
    if f.visible in (MEMORY, OWN_MEMORY) and memory is True:
        return True
    if f.visible in (OWNER, OWN_MEMORY) or (f.visible is MEMORY and memory == "own"):
        return row == seat
    return f.visible is PUBLIC


def conceal(s: Any, fields: Sequence[Field], seat: int | None, memory: bool | Literal["own"]) -> Any:
    """The state to read, with None wherever the seat (None: a spectator) may not look; of `fields`,
    only the secret ones matter.

    `memory` says whether MEMORY and OWN_MEMORY fields are shown; "own" shows each seat its row of
    both.
    """
    kept = _concealers.get((id(fields), memory))
    if kept is None:
        if len(_concealers) >= KEPT:
            _concealers.clear()
        kept = _concealers[id(fields), memory] = concealer(fields, memory), fields
    return kept[0](s, seat)


KEPT = 256
_concealers: dict[tuple[int, bool | str], tuple[Callable[[Any, int | None], Any], Sequence[Field]]] = {}
"""By the fields, which are kept with it: no other sequence can have that id meanwhile."""


def concealer(fields: Sequence[Field], memory: bool | Literal["own"]) -> Callable[[Any, int | None], Any]:
    """The function that conceals some fields, written out: everybody's view of every move needs
    it.
    """
    alike, lone, listed = list[str](), list[str](), list[str]()
    scope: dict[str, Any] = {}
    for f in fields:
        if f.visible is PUBLIC or (f.visible in (MEMORY, OWN_MEMORY) and memory is True):
            continue
        scope[f"no_{f.name}"] = blank(f.shape)
        alike.append(f"    seen.{f.name} = no_{f.name}")
        if f.visible in (OWNER, OWN_MEMORY) or (f.visible is MEMORY and memory == "own"):
            lone += [f"    if seat < {f.shape[0]}:", f"        seen.{f.name} = rows = [*no_{f.name}]",
                     f"        rows[seat] = s.{f.name}[seat]"]
        elif f.visible is LISTED:
            scope[f"row_{f.name}"] = blank(f.shape[1:])
            listed.append(f"    seen.{f.name} = [row if seats >> seat & 1 else row_{f.name} "
                          f"for row, seats in zip(s.{f.name}, s.{f.by})]")
    lines = ["def made(s, seat):", "    seen = s.reading()", *alike, "    if seat is None:", "        return seen",
             *lone, *listed, "    return seen"]
    exec("\n".join(lines), scope)  # noqa: S102  # made from our own declarations, as dataclasses do it
    made: Callable[[Any, int | None], Any] = scope["made"]
    return made


def all_allowed(f: Field, value: Any, seats: SeatsInUse, axis: int = 0) -> bool:
    """Whether every cell of a field that is in use has an allowed value."""
    if f.holds is None:
        return True
    if not isinstance(value, list):
        return f.holds.allows(value, seats.colours)
    used = {"seat": seats.players, "colour": seats.colours}.get(f.axes[axis], len(value))
    return all(all_allowed(f, v, seats, axis + 1) for v in value[:used])


@cache
def blank(shape: tuple[int, ...]) -> Any:
    """Nested lists of None in a shape; always the same lists, to be read only."""
    return [blank(shape[1:])] * shape[0] if shape else None


def difference(a: Any, b: Any, fields: Sequence[Field]) -> str:
    """The first field in which two states differ, with both values; empty if they are equal."""
    for f in fields:
        left, right = getattr(a, f.name), getattr(b, f.name)
        if left != right:
            return f"{f.name}: {left!r} != {right!r}"
    return ""


def describe(title: str, fields: Sequence[Field]) -> str:
    """The documentation page of a game's state, as Markdown."""
    rows = [f"# The state of {title}", "",
            "| field | cells | shape | each cell holds | who may see it | meaning |",
            "|---|---|---|---|---|---|"]
    for f in fields:
        shape = " × ".join(f"{n} {axis}".strip() for n, axis in zip(f.shape, f.axes or ("",) * 2, strict=False)) or "1"
        rows.append(f"| `{f.name}` | {f.cell} | {shape} | {f.holds or ''} | {f.visible.value} | {f.meaning} |")
    return "\n".join(rows) + "\n"
