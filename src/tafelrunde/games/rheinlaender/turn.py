"""RH-2 and RH-11: a turn from its card to the draw, the last round and the end."""
from __future__ import annotations

from ...kernel import draw_bit, emit, rule
from .actions import Act
from .data import HAND, SHUFFLE
from .duchies import place_knight, swap_knight
from .events import Event
from .fields import Reading, Stage
from .placing import can_lay_fort, lay_fort
from .scoring import score_the_end


@rule
def pending(s):
    """The seat on turn decides, nobody else."""
    if s.stage == Stage.OVER:
        return 0
    return 1 << s.turn


@rule
def asks(s, seat):
    """What can be done with a card depends on the hand, so it is asked even when one thing is left."""
    return s.stage == Stage.CARD


@rule
def apply(s, seat, action):
    """Carry out a decision."""
    if action < Act.CARD:
        lay_fort(s, seat, action - Act.FORT)
        if s.stage == Stage.END:
            end_turn(s, seat)
    elif action < Act.KNIGHT:
        play_card(s, seat, action - Act.CARD)
    elif action < Act.SUPPORT:
        emit(s, Event.KNIGHT, seat, action - Act.KNIGHT)
        place_knight(s, seat, action - Act.KNIGHT)
        after_the_knight(s, seat)
    elif action < Act.SWAP:
        emit(s, Event.SUPPORT, seat, action - Act.SUPPORT)
        place_knight(s, seat, action - Act.SUPPORT)
        after_the_knight(s, seat)
    elif action < Act.NOTHING:
        swap_knight(s, seat, action - Act.SWAP)
        after_the_knight(s, seat)
    elif action == Act.NOTHING:
        emit(s, Event.NOTHING, seat)
        after_the_knight(s, seat)
    else:
        end_turn(s, seat)


@rule
def play_card(s, seat, card):
    """RH-2.1: the card lies face up on the discards."""
    for i in range(HAND):
        if s.hand[seat][i] == card + 1:
            s.hand[seat][i] = 0
    s.card = card + 1
    s.discards |= 1 << card
    s.stage = Stage.KNIGHT
    emit(s, Event.CARD, seat, card)


@rule
def after_the_knight(s, seat):
    """RH-5.2: a fortress may still be laid before drawing."""
    if can_lay_fort(s, seat):
        s.stage = Stage.END
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
    """RH-2.1, RH-2.2: draw up to five; the reshuffle card brings the discards back and is never kept."""
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
    """RH-R43, options: whether at the end of a turn anybody, or the player on turn, has no knight left."""
    if s.options & Reading.END_TRIGGER_ONLY_ACTIVE_PLAYER:
        return s.supply[seat] == 0
    if s.options & Reading.END_TRIGGER_ANY_SUPPLY_ZERO_CHECKED_AT_END_OF_TURN:
        for p in range(s.players):
            if s.supply[p] == 0:
                return True
    return False


@rule
def next_turn(s):
    """RH-11.1, RH-11.2: clockwise; the last round ends before the start player, and passes over who has no knights."""
    s.turn = left_of(s, s.turn)
    while s.last_round and s.turn != s.start and s.supply[s.turn] == 0:
        emit(s, Event.PASSED_OVER, s.turn)
        s.turn = left_of(s, s.turn)
    s.stage = Stage.CARD
    if s.last_round and s.turn == s.start:
        s.stage = Stage.OVER
        score_the_end(s)


@rule
def left_of(s, seat):
    """RH-1.4: the next seat clockwise."""
    if seat + 1 < s.players:
        return seat + 1
    return 0
