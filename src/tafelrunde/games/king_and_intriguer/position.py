"""Positions of König & Intrigant: a state as the JSON of the notation (docs/notation.md §2).

Concealed states have None where the reader may not look; it comes out as null, unless it follows
from what lies open.
"""
from __future__ import annotations

from typing import Any

from ...kernel import shapes
from ...kernel.dealing import members
from ...kernel.positions import Key, Position
from ..el_grande.inferring_open import REGION
from ..el_grande.laying_out import clear_pieces
from ..el_grande.position import BOARD_KEYS, DIALS, ROUND_KEYS, WORDS
from ..el_grande.tables import CABALLEROS, REGION_IDS
from .fields import FIELDS, Phase
from .inference import infer
from .inferring_open import CARD, CARD_NAMES, OPENING, REGION_SET, region_names
from .invariants import SAID
from .lying import LYING, LYING_CARD, lies, unseen_cards
from .options import options_of
from .state import State
from .tables import LIMIT

CARDS_HELD = shapes.members(CARD_NAMES, "card", each=CARD)
card_names = CARDS_HELD.writer()


def turn_of(s: State) -> int | None:
    """The seat on turn; nobody's while a 113 is dialled."""
    return s.actor if OPENING.phase(s) in ("cards", "turns") and s.phase != Phase.WHIRLWIND else None


def inside(s: State) -> list[int | None]:
    """Caballeros in the castillo, without those that stand beside it."""
    return [None if a is None else a - b for a, b in zip(s.castillo[:s.players], s.beside[:s.players], strict=True)]


def set_aside(s: State) -> list[list[int | str] | None]:
    """Cards that were never shown and are not in hand."""
    return [None if s.hand[p] is None else card_names(unseen_cards(s, p) & ~s.hand[p]) for p in range(s.players)]


def in_order(ranks: list[int]) -> list[int]:
    """The seats that have a rank, in its order."""
    return [p for _, p in sorted((rank, p) for p, rank in enumerate(ranks) if rank)]


def lying_cards(s: State) -> list[dict[str, Any]]:
    """Cards that lie on the table; a 66 on its region."""
    return [{"seat": p, "value": CARD_NAMES[LYING_CARD[which]],
             **({"region": REGION_IDS[s.limit_at[p] - 1]} if which == LIMIT else {})}
            for p in range(s.players) for which in range(LYING) if lies(s, p, which)]


# ------------------------------------------------------------ the keys

REGIONS_CHOSEN = shapes.per_seat(shapes.if_said(shapes.null(REGION, none=0)))
ROLE = shapes.null(shapes.word(("king", "intriguer", "card"), "role"), none=0)
HELD = shapes.per_seat(shapes.hidden(CARDS_HELD))
LYING_CARDS = shapes.word([CARD_NAMES[c] for c in LYING_CARD], "lying card")
LYING_SHAPE = shapes.parts({"seat!": shapes.seat(), "value!": LYING_CARDS, "region?": REGION})
CASTILLO = Key("castillo", "castillo beside", shapes.per_seat(shapes.hidden(shapes.number(0, CABALLEROS))), inside)
POSITION = Position("king_and_intriguer", FIELDS, WORDS, (
    Key("phase", shape=shapes.one_of(("discard", "dial", "cards", "turns", "scoring", "over"), "phase"), write=OPENING.phase),
    ROUND_KEYS[0],
    Key("turn", "actor", shapes.hidden(shapes.seat()), turn_of),
    *ROUND_KEYS[1:],
    *(CASTILLO if key.name == "castillo" else key for key in BOARD_KEYS),
    Key("hands", "hand", HELD, apart=True),
    Key("set_aside", "hand used", HELD, set_aside, follows=True),
    Key("used", shape=shapes.per_seat(CARDS_HELD)),
    Key("played", shape=shapes.per_seat(shapes.if_said(shapes.null(CARD, none=0)))),
    Key("laid", shape=shapes.listed(shapes.seat()), write=lambda s: in_order(s.laid[:s.players])),
    Key("roles", "role", shapes.per_seat(shapes.if_said(ROLE))),
    Key("vetoed"),
    Key("whirlwind", shape=REGIONS_CHOSEN),
    Key("doubles", "double_at", REGIONS_CHOSEN),
    Key("alliances", "allies", shapes.listed(REGION_SET, bag=True),
        lambda s: [region_names(pair) for pair in sorted(filter(None, s.allies), key=members)]),
    Key("turned"),
    Key("lying", "spies limit_at strangers", shapes.listed(LYING_SHAPE, bag=True), lying_cards),
    Key("strangers", shape=shapes.per_seat(shapes.number(0, 1)), follows=True),
    Key("protected"),
    Key("queen", shape=shapes.flag()),
    Key("castillo_at", fresh=True),
    Key("collapse", shape=shapes.flag()),
    Key("beside", shape=shapes.per_seat(shapes.number(0, CABALLEROS))),
    DIALS,
    Key("open", "phase", shapes.hidden(OPENING.shape()), OPENING.write),
    Key("knowledge", "double_rank", shapes.parts({"doubles": shapes.listed(shapes.seat())}),
        lambda s: {"doubles": in_order(s.double_rank)} if any(s.double_rank) else None, rare=True),
), options_of, infer, clear_pieces, laws=SAID, also=("edition",), nicknames={"menu": ("open", {"decision": "menu"})})
