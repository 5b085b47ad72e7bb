"""What may be decided, and what becomes of it: the law of El Grande."""
from __future__ import annotations

from ...kernel import allow, allow_set, emit, rule
from .actions import Act
from .board import placing_targets
from .common import ON_BOARD, announce, legal_on_board
from .dialling import begin_coup, legal_dial, resolve_dials, set_dial
from .events import Event
from .fields import Next, Part, Phase, Reading
from .moving import (
    apply_extra,
    apply_take,
    apply_to,
    begin_placing,
    choose_source,
    place_by_card,
    regions_to_take_from,
)
from .pieces import apply_grande, apply_king, apply_tile, legal_tile, tile_targets
from .powers import apply_modifier, apply_power, apply_regain, legal_modifier, legal_power, legal_regain
from .recruiting import apply_court, apply_recall
from .returning import (
    apply_return_of,
    apply_return_own,
    banish_next,
    return_next,
)
from .rounds import end_turn, go_on, pass_modifier, take_card
from .scoring import score_place
from .special import apply_escort, apply_option, apply_swap, first_step, legal_choice, legal_option
from .tables import ABILITY, KIND, MOST, PLACES, STEPS, VERB, Do
from .vetoes import ask_next_veto, pause_for_veto, resume, spend_veto, veto_holders

LOW_CARDS = 24
LOW_MASK = (1 << LOW_CARDS) - 1


@rule
def asks(s, seat):
    """Hands are hidden: what to play or pass is asked even where one card is left."""
    return s.phase == Phase.POWER or s.phase == Phase.MODIFIER or s.phase == Phase.PASS


# ------------------------------------------------------------ what is legal


@rule
def legal(s, seat, mask):
    """The decision that is open, by how often it comes."""
    phase = s.phase
    if phase == Phase.PLACING:
        allow_set(mask, Act.PLACE, placing_targets(s))
        allow(mask, Act.DONE)
    elif phase == Phase.MENU:
        legal_menu(s, seat, mask)
    elif phase == Phase.POWER:
        legal_power(s, seat, mask)
    elif ON_BOARD >> phase & 1:
        legal_on_board(s, seat, mask)
    elif phase == Phase.CARD:
        legal_card(s, mask)
    elif phase == Phase.DIAL:
        legal_dial(s, seat, mask)
    else:
        legal_rarely(s, seat, mask)


@rule
def legal_menu(s, seat, mask):
    """EG-3.4: the parts that are left, or the end of the turn."""
    if s.parts & Part.PLACE and s.court[seat] > 0 and PLACES[s.card] > 0:
        allow_set(mask, Act.PLACE, placing_targets(s))
    if s.parts & Part.ACTION:
        allow(mask, Act.ACTION)
    allow(mask, Act.END)


@rule
def legal_card(s, mask):
    """EG-3.4: any open card (the turn ends where a position has none)."""
    allow_set(mask, Act.CARD, s.open & LOW_MASK)
    allow_set(mask, Act.CARD + LOW_CARDS, s.open >> LOW_CARDS)
    if s.open == 0:
        allow(mask, Act.END)


@rule
def legal_rarely(s, seat, mask):
    """Decisions that come less often."""
    phase = s.phase
    if phase == Phase.TILE:
        legal_tile(mask, tile_targets(s, 0), tile_targets(s, 1))
    elif phase == Phase.MODIFIER:
        legal_modifier(s, seat, mask)
    elif phase == Phase.ABILITY:
        allow(mask, Act.ABILITY)
        allow(mask, Act.SKIP)
    elif phase == Phase.PASS:
        allow_set(mask, Act.PASS, s.modifiers[seat])
    elif phase == Phase.REGAIN:
        legal_regain(s, seat, mask)
    elif phase == Phase.OPTION:
        legal_option(s, seat, mask)
    else:
        legal_choice(s, seat, mask)


# ------------------------------------------------------------ what happens


@rule
def apply(s, seat, action):
    """Carry out a decision, up to the next one."""
    go_on(s, decide(s, seat, action))


@rule
def decide(s, seat, action):
    """Carry out a decision, by how often it comes; what comes next."""
    phase = s.phase
    if phase == Phase.PLACING:
        if action == Act.DONE or place_by_card(s, seat, action - Act.PLACE):
            return Next.PART
        return Next.DECISION
    if phase == Phase.MENU:
        return decide_menu(s, seat, action)
    if phase == Phase.POWER:
        if apply_power(s, seat, action):
            return Next.POWER
    elif phase == Phase.COURT:
        if apply_court(s, seat, action):
            return court_done(s)
    elif phase == Phase.CARD:
        if action == Act.END:
            return end_turn(s)
        take_card(s, seat, action - Act.CARD)
    elif phase == Phase.TAKE:
        if apply_take(s, seat, action):
            return Next.STEP
    elif phase == Phase.TO:
        if apply_to(s, seat, action):
            return Next.STEP
        if s.vetoes > 0 and regions_to_take_from(s, seat):
            pause_for_veto(s)
    elif phase == Phase.DIAL:
        if set_dial(s, seat, action):
            return dials_done(s)
    else:
        return decide_rarely(s, seat, action)
    return Next.DECISION


