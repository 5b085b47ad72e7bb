"""What can happen in El Grande, as kinds of events; their sentences stand in text/ under
`event`.
"""
from __future__ import annotations

from typing import Any

from ...kernel import NOBODY, OWNER, EventKind, Reveals, names
from .tables import CARD_IDS, MODIFIER_IDS, PLACE_IDS, REGION_IDS, TILE_IDS, WORTH


def held_by_all_accounts(before: Any, numbers: tuple[int, ...]) -> bool:
    """Whether everybody knew that a seat holds a power card: it never played it, and may play it by
    its value alone.

    A card seen before was taken back unseen; a value that lies on the table already tells of a
    modifier (EG-12.2).
    """
    seat, value = numbers[:2]
    lying = [before.played[p] + WORTH[before.played_modifier[p]]
             for p in range(before.colours) if p != seat and before.played[p] > 0]
    return not before.shown[seat] >> value & 1 and value not in lying


BOARD_EVENTS = (
    EventKind("king", ("region",), chance=True),
    EventKind("home", ("seat", "region"), chance=True),
    EventKind("start", ("seat",), chance=True),
    EventKind("round_begins", ("n:number",)),
    EventKind("turn_begins", ("seat",), opens=True),
    EventKind("to_court", ("seat", "n:number")),
    EventKind("recalled", ("seat", "region")),
    EventKind("placed", ("seat", "place")),
    EventKind("announced", ("seat",)),
    EventKind("vetoed", ("seat", "by:seat")),
    EventKind("moved", ("by:seat", "seat", "from:region", "to:place")),
    EventKind("sent_back", ("seat", "region", "n:number")),
    EventKind("court_sent_back", ("seat", "n:number")),
    EventKind("region_chosen", ("seat", "region")),
    EventKind("dial_set", ("seat",)),
    EventKind("dial_shown", ("seat", "region"), reveals=Reveals("dial")),
    EventKind("scored", ("place",)),
    EventKind("points", ("seat", "place", "n:number", "bonus:number"), gains="n"),
    EventKind("kings_bonus", ("seat", "place", "n:number")),
    EventKind("castillo_shown", ("seat", "n:number"), reveals=Reveals("castillo")),
    EventKind("left_castillo", ("seat", "region", "n:number")),
    EventKind("castillo_to_court", ("seat", "n:number")),
    EventKind("grande_left_castillo", ("seat", "region")),
    EventKind("tile_laid", ("seat", "tile", "place")),
    EventKind("grande_moved", ("seat", "region")),
    EventKind("grande_thrown_in", ("seat",)),
    EventKind("king_moved", ("seat", "place")),
    EventKind("general_scoring", ("n:number",)),
    EventKind("next_start", ("seat",)),
    EventKind("over", ()),
    EventKind("named_start", ("seat",)),
)
EVENTS = (
    *BOARD_EVENTS,
    EventKind("deal", ("seat", "modifier"), visible=OWNER, chance=True),
    EventKind("box", ("deck:number", "card"), visible=NOBODY, chance=True),
    EventKind("open", ("deck:number", "card"), chance=True),
    EventKind("dummy", ("region",), chance=True),
    EventKind("dummy_power", ("n:number",), chance=True),
    EventKind("passed", ("seat",)),
    EventKind("received", ("seat", "modifier", "from:seat"), visible=OWNER, reveals=Reveals("passed", of="from")),
    EventKind("dummy_placed", ("region", "n:number")),
    EventKind("dummy_stays_out", ("region",)),
    EventKind("dummy_to_supply", ("n:number",)),
    EventKind("dummy_takes", ("card",)),
    EventKind("power_played", ("seat", "n:number"), reveals=Reveals("hand", unless=held_by_all_accounts)),
    EventKind("modifier_played", ("seat", "modifier", "sum:number"), reveals=Reveals("modifiers")),
    EventKind("card_taken", ("seat", "card")),
    EventKind("ability_used", ("seat", "modifier")),
    EventKind("power_regained", ("seat",)),
    EventKind("modifier_regained", ("seat",)),
    EventKind("regained_power", ("seat", "n:number"), visible=OWNER),
    EventKind("regained_modifier", ("seat", "modifier"), visible=OWNER),
    EventKind("escorted", ("by:seat", "seat", "region")),
    EventKind("swapped", ("by:seat", "seat")),
    EventKind("infiltrates", ("seat",)),
    EventKind("dial_moved", ("seat", "region", "n:number")),
    EventKind("vetoed_rest", ("seat", "by:seat")),
    EventKind("veto_held", ("seat", "n:number")),
    EventKind("veto_lapsed", ("seat",)),
    EventKind("option_chosen", ("seat", "option:option_half")),
    EventKind("card_left", ("card",)),
)
Event = names("Event", *(kind.name.upper() for kind in EVENTS))

WORDS = {
    "region": REGION_IDS,
    "place": (*PLACE_IDS, "court", "province"),
    "card": CARD_IDS,
    "modifier": MODIFIER_IDS,
    "tile": TILE_IDS,
    "option_half": ("move", "place"),
}


def word(meaning: str, index: int) -> str:
    """The notation word of an event's argument.

    >>> word("region", 7)
    'granada'
    """
    return WORDS[meaning][index]
