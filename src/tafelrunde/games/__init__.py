"""The games of the house, one package each."""
from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..kernel import Game

SHELF = ("el_grande", "king_and_intriguer", "rheinlaender", "toledo")
"""Every title, in the order it is shown."""


def names() -> tuple[str, ...]:
    """The titles that are there to play.

    >>> "el_grande" in names()
    True
    """
    return tuple(n for n in SHELF if (Path(__file__).parent / n / "__init__.py").exists())


def find(name: str) -> Game:
    """A game by its name; KeyError when there is none."""
    if name not in names():
        raise KeyError(name)
    return import_module(f"{__name__}.{name}").GAME