@rule
def decide_menu(s, seat, action):
    """EG-3.4: a part begins, or the turn ends."""
    if action == Act.END:
        return end_turn(s)
    if action == Act.ACTION:
        if announce(s, seat, veto_holders(s)):
            return begin_action(s)
        return Next.DECISION
    if begin_placing(s, seat, PLACES[s.card], action - Act.PLACE):
        return Next.PART
    return Next.DECISION


@rule
def begin_action(s):
    """The special action begins."""
    first_step(s)
    return Next.BEGIN


@rule
def answer_announcement(s, seat, action):
    """EG-R52, EG-R71: a veto cancels the action, or the rest of it or of the card; else the next holder is asked, or it goes on."""
    if action == Act.VETO:
        spend_veto(s, seat)
        s.step = 0
        s.next_step = 0
        s.paused = 0
        s.paused_for = 0
        if s.readings & Reading.VETO_CANCELS_WHOLE_CARD:
            s.parts = 0
        return Next.PART
    if ask_next_veto(s, veto_holders(s)) == 0:
        return Next.DECISION
    if s.paused == 0:
        return begin_action(s)
    resume(s)
    return Next.DECISION


@rule
def court_done(s):
    """Caballeros are at court, by the power card or by a step."""
    if s.part == Part.COURT:
        return Next.PART
    return Next.STEP


@rule
def dials_done(s):
    """All dials are set."""
    if s.part == Part.SCORING:
        return Next.SCORING
    resolve_dials(s)
    return Next.STEP


@rule
def decide_rarely(s, seat, action):
    """Decisions that come less often."""
    phase = s.phase
    if phase == Phase.RETURN_OWN:
        if apply_return_own(s, seat, action):
            if return_next(s, STEPS[s.step][MOST], s.actor):
                return Next.STEP
            pause_for_veto(s)
    elif phase == Phase.RETURN_OF:
        apply_return_of(s, action)
        if STEPS[s.step][KIND] == 0 or banish_next(s, seat):
            return Next.STEP
        pause_for_veto(s)
    elif phase == Phase.RECALL:
        if apply_recall(s, seat, action):
            return court_done(s)
    elif phase == Phase.EXTRA:
        if apply_extra(s, seat, action):
            return Next.STEP
        pause_for_veto(s)
    elif phase == Phase.MODIFIER:
        apply_modifier(s, seat, action)
        return Next.POWER
    elif phase == Phase.ABILITY:
        return use_ability(s, seat, action)
    elif phase == Phase.VETO:
        return answer_announcement(s, seat, action)
    elif phase == Phase.PASS:
        return pass_modifier(s, seat, action - Act.PASS)
    elif phase == Phase.REGION:
        return choose_region(s, seat, action - Act.REGION)
    elif phase == Phase.OPTION:
        apply_option(s, seat, action)
        return Next.BEGIN
    elif phase == Phase.ESCORT:
        if apply_escort(s, seat, action):
            return Next.STEP
    else:
        apply_choice(s, seat, action)
        return Next.STEP
    return Next.DECISION


@rule
def apply_choice(s, seat, action):
    """Choices that finish their step."""
    phase = s.phase
    if phase == Phase.KING:
        apply_king(s, seat, action)
    elif phase == Phase.TILE:
        apply_tile(s, seat, action)
    elif phase == Phase.SCORE:
        score_place(s, action - Act.SCORE)
    elif phase == Phase.GRANDE:
        apply_grande(s, seat, action)
    elif phase == Phase.REGAIN:
        apply_regain(s, seat, action)
    else:
        apply_swap(s, seat, action)


@rule
def use_ability(s, seat, action):
    """EG-12.3: the modifier's ability is used now or not at all."""
    if action == Act.SKIP:
        return Next.CARD
    s.part = Part.ABILITY
    s.step = ABILITY[s.played_modifier[seat]]
    s.next_step = 0
    emit(s, Event.ABILITY_USED, seat, s.played_modifier[seat] - 1)
    return Next.BEGIN


@rule
def choose_region(s, seat, region):
    """The region of a one-region move, or of a Coup; a Coup against nobody is over at once."""
    if STEPS[s.step][VERB] != Do.COUP:
        choose_source(s, seat, region)
    elif begin_coup(s, seat, region):
        return Next.STEP
    return Next.DECISION
