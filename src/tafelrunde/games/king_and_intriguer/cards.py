"""Action cards: chosen, laid, and the roles they give (KI-1, KI-2, KI-3, KI-6.6)."""
from __future__ import annotations

from ...kernel import allow, allow_set, count_bits, emit, rule
from .actions import Act
from .deeds import row_of, value_of
from .events import Event
from .fields import Phase, Role
from .lying import unseen_cards
from .tables import CABALLERO_CARDS, CARDS, DEEDS, HAND, HIGHEST, JOKER, PLAYERS_EDITION, TEN, VERB, Do

LOW_CARDS = 20
LOW_MASK = (1 << LOW_CARDS) - 1

# ------------------------------------------------------------ choosing 13


@rule
def allow_cards(mask, first, cards):
    """Offer some cards: there are more of them than a set of actions can hold."""
    allow_set(mask, first, cards & LOW_MASK)
    allow_set(mask, first + LOW_CARDS, cards >> LOW_CARDS)


@rule
def put_aside(s, seat, card):
    """KI-1.1: a card goes aside for good.  1 if everybody has 13 left."""
    s.hand[seat] &= ~(1 << card)
    emit(s, Event.SET_ASIDE, seat)
    if count_bits(s.hand[seat]) <= HAND:
        s.waiting &= ~(1 << seat)
    if s.waiting == 0:
        return 1
    return 0


# ------------------------------------------------------------ laying


@rule
def taken_cards(s, seat):
    """KI-2.1: the values that others have on the table; a Joker has none."""
    taken = 0
    for p in range(s.players):
        if p != seat and s.played[p] > 0:
            taken |= 1 << (s.played[p] - 1)
    return taken & ~(1 << JOKER)


@rule
def layable(s, seat):
    """KI-2.1: cards in hand of a value that nobody has laid; KI-5.4: any card if there is none.

    If a position leaves a seat none to lay, it takes one of those that it has set aside.
    """
    held = s.hand[seat] & ~(1 << JOKER)
    if held == 0:
        held = unseen_cards(s, seat) & ~(1 << JOKER)
    free = held & ~taken_cards(s, seat)
    if free:
        return free
    return held


@rule
def legal_lay(s, seat, mask):
    """KI-2.1; KI-6.6: the Joker instead, with another card to follow."""
    allow_cards(mask, Act.LAY, layable(s, seat))
    if s.phase == Phase.LAY and s.hand[seat] >> JOKER & 1 and s.hand[seat] != 1 << JOKER:
        allow(mask, Act.LAY + JOKER)


@rule
def lay(s, seat, card):
    """KI-2.1: a card lies open; KI-6.6: a second card takes the place of the Joker, which leaves
    the game.
    """
    if s.played[seat] == JOKER + 1:
        s.used[seat] |= 1 << JOKER
    s.hand[seat] &= ~(1 << card)
    s.played[seat] = card + 1
    if card == JOKER:
        emit(s, Event.JOKER_WAITS, seat)
    else:
        last = 0
        for p in range(s.players):
            last = max(last, s.laid[p])
        s.laid[seat] = last + 1
        emit(s, Event.LAID, seat, card)


# ------------------------------------------------------------ order and roles


@rule
def above(s, seat, other):
    """KI-2.2, KI-5.4: whether a seat's card is the higher one; of equal values the one laid
    first.
    """
    mine = value_of(s, s.played[seat] - 1)
    theirs = value_of(s, s.played[other] - 1)
    return mine > theirs or (mine == theirs and s.laid[seat] < s.laid[other])


@rule
def highest(s, seats):
    """KI-2.3: the seat with the highest card among some; -1 if there is none."""
    best = -1
    for p in range(s.players):
        if seats >> p & 1 and (best < 0 or above(s, p, best)):
            best = p
    return best


@rule
def lowest(s):
    """KI-2.1, KI-2.2: the seat with the lowest card."""
    best = 0
    for p in range(1, s.players):
        if above(s, best, p):
            best = p
    return best


@rule
def role_of(s, seat):
    """KI-2.2: the role that a seat's card brings; OPEN if none."""
    if seat == highest(s, (1 << s.players) - 1):
        return Role.KING
    if seat == lowest(s):
        return Role.INTRIGUER
    return Role.OPEN


@rule
def may_choose_role(s, card):
    """KI-3.3: with two or three players, or the Players Edition; with 10 and 180 there is nothing
    to choose.
    """
    if card == TEN or card == HIGHEST:
        return 0
    if s.players <= 3 or s.offered & PLAYERS_EDITION:
        return 1
    return 0


@rule
def role_on_turn(s):
    """KI-2.2, KI-2.3: the role of the seat on turn: who goes first is the king, who goes last the
    intriguer.
    """
    if s.acted == 0:
        return Role.KING
    if count_bits(s.acted) == s.players - 1:
        return Role.INTRIGUER
    return Role.OPEN


@rule
def role_to_choose(s, seat):
    """KI-3.1 to KI-3.3: take the role if it must be played.  1 if the seat has to choose."""
    if s.role[seat] == Role.OPEN:
        role = role_on_turn(s)
        if role != Role.OPEN:
            if may_choose_role(s, s.played[seat] - 1):
                return 1
            s.role[seat] = role
    return 0


@rule
def legal_role(s, seat, mask):
    """KI-3.3: the role, or the player's own card."""
    allow(mask, Act.ROLE + role_on_turn(s) - 1)
    allow(mask, Act.ROLE + 2)


@rule
def choose_role(s, seat, role):
    """KI-3.3: the choice is made."""
    s.role[seat] = role
    if role == Role.CARD:
        emit(s, Event.ROLE_LEFT, seat, s.played[seat] - 1)
    else:
        emit(s, Event.ROLE_TAKEN, seat, role - 1)


@rule
def places_most(s):
    """KI-2.2: the number on the caballero card of the seat on turn: the highest card has the
    highest.
    """
    return CABALLERO_CARDS[s.players][count_bits(s.acted)]


@rule
def deed_of(s, seat):
    """The special action that a seat has: its role's, or its card's (a row of DEEDS)."""
    if s.role[seat] == Role.KING:
        return CARDS
    if s.role[seat] == Role.INTRIGUER:
        return CARDS + 1
    return row_of(s, s.played[seat] - 1)


@rule
def has_deed(s, seat):
    """KI-6.1: 40 has no action in the menu; nor has a 10 or 180 that brings no role."""
    return DEEDS[deed_of(s, seat)][VERB] != Do.NOTHING


@rule
def announce_order(s):
    """KI-2.2: King card, caballero cards and Intriguer card go to their seats."""
    left = (1 << s.players) - 1
    for k in range(s.players):
        p = highest(s, left)
        left &= ~(1 << p)
        n = CABALLERO_CARDS[s.players][k]
        if k == 0:
            emit(s, Event.GETS_KING, p, n)
        elif left:
            emit(s, Event.GETS_CABALLEROS, p, n)
        else:
            emit(s, Event.GETS_INTRIGUER, p, n)
