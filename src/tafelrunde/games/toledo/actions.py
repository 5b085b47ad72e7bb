"""Every action of Toledo, in the order of the notation."""
from __future__ import annotations

from ...kernel import Catalogue, SeatNumbers, Verb
from .components import MASTERS
from .tables import KINDS, SEATS, STEPS, SWORD_VALUES, VALUES

SHOP_STEPS = STEPS - 3
"""Steps of the road, 1 to 19: what `shop` counts by."""

ACTIONS = Catalogue([
    Verb("draw"),
    Verb("shop", KINDS, range(1, 3), range(1, SHOP_STEPS + 1)),
    Verb("back", range(1, STEPS)),
    Verb("move", range(1, VALUES + 1), range(STEPS)),
    Verb("extra", range(1, VALUES + 1), range(STEPS)),
    Verb("duel", SeatNumbers(SEATS)),
    Verb("free"),
    Verb("pay", range(1, VALUES + 1)),
    Verb("skip"),
    Verb("sword", SWORD_VALUES),
    Verb("master", MASTERS),
    Verb("return", MASTERS),
    Verb("deliver", SWORD_VALUES),
    Verb("deliver", ("none",), label="deliver_none"),
    Verb("end"),
])
Act = ACTIONS.first
