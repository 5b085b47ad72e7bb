"""Observations: what a seat may know, seen from that seat, as small whole numbers.

Both the numbers and their names come from the declared fields: `encoder` makes the rule that writes
a state's numbers on every machine, and `schema` names them in the same order. Everything that a
player could have counted (MEMORY) belongs to what a seat may know. Seats are counted to the left
from the observer; a dummy's colour comes last.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .fields import LISTED, NOBODY, OWNER, Field
from .game import Game
from .holds import Derived, SeatsInUse, Set, left, named
from .rules import rule

SEAT_AXES = ("seat", "colour")


@rule
def places_left(seat, other, players):
    """How many places to the left of a seat another one sits; a dummy keeps its number."""
    if other >= players:
        return other
    if other < seat:
        return other - seat + players
    return other - seat


@rule
def seat_left(seat, places, players):
    """The seat `by` places to the left; a dummy keeps its number."""
    if places >= players:
        return places
    if seat + places >= players:
        return seat + places - players
    return seat + places


class Cell(NamedTuple):
    """One number of an observation."""

    name: str
    low: int
    high: int
    meaning: str


def observed(fields: Sequence[Field], perfect: bool) -> list[Field]:
    """The fields that an observation is made of."""
    return [f for f in fields if f.holds and (perfect or f.visible is not NOBODY)]


# ------------------------------------------------------------ the rule


def encoder(game: Game, perfect: bool = False) -> Any:
    """The rule `encode(s, seat, players, colours, seen, at, step)`: it writes from seen[at] on,
    every `step` cells.

    It returns where the next number would go.
    """
    lines = ["def encode(s, seat, players, colours, seen, at, step):"]
    for f in observed(game.fields, perfect):
        written = field_lines(f, perfect)
        if written and f.only:
            written = [f"if s.{f.only}:", *indented(written)]
        lines += indented(written)
    source = "\n".join([*lines, "    return at"]) + "\n"
    scope: dict[str, Any] = {"places_left": places_left, "seat_left": seat_left, "__name__": __name__}
    exec(compile(source, __file__, "exec"), scope)  # noqa: S102  # made from our own declarations
    made = rule(scope["encode"])
    made.source = source
    return made


def indented(lines: list[str]) -> list[str]:
    """Lines indented one step further."""
    return [f"    {line}" for line in lines]


def field_lines(f: Field, perfect: bool) -> list[str]:
    """The source that writes one field."""
    holds = f.holds or Derived()
    value, heads = f"s.{f.name}", list[str]()
    axes = f.axes[:-1] if isinstance(f.holds, Set) and f.holds.split else f.axes
    for number, (axis, n) in enumerate(zip(axes, f.shape, strict=False)):
        index = f"i{number}"
        if axis not in SEAT_AXES:
            heads.append(f"for {index} in range({n}):")
        elif f.visible is OWNER and number == 0 and not perfect:
            index = "seat"
        else:
            heads.append(f"for {index}_left in range({'players' if axis == 'seat' else 'colours'}):")
            value += f"[seat_left(seat, {index}_left, players)]"
            continue
        value += f"[{index}]"
    body = holds.lines(value)
    if f.visible is LISTED and not perfect:
        hidden = [line.partition("=")[0] + "= 0" if line.lstrip().startswith("seen[at] =") else line for line in body]
        body = [f"if s.{f.by}[i0] >> seat & 1:", *indented(body), "else:", *indented(hidden)] if body else body
    for head in reversed(heads):
        body = [head, *indented(body)] if body else []
    return body


# ------------------------------------------------------------ its words


def seats_in_use(configured: Any) -> SeatsInUse:
    """Players and colours of a configured state."""
    return SeatsInUse(configured.players, getattr(configured, "colours", configured.players))


def schema(game: Game, configured: Any, perfect: bool = False) -> tuple[Cell, ...]:
    """Name, range and meaning of every number that the encoder writes for a configuration."""
    seats = seats_in_use(configured)
    found: list[Cell] = []
    for f in observed(game.fields, perfect):
        if f.only and not getattr(configured, f.only):
            continue
        parts = (f.holds or Derived()).parts(seats, game.word)
        for where in indices(f, seats, game, perfect):
            found += [Cell(f"{f.name}{where}{part.suffix}", part.low, part.high, f"{f.meaning}; {part.meaning}") for part in parts]
    return tuple(found)


def indices(f: Field, seats: SeatsInUse, game: Game, perfect: bool) -> list[str]:
    """The indices of a field's cells in words, in the order in which they are written."""
    axes = f.axes[:-1] if isinstance(f.holds, Set) and f.holds.split else f.axes
    found = [""]
    for number, (axis, n) in enumerate(zip(axes, f.shape, strict=False)):
        if axis not in SEAT_AXES:
            words = [named(axis, i, game.word) for i in range(n)]
        elif f.visible is OWNER and number == 0 and not perfect:
            words = ["self"]
        else:
            words = [left(r, seats) for r in range(seats.players if axis == "seat" else seats.colours)]
        found = [f"{before}[{word}]" for before in found for word in words]
    return found
