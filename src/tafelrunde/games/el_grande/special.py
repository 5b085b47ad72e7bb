"""Special actions and abilities, step by step: what a card does is a row of verbs in the data."""
from __future__ import annotations

from ...kernel import allow, allow_set, emit, rule
from .actions import Act
from .board import emptiest_regions, fullest_regions, open_regions, standing_in
from .dialling import begin_battle, open_dials
from .events import Event
from .fields import Phase, Reading
from .moving import begin_extra, begin_move
from .pieces import begin_grande, begin_king, begin_tile, king_targets, move_king, throw_grandes_in, tile_targets
from .powers import begin_regain
from .recruiting import begin_court
from .returning import banish_next, begin_banish_one, levy_courts, return_next
from .scoring import regions_worth, score_first_places, score_place, score_set
from .tables import (
    ALL_REGIONS,
    CARD_STEPS,
    CARDS,
    CASTILLO,
    CASTILLO_BIT,
    FOE,
    KIND,
    MOST,
    MUST,
    OWN,
    REGIONS,
    STEPS,
    VERB,
    Do,
    Scoring,
    Travel,
)
from .vetoes import hold_veto


@rule
def first_step(s):
    """The card's special action begins with its first step."""
    row = s.card + s.edition * CARDS
    s.step = CARD_STEPS[row][0]
    s.next_step = CARD_STEPS[row][1]
    s.source = -1


@rule
def begin_step(s, seat):
    """Begin the step under way.  1 when it is finished already, 0 when a decision is open."""
    verb = STEPS[s.step][VERB]
    if verb == Do.MOVE:
        return begin_move(s, seat, STEPS[s.step][OWN], STEPS[s.step][FOE], STEPS[s.step][MOST], STEPS[s.step][KIND],
                          STEPS[s.step][MUST])
    if verb == Do.SCORE:
        return begin_score(s, seat, STEPS[s.step][KIND])
    if verb == Do.PLACE:
        return begin_extra(s, seat, STEPS[s.step][MOST], extra_targets(s), STEPS[s.step][MUST])
    if verb == Do.KING:
        return begin_travel(s, seat, STEPS[s.step][KIND])
    if verb == Do.TILE:
        return begin_tile(s, seat, tile_targets(s, 0) | tile_targets(s, 1))
    if verb == Do.GRANDE:
        return begin_grande(s, seat)
    if verb == Do.REGAIN:
        return begin_regain(s, seat)
    if verb == Do.BATTLE:
        return begin_battle(s, seat)
    if verb == Do.COURT:
        return begin_court(s, seat, STEPS[s.step][MOST])
    if verb == Do.BALLOT:
        return open_dials(s, (1 << s.players) - 1)
    s.asked = seat
    s.waiting = 1 << seat
    if verb == Do.WITHDRAW:
        return return_next(s, STEPS[s.step][MOST], seat)
    if verb == Do.BANISH:
        if STEPS[s.step][KIND]:
            return banish_next(s, seat)
        return begin_banish_one(s, seat)
    if verb == Do.COUP:
        s.phase = Phase.REGION
        s.targets = ALL_REGIONS & ~s.no_exit
        return 0
    if verb == Do.CHOOSE:
        return begin_choice(s, seat)
    if verb == Do.SWAP:
        return begin_swap(s)
    if verb == Do.ESCORT:
        return begin_escort(s, STEPS[s.step][MOST])
    happens_by_itself(s, seat, verb)
    return 1


@rule
def happens_by_itself(s, seat, verb):
    """Steps that leave nothing to decide."""
    if verb == Do.LEVY:
        levy_courts(s, seat, STEPS[s.step][MOST])
    elif verb == Do.THROW_GRANDES:
        throw_grandes_in(s, s.king)
    elif verb == Do.INFILTRATE:
        s.infiltration = 1
        emit(s, Event.INFILTRATES, seat)
    elif verb == Do.HOLD_VETO:
        hold_veto(s, seat)


@rule
def begin_score(s, seat, kind):
    """EG-5.4: a region of choice, or those that the card names, at once."""
    if kind == Scoring.CHOICE:
        s.waiting = 1 << seat
        s.phase = Phase.SCORE
        s.targets = score_targets(s)
        return 0
    if kind == Scoring.VALUES:
        score_set(s, regions_worth(s, STEPS[s.step][MOST]))
    elif kind == Scoring.FIRSTS:
        score_first_places(s)
    elif kind == Scoring.MOST:
        score_set(s, fullest_regions(s))
    elif kind == Scoring.FEWEST:
        score_set(s, emptiest_regions(s))
    else:
        score_place(s, CASTILLO)
    return 1


