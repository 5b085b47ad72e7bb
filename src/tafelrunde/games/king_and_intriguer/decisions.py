"""Every kind of decision in König & Intrigant: its own, and what is otherwise in those that it shares with El Grande."""
from __future__ import annotations

from dataclasses import replace

from ...kernel import Decision, Decisions, allow, allow_set, rule
from ..el_grande import decisions as el_grande
from ..el_grande.common import announce
from ..el_grande.dialling import clear_dials, set_dial, show_dials, votes_for
from ..el_grande.moving import apply_extra, apply_to, begin_placing
from ..el_grande.pieces import apply_grande, apply_king, legal_tile
from ..el_grande.recruiting import apply_court, apply_recall
from ..el_grande.returning import apply_return_of, apply_return_own, banish_next
from ..el_grande.tables import ALL_REGIONS, REGIONS
from ..el_grande.vetoes import ask_next_veto
from . import prompts
from .actions import ACTIONS, Act
from .cards import allow_cards, choose_role, deed_of, lay, legal_lay, legal_role, places_most, put_aside
from .closing import close_regions, note_changes, placing_targets
from .fields import Next, Part, Phase, Reading
from .further_sets import apply_turning, dial_choices, legal_turning, resolve_outing
from .general import spy_leaves
from .intriguing import apply_intrigue, gather, legal_intrigue
from .lying import apply_remove, legal_remove
from .naming import choose_double, double_targets, legal_name, name_region, name_seat
from .rounds import end_turn, go_on, open_menu, set_whirlwind
from .scoring import apply_stranger, finish_scoring, legal_stranger
from .setup import begin_first_dials, resolve_first_dials
from .special import (
    apply_following,
    apply_throw,
    begin_following,
    free_tables,
    legal_following,
    score_now,
    throwable,
    withdraw_next,
)
from .tables import DEEDS, MUST, VERB, Do
from .vetoes import use_veto, veto_holders
from .whirlwind import apply_restoring

# ------------------------------------------------------------ before the turns


@rule
def legal_discard(s, seat, mask):
    """KI-1.1: any card in hand."""
    allow_cards(mask, Act.DISCARD, s.hand[seat])


@rule
def discard(s, seat, card):
    """KI-1.1: the card goes aside; KI-1.3: when all have done so, the first dials are set."""
    if put_aside(s, seat, card):
        return begin_first_dials(s)
    return Next.DECISION


@rule
def legal_any_dial(s, seat, mask):
    """Any region."""
    allow_set(mask, Act.DIAL, ALL_REGIONS)


@rule
def dial_first(s, seat, action):
    """KI-1.3: where the grande begins."""
    if set_dial(s, seat, action):
        return resolve_first_dials(s)
    return Next.DECISION


# ------------------------------------------------------------ the turn


@rule
def take_role(s, seat, role):
    """KI-3.3: king or intriguer, or the card."""
    choose_role(s, seat, role + 1)
    open_menu(s)
    return Next.DECISION


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
def apply_menu(s, seat, action):
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
def legal_placing(s, seat, mask):
    """KI-2.3: where the card may place; or enough."""
    allow_set(mask, Act.PLACE, placing_targets(s))
    allow(mask, Act.DONE)


@rule
def answer_announcement(s, seat, action):
    """KI-C-40: a veto cancels the action; else the next holder is asked, or it goes on."""
    if action == Act.VETO:
        use_veto(s, seat)
        return Next.PART
    if ask_next_veto(s, veto_holders(s)) == 0:
        return Next.DECISION
    return Next.BEGIN


# ------------------------------------------------------------ special actions


@rule
def move_king(s, seat, action):
    """KI-3.1: the king travels; KI-C-95: what is protected stays closed."""
    apply_king(s, seat, action)
    if s.protected:
        close_regions(s)


@rule
def return_own(s, seat, action):
    """KI-C-50: a seat returns one; then the next seat does, the card's player last."""
    if apply_return_own(s, seat, action) and (seat == s.actor or withdraw_next(s)):
        return 1
    return 0


