"""The levels of bots: `random`, `simple`, `strong`, `strong:50ms`, `master:400nodes`."""
from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass

from ..kernel import Game, TafelrundeError
from .bot import Bot, RandomBot
from .net.weights import NoWeights, load, usable
from .outside import OutsideBot
from .simple import BeginnerBot, SimpleBot
from .strong import SkilledBot, StrongBot

LEVELS = ("random", "beginner", "simple", "skilled", "strong", "master")
"""The levels from the weakest to the strongest."""
LIMITED = ("strong", "master")
"""The levels that take a limit of time or of nodes."""

PATTERN = re.compile(r"(?P<name>[a-z]+)(:(?P<number>[1-9][0-9]{0,6})(?P<unit>ms|nodes))?")


class BadLevel(TafelrundeError, ValueError):
    """An unknown level; the message lists the known ones."""


@dataclass(frozen=True)
class Level:
    """A level as it was asked for, with at most one limit."""

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
        if number is not None and found["name"] not in LIMITED:
            raise BadLevel(f"level: only {' and '.join(LIMITED)} take a limit, not {found['name']}")
        boxed = found["unit"] == "ms"
        return cls(found["name"], number if boxed else None, None if boxed else number)


def levels_of(game: Game) -> tuple[str, ...]:
    """The levels of a title: `master` only if there are weights that can be used."""
    return tuple(level for level in LEVELS if level != "master" or usable(game))


def strongest(game: Game) -> str:
    """The strongest level of a title."""
    return levels_of(game)[-1]


def strong(game: Game, level: Level, seed: int | None, threads: int | None) -> Bot:
    """The level `strong`."""
    return StrongBot(game, seed, level.milliseconds, level.nodes, threads)


def master(game: Game, level: Level, seed: int | None, threads: int | None) -> Bot:
    """The level `master`; where there are no weights that can be used, the next lower one, which
    says so.
    """
    try:
        weights = load(game)
    except NoWeights as error:
        logging.getLogger("tafelrunde").warning("%s; master plays as strong", error)
        bot = StrongBot(game, seed, level.milliseconds, level.nodes, threads)
        bot.instead = True
        return bot
    from .net.master import MasterBot  # only players of this level need all of it

    return MasterBot(game, seed, level.milliseconds, level.nodes, threads, weights)


Maker = Callable[[Game, Level, int | None, int | None], Bot]
MAKERS: dict[str, Maker] = {
    "random": lambda game, level, seed, threads: RandomBot(game, seed),
    "beginner": lambda game, level, seed, threads: BeginnerBot(game, seed),
    "simple": lambda game, level, seed, threads: SimpleBot(game, seed),
    "skilled": lambda game, level, seed, threads: SkilledBot(game, seed),
    "strong": strong,
    "master": master,
}


OUTSIDE = "outside:"


def check_level(text: str) -> None:
    """Raise BadLevel if there is no such level."""
    if text.startswith(OUTSIDE):
        if not text.removeprefix(OUTSIDE).strip():
            raise BadLevel("level: outside: is followed by the command that starts the program")
    else:
        Level.read(text)


def make(level: str, game: Game, seed: int | None = None, threads: int | None = None) -> Bot:
    """A bot of a level for one seat of one match; BadLevel lists the levels.

    The same seed plays the same (of `strong` and `master`, when they are limited by nodes).
    `threads` is how many cores it may use: all of them unless something else is said.
    `outside:COMMAND` is another program (docs/bots.md).
    """
    check_level(level)
    if level.startswith(OUTSIDE):
        return OutsideBot(game, level.removeprefix(OUTSIDE), seed)
    asked = Level.read(level)
    return MAKERS[asked.name](game, asked, seed, threads)
