"""Rheinländer by Reiner Knizia: knights along the Rhine, duchies that merge, castles, bishops and the archbishop."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...kernel import Game, Law, Option
from .actions import ACTIONS
from .data import SWITCHES
from .events import EVENTS, word
from .fields import FIELDS, Alt, Stage
from .knowing import resample
from .legal import legal
from .loading import load
from .position import position
from .prompts import prompt
from .receipt import receipt
from .scoring import points, standing
from .setting_up import setup
from .turn import apply, asks, pending
from .why_not import why_not


def option(name: str, row: Mapping[str, Any]) -> Option:
    """A switch of the data file: a flag, or one of two readings."""
    default = row["default"]
    return Option(name, default) if isinstance(default, bool) else Option(name, default, (default, row["alternative"]))


def configure(s: Any, players: int, options: dict[str, Any]) -> None:
    """Players and switches."""
    s.players = players
    s.options = sum(getattr(Alt, name.upper()) for name, value in options.items() if value != SWITCHES[name]["default"])


def shows_memory(s: Any) -> bool:
    """RH-7.4: the coins of others are shown when the table plays with open coins, and when the game is over."""
    return bool(s.options & Alt.OPEN_COINS) or s.stage == Stage.OVER


def load_position(given: dict[str, Any]) -> Any:
    """A state from a position that may be partial."""
    return load(given, GAME.configured)


GAME: Game = Game(
    name="rheinlaender", seats=(3, 5), fields=FIELDS, actions=ACTIONS, events=EVENTS,
    options=tuple(option(name, row) for name, row in SWITCHES.items()),
    law=Law(words=ACTIONS.words, setup=setup, pending=pending, legal=legal, apply=apply, asks=asks, resample=resample,
            points=points, standing=standing),
    configure=configure, why_not=why_not, prompt=prompt, position=position,
    load=load_position, word=word, folder=Path(__file__).parent, shows_memory=shows_memory, receipt=receipt,
)
"""The title."""