@rule
def return_of(s, seat, action):
    """KI-C-70: an opposing one goes back; then the next seat's.  1 when nobody is left."""
    apply_return_of(s, seat, action)
    return banish_next(s, seat)


@rule
def legal_dial(s, seat, mask):
    """KI-6.3: any region; for an outing where the grande may go."""
    allow_set(mask, Act.DIAL, dial_choices(s, seat))


@rule
def dial(s, seat, action):
    """A dial is set; the last one opens them all: of a general scoring, an outing, or a council (KI-C-170)."""
    if set_dial(s, seat, action) == 0:
        return Next.DECISION
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
def score_chosen(s, seat, place):
    """EG-5.4: the region is scored."""
    return scored(s, 1 << place)


@rule
def legal_tiles(s, seat, mask):
    """KI-C-90: either tile, wherever it may go."""
    legal_tile(mask, free_tables(s, 0), free_tables(s, 1))


@rule
def move_grande(s, seat, action):
    """KI-C-80: the grande goes; then caballeros may follow it."""
    apply_grande(s, seat, action)
    return begin_following(s, seat)


@rule
def place_extra(s, seat, action):
    """KI-C-15: one of the five, or enough; it ends too where no region has room."""
    if apply_extra(s, seat, action) == 0:
        note_changes(s)
        if s.targets & ~s.no_room:
            return Next.DECISION
    return Next.PART


@rule
def legal_throw(s, seat, mask):
    """KI-C-140: a caballero of the colour that is thrown in."""
    allow_set(mask, Act.THROW + s.asked * (REGIONS + 1), throwable(s, s.asked))


@rule
def legal_double(s, seat, mask):
    """KI-6.4: a region that nobody else has doubled."""
    allow_set(mask, Act.DOUBLE, double_targets(s, seat))


@rule
def legal_gather(s, seat, mask):
    """KI-K08: the regions with room for all of them."""
    allow_set(mask, Act.TO, s.targets)


@rule
def legal_restore(s, seat, mask):
    """KI-6.7: the regions with room for all of them."""
    allow_set(mask, Act.PLACE, s.targets)


@rule
def stranger_answers(s, seat, action):
    """KI-6.10: when all have been asked, the scoring goes on."""
    if apply_stranger(s, seat, action) == 0:
        return Next.DECISION
    if s.part == Part.SCORING:
        return Next.DIALS
    finish_scoring(s)
    return Next.PART


# ------------------------------------------------------------ all of them, in the order of the book

