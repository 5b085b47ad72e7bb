"""How strong a bot is asked to be: `random`, `simple`, `strong`, `strong:50ms`, `strong:400nodes`."""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..kernel import Game, TafelrundeError
from .bot import Bot, RandomBot
from .outside import OutsideBot
from .simple import SimpleBot
from .strong import StrongBot

LEVELS = ("random", "simple", "strong")
"""The levels from the weakest to the strongest."""

PATTERN = re.compile(r"(?P<name>[a-z]+)(:(?P<number>[1-9][0-9]{0,6})(?P<unit>ms|nodes))?")


class BadLevel(TafelrundeError, ValueError):
    """A level that there is none of; the message names those that there are."""


@dataclass(frozen=True)
class Level:
    """A level as it was asked for; at most one of the limits is set."""

    name: str
    milliseconds: int | None = None
    nodes: int | None = None

    @classmethod
    def read(cls, text: str) -> Level:
        """A level from its text.

        >>> Level.read("random")
        Level(name='random', milliseconds=None, nodes=None)
        """
        found = PATTERN.fullmatch(text)
        if found is None or found["name"] not in LEVELS:
            raise BadLevel(f"level: {text!r} is none of {', '.join(LEVELS)} (strong:50ms and strong:400nodes limit it)")
        number = int(found["number"]) if found["number"] else None
        if number is not None and found["name"] != "strong":
            raise BadLevel(f"level: only strong takes a limit, not {found['name']}")
        boxed = found["unit"] == "ms"
        return cls(found["name"], number if boxed else None, None if boxed else number)


Maker = Callable[[Game, Level, int | None, int | None], Bot]
MAKERS: dict[str, Maker] = {
    "random": lambda game, level, seed, threads: RandomBot(game, seed),
    "simple": lambda game, level, seed, threads: SimpleBot(game, seed),
    "strong": lambda game, level, seed, threads: StrongBot(game, seed, level.milliseconds, level.nodes, threads),
}


OUTSIDE = "outside:"


def check_level(text: str) -> None:
    """BadLevel when there is no such level."""
    if text.startswith(OUTSIDE):
        if not text.removeprefix(OUTSIDE).strip():
            raise BadLevel("level: outside: is followed by the command that starts the program")
    else:
        Level.read(text)


def make(level: str, game: Game, seed: int | None = None, threads: int | None = None) -> Bot:
    """A bot of a level for one seat of one match; BadLevel says which there are.

    The same seed plays the same (of `strong`, when it is limited by nodes).  `threads` is how many cores it may use:
    all of them unless something else is said.  `outside:COMMAND` is another program (docs/bots.md).
    """
    check_level(level)
    if level.startswith(OUTSIDE):
        return OutsideBot(game, level.removeprefix(OUTSIDE), seed)
    asked = Level.read(level)
    return MAKERS[asked.name](game, asked, seed, threads)
