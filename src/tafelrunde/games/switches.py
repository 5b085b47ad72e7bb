"""Open readings: where a rulebook is silent or can be read in several ways, `data/options.toml`
says what a title plays.

A row names the reading played by `default`, the `alternative` (or `alternatives`) a table may
choose, and the `ruling` that answers the question.  `unsaid` is the value of a record from before
the switch: what was played then.
"""
from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import BadOptions
from ..kernel import Option, names


class Switches:
    """The switches of a title, kept in a state as one bit set: a bit for every alternative."""

    def __init__(self, path: Path) -> None:
        self.rows: dict[str, Mapping[str, Any]] = tomllib.loads(path.read_text("utf-8"))
        self.bit: dict[tuple[str, Any], int] = {}
        self.known: dict[int, dict[str, Any]] = {}
        for name in self.rows:
            for value in self.alternatives(name):
                self.bit[name, value] = 1 << len(self.bit)

    def alternatives(self, name: str) -> tuple[Any, ...]:
        """What a table may choose instead of the default."""
        row = self.rows[name]
        return tuple(row["alternatives"]) if "alternatives" in row else (row["alternative"],)

    def options(self) -> tuple[Option, ...]:
        """The switches as options: flags, or one of several readings."""
        return tuple(Option(name, row["default"], unsaid=row.get("unsaid")) if isinstance(row["default"], bool) else
                     Option(name, row["default"], (row["default"], *self.alternatives(name)), unsaid=row.get("unsaid"))
                     for name, row in self.rows.items())

    def readings(self) -> Any:
        """The bits by what they say: `VETO_HELD_ANNOUNCED`; a flag's is `KING_MAY_STAY`, or `NOT_…`
        where it is on by default.
        """
        return names("Reading", **{self._label(name, value): bit for (name, value), bit in self.bit.items()})

    @staticmethod
    def _label(name: str, value: Any) -> str:
        if isinstance(value, bool):
            return name.upper() if value else f"NOT_{name.upper()}"
        return f"{name}_{value}".upper()

    def packed(self, options: Mapping[str, Any]) -> int:
        """The bit set of checked options."""
        return sum(bit for (name, value), bit in self.bit.items() if options[name] == value)

    def unpacked(self, bits: int) -> dict[str, Any]:
        """The options of a bit set."""
        if bits not in self.known:
            chosen = {name: value for (name, value), bit in self.bit.items() if bits & bit}
            self.known[bits] = {name: row["default"] for name, row in self.rows.items()} | chosen
        return dict(self.known[bits])


DRAWN = "drawn"


def start_option(seats: int) -> Option:
    """Who starts: drawn, or the seat that the host names."""
    return Option("start", DRAWN, (DRAWN, *map(str, range(seats))))


def named_start(options: Mapping[str, Any], players: int) -> int:
    """The seat named to start, counted from 1; 0 if it is drawn."""
    if options["start"] == DRAWN:
        return 0
    seat = int(options["start"])
    if seat >= players:
        raise BadOptions(f"options: start names seat {seat}, but the seats are 0 to {players - 1}", "start")
    return seat + 1


def start_of(first: int) -> str:
    """The option's value, from what `named_start` gave."""
    return str(first - 1) if first else DRAWN
