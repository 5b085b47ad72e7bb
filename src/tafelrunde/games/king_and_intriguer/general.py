"""General scorings: strangers, dials, the castillo, spies, and the regions with all that was agreed
about them.
"""
from __future__ import annotations

from ...kernel import emit, lowest_bit, rule
from ..el_grande.common import end_game
from ..el_grande.dialling import castillo_owners, clear_dials, leave_castillo, open_dials, show_dials
from ..el_grande.scoring import kings_bonus, score_place
from ..el_grande.tables import CASTILLO, REGIONS
from .closing import note_changes, room_in
from .events import Event
from .fields import Next, Part, Phase
from .lying import leave_table
from .readings import spies_split_freely
from .scoring import ask_strangers, next_stranger, score_tallied
from .tables import SPY


@rule
def begin_general(s):
    """KI-6.10: a general scoring begins with the strangers, from the new start player."""
    emit(s, Event.GENERAL_SCORING, s.marker // 3)
    s.part = Part.SCORING
    ask_strangers(s, s.starter)
    if next_stranger(s):
        return Next.DIALS
    return Next.DECISION


@rule
def set_dials(s):
    """EG-7.1: everybody with a piece in the castillo, or beside it, dials; KI-C-25: spies do
    not.
    """
    if open_dials(s, castillo_owners(s) & ~s.spies):
        return Next.SCORING
    return Next.DECISION


@rule
def score_castillo(s):
    """EG-7.2, EG-7.3: the castillo is scored and left, clockwise from the new start player
    (KI-6.11).
    """
    score_place(s, CASTILLO)
    if s.collapse:
        end_collapse(s)
    show_dials(s)
    for k in range(s.players):
        p = (s.starter + k) % s.players
        if s.dial[p] >= 0:
            leave_castillo(s, p, room_in(s, s.dial[p]))
    clear_dials(s)
    s.asked = s.starter
    s.left = s.players
    return Next.SPIES


@rule
def end_collapse(s):
    """KI-C-83: caballeros beside the castillo counted with the rest and leave with it."""
    s.collapse = 0
    for p in range(s.players):
        s.inside[p] = 0
        s.beside[p] = 0
    emit(s, Event.COLLAPSE_OVER)


@rule
def next_spy(s):
    """KI-C-25, KI-6.14: spies with a piece inside dial openly now, clockwise."""
    if s.spies:
        owners = castillo_owners(s) & s.spies
        while s.left > 0:
            seat = s.asked
            s.asked = (s.asked + 1) % s.players
            s.left -= 1
            if owners >> seat & 1:
                s.waiting = 1 << seat
                s.phase = Phase.SPY
                return Next.DECISION
    return Next.REGIONS


@rule
def spy_leaves(s, seat, region):
    """KI-6.11, KI-K25: all the spy's caballeros go to one region; by an option one by one.  1 when
    all are out.
    """
    emit(s, Event.SPY_SHOWN, seat, region)
    if spies_split_freely(s) and s.castillo[seat] > 0:
        return one_spy_leaves(s, seat, region)
    s.dial[seat] = region
    leave_castillo(s, seat, room_in(s, region))
    s.dial[seat] = -1
    return 1


@rule
def one_spy_leaves(s, seat, region):
    """KI-K25: one caballero goes to a region, or to court where it may not or cannot; then the
    next, the grande last.
    """
    s.castillo[seat] -= 1
    if s.no_entry >> region & 1 or room_in(s, region) == 0:
        s.court[seat] += 1
        emit(s, Event.CASTILLO_TO_COURT, seat, 1)
    else:
        s.regions[region][seat] += 1
        emit(s, Event.LEFT_CASTILLO, seat, region, 1)
    if s.castillo[seat] > 0 or s.grande[seat] == CASTILLO:
        return 0
    return 1


@rule
def allied_with(s, region):
    """KI-6.9: a region and all that are allied with it; overlapping alliances merge."""
    group = 1 << region
    if s.allies[0] == 0:
        return group
    for _ in range(s.players):
        for k in range(s.players):
            if s.allies[k] & group:
                group |= s.allies[k]
    return group


@rule
def score_regions(s):
    """EG-7.4 with KI-6.4, KI-6.8, KI-6.9: each region by its own table, doubling and bonuses;
    KI-6.2: no king's with a queen.
    """
    doubled = 0
    for p in range(s.players):
        if s.double_at[p] > 0:
            doubled |= 1 << (s.double_at[p] - 1)
            emit(s, Event.DOUBLE_SHOWN, p, s.double_at[p] - 1)
    for r in range(REGIONS):
        kings = 0
        if s.queen == 0:
            kings = kings_bonus(s, r)
        score_tallied(s, r, allied_with(s, r), kings, 1 + (doubled >> r & 1))


@rule
def end_alliance(s, k):
    """KI-6.5: an alliance is for one general scoring."""
    first = lowest_bit(s.allies[k])
    emit(s, Event.ALLIANCE_OVER, first, lowest_bit(s.allies[k] & ~(1 << first)))
    s.allies[k] = 0


@rule
def end_general(s):
    """KI-6.5: effects of this scoring end; spies' cards leave, the castillo goes home."""
    score_regions(s)
    for p in range(s.players):
        s.double_at[p] = 0
        s.double_rank[p] = 0
        if s.spies >> p & 1:
            s.spies &= ~(1 << p)
            leave_table(s, p, SPY)
            emit(s, Event.LYING_USED, p, SPY)
        if s.allies[p]:
            end_alliance(s, p)
    if s.castillo_at >= 0:
        s.castillo_at = -1
        emit(s, Event.CASTILLO_HOME)
    s.queen = 0
    s.part = Part.NONE
    note_changes(s)
    if s.marker < 9:
        return Next.ROUND
    end_game(s)
    return Next.DECISION
