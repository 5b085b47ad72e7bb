"""The turn (EG-3.4, EG-4): a modifier's ability, a card, then its two parts; and vetoes of what is
announced.
"""
from __future__ import annotations

from ....kernel import Decision, allow, allow_set, emit, rule
from ....kernel.decisions import Asked
from ..actions import Act
from ..board import placing_targets
from ..common import announce
from ..events import Event
from ..fields import Next, Part, Phase, Reading
from ..moving import apply_placing, begin_placing
from ..reasons import Answer, kings_region, next_to_king, no
from ..rounds import end_turn, take_card
from ..special import first_step
from ..state import Shared, State
from ..tables import ABILITY, CASTILLO, PLACE_IDS, PLACES, VETO
from ..vetoes import ask_next_veto, legal_veto, resume, spend_veto, veto_holders

LOW_CARDS = 24
LOW_MASK = (1 << LOW_CARDS) - 1


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
    """EG-3.4: any open card (if a position has none, the turn ends)."""
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
    """EG-4.2: next to the king, or into the castillo; or enough."""
    allow_set(mask, Act.PLACE, placing_targets(s))
    allow(mask, Act.DONE)


@rule
def answer_announcement(s, seat, action):
    """EG-R52, EG-R71: a veto cancels the action, or the rest of it or of the card; else the next
    holder is asked, or it goes on.
    """
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


def prompt_ability(s: State, seat: int) -> Asked:
    """The ability of a modifier."""
    return "ability", {"modifier": ("modifier", s.played_modifier[seat] - 1)}


def prompt_menu(s: State, seat: int) -> Asked:
    card = {"card": ("card", s.card), "n": min(PLACES[s.card], s.court[seat])}
    if s.parts & Part.PLACE and s.parts & Part.ACTION and card["n"]:
        return "menu_both", card
    if s.parts & Part.PLACE and card["n"]:
        return "menu_place", card
    return "menu_action", card


def prompt_placing(s: Shared, seat: int) -> Asked:
    """Where the caballeros of the card go."""
    return "placing", {"n": min(s.left, s.court[s.actor])}


def prompt_veto(s: State, seat: int) -> Asked:
    """What may be vetoed."""
    return ("veto_rest" if s.paused else "veto"), {"seat": ("seat", s.actor), "card": ("card", s.card)}


def check_card(s: State, seat: int, number: int) -> Answer:
    """EG-3.4."""
    return None if s.open >> number & 1 else no("EG-3.4", "card_not_open", card=("card", number))


def check_end(s: State, seat: int, number: int) -> Answer:
    """EG-3.4: the turn ends by choice once a card is taken."""
    return no("EG-3.4", "card_first") if s.open else None


def check_action(s: State, seat: int, number: int) -> Answer:
    """EG-3.4, EG-R55."""
    if s.card == VETO and not s.readings & Reading.VETO_HELD_ANNOUNCED:
        return no("EG-C-veto", "veto_lies")
    return None if s.parts & Part.ACTION else no("EG-3.4", "action_over", card=("card", s.card))


def check_place(s: State, seat: int, number: int) -> Answer:
    """EG-4."""
    if s.phase == Phase.MENU:
        if not s.parts & Part.PLACE:
            return no("EG-3.4", "placing_over")
        if PLACES[s.card] == 0:
            return no("EG-4.1", "card_places_none", card=("card", s.card))
        if s.court[seat] == 0:
            return no("EG-4.1", "court_empty")
    if number == kings_region(s):
        if s.infiltration:
            return None
        return no("EG-11.3" if number == CASTILLO else "EG-4.2", "taboo_in", place=("place", number))
    if number == CASTILLO or PLACE_IDS[number] in next_to_king(s):
        return None
    return no("EG-4.2", "not_adjacent", region=("region", number), place=("place", s.king))


USE_ABILITY = Decision(Phase.ABILITY, {"ability": None, "skip": None}, legal_ability, use_ability, "EG-12.3", "now_ability",
                       prompt_ability)
CARD = Decision(Phase.CARD, {"card": check_card, "end": check_end}, legal_card, apply_card, "EG-3.4", "now_card", "card")
MENU = Decision(Phase.MENU, {"place": check_place, "action": check_action, "end": None}, legal_menu, apply_menu, "EG-3.4",
                "now_menu", prompt_menu, name="menu")
PLACING = Decision(Phase.PLACING, {"place": check_place, "done": None}, legal_placing, apply_placing, "EG-3.4", "now_placing",
                   prompt_placing, then=Next.PART, counted=True)
ANNOUNCED = Decision(Phase.VETO, {"veto": None, "allow": None}, legal_veto, answer_announcement, "EG-C-veto", "now_veto",
                     prompt_veto)
