"""What a seat may do: the decisions of a turn in the order of the notation."""
from __future__ import annotations

from ...kernel import allow, rule
from .actions import Act
from .fields import SEAT_AT
from .placing import (
    allow_banks,
    allow_forts,
    allow_land,
    can_lay_fort,
    can_support,
    is_land_open,
    support_places,
)
from .readings import fort_may_come_first, passes_without_placement
from .tables import BANK_OF, BANK_WORDS, HAND, RIVER_OF


@rule
def legal_card(s, seat, mask):
    """RH-2.1: a card; RH-5.2: or a fortress before it."""
    if fort_may_come_first(s) and can_lay_fort(s, seat):
        allow_forts(s, mask)
    allow_cards(s, seat, mask)


@rule
def legal_end(s, seat, mask):
    """RH-5.2: a fortress after the knight, or the end of the turn."""
    allow_forts(s, mask)
    allow(mask, Act.END)


@rule
def allow_cards(s, seat, mask):
    """RH-2.1, RH-4.3: the cards that lead to a placement; if none does, all (or none: RH-R9, an option)."""
    support = can_support(s, seat)
    found = 0
    if s.supply[seat] > 0:
        for i in range(HAND):
            card = s.hand[seat][i]
            if card > 0 and (support or is_land_open(s, card - 1) or can_swap_in(s, seat, card - 1)):
                allow(mask, Act.CARD + card - 1)
                found = 1
    if not found:
        if passes_without_placement(s):
            allow(mask, Act.NOTHING)
        else:
            for i in range(HAND):
                if s.hand[seat][i] > 0:
                    allow(mask, Act.CARD + s.hand[seat][i] - 1)


@rule
def can_swap(s, seat, space):
    """RH-10.3: whether another player's knight stands on a space."""
    return SEAT_AT[s.cell[space]] >= 0 and SEAT_AT[s.cell[space]] != seat


@rule
def can_swap_in(s, seat, land):
    """RH-10.3: whether the archbishop can replace a knight in a land."""
    if s.archbishop != seat:
        return False
    return (can_swap(s, seat, BANK_OF[land][0]) or can_swap(s, seat, BANK_OF[land][1])
            or can_swap(s, seat, RIVER_OF[land]))


@rule
def legal_knight(s, seat, mask):
    """RH-3, RH-4, RH-10.3: where the knight may go with the card played; `nothing` where it can go nowhere."""
    land = s.card - 1
    if s.supply[seat] == 0:
        allow(mask, Act.NOTHING)
    else:
        allow_land(s, land, mask)
        support = 0
        for word in range(BANK_WORDS):
            banks = support_places(s, seat, word)
            allow_banks(mask, Act.SUPPORT, word, banks)
            support |= banks
        if s.archbishop == seat:
            allow_swaps(s, seat, land, mask)
        if not (support or is_land_open(s, land) or can_swap_in(s, seat, land)):
            allow(mask, Act.NOTHING)


@rule
def allow_swaps(s, seat, land, mask):
    """RH-10.3: other players' knights in the land."""
    for i in range(2):
        if can_swap(s, seat, BANK_OF[land][i]):
            allow(mask, Act.SWAP + BANK_OF[land][i])
    if can_swap(s, seat, RIVER_OF[land]):
        allow(mask, Act.SWAP + RIVER_OF[land])
