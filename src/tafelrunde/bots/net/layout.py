"""What a machine must know to search with a title's network, besides the weights: the same for the
interpreter, compiled code, the title's module, and a device that has no Python.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from ...kernel import Game
from ...kernel.batching import encode
from ...kernel.observing import encoder, seats_in_use
from ..thinking import WHOLE
from .features import features_of
from .guided import LINKS as LINKS
from .inference import ONE
from .weights import Weights

ROOM, MODULE_ROOM = 1 << 18, 1 << 16
"""Nodes that a tree has room for; in the memory of a module, which a device must hold as well,
fewer.
"""
EXPLORE, AFTER, MIX, SOFT = 60, 2, 100, 100
"""How much priors count against what was found; in which visit a node gets its children, with
priors; how much the network's judgement counts against a playout's; how much flatter priors are
than its policy (all but the second in hundredths).

A file of weights may override these (`weights.settled`).
"""


def names(game: Game) -> dict[Any, Any]:
    """The replacement for the placeholder of `inference.py`: how the title's states are
    observed.
    """
    known: dict[str, Any] = vars(game)
    if "_encoder" not in known:
        known["_encoder"] = encoder(game)
    return {encode: known["_encoder"]}


def settings(weights: Weights) -> tuple[int, int, int, int]:
    """How a network is searched with, as rules take it: the weight of priors, when nodes get
    children, the weight of its judgement, the step of priors.
    """
    said = weights.head.get("search", {})
    return (WHOLE * said.get("explore", EXPLORE) // 100, said.get("after", AFTER), WHOLE * said.get("mix", MIX) // 100,
            ONE * said.get("soft", SOFT) // 100)


class Layout(NamedTuple):
    """How a network reads the positions of a configuration."""

    reading: list[list[int]]
    """For every number of an observation: its first row, its least value, how many rows it has."""
    turned: list[int]
    """For every seat and action: the action as that seat sees it."""
    colours: int

    @property
    def cells(self) -> int:
        """How many numbers an observation has."""
        return len(self.reading[0])


def layout(game: Game, s: Any) -> Layout:
    """The layout for the configuration of a state."""
    features, seats = features_of(game), seats_in_use(s)
    turned = [a for row in features.actions_seen(seats.players) for a in row]
    return Layout([*map(list, features.reading(s))], turned, seats.colours)


def told(game: Game, s: Any, weights: Weights) -> dict[str, Any]:
    """What a device must know besides a state to search with a network: whose weights, how it is
    searched with them, and the layout in few numbers.

    The reading is told as [first row, least value, rows of each, how many], and actions as [first,
    how many], for numbers that follow each other.
    """
    how = layout(game, s)
    reading: list[list[int]] = []
    for first, low, rows in zip(*how.reading, strict=True):
        if reading and [reading[-1][0] + reading[-1][3] * rows, *reading[-1][1:3]] == [first, low, rows]:
            reading[-1][3] += 1
        else:
            reading.append([first, low, rows, 1])
    turned: list[list[int]] = []
    for action in how.turned:
        if turned and sum(turned[-1]) == action:
            turned[-1][1] += 1
        else:
            turned.append([action, 1])
    return {"weights": weights.head["sha256"], "search": list(settings(weights)), "colours": how.colours, "reading": reading,
            "turned": turned}
