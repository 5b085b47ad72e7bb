"""Every action of the game, in notation order."""
from __future__ import annotations

from ...kernel import Catalogue, Verb
from .board import BOARD
from .tables import CARDS

ACTIONS = Catalogue([
    Verb("fort", BOARD.spaces, means="space"),
    Verb("card", range(1, CARDS + 1), means="n"),
    Verb("knight", BOARD.spaces, means="space"),
    Verb("support", BOARD.spaces, means="space"),
    Verb("swap", BOARD.spaces, means="space"),
    Verb("nothing"),
    Verb("end"),
])
Act = ACTIONS.first
