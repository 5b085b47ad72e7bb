"""Every action of the game, in notation order."""
from __future__ import annotations

from ...kernel import Catalogue, Verb
from .board import BOARD
from .tables import CARDS

ACTIONS = Catalogue([
    Verb("fort", BOARD.spaces),
    Verb("card", range(1, CARDS + 1)),
    Verb("knight", BOARD.spaces),
    Verb("support", BOARD.spaces),
    Verb("swap", BOARD.spaces),
    Verb("nothing"),
    Verb("end"),
])
Act = ACTIONS.first
