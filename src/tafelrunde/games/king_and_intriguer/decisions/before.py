"""Before the first round (KI-1): cards are set aside, and the first dials set."""
from __future__ import annotations

from ....kernel import Decision, allow_set, rule
from ....kernel.decisions import Asked
from ...el_grande.dialling import set_dial
from ...el_grande.reasons import Answer, no
from ...el_grande.tables import ALL_REGIONS
from ..actions import Act
from ..cards import allow_cards, put_aside
from ..fields import Next, Phase
from ..reasons import hand_of
from ..state import State
from ..tables import HAND


@rule
def legal_discard(s, seat, mask):
    """KI-1.1: any card in hand."""
    allow_cards(mask, Act.DISCARD, s.hand[seat])


@rule
def legal_any_dial(s, seat, mask):
    """Any region."""
    allow_set(mask, Act.DIAL, ALL_REGIONS)


def prompt_discard(s: State, seat: int) -> Asked:
    """How many cards go aside."""
    return "discard", {"n": s.hand[seat].bit_count() - HAND}


def check_discard(s: State, seat: int, number: int) -> Answer:
    """KI-1.1, KI-5.2."""
    if not s.offered >> number & 1:
        return no("KI-5.1", "card_not_offered", card=("card", number))
    return None if number in hand_of(s, seat) else no("KI-1.1", "card_not_held", card=("card", number))


DISCARD = Decision(Phase.DISCARD, {"discard": check_discard}, legal_discard, put_aside, "KI-1.1", "now_discard", prompt_discard,
                   then=Next.CHOSEN, numbered=True, asks=True, together=True)
FIRST_DIAL = Decision(Phase.FIRST_DIAL, {"dial": None}, legal_any_dial, set_dial, "KI-1.3", "now_first_dial", "first_dial",
                      then=Next.FIRST_DIALLED, together=True)
