"""Every kind of decision in El Grande: what is asked, what is legal, what an answer does and what comes after it."""
from __future__ import annotations

from ...kernel import Decision, Decisions, allow, allow_set, emit, rule
from . import prompts
from .actions import ACTIONS, Act
from .board import placing_targets
from .common import announce
from .dialling import begin_coup, legal_dial, resolve_dials, set_dial
from .events import Event
from .fields import Next, Part, Phase, Reading
from .moving import (
    apply_extra,
    apply_placing,
    apply_take,
    apply_to,
    begin_placing,
    choose_source,
    legal_extra,
    legal_take,
    legal_to,
    regions_to_take_from,
)
from .pieces import apply_grande, apply_king, apply_tile, legal_grande, legal_king, legal_tile, tile_targets
from .powers import apply_modifier, apply_power, apply_regain, legal_modifier, legal_power, legal_regain
from .recruiting import apply_court, apply_recall, legal_court, legal_recall
from .returning import apply_return_of, apply_return_own, banish_next, legal_return_of, legal_return_own, return_next
from .rounds import end_turn, go_on, take_card
from .scoring import score_place
from .setup import pass_modifier
from .special import (
    apply_escort,
    apply_option,
    apply_swap,
    escort_choices,
    first_step,
    legal_option,
    swap_choices,
)
from .tables import ABILITY, EACH, PLACES, STEPS, VERB, Do, N
from .vetoes import ask_next_veto, legal_veto, pause_for_veto, resume, spend_veto, veto_holders

LOW_CARDS = 24
LOW_MASK = (1 << LOW_CARDS) - 1


# ------------------------------------------------------------ before the turns


@rule
def legal_pass(s, seat, mask):
    """EG-12.1: any modifier in hand."""
    allow_set(mask, Act.PASS, s.modifiers[seat])


# ------------------------------------------------------------ the turn


@rule
def apply_court_by(s, seat, action):
    """EG-3.2: caballeros come to court by the power card, or by a step."""
    if apply_court(s, seat, action):
        return court_done(s)
    return Next.DECISION


@rule
def apply_recall_by(s, seat, action):
    """EG-3.3: caballeros are called back by the power card, or by a step."""
    if apply_recall(s, seat, action):
        return court_done(s)
    return Next.DECISION


@rule
def court_done(s):
    """Caballeros are at court, by the power card or by a step."""
    if s.part == Part.COURT:
        return Next.PART
    return Next.STEP


@rule
def legal_ability(s, seat, mask):
    """EG-12.3: now or not at all."""
    allow(mask, Act.ABILITY)
    allow(mask, Act.SKIP)


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
def legal_card(s, seat, mask):
    """EG-3.4: any open card (the turn ends where a position has none)."""
    allow_set(mask, Act.CARD, s.open & LOW_MASK)
    allow_set(mask, Act.CARD + LOW_CARDS, s.open >> LOW_CARDS)
    if s.open == 0:
        allow(mask, Act.END)


@rule
def apply_card(s, seat, action):
    """EG-3.4: the card is taken."""
    if action == Act.END:
        return end_turn(s)
    take_card(s, seat, action - Act.CARD)
    return Next.DECISION


@rule
def legal_menu(s, seat, mask):
    """EG-3.4: the parts that are left, or the end of the turn."""
    if s.parts & Part.PLACE and s.court[seat] > 0 and PLACES[s.card] > 0:
        allow_set(mask, Act.PLACE, placing_targets(s))
    if s.parts & Part.ACTION:
        allow(mask, Act.ACTION)
    allow(mask, Act.END)


@rule
def apply_menu(s, seat, action):
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
def legal_placing(s, seat, mask):
    """EG-4.2: beside the king, or into the castillo; or enough."""
    allow_set(mask, Act.PLACE, placing_targets(s))
    allow(mask, Act.DONE)


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


# ------------------------------------------------------------ special actions


@rule
def set_down(s, seat, action):
    """EG-5.2: the lifted caballero is set down; in the 1995 edition holders of a Veto are asked before the next one."""
    if apply_to(s, seat, action):
        return Next.STEP
    if s.vetoes > 0 and regions_to_take_from(s, seat):
        pause_for_veto(s)
    return Next.DECISION


@rule
def place_extra(s, seat, action):
    """One extra caballero, or enough."""
    if apply_extra(s, seat, action):
        return Next.STEP
    pause_for_veto(s)
    return Next.DECISION


@rule
def legal_region(s, seat, mask):
    """The regions that are offered."""
    allow_set(mask, Act.REGION, s.targets)


@rule
def choose_region(s, seat, region):
    """The region of a one-region move, or of a Coup; a Coup against nobody is over at once."""
    if STEPS[s.step][VERB] != Do.COUP:
        choose_source(s, seat, region)
    elif begin_coup(s, seat, region):
        return Next.STEP
    return Next.DECISION


@rule
def return_own(s, seat, action):
    """EG-5.3: a seat returns one; then the next seat does."""
    if apply_return_own(s, seat, action):
        if return_next(s, STEPS[s.step][N], s.actor):
            return Next.STEP
        pause_for_veto(s)
    return Next.DECISION


@rule
def return_of(s, seat, action):
    """EG-5.3: an opposing one goes back; then, where the card says each, the next seat's."""
    apply_return_of(s, seat, action)
    if STEPS[s.step][EACH] == 0 or banish_next(s, seat):
        return Next.STEP
    pause_for_veto(s)
    return Next.DECISION


