"""Decisions that only one card asks for: who escorts the king, whose grande he swaps with, which
half is chosen.
"""
from __future__ import annotations

from ....kernel import Decision, allow_set, rule
from ....kernel.decisions import Asked
from ..actions import Act
from ..fields import Next, Phase
from ..reasons import Answer, kings_region, no, none_there
from ..special import apply_escort, apply_option, apply_swap, escort_choices, legal_option, swap_choices
from ..state import State
from ..tables import CASTILLO


@rule
def legal_escort(s, seat, mask):
    """EG-C-escort: a colour that has a caballero where the king came from."""
    allow_set(mask, Act.ESCORT, escort_choices(s))


@rule
def legal_swap(s, seat, mask):
    """EG-C-viceroy: a seat whose grande stands in a region."""
    allow_set(mask, Act.SWAP, swap_choices(s))


def prompt_escort(s: State, seat: int) -> Asked:
    """Who follows the king."""
    return "escort", {"n": s.left, "region": ("region", s.source), "place": ("place", s.king)}


def check_escort(s: State, seat: int, number: int) -> Answer:
    """EG-C-escort."""
    if number >= s.colours:
        return no("EG-C-escort", "no_such_colour", seat=("seat", number))
    return none_there(s, number, s.source, "EG-C-escort")


def check_swap(s: State, seat: int, number: int) -> Answer:
    """EG-C-viceroy."""
    if number >= s.players:
        return no("EG-C-viceroy", "no_such_colour", seat=("seat", number))
    return None if s.grande[number] < CASTILLO else no("EG-C-viceroy", "grande_not_in_region", seat=("seat", number))


def check_option(s: State, seat: int, number: int) -> Answer:
    """EG-C-grand_strategy."""
    if number == 1:
        return None if s.court[seat] else no("EG-C-grand_strategy", "court_empty")
    movable = any(row[seat] for r, row in enumerate(s.regions) if r != kings_region(s))
    return None if movable else no("EG-C-grand_strategy", "nothing_to_move")


ESCORT = Decision(Phase.ESCORT, {"escort": check_escort}, legal_escort, apply_escort, "EG-C-escort", "now_escort", prompt_escort,
                  then=Next.STEP, counted=True, tells="from")
SWAP = Decision(Phase.SWAP, {"swap": check_swap}, legal_swap, apply_swap, "EG-C-viceroy", "now_swap", "swap", once=Next.STEP)
OPTION = Decision(Phase.OPTION, {"option": check_option}, legal_option, apply_option, "EG-C-grand_strategy", "now_option", "option",
                  once=Next.BEGIN)