@rule
def score_targets(s):
    """EG-R06: any region, the king's too; the castillo only where the card says so (1995)."""
    if STEPS[s.step][OWN]:
        return ALL_REGIONS | CASTILLO_BIT
    return ALL_REGIONS


@rule
def extra_targets(s):
    """EG-R36: any region but the king's; or, where the card says so, the castillo."""
    if STEPS[s.step][KIND]:
        return CASTILLO_BIT & ~s.no_entry
    return open_regions(s)


@rule
def begin_travel(s, seat, travel):
    """The king travels as the card says; to the castillo by itself (EG-C-revolt); EG-R42: by an option he may stay."""
    if travel == Travel.CASTILLO:
        if s.king != CASTILLO:
            move_king(s, seat, CASTILLO)
        return 1
    if travel == Travel.ANY and s.readings & Reading.KING_MAY_STAY:
        return begin_king(s, seat, ALL_REGIONS)
    return begin_king(s, seat, king_targets(s, travel))


@rule
def escort_choices(s):
    """EG-C-escort: the colours that have a caballero in the region the king has left, as a set."""
    found = 0
    for c in range(s.colours):
        if s.regions[s.source][c] > 0:
            found |= 1 << c
    return found


@rule
def begin_escort(s, n):
    """EG-C-escort, EG-R42: caballeros of the region he left go along; from abroad or the castillo nobody does."""
    s.left = n
    s.phase = Phase.ESCORT
    if s.source < 0 or s.source >= REGIONS or s.source == s.king or escort_choices(s) == 0:
        return 1
    return 0


@rule
def apply_escort(s, seat, action):
    """One caballero follows the king.  1 when finished."""
    colour = action - Act.ESCORT
    s.regions[s.source][colour] -= 1
    s.regions[s.king][colour] += 1
    s.left -= 1
    emit(s, Event.ESCORTED, seat, colour, s.king)
    if s.left == 0 or escort_choices(s) == 0:
        return 1
    return 0


@rule
def swap_choices(s):
    """EG-C-viceroy, EG-R51: the seats whose grande stands in a region, while the king does too."""
    found = 0
    if s.king < REGIONS:
        for p in range(s.players):
            if s.grande[p] < REGIONS:
                found |= 1 << p
    return found


@rule
def begin_swap(s):
    """EG-C-viceroy.  1 when there is no grande to swap with."""
    s.phase = Phase.SWAP
    if swap_choices(s) == 0:
        return 1
    return 0


@rule
def apply_swap(s, seat, action):
    """The king and a grande change places."""
    whose = action - Act.SWAP
    king = s.king
    emit(s, Event.SWAPPED, seat, whose)
    move_king(s, seat, s.grande[whose])
    s.grande[whose] = king


@rule
def begin_choice(s, seat):
    """EG-C-grand_strategy: move, with a player's own caballero to move, or place, with a court.  1 when neither is possible."""
    s.phase = Phase.OPTION
    if s.court[seat] > 0 or standing_in(s, seat, 1):
        return 0
    return 1


@rule
def legal_option(s, seat, mask):
    """What is possible of the two."""
    if standing_in(s, seat, 1):
        allow(mask, Act.OPTION)
    if s.court[seat] > 0:
        allow(mask, Act.OPTION + 1)


@rule
def apply_option(s, seat, action):
    """The chosen half becomes the step under way."""
    emit(s, Event.OPTION_CHOSEN, seat, action - Act.OPTION)
    if action == Act.OPTION:
        s.step = STEPS[s.step][OWN]
    else:
        s.step = STEPS[s.step][FOE]


@rule
def legal_choice(s, seat, mask):
    """Choices of a place or a seat."""
    phase = s.phase
    if phase == Phase.REGION:
        allow_set(mask, Act.REGION, s.targets)
    elif phase == Phase.SCORE:
        allow_set(mask, Act.SCORE, s.targets)
    elif phase == Phase.GRANDE:
        allow_set(mask, Act.GRANDE, s.targets)
    elif phase == Phase.ESCORT:
        allow_set(mask, Act.ESCORT, escort_choices(s))
    else:
        allow_set(mask, Act.SWAP, swap_choices(s))
