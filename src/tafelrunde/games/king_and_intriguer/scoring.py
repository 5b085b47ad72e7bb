"""Scoring by cards, with strangers, turned tiles and what follows (KI-6.8, KI-6.10)."""
from __future__ import annotations

from ...kernel import allow, allow_set, emit, rule
from ..el_grande.board import caballeros_in, entry_regions, send_back
from ..el_grande.scoring import kings_bonus, score_counts, score_place
from ..el_grande.tables import CASTILLO, REGIONS
from .actions import Act
from .closing import note_changes
from .events import Event
from .fields import Phase
from .lying import leave_table
from .tables import DEEDS, KIND, STRANGER, VERB, Do, Scoring

REVERSED = 100
"""Counts from this number on rank in reverse."""


@rule
def is_turned(s, place):
    """KI-C-73: whether a turned tile lies there."""
    if s.turned:
        for t in range(2):
            if s.turned >> t & 1 and s.tile_at[t] == place:
                return 1
    return 0


@rule
def score_tallied(s, place, regions, kings, times):
    """Score a region by the caballeros of some regions together; KI-6.8: under a turned tile the
    fewest come first.
    """
    turned = is_turned(s, place)
    if regions == 1 << place and turned == 0:
        score_counts(s, place, s.regions[place], s.paid, kings, times)
        return
    for p in range(s.players):
        n = 0
        for r in range(REGIONS):
            if regions >> r & 1:
                n += s.regions[r][p]
        if turned and n > 0:
            n = REVERSED - n
        s.sums[p] = n
    score_counts(s, place, s.sums, s.paid, kings, times)
    for p in range(s.players):
        s.sums[p] = 0


@rule
def score_by_card(s, place):
    """EG-5.4: a region, or the castillo, is scored now; 83: what stands beside it counts too."""
    if place == CASTILLO:
        score_place(s, place)
    else:
        score_tallied(s, place, 1 << place, kings_bonus(s, place), 1)


@rule
def behind(s, seat):
    """KI-C-135, KI-6.13: the regions where a seat has caballeros and is not alone in front."""
    found = 0
    for r in range(REGIONS):
        own = s.regions[r][seat]
        if own > 0:
            for p in range(s.players):
                if p != seat and s.regions[r][p] >= own:
                    found |= 1 << r
    return found


@rule
def begin_scoring(s, places):
    """KI-6.10: before places (a set) are scored by a card, strangers are asked, from the actor on.
    1 when all is done.
    """
    s.targets = places
    if places == 0:
        emit(s, Event.NOTHING_HAPPENS, s.actor)
        return 1
    ask_strangers(s, s.actor)
    return next_stranger(s)


@rule
def finish_scoring(s):
    """Score the waiting places; KI-C-145: the region is then cleared."""
    for place in range(REGIONS + 1):
        if s.targets >> place & 1:
            score_by_card(s, place)
            if DEEDS[s.step][VERB] == Do.SCORE and DEEDS[s.step][KIND] == Scoring.CLEAR:
                clear_region(s, place)


@rule
def clear_region(s, region):
    """KI-C-145, KI-6.13: all caballeros go back to the province, but not out of a closed region."""
    if s.no_exit >> region & 1 == 0 and caballeros_in(s, region) > 0:
        emit(s, Event.CLEARED, region)
        for p in range(s.players):
            if s.regions[region][p] > 0:
                send_back(s, p, region, s.regions[region][p])


# ------------------------------------------------------------ strangers


@rule
def ask_strangers(s, first):
    """KI-6.10: holders of a 75 are asked once, clockwise from a seat."""
    s.asked = first
    s.left = s.players


@rule
def next_stranger(s):
    """KI-C-75: the next holder who can place a stranger.  1 if nobody is left."""
    while s.left > 0:
        seat = s.asked
        s.asked = (s.asked + 1) % s.players
        s.left -= 1
        if s.strangers[seat] > 0 and entry_regions(s):
            s.waiting = 1 << seat
            s.phase = Phase.STRANGER
            return 0
    return 1


@rule
def legal_stranger(s, seat, mask):
    """KI-6.14: any region but closed and full ones, or wait."""
    allow_set(mask, Act.STRANGER, entry_regions(s))
    allow(mask, Act.WAIT)


@rule
def apply_stranger(s, seat, action):
    """The stranger enters a region and the card leaves, or waits.  1 if nobody is left to ask."""
    if action == Act.WAIT:
        emit(s, Event.STRANGER_WAITS, seat)
    else:
        region = action - Act.STRANGER
        s.strangers[seat] -= 1
        s.regions[region][seat] += 1
        emit(s, Event.STRANGER_ENTERS, seat, region)
        leave_table(s, seat, STRANGER)
        note_changes(s)
    return next_stranger(s)
