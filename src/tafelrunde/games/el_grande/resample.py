"""What a seat cannot know, drawn again: unseen cards, secret hands, dials that are not shown
yet.
"""
from __future__ import annotations

from ...kernel import count_bits, nth_bit, random_below, rule
from .dialling import dial_choices
from .fields import SHOWN_MODIFIERS, Phase
from .laying_out import alternatives_of
from .tables import ALL_MODIFIERS, DECK_START, FULL_HAND, GRAND_STRATEGY, SECRET_BALLOT, VETO


@rule
def resample(s, seat):
    """Redraw everything that the seat cannot know, consistent with everything that it knows."""
    for deck in range(1, 5):
        if alternatives_of(s, deck) > 0:
            resample_box(s, deck)
    if s.shift:
        resample_modifiers(s, seat)
    for p in range(s.players):
        if p != seat:
            if s.pool[p][0] | s.pool[p][1]:
                resample_regained(s, p)
            if s.phase == Phase.DIAL and s.dial[p] >= 0:
                s.dial[p] = any_member(s, dial_choices(s, p))


@rule
def any_member(s, members):
    """One of them, each equally likely."""
    return nth_bit(members, random_below(s, count_bits(members)))


# ------------------------------------------------------------ the box


@rule
def resample_box(s, deck):
    """EG-10.1: nobody knows which cards went into the box unseen; alternative cards never did."""
    n = 0
    for c in range(DECK_START[deck], DECK_START[deck + 1]):
        n += s.boxed[c]
        s.deck[c] += s.boxed[c]
        s.boxed[c] = 0
    for _ in range(n):
        card = unseen_card(s, deck)
        s.deck[card] -= 1
        s.boxed[card] += 1


@rule
def unseen_card(s, deck):
    """One of the deck's cards that may lie in the box."""
    total = 0
    for c in range(DECK_START[deck], DECK_START[deck + 1]):
        if is_alternative(c) == 0:
            total += s.deck[c]
    n = random_below(s, total)
    card = DECK_START[deck]
    while is_alternative(card) or n >= s.deck[card]:
        if is_alternative(card) == 0:
            n -= s.deck[card]
        card += 1
    return card


@rule
def is_alternative(card):
    """Whether a card is one of the alternatives."""
    if card == GRAND_STRATEGY or card == VETO or card == SECRET_BALLOT:
        return 1
    return 0


# ------------------------------------------------------------ hands


@rule
def resample_regained(s, p):
    """EG-2.5: of a card taken back, others know only which it may be.  The narrower guess is drawn
    first.
    """
    first = 0
    if s.pool[p][0] == 0 or (s.pool[p][1] != 0 and count_bits(s.pool[p][1]) < count_bits(s.pool[p][0])):
        first = 1
    held = (FULL_HAND & ~s.shown[p]) & FULL_HAND
    modifiers = s.modifiers[p] & ~(s.shown[p] >> SHOWN_MODIFIERS)
    for k in range(2):
        pool = s.pool[p][(first + k) % 2]
        pool &= ~(held | modifiers << SHOWN_MODIFIERS)
        if pool:
            card = any_member(s, pool)
            if card < SHOWN_MODIFIERS:
                held |= 1 << card
            else:
                modifiers |= 1 << (card - SHOWN_MODIFIERS)
    s.hand[p] = held
    s.modifiers[p] = modifiers
    discarded = s.shown[p] >> SHOWN_MODIFIERS & ~modifiers
    if s.acted >> p & 1 == 0 and s.played_modifier[p] > 0:
        discarded &= ~(1 << (s.played_modifier[p] - 1))
    s.modifier_discard[p] = discarded


@rule
def resample_modifiers(s, seat):
    """EG-12.1: a seat knows what it was dealt, passed on and received, and what was played."""
    free = ALL_MODIFIERS & ~(s.modifiers[seat] | s.shown[seat] >> SHOWN_MODIFIERS)
    if s.passed[seat] > 0:
        free &= ~(1 << (s.passed[seat] - 1))
    for p in range(s.players):
        free &= ~(s.shown[p] >> SHOWN_MODIFIERS)
    for p in range(s.players):
        if p != seat:
            free = resample_hidden(s, seat, p, free)
    if s.phase == Phase.PASS:
        for p in range(s.players):
            if p != seat and s.passed[p] > 0:
                s.passed[p] = any_member(s, s.modifiers[p]) + 1


@rule
def resample_hidden(s, seat, p, free):
    """Modifiers that a seat holds and never showed are drawn again; those left over are given
    back.
    """
    shown = s.shown[p] >> SHOWN_MODIFIERS
    unseen = s.modifiers[p] & ~shown
    kept = 0
    if s.phase != Phase.PASS and p == (seat + 1) % s.players and s.passed[seat] > 0:
        kept = unseen & 1 << (s.passed[seat] - 1)
    n = count_bits(unseen & ~kept)
    for _ in range(n):
        m = any_member(s, free)
        free &= ~(1 << m)
        kept |= 1 << m
    s.modifiers[p] = s.modifiers[p] & shown | kept
    return free
