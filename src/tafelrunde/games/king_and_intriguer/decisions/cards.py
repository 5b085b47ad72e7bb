"""Action cards are laid (KI-2.1), a Joker's second card, the dial of a 113, and the roles that
cards bring (KI-3.3).
"""
from __future__ import annotations

from ....kernel import Decision, rule
from ....kernel.decisions import Asked
from ...el_grande.reasons import Answer, no
from ..cards import choose_role, lay, legal_lay, legal_role
from ..fields import Next, Phase
from ..lying import unseen_cards
from ..reasons import card_of, hand_of
from ..rounds import open_menu, set_whirlwind
from ..state import State
from ..tables import CARDS, JOKER
from .before import legal_any_dial


@rule
def take_role(s, seat, role):
    """KI-3.3: king or intriguer, or the card."""
    choose_role(s, seat, role + 1)
    open_menu(s)
    return Next.DECISION


def prompt_lay(s: State, seat: int) -> Asked:
    """A card in a round."""
    return "lay", {"round": s.marker}


def prompt_role(s: State, seat: int) -> Asked:
    """A role or the card."""
    return ("role_king" if s.acted == 0 else "role_intriguer"), {"card": ("card", s.played[seat] - 1)}


def check_lay(s: State, seat: int, number: int) -> Answer:
    """KI-2.1, KI-5.4, KI-6.6."""
    hand = hand_of(s, seat)
    others = {c for c in hand if c != JOKER} or {c for c in range(CARDS) if unseen_cards(s, seat) >> c & 1 and c != JOKER}
    if number not in hand | others:
        return no("KI-1.1", "card_not_held", card=("card", number))
    if number == JOKER:
        return None if len(hand) > 1 else no("KI-6.6", "joker_needs_card")
    laid = {card_of(s, p) for p in range(s.players) if p != seat and s.played[p]}
    if number in laid and others - laid:
        return no("KI-2.1", "value_laid", card=("card", number))
    return None


def check_role(s: State, seat: int, number: int) -> Answer:
    """KI-3.3: who goes first is the king, who goes last the intriguer."""
    own = 0 if s.acted == 0 else 1
    return None if number in (own, 2) else no("KI-2.2", "not_your_role", role=("role", number))


LAY = Decision(Phase.LAY, {"lay": check_lay}, legal_lay, lay, "KI-2.1", "now_lay", prompt_lay, once=Next.LAY, numbered=True,
               asks=True, name="action")
SECOND = Decision(Phase.SECOND, {"lay": check_lay}, legal_lay, lay, "KI-6.6", "now_second", "lay_second", once=Next.LAY,
                  numbered=True, asks=True, name="action")
WHIRLWIND = Decision(Phase.WHIRLWIND, {"dial": None}, legal_any_dial, set_whirlwind, "KI-6.7", "now_whirlwind", "whirlwind",
                     then=Next.TURN, numbered=True, together=True)
ROLE = Decision(Phase.ROLE, {"role": check_role}, legal_role, take_role, "KI-3.3", "now_role", prompt_role, numbered=True)
