"""A card's value, its caballeros and its effect; a blank card has what its table gave it (KI-5.5).
"""
from __future__ import annotations

from ...kernel import rule
from .tables import BLANK, CARDS, DEEDS, MOST, TO_COURT, VALUE


@rule
def value_of(s, card):
    """The number on a card."""
    if card >= BLANK:
        return s.blank_value[card - BLANK]
    return VALUE[card]


@rule
def brings(s, card):
    """How many caballeros a card brings to court."""
    if card >= BLANK:
        return s.blank_court[card - BLANK]
    return TO_COURT[card]


@rule
def row_of(s, card):
    """The row of DEEDS with a card's special action."""
    if card >= BLANK:
        return s.blank_like[card - BLANK] - 1
    return card


@rule
def most_on(s, card):
    """The number that goes with a card's special action, or the points of the regions that it
    scores, as a set.
    """
    if card >= BLANK:
        return s.blank_most[card - BLANK]
    return DEEDS[card][MOST]


@rule
def most_of(s):
    """The number of the current special action."""
    if s.step >= CARDS:
        return DEEDS[s.step][MOST]
    return most_on(s, s.played[s.actor] - 1)
