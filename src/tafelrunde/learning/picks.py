"""Scratch: titles' own playout policies for trials."""
from ..bots.thinking import likely_action
from ..games.el_grande.evaluation import likeliest
from ..games.el_grande.fields import Phase as Board
from ..games.king_and_intriguer.fields import Phase
from ..kernel import rule


@rule
def pick_eg(s, seat, mask, n):
    """El Grande."""
    if n <= 2 or s.phase == Board.POWER or s.phase == Board.CARD or s.phase == Board.COURT:
        return likely_action(s, seat, mask, n)
    return likeliest(s, seat, mask, n)


@rule
def pick_ki(s, seat, mask, n):
    """Koenig."""
    phase = s.phase
    if n > 2 and phase <= Phase.EXTRA and phase != Phase.DIAL and phase != Phase.REGION:
        return likeliest(s, seat, mask, n)
    return likely_action(s, seat, mask, n)
