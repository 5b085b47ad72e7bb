"""Toledo by Martin Wallace: the road from the cathedral to the Alcazar, shops, steel and gems,
swords, duels.
"""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...kernel import Game, Law, Option, members
from ..switches import named_start, start_option
from .actions import ACTIONS
from .alcazar import points, standing
from .decisions import DECISIONS, apply, pending, why_not
from .events import EVENTS, word
from .fields import FIELDS, SWITCHES
from .invariants import Broken, broken
from .position import CAPS, POSITION
from .receipt import receipt
from .resample import resample
from .setup import setup
from .state import State
from .tables import COMPONENTS, SEATS

OPTIONS = (Option("turn_cap", "none", CAPS), start_option(SEATS), *SWITCHES.options(),
           *((Option("values", COMPONENTS.own, (COMPONENTS.own,)),) if COMPONENTS.own else ()))


def configure(s: State, players: int, options: dict[str, Any]) -> None:
    """Players, who starts, the readings, and the turns after which a simulation stops."""
    s.players = players
    s.first = named_start(options, players)
    s.readings = SWITCHES.packed(options)
    s.cap = 0 if options["turn_cap"] == "none" else int(options["turn_cap"])


def load_position(given: Mapping[str, Any]) -> Any:
    """A state from a position."""
    return POSITION.load(given, GAME)


GAME = Game(
    name="toledo", seats=(2, 4), fields=FIELDS, actions=ACTIONS, events=EVENTS, options=OPTIONS,
    law=Law(words=ACTIONS.words, setup=setup, pending=pending, legal=DECISIONS.legal, apply=apply, asks=DECISIONS.asks,
            resample=resample, points=points, standing=standing),
    points_from=("gems", "masters", "delivered", "blades", "painting"),
    configure=configure, why_not=why_not, prompt=DECISIONS.prompt, position=POSITION.write, own=POSITION.own,
    load=load_position, word=word, folder=Path(__file__).parent, package=__name__, minutes=60,
    broken=broken, laws=tuple(members(Broken)), receipt=receipt,
)
