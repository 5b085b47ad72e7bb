"""The games: the built-in ones, one package each, and those of other packages."""
from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BrokenGame

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ..kernel import Game

NAMES = ("el_grande", "king_and_intriguer", "rheinlaender", "toledo")
"""The built-in titles, in the order they are shown."""
GROUP = "tafelrunde.games"
"""The group of entry points through which other packages add games: `name = "their_package:GAME"`.
"""


def names() -> tuple[str, ...]:
    """Every title: the built-in ones, then those of other installed packages."""
    return (*NAMES, *guests())


def find(name: str) -> Game:
    """A game by its name; KeyError when there is none, BrokenGame when another package's does not
    load.
    """
    if name in NAMES:
        return import_module(f"{__name__}.{name}").GAME
    entry = guests()[name]
    try:
        game: Game = entry.load()
    except Exception as error:
        raise BrokenGame(f"game: {name} ({entry.value}) does not load: {error}") from error
    if getattr(game, "name", None) != name:
        raise BrokenGame(f"game: {entry.value} is entered as {name}, but it is not a game of that name")
    return game


def folder_of(name: str) -> Path:
    """The folder of a game's data and texts; a built-in game is not loaded for this."""
    return Path(__file__).parent / name if name in NAMES else find(name).folder


@cache
def guests() -> dict[str, EntryPoint]:
    """Games of other packages, by name; they cannot replace a built-in game."""
    try:
        from importlib.metadata import entry_points
    except ImportError:  # Pyodide comes without it, and without other packages
        return {}
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: entry for entry in found if entry.name not in NAMES}
