"""Rheinländer by Reiner Knizia: knights along the Rhine, duchies that merge, castles, bishops and
the archbishop.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

from ...kernel import Game, Law, members
from ..switches import named_start, start_option
from .actions import ACTIONS
from .decisions import DECISIONS, apply, pending, why_not
from .events import EVENTS, word
from .fields import FIELDS, Stage
from .invariants import Broken, broken
from .position import POSITION
from .readings import coins_lie_open
from .receipt import receipt
from .resample import resample
from .scoring import points, standing
from .setup import setup
from .state import State
from .tables import SEATS, SWITCHES


def configure(s: State, players: int, options: dict[str, Any]) -> None:
    """Players, switches, and who starts."""
    s.players = players
    s.options = SWITCHES.packed(options)
    s.first = named_start(options, players)


def shows_memory(s: State) -> bool:
    """RH-7.4: the coins of others are shown if the table plays with open coins, and when the game
    is over.
    """
    return bool(coins_lie_open(s)) or s.stage == Stage.OVER


def load_position(given: dict[str, Any]) -> Any:
    """A state from a position that may be partial."""
    return POSITION.load(given, GAME)


GAME: Game = Game(
    name="rheinlaender", seats=(3, 5), fields=FIELDS, actions=ACTIONS, events=EVENTS,
    options=(start_option(SEATS), *SWITCHES.options()),
    law=Law(words=ACTIONS.words, setup=setup, pending=pending, legal=DECISIONS.legal, apply=apply, asks=DECISIONS.asks,
            resample=resample, points=points, standing=standing),
    points_from=("coins",),
    configure=configure, why_not=why_not, prompt=DECISIONS.prompt, position=POSITION.write, own=POSITION.own,
    load=load_position, word=word, folder=Path(__file__).parent, package=__name__, minutes=60, shows_memory=shows_memory,
    broken=broken, laws=tuple(members(Broken)), receipt=receipt,
)
