"""What can happen in König & Intrigant, as kinds of events; their sentences stand in text/ under
`event`.
"""
from __future__ import annotations

from ...kernel import EventKind, Reveals, names
from ..el_grande.events import BOARD_EVENTS
from ..el_grande.tables import PLACE_IDS, REGION_IDS, TILE_IDS
from .tables import CARD_IDS, LYING_IDS, ROLE_IDS

EVENTS = (
    *BOARD_EVENTS,
    EventKind("set_aside", ("seat",)),
    EventKind("first_caballero", ("seat", "region")),
    EventKind("first_to_court", ("seat",)),
    EventKind("laid", ("seat", "card"), reveals=Reveals("hand")),
    EventKind("joker_waits", ("seat",), reveals=Reveals("hand")),
    EventKind("gets_king", ("seat", "n:number")),
    EventKind("gets_caballeros", ("seat", "n:number")),
    EventKind("gets_intriguer", ("seat", "n:number")),
    EventKind("whirlwind_set", ("seat",), veils="whirlwind_shown"),
    EventKind("whirlwind_shown", ("seat", "region"), reveals=Reveals("whirlwind")),
    EventKind("whirlwind_calm", ("region",)),
    EventKind("swept", ("seat", "region", "n:number")),
    EventKind("swept_placed", ("seat", "region", "n:number")),
    EventKind("role_taken", ("seat", "role")),
    EventKind("role_left", ("seat", "card")),
    EventKind("nothing_happens", ("seat",)),
    EventKind("places_freely", ("seat",)),
    EventKind("castillo_slid", ("seat", "region")),
    EventKind("fell_in", ("seat", "region", "n:number")),
    EventKind("castillo_home", ()),
    EventKind("card_lies", ("seat", "lying")),
    EventKind("limit_lies", ("seat", "region")),
    EventKind("lying_removed", ("by:seat", "seat", "lying")),
    EventKind("lying_used", ("seat", "lying")),
    EventKind("back_to_courts", ("seat", "region", "n:number")),
    EventKind("allied", ("seat", "region", "with:region")),
    EventKind("alliance_over", ("region", "with:region")),
    EventKind("tile_turned", ("seat", "tile")),
    EventKind("tile_taken_off", ("seat", "tile")),
    EventKind("stranger_enters", ("seat", "region")),
    EventKind("stranger_waits", ("seat",)),
    EventKind("collapse_threatens", ("seat",)),
    EventKind("collapse_over", ()),
    EventKind("protects", ("seat", "region")),
    EventKind("protection_over", ("region",)),
    EventKind("followed", ("seat", "from:region", "to:region")),
    EventKind("double_set", ("seat",), veils="double_shown"),
    EventKind("double_shown", ("seat", "region"), reveals=Reveals("double_at")),
    EventKind("thrown_in", ("by:seat", "seat", "from:place")),
    EventKind("cleared", ("region",)),
    EventKind("queen_comes", ("seat",)),
    EventKind("named", ("seat", "whom:seat")),
    EventKind("spy_shown", ("seat", "region"), reveals=Reveals("dial")),
)
"""`gets_*` tell the King card, the Intriguer card and the caballero cards."""
Event = names("Event", *(kind.name.upper() for kind in EVENTS))

MEANINGS = {
    "region": REGION_IDS,
    "place": (*PLACE_IDS, "court", "province"),
    "card": CARD_IDS,
    "lying": LYING_IDS,
    "role": ROLE_IDS,
    "tile": TILE_IDS,
}


def word(meaning: str, index: int) -> str:
    """The notation word of an event's argument.

    >>> word("card", 8)
    '40'
    """
    return MEANINGS[meaning][index]
