"""EG-1, EG-12.1: what is laid out before the first round."""
from __future__ import annotations

from ...kernel import emit, rule
from .events import Event
from .fields import Next, Phase
from .laying_out import clear_board, deal_modifiers, draw_homes, stack_decks
from .rounds import begin_round


@rule
def setup(s):
    """EG-1: king, homes, start player, modifiers, decks."""
    clear_board(s)
    draw_homes(s)
    if s.shift:
        deal_modifiers(s)
    stack_decks(s)
    if s.shift:
        s.phase = Phase.PASS
        s.waiting = (1 << s.players) - 1
    else:
        begin_round(s)


@rule
def pass_modifier(s, seat, m):
    """EG-12.1: one modifier goes face down to the left neighbour; when all have chosen, they change
    hands.
    """
    s.passed[seat] = m + 1
    s.waiting &= ~(1 << seat)
    emit(s, Event.PASSED, seat)
    if s.waiting:
        return Next.DECISION
    for p in range(s.players):
        s.modifiers[p] &= ~(1 << (s.passed[p] - 1))
    for p in range(s.players):
        left = (p + 1) % s.players
        emit(s, Event.RECEIVED, left, s.passed[p] - 1, p)
        s.modifiers[left] |= 1 << (s.passed[p] - 1)
    return Next.ROUND
