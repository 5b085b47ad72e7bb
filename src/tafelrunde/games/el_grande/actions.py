"""Every action of El Grande, once, in the words of the notation.

The first verbs are those of the board; König & Intrigant begins its own catalogue with the same ones, so that both
games share the rules that offer and carry them out.
"""
from __future__ import annotations

from ...kernel import Catalogue, SeatNumbers, Verb
from .tables import CARD_IDS, COURT_MOST, MODIFIER_IDS, OLD_IDS, POWERS, REGION_IDS, SEATS, TILE_IDS

PLACES = (*REGION_IDS, "castillo")
COLOURS = SeatNumbers(SEATS)
RESOLVED, LEFT, OVER = "resolved", "left", "over"
"""When a secret action may be read in the others' records."""

BOARD_VERBS = (
    Verb("place", PLACES),
    Verb("action"),
    Verb("end"),
    Verb("court", range(COURT_MOST + 1)),
    Verb("recall", REGION_IDS),
    Verb("take", COLOURS, REGION_IDS),
    Verb("to", PLACES),
    Verb("done"),
    Verb("veto"),
    Verb("allow"),
    Verb("region", REGION_IDS),
    Verb("return", (*REGION_IDS, "court"), label="return_own"),
    Verb("return", COLOURS, REGION_IDS, label="return_of"),
    Verb("dial", REGION_IDS, secret=RESOLVED),
    Verb("score", PLACES),
    Verb("tile", TILE_IDS, PLACES),
    Verb("grande", REGION_IDS),
    Verb("king", (*REGION_IDS, "france", "portugal")),
)
ACTIONS = Catalogue([
    *BOARD_VERBS,
    Verb("power", range(1, POWERS + 1)),
    Verb("card", CARD_IDS, aliases=OLD_IDS),
    Verb("modifier", (*MODIFIER_IDS, "none")),
    Verb("ability"),
    Verb("skip"),
    Verb("pass", MODIFIER_IDS, secret=LEFT),
    Verb("regain", range(1, POWERS + 1), secret=OVER),
    Verb("regain", MODIFIER_IDS, secret=OVER, label="regain_modifier"),
    Verb("escort", COLOURS),
    Verb("swap", COLOURS),
    Verb("option", ("move", "place")),
])
Act = ACTIONS.first
