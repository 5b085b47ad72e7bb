"""Rounds and turns (KI-2, KI-3)."""
from __future__ import annotations

from ...kernel import emit, go_on_by, rule
from ..el_grande.dialling import clear_dials, show_dials, votes_for
from ..el_grande.fields import BOTH_PARTS
from ..el_grande.recruiting import begin_court
from ..el_grande.tables import REGIONS
from ..el_grande.vetoes import next_marker
from .cards import announce_order, has_deed, highest, lowest, role_to_choose
from .closing import close_regions
from .deeds import brings
from .events import Event
from .fields import Next, Part, Phase
from .further_sets import resolve_outing
from .general import begin_general, end_general, next_spy, score_castillo, set_dials
from .lying import stays
from .scoring import finish_scoring
from .setup import begin_first_dials, resolve_first_dials
from .special import begin_deed, score_now
from .tables import DEEDS, JOKER, VERB, WHIRLWIND, Do

# ------------------------------------------------------------ cards


@rule
def begin_round(s):
    """KI-2.1: the start player lays the first card."""
    s.marker = next_marker(s)
    emit(s, Event.ROUND_BEGINS, s.marker)
    s.actor = s.starter
    s.phase = Phase.LAY
    s.waiting = 1 << s.starter
    return Next.DECISION


@rule
def next_lay(s):
    """KI-2.1: clockwise until everybody has laid; KI-6.6: then those who laid a Joker; KI-6.7: then
    113.
    """
    if s.phase == Phase.LAY:
        s.actor = (s.actor + 1) % s.players
        if s.played[s.actor] == 0:
            s.waiting = 1 << s.actor
            return Next.DECISION
    s.phase = Phase.SECOND
    for k in range(s.players):
        p = (s.starter + k) % s.players
        if s.played[p] == JOKER + 1:
            s.actor = p
            s.waiting = 1 << p
            return Next.DECISION
    announce_order(s)
    s.waiting = 0
    for p in range(s.players):
        if s.played[p] == WHIRLWIND + 1:
            s.waiting |= 1 << p
    if s.waiting:
        s.phase = Phase.WHIRLWIND
        return Next.DECISION
    return Next.TURN


@rule
def set_whirlwind(s, seat, region):
    """KI-6.7: a region is dialled, unseen until the turn.  1 if it was the last."""
    s.whirlwind[seat] = region + 1
    s.waiting &= ~(1 << seat)
    emit(s, Event.WHIRLWIND_SET, seat)
    if s.waiting == 0:
        return 1
    return 0


# ------------------------------------------------------------ turns


@rule
def next_turn(s):
    """KI-2.3: the highest card that has not had its turn; first caballeros come to court
    (KI-3.5).
    """
    seat = highest(s, ((1 << s.players) - 1) & ~s.acted)
    if seat < 0:
        return Next.ROUND_OVER
    s.actor = seat
    s.part = Part.COURT
    emit(s, Event.TURN_BEGINS, seat)
    if begin_court(s, seat, brings(s, s.played[seat] - 1)):
        return Next.PART
    return Next.DECISION


@rule
def after_court(s):
    """KI-3.3: the role is chosen if there is a choice; then the turn is open."""
    s.waiting = 1 << s.actor
    if role_to_choose(s, s.actor):
        s.phase = Phase.ROLE
    else:
        open_menu(s)
    return Next.DECISION


@rule
def open_menu(s):
    """KI-2.3: the special action and placing, in either order."""
    s.parts = Part.PLACE
    if has_deed(s, s.actor):
        s.parts = BOTH_PARTS
    s.phase = Phase.MENU


@rule
def end_part(s):
    """KI-2.3: the other part may follow; after both the turn ends."""
    part = s.part
    s.part = Part.NONE
    s.waiting = 1 << s.actor
    if part == Part.COURT:
        return after_court(s)
    if s.parts == 0:
        return end_turn(s)
    s.phase = Phase.MENU
    return Next.DECISION


@rule
def end_turn(s):
    """The next turn begins."""
    s.acted |= 1 << s.actor
    s.parts = 0
    s.part = Part.NONE
    s.free = 0
    return Next.TURN


@rule
def run_deed(s):
    """A special action begins; some are finished at once."""
    if begin_deed(s, s.actor):
        return Next.PART
    return Next.DECISION


@rule
def end_dialling(s):
    """All dials are set: of a general scoring, an outing, or a council (KI-C-170)."""
    if s.part == Part.SCORING:
        return Next.SCORING
    show_dials(s)
    if DEEDS[s.step][VERB] == Do.OUTING:
        resolve_outing(s)
        clear_dials(s)
        return Next.PART
    places = 0
    for r in range(REGIONS):
        if votes_for(s, r) > 1:
            places |= 1 << r
    clear_dials(s)
    if score_now(s, places):
        return Next.PART
    return Next.DECISION


@rule
def end_asking(s):
    """KI-6.10: when all have been asked about their strangers, the scoring goes on."""
    if s.part == Part.SCORING:
        return Next.DIALS
    finish_scoring(s)
    return Next.PART


@rule
def end_round(s):
    """KI-2.4: cards leave the game, but those that stay; the lowest starts; KI-6.11: protection
    ends.
    """
    s.starter = lowest(s)
    emit(s, Event.NEXT_START, s.starter)
    for p in range(s.players):
        card = s.played[p] - 1
        if stays(s, p, card) == 0:
            s.used[p] |= 1 << card
        s.played[p] = 0
        s.laid[p] = 0
        s.role[p] = 0
        s.whirlwind[p] = 0
    s.vetoed = 0
    s.acted = 0
    if s.protected:
        end_protection(s)
    if s.marker % 3 == 0:
        return begin_general(s)
    s.queen = 0
    return Next.ROUND


@rule
def end_protection(s):
    """KI-6.11: 95 ends with the round, before a general scoring."""
    for r in range(REGIONS):
        if s.protected >> r & 1:
            emit(s, Event.PROTECTION_OVER, r)
    s.protected = 0
    close_regions(s)


# ------------------------------------------------------------ what comes next


go_on = go_on_by({
    Next.PART: end_part, Next.BEGIN: run_deed, Next.LAY: next_lay, Next.TURN: next_turn, Next.ROUND_OVER: end_round,
    Next.DIALS: set_dials, Next.SCORING: score_castillo, Next.SPIES: next_spy, Next.REGIONS: end_general, Next.ROUND: begin_round,
    Next.CHOSEN: begin_first_dials, Next.FIRST_DIALLED: resolve_first_dials, Next.DIALLED: end_dialling,
    Next.STRANGERS_ASKED: end_asking,
})
