"""What a seat cannot know, drawn again: hands, cards set aside, dials and doubled regions that are
not shown yet.
"""
from __future__ import annotations

from ...kernel import count_bits, rule
from ..el_grande.resample import any_member
from .fields import Phase
from .further_sets import dial_choices
from .lying import unseen_cards
from .naming import double_targets
from .tables import JOKER


@rule
def resample(s, seat):
    """Redraw everything that the seat cannot know, consistent with everything that it knows."""
    for p in range(s.players):
        if p != seat:
            resample_hand(s, p)
            if s.dial[p] >= 0:
                s.dial[p] = any_member(s, dial_choices(s, p))
            if s.whirlwind[p] > 0:
                s.whirlwind[p] = any_member(s, dial_choices(s, p)) + 1
    resample_doubles(s, seat)


@rule
def resample_hand(s, p):
    """KI-1.1: which of the unseen cards are in hand is not known; how many is.  Whoever laid a
    Joker can follow it up.
    """
    unseen = unseen_cards(s, p)
    n = count_bits(s.hand[p])
    held = 0
    if s.played[p] == JOKER + 1 and n > 0:
        held = 1 << any_member(s, unseen)
        unseen &= ~held
        n -= 1
    for _ in range(n):
        card = any_member(s, unseen)
        unseen &= ~(1 << card)
        held |= 1 << card
    s.hand[p] = held


# ------------------------------------------------------------ doubled regions


@rule
def resample_doubles(s, seat):
    """KI-6.4: whoever has looked through the region cards knows which ones were gone, but not who
    has which of them.
    """
    known = s.double_rank[seat]
    if s.phase == Phase.DOUBLE and s.waiting >> seat & 1:
        known = s.players + 1
    gone = 0
    for p in range(s.players):
        if p != seat and 0 < s.double_rank[p] < known:
            gone |= 1 << (s.double_at[p] - 1)
    for p in range(s.players):
        if p != seat and s.double_rank[p] > 0:
            s.double_at[p] = 0
    for p in range(s.players):
        if p != seat and 0 < s.double_rank[p] < known:
            r = any_member(s, gone)
            gone &= ~(1 << r)
            s.double_at[p] = r + 1
    for p in range(s.players):
        if p != seat and s.double_rank[p] > known:
            s.double_at[p] = any_member(s, double_targets(s, p)) + 1
