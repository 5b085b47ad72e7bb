"""The intriguer (KI-3.2, KI-K08), by the book or by the English card: what is legal, what an answer
does, the question, and why not.
"""
from __future__ import annotations

from ...kernel import Decision, allow_set, emit, rule
from ...kernel.decisions import Asked
from ..el_grande.board import standing_in
from ..el_grande.decisions.moving import check_to, prompt_to
from ..el_grande.moving import begin_move, choose_source
from ..el_grande.reasons import Answer, no, none_there
from ..el_grande.tables import ALL, ANYWHERE, CASTILLO, EXACTLY, FROM_ONE_REGION, NONE, REGION_IDS, REGIONS, SINGLE, UP_TO
from .actions import Act
from .closing import regions_with_room
from .events import Event
from .fields import Next, Phase
from .readings import intriguer_splits_freely
from .reasons import no_exit, no_room
from .state import State

# ------------------------------------------------------------ who is moved


@rule
def begin_intrigue(s, seat):
    """KI-3.2: one opposing caballero, or own ones out of one region.  1 when there is neither."""
    begin_move(s, seat, ALL, SINGLE, ALL, ANYWHERE, UP_TO)
    s.phase = Phase.INTRIGUE
    for c in range(s.players):
        if leavable(s, seat, c):
            return 0
    return 1


@rule
def leavable(s, seat, colour):
    """KI-3.2, KI-K08: where the intriguer may take a colour from: by the book there is a region
    where all of it can go.
    """
    found = standing_in(s, colour, 1)
    if not intriguer_splits_freely(s):
        for r in range(REGIONS):
            if found >> r & 1 and gather_targets(s, r, gathered(s, seat, colour, r)) == 0:
                found &= ~(1 << r)
    return found


@rule
def gathered(s, seat, colour, region):
    """KI-K08: one opposing caballero, or all own ones of a region."""
    if colour == seat:
        return s.regions[region][seat]
    return 1


@rule
def gather_targets(s, region, n):
    """KI-K08: another region, not the king's, with room for all of them."""
    return regions_with_room(s, n) & ~(1 << region)


@rule
def legal_intrigue(s, seat, mask):
    """KI-3.2: take an opposing one, or name the region that own ones leave."""
    for c in range(s.players):
        if c != seat:
            allow_set(mask, Act.TAKE + c * REGIONS, leavable(s, seat, c))
    allow_set(mask, Act.REGION, leavable(s, seat, seat))


@rule
def apply_intrigue(s, seat, action):
    """KI-3.2: an opposing caballero is taken, or the region is named that the seat's own ones
    leave.
    """
    if intriguer_splits_freely(s):
        apply_english_intrigue(s, seat, action)
        return
    s.held = seat
    if action >= Act.REGION and action < Act.REGION + REGIONS:
        s.held_from = action - Act.REGION
        emit(s, Event.REGION_CHOSEN, seat, s.held_from)
    else:
        s.held = (action - Act.TAKE) // REGIONS
        s.held_from = (action - Act.TAKE) % REGIONS
    begin_gathering(s, seat)


@rule
def apply_english_intrigue(s, seat, action):
    """KI-K08, an option: exactly one opposing caballero, or any number of own ones out of one
    region, split at will.
    """
    if action >= Act.REGION and action < Act.REGION + REGIONS:
        begin_move(s, seat, ALL, NONE, ALL, FROM_ONE_REGION, UP_TO)
        choose_source(s, seat, action - Act.REGION)
    else:
        begin_move(s, seat, NONE, SINGLE, SINGLE, ANYWHERE, EXACTLY)
        s.held = (action - Act.TAKE) // REGIONS
        s.held_from = (action - Act.TAKE) % REGIONS
        s.phase = Phase.TO


def check_opposing(s: State, seat: int, number: int) -> Answer:
    """KI-3.2: an opposing caballero that can leave and go somewhere."""
    colour, region = divmod(number, len(REGION_IDS))
    if colour >= s.players:
        return no("EG-5.2", "no_such_colour", seat=("seat", colour))
    if colour == seat:
        return no("KI-3.2", "own_by_region")
    return no_exit(s, region) or none_there(s, colour, region, "EG-5.2") or nowhere(s, region, 1)


def check_own(s: State, seat: int, number: int) -> Answer:
    """KI-3.2: a region that own ones leave together."""
    return no_exit(s, number) or none_there(s, seat, number, "KI-3.2") or nowhere(s, number, s.regions[number][seat])


def nowhere(s: State, region: int, n: int) -> Answer:
    """KI-K08: by the book the intriguer needs another region where all of them can go."""
    others = [r for r in range(len(REGION_IDS)) if r != region and not no_room(s, r, n)]
    return None if others or intriguer_splits_freely(s) else no("KI-3.2", "nowhere_to_go", region=("region", region))


INTRIGUE = Decision(Phase.INTRIGUE, {"take": check_opposing, "region": check_own}, legal_intrigue, apply_intrigue, "KI-3.2",
                    "now_intrigue", "intrigue", once=Next.DECISION, name="intrigue")


# ------------------------------------------------------------ where to


@rule
def begin_gathering(s, seat):
    """KI-K08: where they go together."""
    s.left = gathered(s, seat, s.held, s.held_from)
    s.targets = gather_targets(s, s.held_from, s.left)
    s.phase = Phase.GATHER


@rule
def legal_gather(s, seat, mask):
    """KI-K08: the regions with room for all of them."""
    allow_set(mask, Act.TO, s.targets)


@rule
def gather(s, seat, region):
    """KI-K08: all that was taken goes to one region."""
    for _ in range(s.left):
        s.regions[s.held_from][s.held] -= 1
        s.regions[region][s.held] += 1
        emit(s, Event.MOVED, seat, s.held, s.held_from, region)


def prompt_gather(s: State, seat: int) -> Asked:
    """Where all own ones, or the opposing one, go."""
    return ("gather", {"n": s.left, "region": ("region", s.held_from)}) if s.held == seat else prompt_to(s, seat)


def check_gather(s: State, seat: int, number: int) -> Answer:
    """KI-K08: another region, with room for all of them."""
    together = no("KI-3.2", "regions_only") if number == CASTILLO else no_room(s, number, s.left)
    return check_to(s, seat, number) or together


GATHER = Decision(Phase.GATHER, {"to": check_gather}, legal_gather, gather, "KI-3.2", "now_to", prompt_gather, once=Next.PART,
                  numbered=True, counted=True, tells="taken")
