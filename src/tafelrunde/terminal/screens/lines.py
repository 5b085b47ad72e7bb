"""A line of the start menu."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A line of the menu: its name, its value, its explanation, what ←, → and Enter do, and what
    typed letters do.
    """

    name: str
    value: str
    says: str
    turn: Callable[[int], None] | None = None
    enter: Callable[[], None] | None = None
    write: Callable[[str], None] | None = None
