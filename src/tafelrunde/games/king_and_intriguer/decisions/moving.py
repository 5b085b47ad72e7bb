"""Moving caballeros one by one: own ones of a region, those who follow a grande (KI-C-80), extra
ones (15), swept ones (113).
"""
from __future__ import annotations

from dataclasses import replace

from ....kernel import Decision, allow_set, rule
from ....kernel.decisions import Asked
from ...el_grande.decisions import moving
from ...el_grande.decisions.moving import check_to as to_on_board
from ...el_grande.moving import apply_extra, apply_to
from ...el_grande.reasons import Answer, no, none_there
from ...el_grande.tables import CASTILLO, REGION_IDS
from ..actions import Act
from ..closing import note_changes
from ..fields import Next, Phase
from ..reasons import deed_rule, no_exit, no_room
from ..special import apply_following, legal_following
from ..state import State
from ..whirlwind import apply_restoring
from .turn import check_place


@rule
def place_extra(s, seat, action):
    """KI-C-15: one of the five, or enough; it also ends if no region has room."""
    if apply_extra(s, seat, action) == 0:
        note_changes(s)
        if s.targets & ~s.no_room:
            return Next.DECISION
    return Next.PART


@rule
def legal_restore(s, seat, mask):
    """KI-6.7: the regions with room for all of them."""
    allow_set(mask, Act.PLACE, s.targets)


def prompt_take(s: State, seat: int) -> Asked:
    """The seat's own caballeros leave the region."""
    return "take_own", {"n": s.left}


def prompt_follow(s: State, seat: int) -> Asked:
    """Who follows the grande."""
    return "follow", {"n": s.left, "region": ("region", s.grande[seat])}


def prompt_extra(s: State, seat: int) -> Asked:
    """Where extra caballeros go."""
    return ("extra_regions_must" if s.must else "extra_regions"), {"n": min(s.left, s.court[seat])}


def prompt_restore(s: State, seat: int) -> Asked:
    """Where swept caballeros go."""
    return "restore", {"n": s.left}


def check_take(s: State, seat: int, number: int) -> Answer:
    """KI-3.2, KI-C-80."""
    colour, region = divmod(number, len(REGION_IDS))
    if colour >= s.players:
        return no("EG-5.2", "no_such_colour", seat=("seat", colour))
    if colour != seat:
        return no(deed_rule(s), "own_only")
    if s.phase == Phase.TAKE and region != s.source:
        return no("KI-3.2", "one_region", region=("region", s.source))
    if s.phase == Phase.FOLLOW and region == s.grande[seat]:
        return no("KI-C-80", "same_region", region=("region", region))
    return no_exit(s, region) or none_there(s, colour, region, "EG-5.2")


def check_to(s: State, seat: int, number: int) -> Answer:
    """EG-5.2, KI-C-66: to a region that has room, or into the castillo."""
    return to_on_board(s, seat, number) or (None if number == CASTILLO else no_room(s, number))


def check_done(s: State, seat: int, number: int) -> Answer:
    """KI-K24: enough, but not of what must be placed."""
    return no("KI-C-15", "now_extra") if s.must else None


TAKE = replace(moving.TAKE, verbs={"take": check_take, "done": None}, then=Next.PART, rule="KI-3.2", prompt=prompt_take,
               tells="region")
TO = replace(moving.TO, verbs={"to": check_to}, apply=apply_to, then=Next.PART, tells="region taken")
FOLLOW = Decision(Phase.FOLLOW, {"take": check_take, "done": None}, legal_following, apply_following, "KI-C-80", "now_follow",
                  prompt_follow, then=Next.PART, counted=True)
EXTRA = replace(moving.EXTRA, verbs={"place": check_place, "done": check_done}, apply=place_extra, rule="KI-C-15",
                prompt=prompt_extra)
RESTORE = Decision(Phase.RESTORE, {"place": check_place}, legal_restore, apply_restoring, "KI-C-113", "now_restore", prompt_restore,
                   once=Next.PART, counted=True)
