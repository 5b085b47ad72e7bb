"""The choices before a game, written into a state and read back from it."""
from __future__ import annotations

from typing import Any

from ...kernel import Option
from ..switches import named_start, start_of, start_option
from .fields import SWITCHES
from .state import State
from .tables import COMPONENTS, SEATS

CAPS = ("none", "25", "50", "100", "200")
"""Turns of each seat after which a simulation stops."""
OPTIONS = (Option("turn_cap", "none", CAPS), start_option(SEATS), *SWITCHES.options(),
           *((Option("values", COMPONENTS.own, (COMPONENTS.own,)),) if COMPONENTS.own else ()))


def configure(s: State, players: int, options: dict[str, Any]) -> None:
    """Players, who starts, the readings, and the turns after which a simulation stops."""
    s.players = players
    s.first = named_start(options, players)
    s.readings = SWITCHES.packed(options)
    s.cap = 0 if options["turn_cap"] == "none" else int(options["turn_cap"])


def options_of(s: State) -> dict[str, Any]:
    """The options of a state, as a position writes them; `values` names a person's own
    components.
    """
    made = {"turn_cap": str(s.cap) if s.cap else "none", "start": start_of(s.first), **SWITCHES.unpacked(s.readings)}
    return {**made, "values": COMPONENTS.own} if COMPONENTS.own else made
