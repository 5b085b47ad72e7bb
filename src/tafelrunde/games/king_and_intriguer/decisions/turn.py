"""The turn (KI-2.3): caballeros come to court, then its two parts; and vetoes of what is announced
(KI-6.1).
"""
from __future__ import annotations

from dataclasses import replace

from ....kernel import allow, allow_set, rule
from ....kernel.decisions import Asked
from ...el_grande.common import announce
from ...el_grande.decisions import recruiting, turn
from ...el_grande.decisions.recruiting import check_recall as recall_on_board
from ...el_grande.decisions.recruiting import from_province
from ...el_grande.moving import begin_placing
from ...el_grande.reasons import Answer, next_to_king, no
from ...el_grande.recruiting import apply_court, apply_recall
from ...el_grande.tables import CASTILLO, PLACE_IDS
from ...el_grande.vetoes import ask_next_veto
from ..actions import Act
from ..cards import deed_of, places_most
from ..closing import placing_targets
from ..deeds import row_of
from ..fields import Next, Part, Phase, Role
from ..readings import action_comes_first
from ..reasons import card_of, deed_rule, no_exit, no_room
from ..rounds import end_turn
from ..state import State
from ..tables import DATA, MUST
from ..vetoes import use_veto, veto_holders


@rule
def legal_menu(s, seat, mask):
    """KI-2.3, KI-K05: the parts that are left; KI-3.4: no end before a special action that must be
    carried out.
    """
    must = s.parts & Part.ACTION and MUST[deed_of(s, seat)]
    if s.parts & Part.PLACE and s.court[seat] > 0 and not (must and action_comes_first(s)):
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
    if action_comes_first(s):
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
    """KI-C-40: a veto cancels the action; otherwise the next holder is asked, or it goes on."""
    if action == Act.VETO:
        use_veto(s, seat)
        return Next.PART
    if ask_next_veto(s, veto_holders(s)) == 0:
        return Next.DECISION
    return Next.BEGIN


def prompt_whose_deed(s: State) -> Asked:
    """Whose special action the seat on turn has: the king's, the intriguer's, or that of a card."""
    taken = s.role[s.actor]
    if taken in (Role.KING, Role.INTRIGUER):
        return ("king" if taken == Role.KING else "intriguer"), {}
    return "card", {"card": ("card", s.played[s.actor] - 1)}


def prompt_menu(s: State, seat: int) -> Asked:
    """What is left of the turn."""
    n = {"n": min(places_most(s), s.court[seat])}
    whose, card = prompt_whose_deed(s)
    if not s.parts & Part.ACTION:
        return "menu_place", n
    if whose != "card":
        return f"menu_{whose}", n
    if MUST[row_of(s, s.played[seat] - 1)]:
        return "menu_must", {**card, **n}
    return ("menu_both" if n["n"] and s.parts & Part.PLACE else "menu_action"), {**card, **n}


def prompt_announced(s: State, seat: int) -> Asked:
    """What may be vetoed."""
    whose, card = prompt_whose_deed(s)
    return ("veto" if whose == "card" else f"veto_{whose}"), {"seat": ("seat", s.actor), **card}


def check_court(s: State, seat: int, number: int) -> Answer:
    """KI-2.3: by the number on the action card; EG-3.3: as many as the province has."""
    return no("KI-2.3", "court_most", n=s.left) if number > s.left else from_province(s, seat, number)


def check_recall(s: State, seat: int, number: int) -> Answer:
    """EG-3.3."""
    return no_exit(s, number) or recall_on_board(s, seat, number)


def check_end(s: State, seat: int, number: int) -> Answer:
    """KI-3.4."""
    own = DATA["card"][row_of(s, card_of(s, seat))]
    if not s.parts & Part.ACTION or (s.role[seat] in (Role.OPEN, Role.CARD) and not own["must"]):
        return None
    return no("KI-3.4", "action_must")


def check_action(s: State, seat: int, number: int) -> Answer:
    """KI-2.3, KI-6.1."""
    if s.parts & Part.ACTION:
        return None
    if s.role[seat] in (Role.OPEN, Role.CARD) and not DATA["card"][row_of(s, card_of(s, seat))]["steps"]:
        return no("KI-6.1", "no_own_action", card=("card", card_of(s, seat)))
    return no("KI-2.3", "action_done")


def check_place(s: State, seat: int, number: int) -> Answer:
    """EG-4 and KI-6.2; KI-C-15; KI-C-113; KI-K05."""
    if s.phase == Phase.MENU:
        if action_comes_first(s) and check_end(s, seat, number):
            return no("KI-K05", "action_first")
        if not s.parts & Part.PLACE:
            return no("KI-2.3", "placing_over")
        if s.court[seat] == 0:
            return no("EG-4.1", "court_empty")
    if number == CASTILLO:
        return None if s.phase in (Phase.MENU, Phase.PLACING) else no(deed_rule(s), "regions_only")
    if s.phase in (Phase.MENU, Phase.PLACING) and not s.free and number != s.king \
            and PLACE_IDS[number] not in next_to_king(s):
        return no("EG-4.2", "not_adjacent", region=("region", number), place=("place", s.king))
    return no_room(s, number, s.left if s.phase == Phase.RESTORE else 1)


COURT = replace(recruiting.COURT, verbs={"court": check_court}, apply=apply_court, then=Next.PART, rule="KI-2.3")
RECALL = replace(recruiting.RECALL, verbs={"recall": check_recall, "done": None}, apply=apply_recall, then=Next.PART)
MENU = replace(turn.MENU, verbs={"place": check_place, "action": check_action, "end": check_end}, legal=legal_menu,
               apply=apply_menu, rule="KI-2.3", prompt=prompt_menu)
PLACING = replace(turn.PLACING, verbs={"place": check_place, "done": None}, legal=legal_placing, then=Next.PART, rule="KI-2.3")
ANNOUNCED = replace(turn.ANNOUNCED, apply=answer_announcement, rule="KI-6.1", prompt=prompt_announced)