@rule
def dial(s, seat, action):
    """EG-5.5, EG-7.1: a dial is set; the last one opens them all."""
    if set_dial(s, seat, action) == 0:
        return Next.DECISION
    if s.part == Part.SCORING:
        return Next.SCORING
    resolve_dials(s)
    return Next.STEP


@rule
def legal_score(s, seat, mask):
    """The places that are offered."""
    allow_set(mask, Act.SCORE, s.targets)


@rule
def score_chosen(s, seat, place):
    """EG-5.4: the place is scored."""
    score_place(s, place)


@rule
def legal_tiles(s, seat, mask):
    """EG-C-legislation: either tile, wherever it may go."""
    legal_tile(mask, tile_targets(s, 0), tile_targets(s, 1))


@rule
def legal_escort(s, seat, mask):
    """EG-C-escort: a colour that has a caballero where the king came from."""
    allow_set(mask, Act.ESCORT, escort_choices(s))


@rule
def legal_swap(s, seat, mask):
    """EG-C-viceroy: a seat whose grande stands in a region."""
    allow_set(mask, Act.SWAP, swap_choices(s))


# ------------------------------------------------------------ all of them, in the order of the book

BOARD = {
    d.kind: d for d in (
        Decision(Phase.COURT, ("court",), legal_court, apply_court_by, "EG-3.2", "now_court", prompts.court, counted=True),
        Decision(Phase.RECALL, ("recall", "done"), legal_recall, apply_recall_by, "EG-3.3", "now_recall", prompts.recall,
                 counted=True),
        Decision(Phase.MENU, ("place", "action", "end"), legal_menu, apply_menu, "EG-3.4", "now_menu", prompts.menu, name="menu"),
        Decision(Phase.PLACING, ("place", "done"), legal_placing, apply_placing, "EG-3.4", "now_placing", prompts.placing,
                 then=Next.PART, counted=True),
        Decision(Phase.VETO, ("veto", "allow"), legal_veto, answer_announcement, "EG-C-veto", "now_veto", prompts.veto),
        Decision(Phase.TAKE, ("take", "done"), legal_take, apply_take, "EG-5.2", "now_take", prompts.take,
                 then=Next.STEP, counted=True),
        Decision(Phase.TO, ("to",), legal_to, set_down, "EG-5.2", "now_to", prompts.to, counted=True),
        Decision(Phase.REGION, ("region",), legal_region, choose_region, "EG-5.1", "now_region", prompts.region, numbered=True),
        Decision(Phase.RETURN_OWN, ("return_own",), legal_return_own, return_own, "EG-5.3", "now_return", prompts.return_own,
                 name="return", counted=True),
        Decision(Phase.RETURN_OF, ("return_of",), legal_return_of, return_of, "EG-5.3", "now_return_of", prompts.return_of,
                 name="return"),
        Decision(Phase.DIAL, ("dial",), legal_dial, dial, "EG-5.5", "now_dial", prompts.dial, together=True),
        Decision(Phase.SCORE, ("score",), legal_score, score_chosen, "EG-5.4", "now_score", prompts.score, once=Next.STEP,
                 numbered=True),
        Decision(Phase.TILE, ("tile",), legal_tiles, apply_tile, "EG-C-legislation", "now_tile", "tile", once=Next.STEP),
        Decision(Phase.GRANDE, ("grande",), legal_grande, apply_grande, "EG-C-new_home", "now_grande", "grande", once=Next.STEP),
        Decision(Phase.KING, ("king",), legal_king, apply_king, "EG-5.1", "now_king", prompts.king, once=Next.STEP),
        Decision(Phase.EXTRA, ("place", "done"), legal_extra, place_extra, "EG-5.1", "now_extra", prompts.extra, counted=True),
    )
}
"""The board's decisions by kind: König & Intrigant has them too, and says what is otherwise there."""
DECISIONS = Decisions(
    "phase", Phase.OVER, ACTIONS,
    *BOARD.values(),
    Decision(Phase.PASS, ("pass",), legal_pass, pass_modifier, "EG-12.1", "now_pass", "pass", numbered=True, asks=True,
             together=True),
    Decision(Phase.POWER, ("power",), legal_power, apply_power, "EG-2.3", "now_power", prompts.power, then=Next.POWER, asks=True),
    Decision(Phase.MODIFIER, ("modifier",), legal_modifier, apply_modifier, "EG-12.2", "now_modifier", "modifier",
             once=Next.POWER, asks=True),
    Decision(Phase.ABILITY, ("ability", "skip"), legal_ability, use_ability, "EG-12.3", "now_ability", prompts.ability),
    Decision(Phase.CARD, ("card", "end"), legal_card, apply_card, "EG-3.4", "now_card", "card"),
    Decision(Phase.REGAIN, ("regain", "regain_modifier"), legal_regain, apply_regain, "EG-C-empowerment", "now_regain", "regain",
             once=Next.STEP),
    Decision(Phase.ESCORT, ("escort",), legal_escort, apply_escort, "EG-C-escort", "now_escort", prompts.escort,
             then=Next.STEP, counted=True),
    Decision(Phase.SWAP, ("swap",), legal_swap, apply_swap, "EG-C-viceroy", "now_swap", "swap", once=Next.STEP),
    Decision(Phase.OPTION, ("option",), legal_option, apply_option, "EG-C-grand_strategy", "now_option", "option", once=Next.BEGIN),
)
decide = DECISIONS.decide


@rule
def apply(s, seat, action):
    """Carry out a decision, up to the next one."""
    go_on(s, decide(s, seat, action))
