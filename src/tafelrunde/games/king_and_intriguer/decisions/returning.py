"""Caballeros sent back to the province (KI-C-50, KI-C-70) or thrown into the castillo
(KI-C-140).
"""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from ....kernel import Decision, allow_set, rule
from ....kernel.decisions import Asked
from ...el_grande.decisions import returning
from ...el_grande.decisions.returning import check_return_own as return_on_board
from ...el_grande.reasons import Answer, no, none_there
from ...el_grande.returning import apply_return_of, apply_return_own, banish_next
from ...el_grande.tables import REGION_IDS, REGIONS
from ..actions import Act
from ..fields import Next, Phase
from ..reasons import no_exit
from ..special import apply_throw, throwable, withdraw_next
from ..state import State


@rule
def return_own(s, seat, action):
    """KI-C-50: a seat returns one; then the next seat does, the card's player last."""
    if apply_return_own(s, seat, action) and (seat == s.actor or withdraw_next(s)):
        return 1
    return 0


@rule
def return_of(s, seat, action):
    """KI-C-70: an opposing one goes back; then it is the next seat's turn.  1 if nobody is left."""
    apply_return_of(s, seat, action)
    return banish_next(s, seat)


@rule
def legal_throw(s, seat, mask):
    """KI-C-140: a caballero of the colour that is thrown in."""
    allow_set(mask, Act.THROW + s.asked * (REGIONS + 1), throwable(s, s.asked))


def prompt_throw(s: State, seat: int) -> Asked:
    """Whose caballeros are thrown in."""
    n: dict[str, Any] = {"n": s.left}
    return ("throw_own", n) if s.asked == seat else ("throw", {**n, "seat": ("seat", s.asked)})


def check_return_own(s: State, seat: int, number: int) -> Answer:
    """KI-C-50."""
    return (None if number == len(REGION_IDS) else no_exit(s, number)) or return_on_board(s, seat, number)


def check_return_of(s: State, seat: int, number: int) -> Answer:
    """KI-C-70."""
    colour, region = divmod(number, len(REGION_IDS))
    if colour >= s.players:
        return no("EG-5.3", "no_such_colour", seat=("seat", colour))
    if colour == seat:
        return no("KI-C-70", "own_not_returned")
    if colour != s.asked:
        return no("KI-C-70", "one_after_another", seat=("seat", s.asked))
    return no_exit(s, region) or none_there(s, colour, region, "EG-5.3")


def check_throw(s: State, seat: int, number: int) -> Answer:
    """KI-C-140, KI-6.3."""
    colour, region = divmod(number, len(REGION_IDS) + 1)
    if colour >= s.players:
        return no("KI-C-140", "no_such_colour", seat=("seat", colour))
    if colour != s.asked:
        return no("KI-6.3", "one_after_another", seat=("seat", s.asked))
    if region == len(REGION_IDS):
        if colour != seat:
            return no("KI-C-140", "others_from_regions")
        return None if s.court[seat] else no("KI-C-140", "court_empty")
    return no_exit(s, region) or none_there(s, colour, region, "KI-C-140")


RETURN_OWN = replace(returning.RETURN_OWN, verbs={"return_own": check_return_own}, apply=return_own, then=Next.PART, rule="KI-C-50")
RETURN_OF = replace(returning.RETURN_OF, verbs={"return_of": check_return_of}, apply=return_of, then=Next.PART, rule="KI-C-70")
THROW = Decision(Phase.THROW, {"throw": check_throw}, legal_throw, apply_throw, "KI-C-140", "now_throw", prompt_throw,
                 then=Next.PART, counted=True, tells="of")