BOARD = el_grande.BOARD
DECISIONS = Decisions(
    "phase", Phase.OVER, ACTIONS,
    Decision(Phase.DISCARD, ("discard",), legal_discard, discard, "KI-1.1", "now_discard", prompts.discard,
             numbered=True, asks=True, together=True),
    Decision(Phase.FIRST_DIAL, ("dial",), legal_any_dial, dial_first, "KI-1.3", "now_first_dial", "first_dial", together=True),
    Decision(Phase.LAY, ("lay",), legal_lay, lay, "KI-2.1", "now_lay", prompts.lay, once=Next.LAY, numbered=True, asks=True,
             name="action"),
    Decision(Phase.SECOND, ("lay",), legal_lay, lay, "KI-6.6", "now_second", "lay_second", once=Next.LAY, numbered=True, asks=True,
             name="action"),
    Decision(Phase.WHIRLWIND, ("dial",), legal_any_dial, set_whirlwind, "KI-6.7", "now_whirlwind", "whirlwind",
             then=Next.TURN, numbered=True, together=True),
    replace(BOARD[Phase.COURT], apply=apply_court, then=Next.PART, rule="KI-2.3"),
    replace(BOARD[Phase.RECALL], apply=apply_recall, then=Next.PART),
    Decision(Phase.ROLE, ("role",), legal_role, take_role, "KI-3.3", "now_role", prompts.role, numbered=True),
    replace(BOARD[Phase.MENU], legal=legal_menu, apply=apply_menu, rule="KI-2.3", prompt=prompts.menu),
    replace(BOARD[Phase.PLACING], legal=legal_placing, then=Next.PART, rule="KI-2.3"),
    replace(BOARD[Phase.VETO], apply=answer_announcement, rule="KI-6.1", prompt=prompts.announced),
    Decision(Phase.INTRIGUE, ("take", "region"), legal_intrigue, apply_intrigue, "KI-3.2", "now_intrigue", "intrigue",
             once=Next.DECISION, name="intrigue"),
    Decision(Phase.GATHER, ("to",), legal_gather, gather, "KI-3.2", "now_to", prompts.gather, once=Next.PART, numbered=True,
             counted=True),
    replace(BOARD[Phase.TAKE], then=Next.PART, rule="KI-3.2", prompt=prompts.take),
    replace(BOARD[Phase.TO], apply=apply_to, then=Next.PART),
    replace(BOARD[Phase.REGION], apply=name_region, then=Next.PART, rule="KI-3.4", prompt=prompts.region),
    replace(BOARD[Phase.RETURN_OWN], apply=return_own, then=Next.PART, rule="KI-C-50"),
    replace(BOARD[Phase.RETURN_OF], apply=return_of, then=Next.PART, rule="KI-C-70"),
    replace(BOARD[Phase.DIAL], legal=legal_dial, apply=dial, prompt=prompts.dial),
    replace(BOARD[Phase.SCORE], apply=score_chosen, once=None, prompt=prompts.score),
    replace(BOARD[Phase.TILE], legal=legal_tiles, once=Next.PART, rule="KI-C-90", prompt="tile_region"),
    replace(BOARD[Phase.GRANDE], apply=move_grande, once=None, then=Next.PART, rule="KI-C-80"),
    Decision(Phase.FOLLOW, ("take", "done"), legal_following, apply_following, "KI-C-80", "now_follow", prompts.follow,
             then=Next.PART, counted=True),
    replace(BOARD[Phase.KING], apply=move_king, once=Next.PART, rule="KI-3.4", prompt=prompts.king),
    replace(BOARD[Phase.EXTRA], apply=place_extra, rule="KI-C-15", prompt=prompts.extra),
    Decision(Phase.THROW, ("throw",), legal_throw, apply_throw, "KI-C-140", "now_throw", prompts.throw, then=Next.PART,
             counted=True),
    Decision(Phase.DOUBLE, ("double",), legal_double, choose_double, "KI-C-130", "now_double", "double", once=Next.PART,
             numbered=True, asks=True),
    Decision(Phase.NAME, ("name",), legal_name, name_seat, "KI-C-155", "now_name", "name", once=Next.DECISION, numbered=True),
    Decision(Phase.STRANGER, ("stranger", "wait"), legal_stranger, stranger_answers, "KI-C-75", "now_stranger", prompts.stranger),
    Decision(Phase.TURN, ("turn",), legal_turning, apply_turning, "KI-C-73", "now_turn", "turn_tile", once=Next.PART),
    Decision(Phase.REMOVE, ("remove",), legal_remove, apply_remove, "KI-C-125", "now_remove", "remove", once=Next.PART),
    Decision(Phase.SPY, ("dial",), legal_any_dial, spy_leaves, "KI-C-25", "now_spy", prompts.spy, then=Next.SPIES, numbered=True),
    Decision(Phase.RESTORE, ("place",), legal_restore, apply_restoring, "KI-C-113", "now_restore", prompts.restore, once=Next.PART,
             counted=True),
)
decide = DECISIONS.decide


@rule
def apply(s, seat, action):
    """Carry out a decision, up to the next one."""
    go_on(s, decide(s, seat, action))
    if s.limited or s.collapse or s.no_room:
        note_changes(s)
