"""Money cards: hands, the draw pile and the discards.

A set of cards is kept in two words.  A card's number is its place among all cards ordered by value
and id, so the lowest member of a set with a value is the lowest id.
"""
from typing import Any

from ...kernel import count_bits, draw_of_two, emit, lowest_bit, rule
from .events import Event
from .tables import CARDS, HIGH, LOW, SPLIT

LAST_MAKING = 120


@rule
def lowest_card(s, seat, value):
    """The card of a value that a hand plays: the lowest id (it matters only for later duels)."""
    low = s.hand[seat][0] & LOW[value]
    if low != 0:
        return lowest_bit(low)
    return SPLIT + lowest_bit(s.hand[seat][1] & HIGH[value])


@rule
def take_in(s, seat, card):
    """A card comes into a hand."""
    if card < SPLIT:
        s.hand[seat][0] |= 1 << card
    else:
        s.hand[seat][1] |= 1 << (card - SPLIT)
    s.held[seat] += 1


@rule
def let_go(s, seat, card):
    """A card leaves a hand for all to see."""
    if card < SPLIT:
        s.hand[seat][0] &= ~(1 << card)
    else:
        s.hand[seat][1] &= ~(1 << (card - SPLIT))
    s.held[seat] -= 1
    s.known[card] = 0


@rule
def discard(s, card):
    """A card goes to the discards."""
    if card < SPLIT:
        s.discards[0] |= 1 << card
    else:
        s.discards[1] |= 1 << (card - SPLIT)


@rule
def draw_card(s):
    """TO-2.1: the top card; an empty pile is made again first.  -1 when there is no card at all
    (TO-R3).

    The caller tells of it.
    """
    if s.pile_left == 0:
        make_pile(s)
        if s.pile_left == 0:
            return -1
    card = draw_of_two(s, s.pile[0], s.pile[1], SPLIT)
    if card < SPLIT:
        s.pile[0] &= ~(1 << card)
    else:
        s.pile[1] &= ~(1 << (card - SPLIT))
    s.pile_left -= 1
    return card


@rule
def make_pile(s):
    """TO-2.1: the discards become the pile.  Everybody sees which cards these are, and remembers
    (`known`).
    """
    n = count_bits(s.discards[0]) + count_bits(s.discards[1])
    if n == 0:
        return
    s.made = min(s.made + 1, LAST_MAKING)
    for card in range(CARDS):
        if lies_in(s.discards, card):
            s.known[card] = s.made
    s.pile[0] = s.discards[0]
    s.pile[1] = s.discards[1]
    s.discards[0] = 0
    s.discards[1] = 0
    s.pile_left = n
    emit(s, Event.SHUFFLED, n)


@rule
def lies_in(words, card):
    """Whether a set of cards in two words has a card."""
    if card < SPLIT:
        return words[0] >> card & 1
    return words[1] >> (card - SPLIT) & 1


@rule
def draw_for(s, seat, event, n):
    """A seat draws up to n cards, as many as there are."""
    drawn = 0
    while drawn < n:
        card = draw_card(s)
        if card < 0:
            break
        emit(s, event, seat, card)
        take_in(s, seat, card)
        drawn += 1
    emit(s, Event.DREW, seat, drawn)


@rule
def count_value(s, seat, value):
    """How many cards of a value a hand has."""
    return count_bits(s.hand[seat][0] & LOW[value]) + count_bits(s.hand[seat][1] & HIGH[value])


def cards_in(words: Any) -> list[int]:
    """The cards of a set in two words."""
    return [c for c in range(CARDS) if words[c >= SPLIT] >> (c % SPLIT) & 1]
