"""Goofspiel: thirteen prizes, thirteen cards, and everybody bids at once."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from tafelrunde.kernel import Game, Law, Option

from .reading import POSITION, prompt, why_not, word
from .rules import apply, asks, broken, legal, pending, points, resample, setup
from .state import ACTIONS, EVENTS, FIELDS, SEATS


def configure(s: Any, players: int, options: dict[str, Any]) -> None:
    """Write players and options into an empty state."""
    s.players, s.discards = players, int(options["discards"])


def load(given: dict[str, Any]) -> Any:
    """A state from a position."""
    return POSITION.load(given, GAME)


GAME = Game(
    name="goofspiel", seats=(2, SEATS), fields=FIELDS, actions=ACTIONS, events=EVENTS, options=(Option("discards"),),
    law=Law(words=ACTIONS.words, setup=setup, pending=pending, legal=legal, apply=apply, asks=asks, resample=resample,
            points=points, standing=points),
    configure=configure, why_not=why_not, prompt=prompt, position=POSITION.write, own=POSITION.own, load=load, word=word,
    folder=Path(__file__).parent, package=__name__, minutes=10,
    broken=broken, laws=("", "hands of one size", "a bid is a card of the hand"),
)
"""The object that the entry point names."""
