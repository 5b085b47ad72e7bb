"""The games of the house, one package each."""
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..kernel import Game

NAMES = ("el_grande", "king_and_intriguer", "rheinlaender", "toledo")
"""Every title, in the order it is shown."""


def find(name: str) -> Game:
    """A game by its name; KeyError when there is none."""
    if name not in NAMES:
        raise KeyError(name)
    return import_module(f"{__name__}.{name}").GAME
