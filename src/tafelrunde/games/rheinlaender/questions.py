"""What the lab asks recorded games: the first knight, fortresses, castles, bishops, and how duchies
are won and lost.
"""
from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Compare, Tallies, Tally
from .state import State
from .tables import SITE_COUNT, SITE_OF, TILE_KINDS, TILES

CALLED = {"castle": "a castle", "bishopric": "a bishopric", "town2": "a town of 2", "town3": "a town of 3",
          "town4": "a town of 4"}


def beside(s: State, numbers: Sequence[int]) -> str:
    """The realm centres next to the space of a knight, except taken castles."""
    space = numbers[1]
    kinds = sorted(s.centre[SITE_OF[space][i]] for i in range(SITE_COUNT[space]))
    return " and ".join(CALLED[TILES[k]] for k in kinds if k < TILE_KINDS) or "nothing"


QUESTIONS = (
    Compare("opening", "what the first knight stands beside", "knight", beside, first=1),
    Tallies("deeds", "what seats do", (
        Tally("knights by a card's number", "knight"),
        Tally("knights by support", "support"),
        Tally("knights replaced as archbishop", "swap"),
        Tally("own knights replaced", "swap", seat="other"),
        Tally("fortresses laid", "fort"),
        Tally("castles taken first", "castle"),
        Tally("castle knights exchanged for own ones", "exchanged"),
        Tally("times made archbishop", "archbishop"),
        Tally("dukes placed", "duke"),
        Tally("duchies lost and paid for", "paid"),
        Tally("duchies held at the end", "final"))),
)
