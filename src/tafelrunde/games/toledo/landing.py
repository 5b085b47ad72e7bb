"""TO-4.4: whether a landing can be resolved.

A hand is packed into one number, seven bits a value, so that a search can take cards out and put
them back.
"""
from ...kernel import rule
from .cards import count_value
from .tables import VALUES


@rule
def packed_hand(s, seat):
    """How many cards of each value a hand has: `packed >> 7 * value & 127`."""
    packed = 0
    for value in range(1, VALUES + 1):
        packed |= count_value(s, seat, value) << (7 * value)
    return packed


@rule
def can_go_on(step, hand, series, opening, extras, good, own):
    """Whether a pawn that may not stay on a step can move on with cards of a hand until it may
    stay.

    `good` are the steps where a pawn may stay or challenge, `own` the full ones with own pawns
    only.  After an opening extra the next card must be a first card of another value (TO-8.1).
    """
    if series > 0:
        return finds_way(step, hand, series, extras, good, own)
    for value in range(1, VALUES + 1):
        if value != opening and hand >> (7 * value) & 127:
            if good >> (step + value) & 1:
                return True
            if own >> (step + value) & 1:
                if finds_way(step + value, hand - (1 << (7 * value)), value, extras, good, own):
                    return True
    return False


@rule
def finds_way(step, hand, series, extras, good, own):
    """The same with the first card played: cards of its value, and `extras` others.

    A search in depth whose path (the values played, three bits each) replaces recursion.  A card of
    the series' value is never better spent as an extra.
    """
    path = 0
    value = 1
    while value <= VALUES or path != 0:
        if value > VALUES:
            value = path & 7
            path >>= 3
            step -= value
            hand += 1 << (7 * value)
            if value != series:
                extras += 1
            value += 1
        elif hand >> (7 * value) & 127 and (value == series or extras > 0):
            if good >> (step + value) & 1:
                return True
            if own >> (step + value) & 1:
                path = path << 3 | value
                step += value
                hand -= 1 << (7 * value)
                if value != series:
                    extras -= 1
                value = 1
            else:
                value += 1
        else:
            value += 1
    return False
