"""Where a pawn has landed (TO-5, TO-6): business, swords, fencing tiles, deliveries; what is asked,
what is legal, and why not.
"""
from __future__ import annotations

from ....kernel import Decision, Refusal, allow, lowest_bit, rule
from ....kernel.decisions import Asked
from ..actions import Act
from ..business import forgeable, land_done
from ..cards import cards_in
from ..fields import Phase
from ..state import State
from ..tables import COMPONENTS, HIGH, LOW, MASTER_KINDS, OF_TYPE, PRICE, SWORD_VALUES, TYPE_OF, VALUE, VALUES
from .turn import here


@rule
def could_pay(s, seat):
    """Whether a card can be paid; in a player's own shop none is."""
    return s.held[seat] > 0 and s.owner[s.spot] != seat


@rule
def leave_it(s, seat):
    """TO-5.4, TO-6.1: no business, no sword brought in."""
    land_done(s)


@rule
def legal_business(s, seat, mask):
    """TO-5.2, TO-5.4: free in a player's own shop, else for one card of at least the row's price;
    or not at all.
    """
    if s.owner[s.spot] == seat:
        allow(mask, Act.FREE)
    else:
        low = s.hand[seat][0]
        high = s.hand[seat][1]
        for value in range(PRICE[s.spot], VALUES + 1):
            if (low & LOW[value]) | (high & HIGH[value]):
                allow(mask, Act.PAY + value - 1)
    allow(mask, Act.SKIP)


@rule
def legal_sword(s, seat, mask):
    """TO-5.3: a sword that can be forged."""
    allow_swords(forgeable(s, seat), Act.SWORD, mask)


@rule
def legal_deliver(s, seat, mask):
    """TO-6.1: a sword, or none."""
    allow_swords(s.blades[seat], Act.DELIVER, mask)
    allow(mask, Act.DELIVER_NONE)


@rule
def legal_master(s, seat, mask):
    """TO-5.3: a fencing tile that is left."""
    for kind in range(MASTER_KINDS):
        if s.masters_left[kind] > 0:
            allow(mask, Act.MASTER + kind)


@rule
def legal_return(s, seat, mask):
    """TO-5.3: one of the old fencing tiles."""
    for kind in range(MASTER_KINDS):
        if s.masters[seat][kind] > 1 or (s.masters[seat][kind] == 1 and kind != s.taken):
            allow(mask, Act.RETURN + kind)


@rule
def allow_swords(swords, action, mask):
    """One action per prestige among some sword tiles."""
    while swords != 0:
        allow(mask, action + TYPE_OF[lowest_bit(swords)])
        swords &= swords - 1


def prompt_business(s: State, seat: int) -> Asked:
    """Business in a player's own shop, in another's, or at the table."""
    if s.owner[s.spot] == seat:
        return "free", here(s)
    if s.owner[s.spot] < 0:
        return "pay_table", {**here(s), "price": PRICE[s.spot]}
    return "pay", {**here(s), "owner": ("seat", s.owner[s.spot]), "price": PRICE[s.spot]}


def prompt_sword(s: State, seat: int) -> Asked:
    """Which sword is forged."""
    return "sword", {"metal": s.metal[seat], "gems": s.gems[seat]}


def prompt_give_back(s: State, seat: int) -> Asked:
    """Which old fencing tile goes back."""
    return "return", {"master": ("master", s.taken)}


def check_free(s: State, seat: int, number: int) -> Refusal | None:
    """TO-5.2: business costs nothing in a player's own shop."""
    return None if s.owner[s.spot] == seat else Refusal("TO-5.2", "not_free", {"price": PRICE[s.spot]})


def check_pay(s: State, seat: int, number: int) -> Refusal | None:
    """TO-5.2: one card of at least the price."""
    value, price = number + 1, PRICE[s.spot]
    if s.owner[s.spot] == seat:
        return Refusal("TO-5.2", "own_shop")
    if value < price:
        return Refusal("TO-5.2", "too_little", {"price": price})
    if value not in {VALUE[c] for c in cards_in(s.hand[seat])}:
        return Refusal("TO-5.2", "no_such_card", {"value": ("value", value)})
    return None


def check_sword(s: State, seat: int, number: int) -> Refusal | None:
    """TO-5.3: a sword of the rack, for what it costs."""
    value = SWORD_VALUES[number]
    if not s.rack & OF_TYPE[number]:
        return Refusal("TO-5.3", "sword_gone", {"sword": value})
    recipe = next(sword for sword in COMPONENTS.swords if sword.value == value)
    if s.metal[seat] < recipe.metal or s.gems[seat] < recipe.gems:
        return Refusal("TO-5.3", "cannot_afford", {"sword": value, "metal": recipe.metal, "gems": recipe.gems})
    return None


def check_master(s: State, seat: int, number: int) -> Refusal | None:
    """TO-5.3: a fencing tile that is left."""
    return None if s.masters_left[number] else Refusal("TO-5.3", "master_gone", {"master": ("master", number)})


def check_return(s: State, seat: int, number: int) -> Refusal | None:
    """TO-5.3: one of the three old tiles."""
    old = s.masters[seat][number] - (number == s.taken)
    return None if old > 0 else Refusal("TO-5.3", "not_an_old_tile", {"master": ("master", number)})


def check_deliver(s: State, seat: int, number: int) -> Refusal | None:
    """TO-6.1: a sword that the seat holds."""
    return None if s.blades[seat] & OF_TYPE[number] else Refusal("TO-6.1", "no_such_sword", {"sword": SWORD_VALUES[number]})


BUSINESS = Decision(Phase.BUSINESS, {"free": check_free, "pay": check_pay, "skip": None}, legal_business, None, "TO-5.4",
                    "business_first", prompt_business, asks=could_pay, name="business")
SWORD = Decision(Phase.SWORD, {"sword": check_sword}, legal_sword, None, "TO-5.3", "sword_first", prompt_sword)
MASTER = Decision(Phase.MASTER, {"master": check_master}, legal_master, None, "TO-5.3", "master_first", "master")
RETURN = Decision(Phase.RETURN, {"return": check_return}, legal_return, None, "TO-5.3", "return_first", prompt_give_back)
DELIVER = Decision(Phase.DELIVER, {"deliver": check_deliver, "deliver_none": None}, legal_deliver, None, "TO-6.1", "deliver_first",
                   "deliver")
