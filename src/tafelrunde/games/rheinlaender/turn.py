"""RH-2 and RH-11: a turn from its card to the draw, the last round and the end."""
from __future__ import annotations

from ...kernel import draw_bit, emit, rule
from .duchies import place_knight, swap_knight
from .events import Event
from .fields import Phase
from .placing import can_lay_fort, lay_fort
from .readings import any_supply_counts_at_turns_end, own_supply_alone_counts
from .scoring import score_the_end
from .tables import HAND, SHUFFLE


@rule
def lay_fort_in_turn(s, seat, space):
    """RH-5.2: before the card, or after the knight, and then the turn ends."""
    lay_fort(s, seat, space)
    if s.phase == Phase.END:
        end_turn(s, seat)


@rule
def play_card(s, seat, number):
    """RH-2.1: the card lies face up on the discards."""
    for i in range(HAND):
        if s.hand[seat][i] == number:
            s.hand[seat][i] = 0
    s.card = number
    s.discards |= 1 << (number - 1)
    s.phase = Phase.KNIGHT
    emit(s, Event.CARD, seat, number - 1)


@rule
def place_by_number(s, seat, space):
    """RH-3.1: a knight in the card's land."""
    emit(s, Event.KNIGHT, seat, space)
    place_knight(s, seat, space)
    after_the_knight(s, seat)


@rule
def place_in_support(s, seat, space):
    """RH-4.2: a knight beside a player's own."""
    emit(s, Event.SUPPORT, seat, space)
    place_knight(s, seat, space)
    after_the_knight(s, seat)


@rule
def swap_in_turn(s, seat, space):
    """RH-10.3: the archbishop replaces a knight."""
    swap_knight(s, seat, space)
    after_the_knight(s, seat)


@rule
def place_nothing(s, seat):
    """RH-4.3: no knight is placed."""
    emit(s, Event.NOTHING, seat)
    after_the_knight(s, seat)


@rule
def after_the_knight(s, seat):
    """RH-5.2: a fortress may still be laid before drawing."""
    if can_lay_fort(s, seat):
        s.phase = Phase.END
    else:
        end_turn(s, seat)


@rule
def end_turn(s, seat):
    """RH-2.1: draw; then the next player, or the end."""
    if s.card > 0:
        draw_card(s, seat)
    s.card = 0
    s.fort_laid = 0
    if not s.last_round and is_somebody_out(s, seat):
        s.last_round = 1
        emit(s, Event.LAST_ROUND, seat)
    next_turn(s)


@rule
def draw_card(s, seat):
    """RH-2.1, RH-2.2: draw up to five; the reshuffle card brings the discards back and is never
    kept.
    """
    slot = 0
    while s.hand[seat][slot] > 0:
        slot += 1
    card = draw_bit(s, s.pile | 1 << SHUFFLE)
    while card == SHUFFLE:
        emit(s, Event.SHUFFLE, seat, card)
        s.pile |= s.discards
        s.discards = 0
        card = draw_bit(s, s.pile | 1 << SHUFFLE)
    emit(s, Event.DRAW, seat, card)
    s.pile &= ~(1 << card)
    s.hand[seat][slot] = card + 1


@rule
def is_somebody_out(s, seat):
    """RH-R43, options: whether at the end of a turn anybody, or the player on turn, has no knight
    left.
    """
    if own_supply_alone_counts(s):
        return s.supply[seat] == 0
    if any_supply_counts_at_turns_end(s):
        for p in range(s.players):
            if s.supply[p] == 0:
                return True
    return False


@rule
def next_turn(s):
    """RH-11.1, RH-11.2: clockwise; the last round ends before the start player, and passes over
    players without knights.
    """
    s.turn = left_of(s, s.turn)
    while s.last_round and s.turn != s.start and s.supply[s.turn] == 0:
        emit(s, Event.PASSED_OVER, s.turn)
        s.turn = left_of(s, s.turn)
    s.phase = Phase.CARD
    if s.last_round and s.turn == s.start:
        s.phase = Phase.OVER
        score_the_end(s)


@rule
def left_of(s, seat):
    """RH-1.4: the next seat clockwise."""
    if seat + 1 < s.players:
        return seat + 1
    return 0
