"""What can happen in a game of Toledo."""
from __future__ import annotations

from ...kernel import OWNER, EventKind, Reveals, names
from .components import MASTERS
from .tables import CARD_IDS, KINDS, STEPS, VALUES

EVENTS = (
    EventKind("deal", ("seat", "card"), visible=OWNER, chance=True),
    EventKind("start", ("seat",), chance=True),
    EventKind("draw", ("seat", "card"), visible=OWNER, chance=True),
    EventKind("tavern", ("seat", "card"), visible=OWNER, chance=True),
    EventKind("duel", ("seat", "card"), chance=True),
    EventKind("drew", ("seat", "n:number")),
    EventKind("shuffled", ("n:number",)),
    EventKind("built", ("seat", "kind", "size:number", "step:place")),
    EventKind("returned", ("seat", "step:place")),
    EventKind("moved", ("seat", "value", "from:place", "to:place"), reveals=Reveals("hand")),
    EventKind("moved_extra", ("seat", "value", "from:place", "to:place"), reveals=Reveals("hand")),
    EventKind("full", ("seat", "step:place")),
    EventKind("challenged", ("seat", "rival:seat", "step:place")),
    EventKind("bout", ("seat", "background", "cause", "clear:fencer")),
    EventKind("duel_won", ("seat", "rival:seat", "won:number", "lost:number")),
    EventKind("duel_lost", ("seat", "rival:seat", "won:number", "lost:number")),
    EventKind("paid", ("seat", "value", "owner:seat"), reveals=Reveals("hand")),
    EventKind("paid_table", ("seat", "value", "kind"), reveals=Reveals("hand")),
    EventKind("metal", ("seat",)),
    EventKind("gem", ("seat",)),
    EventKind("forged", ("seat", "sword:number", "metal:number", "gems:number")),
    EventKind("learned", ("seat", "master")),
    EventKind("gave_back", ("seat", "master")),
    EventKind("painting", ("seat", "worth:number")),
    EventKind("entered", ("seat", "gate:place", "n:number")),
    EventKind("delivered", ("seat", "sword:number")),
    EventKind("last_round", ("seat",)),
    EventKind("stopped", ("turns:number",)),
    EventKind("over"),
    EventKind("named_start", ("seat",)),
)
Event = names("Event", *(kind.name.upper() for kind in EVENTS))

WORDS: dict[str, tuple[str, ...]] = {
    "card": CARD_IDS,
    "kind": ("none", *KINDS, "tavern", "artist"),
    "master": MASTERS,
    "value": tuple(str(v) for v in range(VALUES + 1)),
    "place": tuple(str(step) for step in range(STEPS)),
    "background": ("purple", "brown", "teal", "none", "neutral"),
    "cause": ("tile", "figure", "default"),
    "fencer": ("defender", "attacker"),
}


def word(meaning: str, index: int) -> str:
    """The notation word of an argument."""
    return WORDS[meaning][index]
