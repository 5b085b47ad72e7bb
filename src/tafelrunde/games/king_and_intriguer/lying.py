"""Cards that stay face up until they are used or removed: 25, 66 and 75 (KI-5.3)."""
from __future__ import annotations

from ...kernel import allow, emit, rule, table
from .actions import Act
from .closing import find_limited
from .events import Event
from .fields import Phase
from .tables import CARD, LIMIT, LYING_IDS, SPY, STRANGER

LYING = len(LYING_IDS)
LYING_CARD = table([CARD[id_] for id_ in LYING_IDS])
"""By number among the lying cards: the card."""


@rule
def lies(s, seat, which):
    """Whether a seat's card lies on the table."""
    if which == SPY:
        return s.spies >> seat & 1
    if which == LIMIT:
        return min(1, s.limit_at[seat])
    return min(1, s.strangers[seat])


@rule
def unseen_cards(s, p):
    """The cards that a seat holds or has set aside: those that it has never shown."""
    unseen = s.offered & ~s.used[p]
    if s.played[p] > 0:
        unseen &= ~(1 << (s.played[p] - 1))
    for which in range(LYING):
        if lies(s, p, which):
            unseen &= ~(1 << LYING_CARD[which])
    return unseen


@rule
def leave_table(s, seat, which):
    """KI-5.3: a lying card leaves the game; this round's card with the others of the round."""
    card = LYING_CARD[which]
    if s.played[seat] != card + 1:
        s.used[seat] |= 1 << card


@rule
def stays(s, seat, card):
    """KI-2.4, KI-5.3: whether a card that was played stays on the table."""
    for which in range(LYING):
        if LYING_CARD[which] == card:
            return lies(s, seat, which)
    return 0


@rule
def lay_spy(s, seat):
    """KI-C-25: the card lies until the next general scoring."""
    s.spies |= 1 << seat
    emit(s, Event.CARD_LIES, seat, SPY)


@rule
def lay_limit(s, seat, region):
    """KI-C-66: the card lies on a region, which has room for six from now on."""
    s.limit_at[seat] = region + 1
    find_limited(s)
    emit(s, Event.LIMIT_LIES, seat, region)


@rule
def lay_stranger(s, seat, n):
    """KI-C-75, KI-6.14: a caballero goes from the province onto the card; from an empty one nothing
    happens.
    """
    if s.province[seat] == 0:
        emit(s, Event.NOTHING_HAPPENS, seat)
    else:
        s.province[seat] -= n
        s.strangers[seat] += n
        emit(s, Event.CARD_LIES, seat, STRANGER)


@rule
def begin_remove(s, seat):
    """KI-C-125: one lying card is removed; it may be the player's own.  1 if none lies."""
    s.waiting = 1 << seat
    s.phase = Phase.REMOVE
    for p in range(s.players):
        for which in range(LYING):
            if lies(s, p, which):
                return 0
    emit(s, Event.NOTHING_HAPPENS, seat)
    return 1


@rule
def legal_remove(s, seat, mask):
    """Any card that lies."""
    for p in range(s.players):
        for which in range(LYING):
            if lies(s, p, which):
                allow(mask, Act.REMOVE + p * LYING + which)


@rule
def apply_remove(s, seat, action):
    """KI-C-125; KI-6.14: a stranger goes back to the province."""
    p = (action - Act.REMOVE) // LYING
    which = (action - Act.REMOVE) % LYING
    if which == SPY:
        s.spies &= ~(1 << p)
    elif which == LIMIT:
        s.limit_at[p] = 0
        find_limited(s)
    else:
        s.province[p] += s.strangers[p]
        s.strangers[p] = 0
    leave_table(s, p, which)
    emit(s, Event.LYING_REMOVED, seat, p, which)
