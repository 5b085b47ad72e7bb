"""Special actions of the further sets: the players' edition and the extra cards (KI-5)."""
from __future__ import annotations

from ...kernel import allow, emit, rule
from ..el_grande.board import caballeros_in, entry_regions, open_regions
from ..el_grande.dialling import open_dials
from ..el_grande.moving import begin_extra
from ..el_grande.tables import ALL_REGIONS, CASTILLO, REGIONS, SINGLE
from .actions import Act
from .deeds import most_of
from .ending import nothing, unless
from .events import Event
from .fields import Part, Phase
from .naming import ally_targets, begin_naming
from .readings import fifteen_may_bring_fewer
from .tables import DEEDS, LIMITED_TO, VERB, Do


@rule
def begin_fiesta(s, seat):
    """KI-C-15, KI-K24: with an empty province, exactly or up to five from the court into any free
    regions.
    """
    if s.province[seat] > 0:
        return nothing(s, seat)
    must = 1
    if fifteen_may_bring_fewer(s):
        must = 0
    return unless(s, seat, begin_extra(s, seat, most_of(s), entry_regions(s), must))


@rule
def outing_targets(s, seat):
    """KI-C-13, KI-6.14: where a grande may go that is not in the castillo or a closed region."""
    home = s.grande[seat]
    if home == CASTILLO or s.no_exit >> home & 1:
        return 0
    return open_regions(s) & ~(1 << home)


@rule
def dial_choices(s, seat):
    """KI-6.3: any region; for an outing where the grande may go."""
    if s.part == Part.ACTION and DEEDS[s.step][VERB] == Do.OUTING:
        return outing_targets(s, seat)
    return ALL_REGIONS


@rule
def begin_outing(s, seat):
    """KI-C-13: every opponent whose grande can move dials."""
    seats = 0
    for p in range(s.players):
        if p != seat and outing_targets(s, p):
            seats |= 1 << p
    return unless(s, seat, open_dials(s, seats))


@rule
def resolve_outing(s):
    """KI-C-13: the grandes go where they were sent."""
    for p in range(s.players):
        if s.dial[p] >= 0:
            s.grande[p] = s.dial[p]
            emit(s, Event.GRANDE_MOVED, p, s.grande[p])


@rule
def begin_turning(s, seat):
    """KI-C-73: a tile on the board.  1 if there is none."""
    s.phase = Phase.TURN
    if s.tile_at[0] < 0 and s.tile_at[1] < 0:
        return nothing(s, seat)
    return 0


@rule
def legal_turning(s, seat, mask):
    """KI-6.8: either tile that lies on the board."""
    for t in range(2):
        if s.tile_at[t] >= 0:
            allow(mask, Act.TURN + t)


@rule
def apply_turning(s, seat, action):
    """KI-C-73, KI-6.8: the tile is turned; one that is turned already goes back beside the
    board.
    """
    tile = action - Act.TURN
    if s.turned >> tile & 1:
        s.turned &= ~(1 << tile)
        s.tile_at[tile] = -1
        emit(s, Event.TILE_TAKEN_OFF, seat, tile)
    else:
        s.turned |= 1 << tile
        emit(s, Event.TILE_TURNED, seat, tile)


@rule
def regions_with_at_most(s, n):
    """KI-C-66, KI-6.14: regions with at most n caballeros, the king's included."""
    found = 0
    for r in range(REGIONS):
        if caballeros_in(s, r) <= n:
            found |= 1 << r
    return found


@rule
def shove_castillo(s, seat):
    """KI-C-23: onto a region where it does not lie."""
    return begin_naming(s, seat, SINGLE, open_regions(s) & ~(1 << (s.castillo_at + 1) >> 1))


@rule
def begin_civil_war(s, seat):
    """KI-C-43: a region that can be left."""
    return begin_naming(s, seat, SINGLE, ALL_REGIONS & ~s.no_exit)


@rule
def limit_region(s, seat):
    """KI-C-66: a region with no more caballeros than it will have room for."""
    return begin_naming(s, seat, SINGLE, regions_with_at_most(s, LIMITED_TO))


@rule
def protect_region(s, seat):
    """KI-C-95: any region."""
    return begin_naming(s, seat, SINGLE, ALL_REGIONS)


@rule
def begin_alliance(s, seat):
    """KI-C-53: two regions."""
    return begin_naming(s, seat, most_of(s), ally_targets(s))


@rule
def begin_arbitration(s, seat):
    """KI-C-155: regions of which an opponent chooses one."""
    return begin_naming(s, seat, most_of(s), ALL_REGIONS)


@rule
def threaten_collapse(s, seat):
    """KI-C-83: from now to the next general scoring nothing enters the castillo; it stands beside
    it.
    """
    if s.collapse == 0:
        s.collapse = 1
        for p in range(s.players):
            s.inside[p] = s.castillo[p]
            s.beside[p] = 0
    emit(s, Event.COLLAPSE_THREATENS, seat)
    return 1


@rule
def throw_opposing_grandes(s, seat):
    """KI-C-35, KI-6.14: opposing grandes go into the castillo, but not out of a closed region."""
    for p in range(s.players):
        if p != seat and s.grande[p] != CASTILLO and s.no_exit >> s.grande[p] & 1 == 0:
            s.grande[p] = CASTILLO
            emit(s, Event.GRANDE_THROWN_IN, p)
    return 1
