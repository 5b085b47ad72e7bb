"""What can happen, and who learns of it."""
from __future__ import annotations

from ...kernel import OWNER, EventKind, Reveals, names
from .board import BOARD
from .tables import CARDS, TILES

EVENTS = (
    EventKind("tile", ("site", "tile"), chance=True),
    EventKind("deal", ("seat", "card"), visible=OWNER, chance=True),
    EventKind("start", ("seat",), chance=True),
    EventKind("draw", ("seat", "card"), visible=OWNER, chance=True),
    # The reshuffle card is drawn with the same words, but in public.
    EventKind("draw", ("seat", "card"), chance=True),
    EventKind("card", ("seat", "card"), reveals=Reveals("hand")),
    EventKind("knight", ("seat", "space")),
    EventKind("support", ("seat", "space")),
    EventKind("swap", ("seat", "space", "other:seat")),
    EventKind("nothing", ("seat",)),
    EventKind("fort", ("seat", "space")),
    EventKind("castle", ("seat", "site")),
    EventKind("castle_empty", ("seat", "site")),
    EventKind("merged", ("n:number", "space")),
    EventKind("duke", ("seat", "space")),
    EventKind("ownerless", ("space",)),
    EventKind("paid", ("seat", "n:number"), gains="n"),
    EventKind("exchanged", ("seat", "site", "other:seat")),
    EventKind("filled", ("seat", "site")),
    EventKind("archbishop", ("seat",)),
    EventKind("no_archbishop", ("seat",)),
    EventKind("last_round", ("seat",)),
    EventKind("passed_over", ("seat",)),
    EventKind("final", ("seat", "n:number", "space"), gains="n"),
    EventKind("final_archbishop", ("seat", "n:number"), gains="n"),
    EventKind("won", ("seat", "n:number")),
    EventKind("named_start", ("seat",)),
)
Event = names(
    "Event", "TILE", "DEAL", "START", "DRAW", "SHUFFLE", "CARD", "KNIGHT", "SUPPORT", "SWAP", "NOTHING", "FORT",
    "CASTLE", "CASTLE_EMPTY", "MERGED", "DUKE", "OWNERLESS", "PAID", "EXCHANGED", "FILLED", "ARCHBISHOP",
    "NO_ARCHBISHOP", "LAST_ROUND", "PASSED_OVER", "FINAL", "FINAL_ARCHBISHOP", "WON", "NAMED_START")

WORDS = {
    "space": BOARD.spaces,
    "site": tuple(str(i + 1) for i in range(len(BOARD.sites))),
    "tile": TILES,
    "card": (*(str(n) for n in range(1, CARDS + 1)), "shuffle"),
}


def word(meaning: str, index: int) -> str:
    """The notation word of an argument.

    >>> word("card", 22), word("card", 54)
    ('23', 'shuffle')
    """
    return WORDS[meaning][index]
