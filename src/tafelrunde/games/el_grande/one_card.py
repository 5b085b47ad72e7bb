"""Decisions that only one card asks for, each whole: how it begins, what is legal, what an answer
does, the question, and why not.
"""
from __future__ import annotations

from ...kernel import Decision, allow, allow_set, emit, rule
from ...kernel.decisions import Asked
from .actions import Act
from .board import standing_in
from .common import ask_alone
from .events import Event
from .fields import Next, Phase
from .pieces import move_king
from .reasons import Answer, kings_region, no, none_there
from .state import State
from .tables import CASTILLO, MOVE_HALF, PLACE_HALF, REGIONS, STEPS, N

# ------------------------------------------------------------ Escort


@rule
def escort_choices(s):
    """EG-C-escort: the colours that have a caballero in the region the king has left, as a set."""
    found = 0
    for c in range(s.colours):
        if s.regions[s.source][c] > 0:
            found |= 1 << c
    return found


@rule
def begin_escort(s, seat):
    """EG-C-escort, EG-R42: caballeros of the region he left go along; from abroad or the castillo
    nobody does.
    """
    ask_alone(s, seat)
    s.left = STEPS[s.step][N]
    s.phase = Phase.ESCORT
    if s.source < 0 or s.source >= REGIONS or s.source == s.king or escort_choices(s) == 0:
        return 1
    return 0


@rule
def legal_escort(s, seat, mask):
    """EG-C-escort: a colour that has a caballero where the king came from."""
    allow_set(mask, Act.ESCORT, escort_choices(s))


@rule
def apply_escort(s, seat, action):
    """One caballero follows the king.  1 when finished."""
    colour = action - Act.ESCORT
    s.regions[s.source][colour] -= 1
    s.regions[s.king][colour] += 1
    s.left -= 1
    emit(s, Event.ESCORTED, seat, colour, s.king)
    if s.left == 0 or escort_choices(s) == 0:
        return 1
    return 0


def prompt_escort(s: State, seat: int) -> Asked:
    """Who follows the king."""
    return "escort", {"n": s.left, "region": ("region", s.source), "place": ("place", s.king)}


def check_escort(s: State, seat: int, number: int) -> Answer:
    """EG-C-escort."""
    if number >= s.colours:
        return no("EG-C-escort", "no_such_colour", seat=("seat", number))
    return none_there(s, number, s.source, "EG-C-escort")


ESCORT = Decision(Phase.ESCORT, {"escort": check_escort}, legal_escort, apply_escort, "EG-C-escort", "now_escort", prompt_escort,
                  then=Next.STEP, counted=True, tells="from")


# ------------------------------------------------------------ Viceroy


@rule
def swap_choices(s):
    """EG-C-viceroy, EG-R51: the seats whose grande stands in a region, while the king does too."""
    found = 0
    if s.king < REGIONS:
        for p in range(s.players):
            if s.grande[p] < REGIONS:
                found |= 1 << p
    return found


@rule
def begin_swap(s, seat):
    """EG-C-viceroy.  1 when there is no grande to swap with."""
    ask_alone(s, seat)
    s.phase = Phase.SWAP
    if swap_choices(s) == 0:
        return 1
    return 0


@rule
def legal_swap(s, seat, mask):
    """EG-C-viceroy: a seat whose grande stands in a region."""
    allow_set(mask, Act.SWAP, swap_choices(s))


@rule
def apply_swap(s, seat, action):
    """The king and a grande change places."""
    whose = action - Act.SWAP
    king = s.king
    emit(s, Event.SWAPPED, seat, whose)
    move_king(s, seat, s.grande[whose])
    s.grande[whose] = king


def check_swap(s: State, seat: int, number: int) -> Answer:
    """EG-C-viceroy."""
    if number >= s.players:
        return no("EG-C-viceroy", "no_such_colour", seat=("seat", number))
    return None if s.grande[number] < CASTILLO else no("EG-C-viceroy", "grande_not_in_region", seat=("seat", number))


SWAP = Decision(Phase.SWAP, {"swap": check_swap}, legal_swap, apply_swap, "EG-C-viceroy", "now_swap", "swap", once=Next.STEP)


# ------------------------------------------------------------ Grand Strategy


@rule
def begin_choice(s, seat):
    """EG-C-grand_strategy: move, with a player's own caballero to move, or place, with a court.  1
    when neither is possible.
    """
    ask_alone(s, seat)
    s.phase = Phase.OPTION
    if s.court[seat] > 0 or standing_in(s, seat, 1):
        return 0
    return 1


@rule
def legal_option(s, seat, mask):
    """What is possible of the two."""
    if standing_in(s, seat, 1):
        allow(mask, Act.OPTION)
    if s.court[seat] > 0:
        allow(mask, Act.OPTION + 1)


@rule
def apply_option(s, seat, action):
    """The chosen half becomes the step under way."""
    emit(s, Event.OPTION_CHOSEN, seat, action - Act.OPTION)
    if action == Act.OPTION:
        s.step = STEPS[s.step][MOVE_HALF]
    else:
        s.step = STEPS[s.step][PLACE_HALF]


def check_option(s: State, seat: int, number: int) -> Answer:
    """EG-C-grand_strategy."""
    if number == 1:
        return None if s.court[seat] else no("EG-C-grand_strategy", "court_empty")
    movable = any(row[seat] for r, row in enumerate(s.regions) if r != kings_region(s))
    return None if movable else no("EG-C-grand_strategy", "nothing_to_move")


OPTION = Decision(Phase.OPTION, {"option": check_option}, legal_option, apply_option, "EG-C-grand_strategy", "now_option", "option",
                  once=Next.BEGIN)
