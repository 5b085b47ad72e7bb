"""The components as constants and tables that rules can index."""
from __future__ import annotations

from ...kernel import bits_of, names, table
from .components import COLOURS, MASTERS, chosen

COMPONENTS = chosen()

SEATS = 4
PAWNS = 5
START_HAND = 5
DRAW_ACTION = 2
TAVERN_DRAW = 3
MASTER_LIMIT = 3
BOUTS_TO_WIN = 2
PAWNS_TO_END = 3
MOVEMENT_COST = 2

# ---------------------------------------------------------------- the road
STEPS = 22
"""0 is the cathedral, 1 to 19 the road, 20 and 21 the gates."""
FIRST_GATE = 20
KINDS = ("metal", "gem", "smith", "fencing")
Kind = names("Kind", "NONE", "METAL", "GEM", "SMITH", "FENCING", "TAVERN", "ARTIST")
PRICE = table([0, *(space.price for space in COMPONENTS.spaces), 0, 0])
PRINTED = table([0, *({"": Kind.NONE, "tavern": Kind.TAVERN, "artist": Kind.ARTIST}[space.printed]
                      for space in COMPONENTS.spaces), 0, 0])
CIRCLES = table([0, *(space.circles for space in COMPONENTS.spaces), 0, 0])
GATE = table(int(step in COMPONENTS.gates) for step in range(STEPS))
ROAD = bits_of(range(1, FIRST_GATE))

# ---------------------------------------------------------------- money cards
CARDS = len(COMPONENTS.cards)
SPLIT = 42
"""A set of cards is stored in two words: cards 0 to 41 in the first, the others in the second."""
VALUES = 6
CARD_IDS = tuple(card.id for card in COMPONENTS.cards)
VALUE = table(card.value for card in COMPONENTS.cards)
LOW = table(bits_of([c for c in range(SPLIT) if VALUE[c] == v]) for v in range(VALUES + 1))
HIGH = table(bits_of([c - SPLIT for c in range(SPLIT, CARDS) if VALUE[c] == v]) for v in range(VALUES + 1))
NEUTRAL = 4
BACKGROUND = table(NEUTRAL if card.background == "neutral" else COLOURS.index(card.background)
                   for card in COMPONENTS.cards)
ATTACKER_CLEAR = table(int(card.clear == "attacker") for card in COMPONENTS.cards)

# ---------------------------------------------------------------- swords
SWORDS = len(COMPONENTS.swords)
SWORD_VALUE = table(sword.value for sword in COMPONENTS.swords)
SWORD_METAL = table(sword.metal for sword in COMPONENTS.swords)
SWORD_GEMS = table(sword.gems for sword in COMPONENTS.swords)
SWORD_VALUES = tuple(sorted({sword.value for sword in COMPONENTS.swords}))
SWORD_TYPES = len(SWORD_VALUES)
TYPE_OF = table(SWORD_VALUES.index(sword.value) for sword in COMPONENTS.swords)
OF_TYPE = table(bits_of([i for i in range(SWORDS) if TYPE_OF[i] == t]) for t in range(SWORD_TYPES))
METAL = COMPONENTS.metal
GEMS = COMPONENTS.gems
AFFORDABLE = table([bits_of([i for i, sword in enumerate(COMPONENTS.swords) if sword.metal <= m and sword.gems <= g])
                    for g in range(GEMS + 1)] for m in range(METAL + 1))
"""AFFORDABLE[metal][gems]: the sword tiles that so much can be forged into."""

# ---------------------------------------------------------------- fencing tiles and paintings
Master = names("Master", *(word.upper() for word in MASTERS))
MASTER_KINDS = len(MASTERS)
MASTER_TILES = table(COMPONENTS.masters)
PAINTINGS = len(COMPONENTS.paintings)
PAINTING = table(COMPONENTS.paintings)
