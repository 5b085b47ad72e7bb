"""Moving the king, the grandes and the scoring tiles."""
from __future__ import annotations

from ...kernel import allow_set, emit, rule
from .actions import Act
from .board import emptiest_regions, open_regions, stand_king
from .events import Event
from .fields import Phase
from .tables import ALL_REGIONS, CASTILLO, CASTILLO_BIT, FRANCE, NEAR, PORTUGAL, Travel

TILE_PLACES = 10


@rule
def king_targets(s, travel):
    """Where a card lets the king go: another place than his own (Summer Residence: any of the
    emptiest regions).
    """
    if travel == Travel.ADJACENT:
        return NEAR[s.king]
    if travel == Travel.ABROAD:
        return (1 << FRANCE | 1 << PORTUGAL) & ~(1 << s.king)
    if travel == Travel.FEWEST:
        return emptiest_regions(s)
    return ALL_REGIONS & ~(1 << s.king)


@rule
def begin_king(s, seat, targets):
    """The king travels.  1 if he cannot."""
    s.targets = targets
    s.waiting = 1 << seat
    s.phase = Phase.KING
    if targets == 0:
        return 1
    return 0


@rule
def legal_king(s, seat, mask):
    """The places offered; the notation lists France and Portugal right after the regions."""
    allow_set(mask, Act.KING, s.targets & ALL_REGIONS | s.targets >> 1 & ~ALL_REGIONS)


@rule
def apply_king(s, seat, action):
    """The king goes where he was sent; the place he leaves opens, the place he enters closes."""
    place = action - Act.KING
    if place >= CASTILLO:
        place += 1
    move_king(s, seat, place)


@rule
def move_king(s, seat, place):
    """The king leaves a place for another; the old one is remembered for those who follow him."""
    s.source = s.king
    stand_king(s, place)
    emit(s, Event.KING_MOVED, seat, place)


@rule
def begin_grande(s, seat):
    """EG-C-new_home: the player's own grande goes to another region; not from the king's region or
    the castillo (EG-R38).
    """
    s.waiting = 1 << seat
    s.phase = Phase.GRANDE
    s.targets = grande_targets(s, seat)
    if s.targets == 0:
        return 1
    return 0


@rule
def grande_targets(s, seat):
    """Where the player's own grande may go."""
    home = s.grande[seat]
    if home == CASTILLO or s.no_exit >> home & 1:
        return 0
    return open_regions(s) & ~(1 << home)


@rule
def legal_grande(s, seat, mask):
    """The regions that are offered."""
    allow_set(mask, Act.GRANDE, s.targets)


@rule
def apply_grande(s, seat, action):
    """The player's own grande goes to a region."""
    s.grande[seat] = action - Act.GRANDE
    emit(s, Event.GRANDE_MOVED, seat, s.grande[seat])


@rule
def throw_grandes_in(s, region):
    """EG-C-tournament, EG-R43: all grandes of a region go into the castillo."""
    for p in range(s.players):
        if s.grande[p] == region:
            s.grande[p] = CASTILLO
            emit(s, Event.GRANDE_THROWN_IN, p)


@rule
def tile_targets(s, tile):
    """EG-C-legislation, EG-R37: free tables that are not the king's, for a tile that does not lie
    with him.
    """
    at = s.tile_at[tile]
    if at >= 0 and s.no_exit >> at & 1:
        return 0
    free = (ALL_REGIONS | CASTILLO_BIT) & ~s.no_entry
    for t in range(2):
        if s.tile_at[t] >= 0:
            free &= ~(1 << s.tile_at[t])
    return free


@rule
def begin_tile(s, seat, targets):
    """A scoring tile is laid or moved.  1 if none can be."""
    s.waiting = 1 << seat
    s.phase = Phase.TILE
    if targets:
        return 0
    return 1


@rule
def legal_tile(mask, first, second):
    """Either tile, wherever it may go."""
    allow_set(mask, Act.TILE, first)
    allow_set(mask, Act.TILE + TILE_PLACES, second)


@rule
def apply_tile(s, seat, action):
    """The tile is moved there."""
    tile = (action - Act.TILE) // TILE_PLACES
    s.tile_at[tile] = (action - Act.TILE) % TILE_PLACES
    emit(s, Event.TILE_LAID, seat, tile, s.tile_at[tile])
