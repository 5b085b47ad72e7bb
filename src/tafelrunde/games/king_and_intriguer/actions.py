"""Every action of König & Intrigant, once, in the words of the notation: the board's verbs, then its own."""
from __future__ import annotations

from ...kernel import Catalogue, Verb
from ..el_grande.actions import BOARD_VERBS, COLOURS, OVER
from ..el_grande.tables import REGION_IDS, TILE_IDS
from .tables import CARD_IDS, LYING_IDS

ACTIONS = Catalogue([
    *BOARD_VERBS,
    Verb("discard", CARD_IDS, secret=OVER),
    Verb("action", CARD_IDS, label="lay"),
    Verb("role", ("king", "intriguer", "card")),
    Verb("throw", COLOURS, (*REGION_IDS, "court")),
    Verb("double", REGION_IDS),
    Verb("name", COLOURS),
    Verb("stranger", REGION_IDS),
    Verb("wait"),
    Verb("turn", TILE_IDS),
    Verb("remove", COLOURS, LYING_IDS),
])
Act = ACTIONS.first
