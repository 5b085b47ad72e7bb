"""Power cards and modifiers (EG-2.3, EG-12): what is asked, and why not."""
from __future__ import annotations

from ....kernel import Decision, allow_set, rule
from ....kernel.decisions import Asked
from ..actions import Act
from ..fields import Next, Phase
from ..powers import apply_modifier, apply_power, apply_regain, legal_modifier, legal_power, legal_regain
from ..reasons import Answer, no
from ..setup import pass_modifier
from ..state import State
from ..tables import MODIFIER_IDS, WORTH


@rule
def legal_pass(s, seat, mask):
    """EG-12.1: any modifier in hand."""
    allow_set(mask, Act.PASS, s.modifiers[seat])


def prompt_power(s: State, seat: int) -> Asked:
    """A power card in a round."""
    return "power", {"round": s.marker}


def sums(s: State, seat: int) -> set[int]:
    """The sums of the others on the table."""
    return {s.played[p] + WORTH[s.played_modifier[p]] for p in range(s.colours) if p != seat and s.played[p]}


def held_modifiers(s: State, seat: int) -> list[int]:
    """The modifiers in a hand."""
    return [m for m in range(len(MODIFIER_IDS)) if s.modifiers[seat] >> m & 1]


def check_power(s: State, seat: int, number: int) -> Answer:
    """EG-2.3, EG-12.2."""
    taken = sums(s, seat)

    def fits(value: int) -> bool:
        return value not in taken or any(value + WORTH[m + 1] not in taken for m in held_modifiers(s, seat))

    value = number + 1
    hand = [v for v in range(1, 14) if s.hand[seat] >> v & 1]
    if not any(fits(v) for v in hand):
        return None if value not in taken else no("EG-2.3", "value_taken", n=value)
    if value not in hand:
        return no("EG-2.5", "value_not_held", n=value)
    if not fits(value):
        return no("EG-12.2" if s.modifiers[seat] else "EG-2.3", "value_taken", n=value)
    return None


def check_modifier(s: State, seat: int, number: int) -> Answer:
    """EG-12.2."""
    none = number == len(MODIFIER_IDS)
    if not none and number not in held_modifiers(s, seat):
        return no("EG-12.1", "modifier_not_held", modifier=("modifier", number))
    total = s.played[seat] + (0 if none else WORTH[number + 1])
    return no("EG-12.2", "sum_taken", n=total) if total in sums(s, seat) else None


def check_pass(s: State, seat: int, number: int) -> Answer:
    """EG-12.1."""
    held = number in held_modifiers(s, seat)
    return None if held else no("EG-12.1", "modifier_not_held", modifier=("modifier", number))


def check_regain(s: State, seat: int, number: int) -> Answer:
    """EG-C-empowerment."""
    return no("EG-C-empowerment", "value_in_hand", n=number + 1) if s.hand[seat] >> (number + 1) & 1 else None


def check_regain_modifier(s: State, seat: int, number: int) -> Answer:
    """EG-C-empowerment, with modifiers."""
    own = [m for m in range(len(MODIFIER_IDS)) if s.modifier_discard[seat] >> m & 1 or s.played_modifier[seat] == m + 1]
    if number in held_modifiers(s, seat) or number not in own:
        return no("EG-C-empowerment", "modifier_not_played", modifier=("modifier", number))
    return None


PASS = Decision(Phase.PASS, {"pass": check_pass}, legal_pass, pass_modifier, "EG-12.1", "now_pass", "pass", numbered=True,
                asks=True, together=True)
POWER = Decision(Phase.POWER, {"power": check_power}, legal_power, apply_power, "EG-2.3", "now_power", prompt_power,
                 then=Next.POWER, asks=True)
MODIFIER = Decision(Phase.MODIFIER, {"modifier": check_modifier}, legal_modifier, apply_modifier, "EG-12.2", "now_modifier",
                    "modifier", once=Next.POWER, asks=True)
REGAIN = Decision(Phase.REGAIN, {"regain": check_regain, "regain_modifier": check_regain_modifier}, legal_regain, apply_regain,
                  "EG-C-empowerment", "now_regain", "regain", once=Next.STEP)
