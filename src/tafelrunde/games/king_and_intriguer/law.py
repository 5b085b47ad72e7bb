"""What may be decided, and what becomes of it: the law of König & Intrigant."""
from __future__ import annotations

from ...kernel import allow, allow_set, rule
from ..el_grande.common import ON_BOARD, announce, legal_on_board
from ..el_grande.dialling import clear_dials, set_dial, show_dials, votes_for
from ..el_grande.moving import (
    apply_extra,
    apply_take,
    apply_to,
    begin_placing,
    place_by_card,
)
from ..el_grande.pieces import apply_grande, apply_king, apply_tile, legal_tile
from ..el_grande.recruiting import apply_court, apply_recall
from ..el_grande.returning import (
    apply_return_of,
    apply_return_own,
    banish_next,
)
from ..el_grande.tables import ALL_REGIONS, REGIONS
from ..el_grande.vetoes import ask_next_veto
from .actions import Act
from .cards import allow_cards, choose_role, deed_of, lay, legal_lay, legal_role, places_most, put_aside
from .closing import close_regions, note_changes, placing_targets
from .fields import Next, Part, Phase, Reading
from .general import spy_leaves
from .intriguing import apply_intrigue, gather, legal_intrigue
from .lying import apply_remove, legal_remove
from .naming import choose_double, double_targets, legal_name, name_region, name_seat
from .rounds import begin_first_dials, end_turn, go_on, open_menu, resolve_first_dials, set_whirlwind
from .scoring import apply_stranger, finish_scoring, legal_stranger
from .special import (
    apply_following,
    apply_throw,
    apply_turning,
    begin_following,
    free_tables,
    legal_following,
    legal_turning,
    outing_targets,
    resolve_outing,
    score_now,
    throwable,
    withdraw_next,
)
from .tables import DEEDS, MUST, VERB, Do
from .vetoes import use_veto, veto_holders
from .whirlwind import apply_restoring


@rule
def asks(s, seat):
    """Hands are hidden, and so are doubled regions: what follows from them is asked even where one option is left."""
    return s.phase == Phase.LAY or s.phase == Phase.SECOND or s.phase == Phase.DISCARD or s.phase == Phase.DOUBLE


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
    elif phase == Phase.LAY or phase == Phase.SECOND:
        legal_lay(s, seat, mask)
    elif phase == Phase.DISCARD:
        allow_cards(mask, Act.DISCARD, s.hand[seat])
    elif ON_BOARD >> phase & 1:
        legal_on_board(s, seat, mask)
    elif phase == Phase.DIAL:
        allow_set(mask, Act.DIAL, dial_choices(s, seat))
    elif phase == Phase.ROLE:
        legal_role(s, seat, mask)
    else:
        legal_rarely(s, seat, mask)


@rule
def legal_menu(s, seat, mask):
    """KI-2.3, KI-K05: the parts that are left; KI-3.4: no end before a special action that must be carried out."""
    must = s.parts & Part.ACTION and MUST[deed_of(s, seat)]
    if s.parts & Part.PLACE and s.court[seat] > 0 and not (must and s.switches & Reading.TURN_ORDER_AS_LISTED):
        allow_set(mask, Act.PLACE, placing_targets(s))
    if s.parts & Part.ACTION:
        allow(mask, Act.ACTION)
        if must:
            return
    allow(mask, Act.END)


@rule
def dial_choices(s, seat):
    """KI-6.3: any region; for an outing where the grande may go."""
    if s.part == Part.ACTION and DEEDS[s.step][VERB] == Do.OUTING:
        return outing_targets(s, seat)
    return ALL_REGIONS


@rule
def legal_rarely(s, seat, mask):
    """Decisions that come less often."""
    phase = s.phase
    if phase == Phase.INTRIGUE:
        legal_intrigue(s, seat, mask)
    elif phase == Phase.FIRST_DIAL or phase == Phase.WHIRLWIND or phase == Phase.SPY:
        allow_set(mask, Act.DIAL, ALL_REGIONS)
    elif phase == Phase.THROW:
        allow_set(mask, Act.THROW + s.asked * (REGIONS + 1), throwable(s, s.asked))
    elif phase == Phase.TILE:
        legal_tile(mask, free_tables(s, 0), free_tables(s, 1))
    elif phase == Phase.GRANDE:
        allow_set(mask, Act.GRANDE, s.targets)
    elif phase == Phase.FOLLOW:
        legal_following(s, seat, mask)
    elif phase == Phase.SCORE:
        allow_set(mask, Act.SCORE, s.targets)
    elif phase == Phase.DOUBLE:
        allow_set(mask, Act.DOUBLE, double_targets(s, seat))
    elif phase == Phase.REGION:
        allow_set(mask, Act.REGION, s.targets)
    elif phase == Phase.STRANGER:
        legal_stranger(s, mask)
    elif phase == Phase.NAME:
        legal_name(s, seat, mask)
    elif phase == Phase.TURN:
        legal_turning(s, mask)
    elif phase == Phase.REMOVE:
        legal_remove(s, mask)
    elif phase == Phase.GATHER:
        allow_set(mask, Act.TO, s.targets)
    else:
        allow_set(mask, Act.PLACE, s.targets)


# ------------------------------------------------------------ what happens


@rule
def apply(s, seat, action):
    """Carry out a decision, up to the next one."""
    go_on(s, decide(s, seat, action))
    if s.limited or s.collapse or s.no_room:
        note_changes(s)


