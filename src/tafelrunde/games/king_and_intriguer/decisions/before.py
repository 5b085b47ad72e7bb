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
from ..setup import begin_first_dials, resolve_first_dials
from ..state import State
from ..tables import HAND


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


def prompt_discard(s: State, seat: int) -> Asked:
    """How many cards go aside."""
    return "discard", {"n": s.hand[seat].bit_count() - HAND}


def check_discard(s: State, seat: int, number: int) -> Answer:
    """KI-1.1, KI-5.2."""
    if not s.offered >> number & 1:
        return no("KI-5.1", "card_not_offered", card=("card", number))
    return None if number in hand_of(s, seat) else no("KI-1.1", "card_not_held", card=("card", number))


DISCARD = Decision(Phase.DISCARD, {"discard": check_discard}, legal_discard, discard, "KI-1.1", "now_discard", prompt_discard,
                   numbered=True, asks=True, together=True)
FIRST_DIAL = Decision(Phase.FIRST_DIAL, {"dial": None}, legal_any_dial, dial_first, "KI-1.3", "now_first_dial", "first_dial",
                      together=True)
