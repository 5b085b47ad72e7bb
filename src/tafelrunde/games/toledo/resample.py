"""Redraw what a seat cannot know.

A card paid was shown to all, so everybody knows in whose hand it is (TO-R32).  When the pile is
made again everybody knows which cards it is made of, so a hidden card in a hand belongs to the
making of the pile it was drawn from (`known`).  Cards therefore change places only with cards of
the same making.  One thing is not made use of: that the card played was the lowest of its value in
the hand, which is bookkeeping and not a player's choice.
"""
from ...kernel import count_bits, lowest_bit, rule
from ...kernel.chance import pick_of_two
from .fields import Phase, extras_left
from .landing import can_go_on, packed_hand
from .pawns import rivals_of
from .tables import SPLIT


@rule
def resample(s, seat):
    """Redeal the cards whose places a seat does not know.

    A pawn in transit among its own kind proves that its owner can move it on: hands that could not
    are redealt.
    """
    redeal(s, seat)
    if s.phase == Phase.FULL and s.turn != seat:
        while not has_way_out(s):
            redeal(s, seat)


@rule
def redeal(s, seat):
    """Exchange hidden cards at random, each with one of the same making of the pile."""
    low = s.pile[0]
    high = s.pile[1]
    for other in range(s.players):
        if other != seat:
            low |= s.hand[other][0]
            high |= s.hand[other][1]
    for making in range(s.made + 1):
        exchange(s, seat, of_making(s, low, 0, making), of_making(s, high, SPLIT, making))


@rule
def of_making(s, cards, first, making):
    """The members of a word of cards that were shuffled into the pile at one of its makings."""
    found = 0
    while cards != 0:
        card = lowest_bit(cards)
        if s.known[first + card] == making:
            found |= 1 << card
        cards &= cards - 1
    return found


@rule
def exchange(s, seat, low, high):
    """Every hand but the seat's gets as many cards of a set as it had; the pile gets the rest."""
    left_low = low
    left_high = high
    for other in range(s.players):
        if other != seat:
            n = count_bits(s.hand[other][0] & low) + count_bits(s.hand[other][1] & high)
            s.hand[other][0] &= ~low
            s.hand[other][1] &= ~high
            for _ in range(n):
                card = pick_of_two(s, left_low, left_high, SPLIT)
                if card < SPLIT:
                    left_low &= ~(1 << card)
                    s.hand[other][0] |= 1 << card
                else:
                    left_high &= ~(1 << (card - SPLIT))
                    s.hand[other][1] |= 1 << (card - SPLIT)
    s.pile[0] = (s.pile[0] & ~low) | left_low
    s.pile[1] = (s.pile[1] & ~high) | left_high


@rule
def has_way_out(s):
    """TO-4.4: whether the pawn in transit can be resolved with its owner's hand."""
    seat = s.turn
    full = s.built & ~s.room
    rivals = rivals_of(s, seat)
    good = s.room | (full & rivals)
    if good >> s.spot & 1:
        return True
    extras = extras_left(s, seat)
    return can_go_on(s.spot, packed_hand(s, seat), s.series, s.opening, extras, good, full & ~rivals)
