"""Special actions and abilities, step by step: what a card does is a row of verbs in the data."""
from __future__ import annotations

from ...kernel import by_number, emit, rule
from .board import emptiest_regions, fullest_regions, open_regions
from .common import ask_alone
from .dialling import begin_battle, open_dials
from .events import Event
from .fields import Phase, Reading
from .moving import begin_extra, begin_move
from .one_card import begin_choice, begin_escort, begin_swap
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
    CASTILLO_TOO,
    EACH,
    MUST,
    ONE_REGION,
    OPPOSING,
    OWN,
    STEPS,
    TRAVEL,
    VALUES_SCORED,
    VERB,
    WHICH,
    Do,
    N,
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
def begin_moving(s, seat):
    """EG-5.2: caballeros move."""
    return begin_move(s, seat, STEPS[s.step][OWN], STEPS[s.step][OPPOSING], STEPS[s.step][N], STEPS[s.step][ONE_REGION],
                      STEPS[s.step][MUST])


@rule
def begin_extra_placing(s, seat):
    """Extra caballeros are placed."""
    return begin_extra(s, seat, STEPS[s.step][N], extra_targets(s), STEPS[s.step][MUST])


@rule
def begin_extra_court(s, seat):
    """Extra caballeros come to court."""
    return begin_court(s, seat, STEPS[s.step][N])


@rule
def begin_withdrawing(s, seat):
    """EG-5.3: the others return some, one seat after another."""
    ask_alone(s, seat)
    return return_next(s, STEPS[s.step][N], seat)


@rule
def begin_banishing(s, seat):
    """EG-5.3: an opposing caballero goes back, or one of each opponent's."""
    ask_alone(s, seat)
    if STEPS[s.step][EACH]:
        return banish_next(s, seat)
    return begin_banish_one(s, seat)


@rule
def begin_ballot(s, seat):
    """EG-C-secret_ballot: everybody dials."""
    return open_dials(s, (1 << s.players) - 1)


@rule
def begin_legislation(s, seat):
    """EG-C-legislation: a scoring tile is laid or moved."""
    return begin_tile(s, seat, tile_targets(s, 0) | tile_targets(s, 1))


@rule
def choose_coup(s, seat):
    """EG-C-coup: the region is chosen first."""
    ask_alone(s, seat)
    s.phase = Phase.REGION
    s.targets = ALL_REGIONS & ~s.no_exit
    return 0


@rule
def levy(s, seat):
    """EG-C-levy: nothing is left to decide."""
    ask_alone(s, seat)
    levy_courts(s, seat, STEPS[s.step][N])
    return 1


@rule
def throw_grandes(s, seat):
    """EG-C-tournament: nothing is left to decide."""
    ask_alone(s, seat)
    throw_grandes_in(s, s.king)
    return 1


@rule
def infiltrate(s, seat):
    """EG-C-infiltration: nothing is left to decide."""
    ask_alone(s, seat)
    s.infiltration = 1
    emit(s, Event.INFILTRATES, seat)
    return 1


@rule
def take_veto(s, seat):
    """EG-C-veto: nothing is left to decide."""
    ask_alone(s, seat)
    hold_veto(s, seat)
    return 1


@rule
def nothing_to_do(s, seat):
    """There is no such step, so it is over."""
    ask_alone(s, seat)
    return 1


@rule
def begin_score(s, seat):
    """EG-5.4: a region of choice, or at once those that the card names."""
    which = STEPS[s.step][WHICH]
    if which == Scoring.CHOICE:
        s.waiting = 1 << seat
        s.phase = Phase.SCORE
        s.targets = score_targets(s)
        return 0
    if which == Scoring.VALUES:
        score_set(s, regions_worth(s, STEPS[s.step][VALUES_SCORED]))
    elif which == Scoring.FIRSTS:
        score_first_places(s)
    elif which == Scoring.MOST:
        score_set(s, fullest_regions(s))
    elif which == Scoring.FEWEST:
        score_set(s, emptiest_regions(s))
    else:
        score_place(s, CASTILLO)
    return 1


@rule
def score_targets(s):
    """EG-R06: any region, the king's too; the castillo only if the card says so (1995)."""
    if STEPS[s.step][CASTILLO_TOO]:
        return ALL_REGIONS | CASTILLO_BIT
    return ALL_REGIONS


@rule
def extra_targets(s):
    """EG-R36: any region but the king's; or, if the card says so, the castillo."""
    if STEPS[s.step][CASTILLO_TOO]:
        return CASTILLO_BIT & ~s.no_entry
    return open_regions(s)


@rule
def begin_travel(s, seat):
    """The king travels as the card says; to the castillo without a choice (EG-C-revolt); EG-R42: by
    an option he may stay.
    """
    travel = STEPS[s.step][TRAVEL]
    if travel == Travel.CASTILLO:
        if s.king != CASTILLO:
            move_king(s, seat, CASTILLO)
        return 1
    if travel == Travel.ANY and s.readings & Reading.KING_MAY_STAY:
        return begin_king(s, seat, ALL_REGIONS)
    return begin_king(s, seat, king_targets(s, travel))


@rule
def verb_under_way(s):
    """What the current step does."""
    return STEPS[s.step][VERB]


begin_step = by_number("begin_step", verb_under_way, {
    Do.NOTHING: nothing_to_do, Do.MOVE: begin_moving, Do.PLACE: begin_extra_placing, Do.COURT: begin_extra_court,
    Do.CHOOSE: begin_choice, Do.WITHDRAW: begin_withdrawing, Do.BATTLE: begin_battle, Do.LEVY: levy, Do.BANISH: begin_banishing,
    Do.SCORE: begin_score, Do.BALLOT: begin_ballot, Do.TILE: begin_legislation, Do.REGAIN: begin_regain, Do.GRANDE: begin_grande,
    Do.COUP: choose_coup, Do.KING: begin_travel, Do.ESCORT: begin_escort, Do.THROW_GRANDES: throw_grandes,
    Do.INFILTRATE: infiltrate, Do.SWAP: begin_swap, Do.HOLD_VETO: take_veto,
})
"""Begin the current step.  1 if it is already finished, 0 if a decision is open."""
