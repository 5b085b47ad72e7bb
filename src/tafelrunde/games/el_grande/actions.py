"""Every action of El Grande, once, in the words of the notation.

The first verbs are those of the board; König & Intrigant begins its own catalogue with the same
ones, so that both games share the rules that offer and carry them out.
"""
from __future__ import annotations

from ...kernel import Catalogue, SeatNumbers, Verb
from .tables import CARD_IDS, COURT_MOST, MODIFIER_IDS, OLD_IDS, POWERS, REGION_IDS, SEATS, TILE_IDS

PLACES = (*REGION_IDS, "castillo")
COLOURS = SeatNumbers(SEATS)
RESOLVED, LEFT, OVER = "resolved", "left", "over"
"""When a secret action may appear in the other players' records."""

BOARD_VERBS = (
    Verb("place", PLACES, means="place"),
    Verb("action"),
    Verb("end"),
    Verb("court", range(COURT_MOST + 1), means="n"),
    Verb("recall", REGION_IDS, means="region"),
    Verb("take", COLOURS, REGION_IDS, means="seat region"),
    Verb("to", PLACES, means="place"),
    Verb("done"),
    Verb("veto"),
    Verb("allow"),
    Verb("region", REGION_IDS, means="region"),
    Verb("return", (*REGION_IDS, "court"), label="return_own", means="place"),
    Verb("return", COLOURS, REGION_IDS, label="return_of", means="seat region"),
    Verb("dial", REGION_IDS, secret=RESOLVED, means="region"),
    Verb("score", PLACES, means="place"),
    Verb("tile", TILE_IDS, PLACES, means="tile place"),
    Verb("grande", REGION_IDS, means="region"),
    Verb("king", (*REGION_IDS, "france", "portugal"), means="place"),
)
ACTIONS = Catalogue([
    *BOARD_VERBS,
    Verb("power", range(1, POWERS + 1), means="n"),
    Verb("card", CARD_IDS, aliases=OLD_IDS, means="card"),
    Verb("modifier", (*MODIFIER_IDS, "none"), means="modifier"),
    Verb("ability"),
    Verb("skip"),
    Verb("pass", MODIFIER_IDS, secret=LEFT, means="modifier"),
    Verb("regain", range(1, POWERS + 1), secret=OVER, means="n"),
    Verb("regain", MODIFIER_IDS, secret=OVER, label="regain_modifier", means="modifier"),
    Verb("escort", COLOURS, means="seat"),
    Verb("swap", COLOURS, means="seat"),
    Verb("option", ("move", "place"), means="option"),
])
Act = ACTIONS.first
