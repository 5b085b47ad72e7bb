"""What is closed and what is full: the king's region, protected regions (95), regions with a 66,
the castillo (83).
"""
from __future__ import annotations

from ...kernel import rule
from ..el_grande.board import caballeros_in, entry_regions, stand_king
from ..el_grande.tables import ALL, CASTILLO_BIT, NEAR, REGIONS
from .tables import LIMITED_TO


@rule
def close_regions(s):
    """EG-6.2, KI-C-95: nothing goes into or out of the king's region and protected ones."""
    stand_king(s, s.king)
    s.no_entry |= s.protected
    s.no_exit |= s.protected


@rule
def room_in(s, region):
    """KI-C-66: how many more caballeros a region has room for."""
    if s.limited >> region & 1:
        return max(0, LIMITED_TO - caballeros_in(s, region))
    return ALL


@rule
def regions_with_room(s, n):
    """The regions that n caballeros may enter together."""
    found = 0
    for r in range(REGIONS):
        if room_in(s, r) >= n:
            found |= 1 << r
    return found & ~s.no_entry


@rule
def note_changes(s):
    """KI-C-66, KI-C-83: after every decision, which regions are full and what stands beside the
    castillo.
    """
    s.no_room = 0
    if s.limited:
        for r in range(REGIONS):
            if room_in(s, r) == 0:
                s.no_room |= 1 << r
    if s.collapse:
        for p in range(s.players):
            s.beside[p] = s.castillo[p] - s.inside[p]


@rule
def find_limited(s):
    """The regions on which a 66 lies."""
    s.limited = 0
    for p in range(s.players):
        if s.limit_at[p] > 0:
            s.limited |= 1 << (s.limit_at[p] - 1)


@rule
def placing_targets(s):
    """EG-4.2, EG-4.3: next to the king, or the castillo; KI-C-20, KI-C-153: any region but closed
    ones.
    """
    if s.free:
        return entry_regions(s) | CASTILLO_BIT
    return entry_regions(s) & NEAR[s.king] | CASTILLO_BIT
