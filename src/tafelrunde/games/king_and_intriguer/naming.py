"""Cards that name regions, seats and secrets: 23, 43, 53, 66, 95, 130, 155."""
from __future__ import annotations

from ...kernel import allow_set, emit, lowest_bit, rule
from ..el_grande.board import send_back_from_court
from ..el_grande.tables import ALL_REGIONS
from .actions import Act
from .closing import close_regions
from .deeds import most_of
from .events import Event
from .fields import Phase
from .lying import lay_limit
from .readings import king_may_be_allied
from .tables import DEEDS, VERB, Do


@rule
def begin_naming(s, seat, n, regions):
    """Some regions are named, one after another.  1 if there is none to name."""
    s.left = n
    s.named = 0
    s.targets = regions
    s.phase = Phase.REGION
    if regions == 0:
        emit(s, Event.NOTHING_HAPPENS, seat)
        return 1
    return 0


@rule
def ally_targets(s):
    """KI-6.14, KI-K26: any regions may be allied; by an option not the king's."""
    if king_may_be_allied(s):
        return ALL_REGIONS
    return ALL_REGIONS & ~(1 << s.king)


@rule
def name_region(s, seat, region):
    """One region is named; with the last of them the card takes effect.  1 when the action is
    finished.
    """
    s.named |= 1 << region
    s.targets &= ~(1 << region)
    s.left -= 1
    verb = DEEDS[s.step][VERB]
    if verb != Do.ALLY and verb != Do.LIMIT and verb != Do.PROTECT and verb != Do.SHOVE:
        emit(s, Event.REGION_CHOSEN, seat, region)
    if s.left > 0:
        return 0
    if verb == Do.ARBITRATE:
        s.phase = Phase.NAME
        return 0
    if verb == Do.SHOVE:
        slide_castillo(s, seat, region)
    elif verb == Do.CIVIL_WAR:
        empty_into_courts(s, seat, region)
    elif verb == Do.ALLY:
        ally(s, seat, s.named)
    elif verb == Do.LIMIT:
        lay_limit(s, seat, region)
    else:
        s.protected |= 1 << region
        close_regions(s)
        emit(s, Event.PROTECTS, seat, region)
    s.named = 0
    return 1


@rule
def slide_castillo(s, seat, region):
    """KI-C-23, KI-6.12: the castillo goes onto the region, and the caballeros there fall in (83:
    beside it).
    """
    s.castillo_at = region
    emit(s, Event.CASTILLO_SLID, seat, region)
    for p in range(s.players):
        n = s.regions[region][p]
        if n > 0:
            s.regions[region][p] = 0
            s.castillo[p] += n
            emit(s, Event.FELL_IN, p, region, n)


@rule
def empty_into_courts(s, seat, region):
    """KI-C-43, KI-6.13: opposing caballeros go to their courts; a player's own one of the court
    pays for it, if there is one.
    """
    for p in range(s.players):
        n = s.regions[region][p]
        if p != seat and n > 0:
            s.regions[region][p] = 0
            s.court[p] += n
            emit(s, Event.BACK_TO_COURTS, p, region, n)
    if s.court[seat] > 0:
        send_back_from_court(s, seat, min(most_of(s), s.court[seat]))


@rule
def ally(s, seat, regions):
    """KI-C-53: two regions are allied for the next general scoring."""
    k = 0
    while s.allies[k]:
        k += 1
    s.allies[k] = regions
    first = lowest_bit(regions)
    emit(s, Event.ALLIED, seat, first, lowest_bit(regions & ~(1 << first)))


# ------------------------------------------------------------ 130: a region doubled


@rule
def double_targets(s, seat):
    """KI-6.4: there is only one set of region cards, so what others have chosen is not offered."""
    found = ALL_REGIONS
    for p in range(s.players):
        if p != seat and s.double_at[p] > 0:
            found &= ~(1 << (s.double_at[p] - 1))
    return found


@rule
def choose_double(s, seat, region):
    """KI-C-130: the region's card lies face down before its player."""
    last = 0
    for p in range(s.players):
        last = max(last, s.double_rank[p])
    s.double_at[seat] = region + 1
    s.double_rank[seat] = last + 1
    emit(s, Event.DOUBLE_SET, seat)


# ------------------------------------------------------------ 155: whom to ask


@rule
def legal_name(s, seat, mask):
    """KI-C-155: any opponent."""
    allow_set(mask, Act.NAME, ((1 << s.players) - 1) & ~(1 << seat))


@rule
def name_seat(s, seat, whom):
    """KI-C-155: that player decides which of the regions is scored."""
    emit(s, Event.NAMED, seat, whom)
    s.targets = s.named
    s.named = 0
    s.waiting = 1 << whom
    s.phase = Phase.SCORE
