"""KI-1: what is laid out and chosen before the first round."""
from __future__ import annotations

from ...kernel import emit, rule
from ..el_grande.dialling import clear_dials, open_dials, show_dials
from ..el_grande.laying_out import clear_pieces, draw_homes
from .events import Event
from .fields import Next, Phase


@rule
def setup(s):
    """KI-1.1, KI-1.3: the board of El Grande; everybody chooses among the same cards."""
    clear_pieces(s)
    draw_homes(s)
    s.castillo_at = -1
    for p in range(s.players):
        s.hand[p] = s.offered
    s.phase = Phase.DISCARD
    s.waiting = (1 << s.players) - 1


@rule
def begin_first_dials(s):
    """KI-1.3: when all hands have 13 cards, everybody dials for one more caballero."""
    open_dials(s, (1 << s.players) - 1)
    s.phase = Phase.FIRST_DIAL
    return Next.DECISION


@rule
def resolve_first_dials(s):
    """KI-1.3, KI-K01: from the province to the dialled region; with the king's region to the
    court.
    """
    show_dials(s)
    for p in range(s.players):
        r = s.dial[p]
        s.province[p] -= 1
        if r == s.king:
            s.court[p] += 1
            emit(s, Event.FIRST_TO_COURT, p)
        else:
            s.regions[r][p] += 1
            emit(s, Event.FIRST_CABALLERO, p, r)
    clear_dials(s)
    return Next.ROUND