@rule
def decide(s, seat, action):
    """Carry out a decision, by how often it comes; what comes next."""
    phase = s.phase
    if phase == Phase.PLACING:
        if action == Act.DONE or place_by_card(s, seat, action - Act.PLACE):
            return Next.PART
    elif phase == Phase.MENU:
        return decide_menu(s, seat, action)
    elif phase == Phase.LAY or phase == Phase.SECOND:
        lay(s, seat, action - Act.LAY)
        return Next.LAY
    elif phase == Phase.DISCARD:
        if put_aside(s, seat, action - Act.DISCARD):
            return begin_first_dials(s)
    elif phase == Phase.COURT:
        if apply_court(s, seat, action):
            return Next.PART
    elif phase == Phase.DIAL:
        if set_dial(s, seat, action):
            return dials_done(s)
    elif phase == Phase.KING:
        apply_king(s, seat, action)
        if s.protected:
            close_regions(s)
        return Next.PART
    elif phase == Phase.TO:
        if apply_to(s, seat, action):
            return Next.PART
    elif phase == Phase.TAKE:
        if apply_take(s, seat, action):
            return Next.PART
    else:
        return decide_rarely(s, seat, action)
    return Next.DECISION


@rule
def decide_menu(s, seat, action):
    """KI-2.3: a part begins, or the turn ends."""
    if action == Act.END:
        return end_turn(s)
    if action == Act.ACTION:
        s.step = deed_of(s, seat)
        if announce(s, seat, veto_holders(s)):
            return Next.BEGIN
        return Next.DECISION
    if s.switches & Reading.TURN_ORDER_AS_LISTED:
        s.parts &= ~Part.ACTION
    if begin_placing(s, seat, places_most(s), action - Act.PLACE):
        return Next.PART
    return Next.DECISION


@rule
def answer_announcement(s, seat, action):
    """KI-C-40: a veto cancels the action; else the next holder is asked, or it goes on."""
    if action == Act.VETO:
        use_veto(s, seat)
        return Next.PART
    if ask_next_veto(s, veto_holders(s)) == 0:
        return Next.DECISION
    return Next.BEGIN


@rule
def dials_done(s):
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
    return scored(s, places)


@rule
def scored(s, places):
    """Places are scored, once the strangers have been asked."""
    if score_now(s, places):
        return Next.PART
    return Next.DECISION


@rule
def decide_rarely(s, seat, action):
    """Decisions that come less often."""
    phase = s.phase
    if phase == Phase.ROLE:
        choose_role(s, seat, action - Act.ROLE + 1)
        open_menu(s)
    elif phase == Phase.VETO:
        return answer_announcement(s, seat, action)
    elif phase == Phase.INTRIGUE:
        apply_intrigue(s, seat, action)
    elif phase == Phase.FIRST_DIAL:
        if set_dial(s, seat, action):
            return resolve_first_dials(s)
    elif phase == Phase.RETURN_OWN:
        if apply_return_own(s, seat, action) and (seat == s.actor or withdraw_next(s)):
            return Next.PART
    elif phase == Phase.RETURN_OF:
        apply_return_of(s, action)
        if banish_next(s, seat):
            return Next.PART
    elif phase == Phase.THROW:
        if apply_throw(s, seat, action):
            return Next.PART
    elif phase == Phase.RECALL:
        if apply_recall(s, seat, action):
            return Next.PART
    elif phase == Phase.GRANDE:
        apply_grande(s, seat, action)
        if begin_following(s, seat):
            return Next.PART
    elif phase == Phase.FOLLOW:
        if apply_following(s, seat, action):
            return Next.PART
    elif phase == Phase.SCORE:
        return scored(s, 1 << (action - Act.SCORE))
    elif phase == Phase.REGION:
        if name_region(s, seat, action - Act.REGION):
            return Next.PART
    elif phase == Phase.STRANGER:
        return stranger_answers(s, seat, action)
    elif phase == Phase.NAME:
        name_seat(s, seat, action - Act.NAME)
    else:
        return decide_seldom(s, seat, action)
    return Next.DECISION


@rule
def decide_seldom(s, seat, action):
    """Decisions that one card asks for, and that finish it or its piece of the scoring."""
    phase = s.phase
    if phase == Phase.WHIRLWIND:
        if set_whirlwind(s, seat, action - Act.DIAL):
            return Next.TURN
        return Next.DECISION
    if phase == Phase.SPY:
        if spy_leaves(s, seat, action - Act.DIAL):
            return Next.SPIES
        return Next.DECISION
    if phase == Phase.EXTRA:
        if apply_extra(s, seat, action) == 0:
            note_changes(s)
            if s.targets & ~s.no_room:
                return Next.DECISION
    elif phase == Phase.TILE:
        apply_tile(s, seat, action)
    elif phase == Phase.DOUBLE:
        choose_double(s, seat, action - Act.DOUBLE)
    elif phase == Phase.TURN:
        apply_turning(s, seat, action)
    elif phase == Phase.REMOVE:
        apply_remove(s, seat, action)
    elif phase == Phase.GATHER:
        gather(s, seat, action - Act.TO)
    else:
        apply_restoring(s, seat, action)
    return Next.PART


@rule
def stranger_answers(s, seat, action):
    """KI-6.10: when all have been asked, the scoring goes on."""
    if apply_stranger(s, seat, action) == 0:
        return Next.DECISION
    if s.part == Part.SCORING:
        return Next.DIALS
    finish_scoring(s)
    return Next.PART
