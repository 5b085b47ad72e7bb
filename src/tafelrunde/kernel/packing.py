"""A state as bytes, without NumPy: the same bytes as those of the compiled record (`record.py`)."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from struct import Struct
from typing import Any

from .fields import Field

CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}


@dataclass(frozen=True)
class Place:
    """Where a field lies in a packed state."""

    name: str
    cell: str
    shape: tuple[int, ...]
    offset: int

    @property
    def cells(self) -> int:
        """How many cells the field has."""
        return prod(self.shape)


class Packing:
    """How a game's states are packed."""

    def __init__(self, fields: Sequence[Field]) -> None:
        # Wide cells first, as in `record.py`
        ordered = sorted(fields, key=lambda f: -int(f.cell[1]))
        offset, places = 0, list[Place]()
        for f in ordered:
            places.append(Place(f.name, f.cell, tuple(f.shape), offset))
            offset += int(f.cell[1]) * places[-1].cells
        self.places = tuple(places)
        widest = int(ordered[0].cell[1])
        self.size = -(-offset // widest) * widest
        codes = "".join(f"{p.cells}{CODES[p.cell]}" for p in places)
        self.struct = Struct(f"<{codes}{self.size - offset}x")

    def pack(self, s: Any) -> bytes:
        """A state's bytes."""
        cells: list[int] = []
        for p in self.places:
            value = getattr(s, p.name)
            if len(p.shape) == 2:
                for row in value:
                    cells += row
            elif p.shape:
                cells += value
            else:
                cells.append(value)
        return self.struct.pack(*cells)

    def unpack(self, s: Any, content: bytes) -> None:
        """Write bytes into a state."""
        cells, at = self.struct.unpack(content), 0
        for p in self.places:
            own, at = cells[at:at + p.cells], at + p.cells
            if len(p.shape) == 2:
                width = p.shape[1]
                value: Any = [list(own[i:i + width]) for i in range(0, p.cells, width)]
            else:
                value = list(own) if p.shape else own[0]
            setattr(s, p.name, value)
