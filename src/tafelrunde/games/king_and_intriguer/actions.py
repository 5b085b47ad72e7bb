"""Every action of König & Intrigant, once, in the words of the notation: the board's verbs, then
its own.
"""
from __future__ import annotations

from ...kernel import Catalogue, Verb
from ..el_grande.actions import BOARD_VERBS, COLOURS, OVER
from ..el_grande.tables import REGION_IDS, TILE_IDS
from .tables import CARD_IDS, LYING_IDS

ACTIONS = Catalogue([
    *BOARD_VERBS,
    Verb("discard", CARD_IDS, secret=OVER, means="card"),
    Verb("action", CARD_IDS, label="lay", means="card"),
    Verb("role", ("king", "intriguer", "card"), means="role"),
    Verb("throw", COLOURS, (*REGION_IDS, "court"), means="seat place"),
    Verb("double", REGION_IDS, means="region"),
    Verb("name", COLOURS, means="seat"),
    Verb("stranger", REGION_IDS, means="region"),
    Verb("wait"),
    Verb("turn", TILE_IDS, means="tile"),
    Verb("remove", COLOURS, LYING_IDS, means="seat lying"),
])
Act = ACTIONS.first
