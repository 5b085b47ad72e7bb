"""Why an action is not legal: the rulebook's side of the law, written apart from `legal.py`."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ...kernel import Refusal
from .actions import ACTIONS
from .components import MASTERS
from .decisions import DECISIONS
from .fields import Phase, Reading
from .position import circles, members, pawns, sword_values
from .state import State
from .tables import COMPONENTS, FIRST_GATE, GATE, KINDS, PRICE, PRINTED, STEPS, VALUE

NAMES = [name.split() for name in ACTIONS.names]
LATER = {
    "duel": ("TO-4.4", "no_full_space"),
    "free": ("TO-5.1", "no_landing"),
    "pay": ("TO-5.1", "no_landing"),
    "skip": ("TO-5.1", "no_landing"),
    "sword": ("TO-5.3", "no_smith"),
    "master": ("TO-5.3", "no_master"),
    "return": ("TO-5.3", "no_return"),
    "deliver": ("TO-6.1", "no_entering"),
}
"""What needs an occasion that is not there."""


def why_not(s: State, seat: int, action: int) -> Refusal | None:
    """None when an action of the seat on turn is legal; otherwise the rule that forbids it."""
    verb, *words = NAMES[action]
    if verb not in DECISIONS.of[s.phase].verbs:
        return not_asked(s, verb)
    if verb == "shop":
        return why_no_shop(s, seat, words)
    if verb == "back":
        return why_not_back(s, seat, int(words[0]))
    if verb in ("move", "extra"):
        return why_no_move(s, seat, verb, int(words[0]), int(words[1]))
    if verb == "duel":
        return why_no_duel(s, seat, int(words[0]))
    if verb in ("free", "pay"):
        return why_no_business(s, seat, int(words[0]) if words else 0)
    if verb == "sword":
        return why_no_sword(s, seat, int(words[0]))
    if verb == "master":
        kind = MASTERS.index(words[0])
        return None if s.masters_left[kind] else Refusal("TO-5.3", "master_gone", {"master": ("master", kind)})
    if verb == "return":
        kind = MASTERS.index(words[0])
        old = s.masters[seat][kind] - (kind == s.taken)
        return None if old > 0 else Refusal("TO-5.3", "not_an_old_tile", {"master": ("master", kind)})
    if verb == "deliver" and words[0] != "none" and int(words[0]) not in sword_values(s.blades[seat]):
        return Refusal("TO-6.1", "no_such_sword", {"sword": int(words[0])})
    return None


def not_asked(s: State, verb: str) -> Refusal:
    """A verb that does not belong to the open decision."""
    asked = DECISIONS.of[s.phase]
    if s.phase not in (Phase.TURN, Phase.MORE):
        return Refusal(asked.rule, asked.reason)
    return Refusal(*LATER.get(verb, (asked.rule, "must_act" if verb == "end" else asked.reason)))


def why_no_shop(s: State, seat: int, words: list[str]) -> Refusal | None:
    """TO-3.1."""
    kind, size, step = KINDS.index(words[0]), int(words[1]), int(words[2])
    at = {"step": ("place", step)}
    if PRINTED[step]:
        return Refusal("TO-3.1", "printed_space", at)
    if s.shop[step]:
        return Refusal("TO-3.1", "lot_taken", at)
    placed = any(s.owner[t] == seat and s.shop[t] == kind + 1 and 1 + (s.double >> t & 1) == size
                 for t in range(1, FIRST_GATE))
    return Refusal("TO-3.1", "tile_placed", {"kind": ("kind", kind + 1), "size": size}) if placed else None


def why_not_back(s: State, seat: int, step: int) -> Refusal | None:
    """TO-2.4."""
    if step not in pawns(s, seat):
        return Refusal("TO-2.4", "no_pawn", {"step": ("place", step)})
    return Refusal("TO-2.4", "back_from_alcazar") if step >= FIRST_GATE else None


@dataclass(frozen=True)
class Chain:
    """What has been played this turn, and what could still be."""

    hand: Counter[int]
    first: int
    opening: int
    extras: int

    def refuses(self, verb: str, value: int) -> Refusal | None:
        """TO-4.3, TO-8.1: why a card may not be the next one."""
        if verb == "move":
            if self.first and value != self.first:
                return Refusal("TO-4.3", "other_value", {"value": ("value", self.first)})
            if self.opening == value:
                return Refusal("TO-8.1", "same_as_opening", {"value": ("value", value)})
        elif self.opening:
            return Refusal("TO-8.1", "first_card_now")
        elif self.extras <= 0:
            return Refusal("TO-8.1", "no_tile_left")
        return None if self.hand[value] else Refusal("TO-4.1", "no_such_card", {"value": ("value", value)})

    def after(self, verb: str, value: int) -> Chain:
        """The chain with one more card played."""
        hand = self.hand - Counter((value,))
        if verb == "move":
            return Chain(hand, value, 0, self.extras)
        return Chain(hand, self.first, self.opening if self.first else value, self.extras - 1)


def chain_of(s: State, seat: int) -> Chain:
    """The chain as it stands."""
    hand = Counter(VALUE[c] for c in members(s.hand[seat]))
    tiles = s.masters[seat][MASTERS.index("movement")]
    if s.readings & Reading.EXTRA_CARDS_ONE_PER_TURN and tiles:
        tiles = 1
    return Chain(hand, s.series, s.opening, tiles - s.extra_used)


def why_no_move(s: State, seat: int, verb: str, value: int, step: int) -> Refusal | None:
    """TO-4 and TO-8."""
    if s.phase == Phase.FULL and step != s.spot:
        return Refusal("TO-4.4", "same_pawn", {"step": ("place", s.spot)})
    if step not in pawns(s, seat):
        return Refusal("TO-4.1", "no_pawn", {"step": ("place", step)})
    if step >= FIRST_GATE:
        return Refusal("TO-6.1", "stays_inside")
    chain = chain_of(s, seat)
    refusal = chain.refuses(verb, value)
    if refusal is not None:
        return refusal
    target = step + value
    if target >= STEPS or (target >= FIRST_GATE and not GATE[target]):
        return Refusal("TO-4.1", "beyond_the_gates")
    if target < FIRST_GATE and not s.shop[target]:
        return Refusal("TO-4.1", "empty_space", {"step": ("place", target)})
    if not resolves(s, circles(s), seat, target, chain.after(verb, value)):
        return Refusal("TO-4.4", "cannot_resolve", {"step": ("place", target)})
    return None


def resolves(s: State, standing: dict[str, list[int]], seat: int, target: int, chain: Chain) -> bool:
    """TO-4.4: whether a landing has a free circle, somebody to challenge, or a card that leads on to such a one."""
    if target >= STEPS:
        return False
    if target >= FIRST_GATE:
        return bool(GATE[target])
    if not s.shop[target]:
        return False
    here = standing.get(str(target), [])
    if len(here) <= s.double >> target & 1 or any(other != seat for other in here):
        return True
    return any(chain.refuses(verb, value) is None
               and resolves(s, standing, seat, target + value, chain.after(verb, value))
               for value in chain.hand for verb in ("move", "extra"))


def why_no_duel(s: State, seat: int, rival: int) -> Refusal | None:
    """TO-4.4."""
    if rival == seat:
        return Refusal("TO-4.4", "own_pawn")
    if rival not in circles(s).get(str(s.spot), []):
        known = rival < s.players
        return Refusal("TO-4.4", "rival_elsewhere" if known else "no_such_seat",
                       {"rival": ("seat", rival), "step": ("place", s.spot)})
    return None


def why_no_business(s: State, seat: int, value: int) -> Refusal | None:
    """TO-5.2; a value of 0 stands for `free`."""
    own, price = s.owner[s.spot] == seat, PRICE[s.spot]
    if not value:
        return None if own else Refusal("TO-5.2", "not_free", {"price": price})
    if own:
        return Refusal("TO-5.2", "own_shop")
    if value < price:
        return Refusal("TO-5.2", "too_little", {"price": price})
    if value not in {VALUE[c] for c in members(s.hand[seat])}:
        return Refusal("TO-5.2", "no_such_card", {"value": ("value", value)})
    return None


def why_no_sword(s: State, seat: int, value: int) -> Refusal | None:
    """TO-5.3."""
    if value not in sword_values(s.rack):
        return Refusal("TO-5.3", "sword_gone", {"sword": value})
    recipe = next(sword for sword in COMPONENTS.swords if sword.value == value)
    if s.metal[seat] < recipe.metal or s.gems[seat] < recipe.gems:
        return Refusal("TO-5.3", "cannot_afford", {"sword": value, "metal": recipe.metal, "gems": recipe.gems})
    return None
