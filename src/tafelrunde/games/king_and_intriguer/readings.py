"""The readings of König & Intrigant's rules that a table can choose, each as a question that rules
ask in the positive.
"""
from __future__ import annotations

from ...kernel import rule
from .fields import Reading


@rule
def action_comes_first(s):
    """KI-K05: the special action comes before placing, or not at all."""
    return s.switches & Reading.TURN_ORDER_AS_LISTED != 0


@rule
def king_may_stay(s):
    """KI-K07: the king role may leave the king where it is."""
    return s.switches & Reading.KING_MAY_STAY != 0


@rule
def intriguer_splits_freely(s):
    """KI-K08: own caballeros that the intriguer moves may go to different regions, any number."""
    return s.switches & Reading.INTRIGUER_ENGLISH != 0


@rule
def fifty_takes_own_too(s):
    """KI-K11: whoever plays the 50 returns caballeros too."""
    return s.switches & Reading.NOT_FIFTY_OWN_TOO == 0


@rule
def fifteen_may_bring_fewer(s):
    """KI-K24: the 15 brings up to five caballeros, not exactly five."""
    return s.switches & Reading.FIFTEEN_UP_TO_FIVE != 0


@rule
def spies_split_freely(s):
    """KI-K25: a spy's caballeros may go to different regions."""
    return s.switches & Reading.SPY_FREE != 0


@rule
def king_may_be_allied(s):
    """KI-K26: an alliance may name the king's region."""
    return s.switches & Reading.NOT_ALLIANCE_WITH_KING == 0
