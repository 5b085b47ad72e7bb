"""The choices before a game, written into a state and read back from it."""
from __future__ import annotations

from typing import Any

from ..switches import named_start, start_of, start_option
from .fields import Phase
from .readings import coins_lie_open
from .state import State
from .tables import SEATS, SWITCHES

OPTIONS = (start_option(SEATS), *SWITCHES.options())


def configure(s: State, players: int, options: dict[str, Any]) -> None:
    """Players, switches, and who starts."""
    s.players = players
    s.options = SWITCHES.packed(options)
    s.first = named_start(options, players)


def options_of(s: State) -> dict[str, Any]:
    """The options of a state, as a position writes them."""
    return {**SWITCHES.unpacked(s.options), "start": start_of(s.first)}


def shows_memory(s: State) -> bool:
    """RH-7.4: the coins of others are shown when the table plays with open coins, and when the game
    is over.
    """
    return bool(coins_lie_open(s)) or s.phase == Phase.OVER
