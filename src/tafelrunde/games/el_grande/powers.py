"""Power cards and modifiers: who goes when (EG-2.3, EG-12)."""
from __future__ import annotations

from ...kernel import allow, allow_set, emit, rule
from .actions import Act
from .events import Event
from .fields import SHOWN_MODIFIERS, Phase
from .tables import FULL_HAND, MODIFIERS, POWERS, WORTH

LOWEST = 8
"""Added to a sum to make it a member of a bit set (sums below 1 are possible: EG-R18)."""


@rule
def total(s, seat):
    """EG-12.2: the power card and the modifier together."""
    return s.played[seat] + WORTH[s.played_modifier[seat]]


@rule
def taken_sums(s, seat):
    """EG-2.3, EG-12.2: the sums that others have on the table, as a set; the dummy's counts too."""
    taken = 0
    for p in range(s.colours):
        if p != seat and s.played[p] > 0:
            taken |= 1 << (total(s, p) + LOWEST)
    return taken


@rule
def playable(s, seat, value, taken):
    """EG-12.2: a value that gives an unused sum, alone or with a modifier in hand."""
    if taken >> (value + LOWEST) & 1 == 0:
        return 1
    for m in range(MODIFIERS):
        if s.modifiers[seat] >> m & 1 and taken >> (value + WORTH[m + 1] + LOWEST) & 1 == 0:
            return 1
    return 0


@rule
def legal_power(s, seat, mask):
    """EG-2.3: any value held that is not on the table yet (any value at all where a position leaves
    a seat none).
    """
    taken = taken_sums(s, seat)
    values = s.hand[seat] & ~(taken >> LOWEST)
    if s.modifiers[seat]:
        for value in range(1, POWERS + 1):
            if s.hand[seat] >> value & 1 and playable(s, seat, value, taken):
                values |= 1 << value
    if values == 0:
        values = FULL_HAND & ~(taken >> LOWEST)
    allow_set(mask, Act.POWER, values >> 1)


@rule
def lay_power(s, seat, value):
    """EG-2.3: a power card lies open; EG-2.5: what a seat has played is known, what it holds is
    not.
    """
    s.hand[seat] &= ~(1 << value)
    s.played[seat] = value
    note_shown(s, seat, value)


@rule
def apply_power(s, seat, action):
    """A power card is played.  1 if a modifier may not follow."""
    value = action - Act.POWER + 1
    lay_power(s, seat, value)
    emit(s, Event.POWER_PLAYED, seat, value)
    if s.modifiers[seat]:
        s.phase = Phase.MODIFIER
        return 0
    return 1


@rule
def legal_modifier(s, seat, mask):
    """EG-12.2: a modifier held, or none, if the sum is unused."""
    taken = taken_sums(s, seat)
    for m in range(MODIFIERS):
        if s.modifiers[seat] >> m & 1 and taken >> (s.played[seat] + WORTH[m + 1] + LOWEST) & 1 == 0:
            allow(mask, Act.MODIFIER + m)
    if taken >> (s.played[seat] + LOWEST) & 1 == 0:
        allow(mask, Act.MODIFIER + MODIFIERS)


@rule
def apply_modifier(s, seat, action):
    """A modifier is played with the power card, or none."""
    m = action - Act.MODIFIER
    if m < MODIFIERS:
        s.modifiers[seat] &= ~(1 << m)
        s.played_modifier[seat] = m + 1
        note_shown(s, seat, SHOWN_MODIFIERS + m)
        emit(s, Event.MODIFIER_PLAYED, seat, m, total(s, seat))


@rule
def note_shown(s, seat, card):
    """Everybody sees a card; one seen before must be one that was taken back unseen."""
    bit = 1 << card
    if s.shown[seat] & bit:
        either = s.pool[seat][0] | s.pool[seat][1]
        both = s.pool[seat][0] & s.pool[seat][1]
        if both & bit:
            s.pool[seat][0] = either & ~bit
            s.pool[seat][1] = 0
        elif s.pool[seat][0] & bit:
            s.pool[seat][0] = 0
        elif s.pool[seat][1] & bit:
            s.pool[seat][1] = 0
    s.shown[seat] |= bit


@rule
def highest(s):
    """EG-3.1: the colour with the highest sum that has not had its turn; -1 if all have."""
    best = -1
    for p in range(s.colours):
        if s.acted >> p & 1 == 0 and (best < 0 or total(s, p) > total(s, best)):
            best = p
    return best


@rule
def lowest(s):
    """EG-6.3: the player with the lowest sum; EG-9.6: never the dummy."""
    best = 0
    for p in range(1, s.players):
        if total(s, p) < total(s, best):
            best = p
    return best


@rule
def regainable(s, seat):
    """EG-C-empowerment: the seat's values that are not in hand, including this round's."""
    return FULL_HAND & ~s.hand[seat]


@rule
def regainable_modifiers(s, seat):
    """EG-C-empowerment with EG-12: modifiers of one's own that were played this round or
    discarded.
    """
    found = s.modifier_discard[seat]
    if s.played_modifier[seat] > 0:
        found |= 1 << (s.played_modifier[seat] - 1)
    return found & ~s.modifiers[seat]


@rule
def begin_regain(s, seat):
    """EG-C-empowerment: one card comes back into the hand.  1 if there is none."""
    s.waiting = 1 << seat
    s.phase = Phase.REGAIN
    if regainable(s, seat) == 0 and regainable_modifiers(s, seat) == 0:
        return 1
    return 0


@rule
def legal_regain(s, seat, mask):
    """Any of them, unseen by the others."""
    allow_set(mask, Act.REGAIN, regainable(s, seat) >> 1)
    allow_set(mask, Act.REGAIN_MODIFIER, regainable_modifiers(s, seat))


@rule
def apply_regain(s, seat, action):
    """EG-R22: the card is in the hand again; this round still counts what was played."""
    if action < Act.REGAIN_MODIFIER:
        value = action - Act.REGAIN + 1
        s.hand[seat] |= 1 << value
        remember_pool(s, seat, s.shown[seat] & FULL_HAND)
        emit(s, Event.POWER_REGAINED, seat)
        emit(s, Event.REGAINED_POWER, seat, value)
    else:
        m = action - Act.REGAIN_MODIFIER
        s.modifiers[seat] |= 1 << m
        s.modifier_discard[seat] &= ~(1 << m)
        remember_pool(s, seat, s.shown[seat] & ~((1 << SHOWN_MODIFIERS) - 1))
        emit(s, Event.MODIFIER_REGAINED, seat)
        emit(s, Event.REGAINED_MODIFIER, seat, m)


@rule
def remember_pool(s, seat, cards):
    """What the others know of a card taken back: it is one of those played before."""
    if s.pool[seat][0] == 0:
        s.pool[seat][0] = cards
    else:
        s.pool[seat][1] = cards
