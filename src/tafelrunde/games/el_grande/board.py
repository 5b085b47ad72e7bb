"""The board: where pieces stand, where they may enter and leave, and how they move on and off."""
from __future__ import annotations

from ...kernel import emit, rule
from .events import Event
from .tables import ALL_REGIONS, CASTILLO, CASTILLO_BIT, NEAR, REGIONS


@rule
def stand_king(s, place):
    """EG-6.2, EG-11.3: nothing goes into or out of the king's region, even if that is the castillo;
    abroad he closes nothing.
    """
    s.king = place
    closed = 0
    if place <= CASTILLO:
        closed = 1 << place
    s.no_entry = closed
    s.no_exit = closed


@rule
def put(s, seat, place):
    """A caballero enters a region or the castillo."""
    if place == CASTILLO:
        s.castillo[seat] += 1
    else:
        s.regions[place][seat] += 1


@rule
def standing_in(s, seat, at_least):
    """The regions where a colour has at least `at_least` caballeros that may leave."""
    found = 0
    for r in range(REGIONS):
        if s.regions[r][seat] >= at_least:
            found |= 1 << r
    return found & ~s.no_exit


@rule
def caballeros_in(s, region):
    """All caballeros of a region, including the dummy's."""
    n = 0
    for p in range(s.colours):
        n += s.regions[region][p]
    return n


@rule
def emptiest_regions(s):
    """The regions with the fewest caballeros, empty ones left out (EG-R40, EG-R46)."""
    fewest = 999
    found = 0
    for r in range(REGIONS):
        n = caballeros_in(s, r)
        if 0 < n < fewest:
            fewest = n
            found = 1 << r
        elif n == fewest:
            found |= 1 << r
    return found


@rule
def fullest_regions(s):
    """The regions with the most caballeros (EG-R40)."""
    most = 1
    found = 0
    for r in range(REGIONS):
        n = caballeros_in(s, r)
        if n > most:
            most = n
            found = 1 << r
        elif n == most:
            found |= 1 << r
    return found


@rule
def open_regions(s):
    """The regions that may be entered."""
    return ALL_REGIONS & ~s.no_entry


@rule
def entry_regions(s):
    """The regions that a caballero may enter."""
    return ALL_REGIONS & ~(s.no_entry | s.no_room)


@rule
def placing_targets(s):
    """EG-4.2, EG-4.3: next to the king, or the castillo; EG-C-infiltration: the king's region
    too.
    """
    targets = (NEAR[s.king] | CASTILLO_BIT) & ~s.no_entry
    if s.infiltration and s.king <= CASTILLO:
        targets |= 1 << s.king
    return targets


@rule
def place(s, seat, place):
    """EG-4.1: a caballero goes from the court to the board."""
    s.court[seat] -= 1
    put(s, seat, place)
    emit(s, Event.PLACED, seat, place)


@rule
def send_back(s, seat, region, n):
    """EG-5.3: caballeros go from a region to the province."""
    s.regions[region][seat] -= n
    s.province[seat] += n
    emit(s, Event.SENT_BACK, seat, region, n)


@rule
def send_back_from_court(s, seat, n):
    """EG-5.3: caballeros go from the court to the province."""
    s.court[seat] -= n
    s.province[seat] += n
    emit(s, Event.COURT_SENT_BACK, seat, n)
