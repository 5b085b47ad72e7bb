"""Moving caballeros from region to region or into the castillo; placing extra ones (EG-5.2)."""
from __future__ import annotations

from ...kernel import allow, allow_set, emit, rule
from .actions import Act
from .board import entry_regions, place, put, standing_in
from .events import Event
from .fields import Part, Phase
from .tables import ALL, CASTILLO_BIT, REGIONS


@rule
def begin_move(s, seat, own, foe, most, one_region, must):
    """EG-5.2: up to `own` of the player's and `foe` opposing ones, at most `most` in total.  1 when
    there is nothing to decide.
    """
    s.left = most
    s.own_left = own
    s.foe_left = foe
    s.must = must
    s.source = -1
    s.waiting = 1 << seat
    s.phase = Phase.TAKE
    if one_region or must:
        s.targets = regions_to_take_from(s, seat)
        if s.targets == 0:
            return 1
        if one_region:
            s.phase = Phase.REGION
    return 0


@rule
def takeable(s, seat, colour):
    """The regions where the seat may take a caballero of a colour now."""
    if colour == seat:
        if s.own_left == 0:
            return 0
    elif s.foe_left == 0:
        return 0
    found = standing_in(s, colour, 1)
    if s.source >= 0:
        found &= 1 << s.source
    return found


@rule
def regions_to_take_from(s, seat):
    """The regions where the seat may take anything now."""
    found = 0
    for c in range(s.colours):
        found |= takeable(s, seat, c)
    return found


@rule
def choose_source(s, seat, region):
    """The region that a one-region move empties; "all" is what stands there."""
    s.source = region
    if s.own_left == ALL:
        s.own_left = s.regions[region][seat]
        s.left = s.own_left
    s.phase = Phase.TAKE
    emit(s, Event.REGION_CHOSEN, seat, region)


@rule
def legal_take(s, seat, mask):
    """EG-5.2: a caballero of the colours allowed, from any region but the king's."""
    for c in range(s.colours):
        allow_set(mask, Act.TAKE + c * REGIONS, takeable(s, seat, c))
    if not s.must:
        allow(mask, Act.DONE)


@rule
def apply_take(s, seat, action):
    """A caballero is lifted, or the move ends.  1 if finished."""
    if action == Act.DONE:
        return 1
    s.held = (action - Act.TAKE) // REGIONS
    s.held_from = (action - Act.TAKE) % REGIONS
    s.phase = Phase.TO
    return 0


@rule
def legal_to(s, seat, mask):
    """EG-5.2: any other region but the king's, or the castillo."""
    allow_set(mask, Act.TO, (entry_regions(s) | CASTILLO_BIT & ~s.no_entry) & ~(1 << s.held_from))


@rule
def apply_to(s, seat, action):
    """The lifted caballero is set down.  1 if no more can be moved."""
    target = action - Act.TO
    s.regions[s.held_from][s.held] -= 1
    put(s, s.held, target)
    emit(s, Event.MOVED, seat, s.held, s.held_from, target)
    s.left -= 1
    if s.held == seat:
        s.own_left -= 1
    else:
        s.foe_left -= 1
    if s.left == 0:
        return 1
    if s.must and regions_to_take_from(s, seat) == 0:
        return 1
    s.phase = Phase.TAKE
    return 0


@rule
def begin_placing(s, seat, n, where):
    """EG-4.1: the first caballero of the card's number.  1 if it was the only one."""
    s.parts &= ~Part.PLACE
    s.part = Part.PLACE
    s.left = n
    s.phase = Phase.PLACING
    return place_by_card(s, seat, where)


@rule
def place_by_card(s, seat, where):
    """EG-4.1: one caballero of the card's number.  1 if the number or the court is used up."""
    place(s, seat, where)
    s.left -= 1
    if s.left == 0 or s.court[seat] == 0:
        return 1
    return 0


@rule
def apply_placing(s, seat, action):
    """EG-4.1: one more, or enough.  1 if finished."""
    if action == Act.DONE:
        return 1
    return place_by_card(s, seat, action - Act.PLACE)


@rule
def begin_extra(s, seat, most, targets, must):
    """Extra caballeros from the court into some places.  1 when there are none to place, or no
    place for them.
    """
    s.left = min(most, s.court[seat])
    s.targets = targets
    s.must = must
    s.waiting = 1 << seat
    s.phase = Phase.EXTRA
    if s.left == 0 or targets == 0:
        return 1
    return 0


@rule
def legal_extra(s, seat, mask):
    """Any place offered; `done` if the card says up to."""
    allow_set(mask, Act.PLACE, s.targets & ~s.no_room)
    if not s.must:
        allow(mask, Act.DONE)


@rule
def apply_extra(s, seat, action):
    """One extra caballero, or enough.  1 if finished."""
    if action == Act.DONE:
        return 1
    place(s, seat, action - Act.PLACE)
    s.left -= 1
    if s.left == 0:
        return 1
    return 0
