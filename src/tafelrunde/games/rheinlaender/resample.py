"""Redraw what a seat cannot know."""
from __future__ import annotations

from ...kernel import count_bits, nth_bit, random_below, rule
from .tables import EVERY_CARD, HAND


@rule
def resample(s, seat):
    """The other hands and the draw pile, from all cards that lie neither on the discards nor in the
    player's own hand.
    """
    unseen = EVERY_CARD & ~s.discards
    for i in range(HAND):
        if s.hand[seat][i] > 0:
            unseen &= ~(1 << (s.hand[seat][i] - 1))
    for p in range(s.players):
        if p != seat:
            for i in range(HAND):
                if s.hand[p][i] > 0:
                    card = nth_bit(unseen, random_below(s, count_bits(unseen)))
                    unseen &= ~(1 << card)
                    s.hand[p][i] = card + 1
    s.pile = unseen
