"""Every action of Toledo, in the order of the notation."""
from __future__ import annotations

from ...kernel import Catalogue, SeatNumbers, Verb
from .components import MASTERS
from .tables import KINDS, SEATS, STEPS, SWORD_VALUES, VALUES

SHOP_STEPS = STEPS - 3
"""Steps of the road, 1 to 19; `shop` counts by them."""

ACTIONS = Catalogue([
    Verb("draw"),
    Verb("shop", KINDS, range(1, 3), range(1, SHOP_STEPS + 1), means="kind size step"),
    Verb("back", range(1, STEPS), means="step"),
    Verb("move", range(1, VALUES + 1), range(STEPS), means="value step"),
    Verb("extra", range(1, VALUES + 1), range(STEPS), means="value step"),
    Verb("duel", SeatNumbers(SEATS), means="seat"),
    Verb("free"),
    Verb("pay", range(1, VALUES + 1), means="value"),
    Verb("skip"),
    Verb("sword", SWORD_VALUES, means="n"),
    Verb("master", MASTERS, means="master"),
    Verb("return", MASTERS, means="master"),
    Verb("deliver", SWORD_VALUES, means="n"),
    Verb("deliver", ("none",), label="deliver_none", means="none"),
    Verb("end"),
])
Act = ACTIONS.first
