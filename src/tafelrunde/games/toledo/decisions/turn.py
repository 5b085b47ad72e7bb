"""The turn and its moves (TO-2, TO-3, TO-4, TO-8): what is asked, what is legal, and why not."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ....kernel import Decision, Refusal, allow, allow_set, lowest_bit, rule
from ....kernel.decisions import Asked
from ..actions import SHOP_STEPS, Act
from ..cards import cards_in, count_value
from ..components import MASTERS
from ..fields import Phase, Reading, extras_left
from ..landing import can_go_on, packed_hand
from ..pawns import circles, rivals_of, steps_of
from ..state import State
from ..tables import FIRST_GATE, GATE, HIGH, LOW, PRINTED, ROAD, STEPS, VALUE, VALUES
from ..turn import end_turn


@rule
def holds_cards(s, seat):
    """Whether a card could follow: the hand is hidden, but its size is not."""
    return s.held[seat] > 0


@rule
def stop_moving(s, seat):
    """TO-4.3: the move action ends."""
    end_turn(s)


@rule
def legal_turn(s, seat, mask):
    """TO-2: draw, place a shop, put a pawn back, or move."""
    allow(mask, Act.DRAW)
    allow_shops(s, seat, mask)
    if s.one[seat]:
        allow_set(mask, Act.BACK, s.one[seat] >> 1)
    allow_moves(s, seat, standing_pawns(s, seat), mask)


@rule
def legal_more(s, seat, mask):
    """TO-4.3: a further card, or the end."""
    allow_moves(s, seat, standing_pawns(s, seat), mask)
    allow(mask, Act.END)


@rule
def legal_full(s, seat, mask):
    """TO-4.4: a duel, or move on with the same pawn."""
    allow_duels(s, seat, mask)
    allow_moves(s, seat, 1 << s.spot, mask)


@rule
def standing_pawns(s, seat):
    """The steps from which a seat can move a pawn."""
    if s.home[seat] > 0:
        return s.one[seat] | 1
    return s.one[seat]


@rule
def allow_shops(s, seat, mask):
    """TO-3.1: every tile not yet placed, on every empty lot."""
    lots = (ROAD & ~s.built) >> 1
    tiles = s.supply[seat]
    if lots != 0:
        while tiles != 0:
            allow_set(mask, Act.SHOP + lowest_bit(tiles) * SHOP_STEPS, lots)
            tiles &= tiles - 1


@rule
def allow_moves(s, seat, pawns, mask):
    """TO-4, TO-8.1: first cards, cards of the same value, and extra cards, for pawns on some
    steps.
    """
    if s.held[seat] == 0 or pawns == 0:
        return
    extras = extras_left(s, seat)
    if s.series == 0 and s.opening > 0:
        extras = 0
    first = 1
    last = VALUES
    if s.series > 0 and extras <= 0:
        first = s.series
        last = first
    good = s.room
    own = s.built & ~good
    if own:
        rivals = rivals_of(s, seat)
        good |= own & rivals
        own &= ~rivals
    low = s.hand[seat][0]
    high = s.hand[seat][1]
    for value in range(first, last + 1):
        if (low & LOW[value]) | (high & HIGH[value]):
            sure = pawns & (good >> value)
            doubtful = pawns & (own >> value)
            if sure | doubtful:
                if s.series == value or (s.series == 0 and s.opening != value):
                    allow_set(mask, Act.MOVE + (value - 1) * STEPS, sure)
                    if doubtful:
                        allow_doubtful(s, seat, value, doubtful, 0, good, own, mask)
                if extras > 0:
                    allow_set(mask, Act.EXTRA + (value - 1) * STEPS, sure)
                    if doubtful:
                        allow_doubtful(s, seat, value, doubtful, 1, good, own, mask)


@rule
def allow_doubtful(s, seat, value, pawns, extra, good, own, mask):
    """TO-4.4: moves that land among own pawns only, where the pawn can go on from there with
    further cards.
    """
    hand = packed_hand(s, seat) - (1 << (7 * value))
    extras = extras_left(s, seat) - extra
    series = s.series
    opening = 0
    action = Act.MOVE
    if extra:
        action = Act.EXTRA
        if series == 0:
            opening = value
    else:
        series = value
    while pawns != 0:
        step = lowest_bit(pawns)
        pawns &= pawns - 1
        if can_go_on(step + value, hand, series, opening, extras, good, own):
            allow(mask, action + (value - 1) * STEPS + step)


@rule
def allow_duels(s, seat, mask):
    """TO-4.4, TO-4.5: any opposing pawn on the full space may be challenged."""
    for rival in range(s.players):
        if rival != seat and s.one[rival] >> s.spot & 1:
            allow(mask, Act.DUEL + rival)


def here(s: State) -> dict[str, Any]:
    """Where the pawn has landed."""
    return {"step": ("place", s.spot), "kind": ("kind", s.shop[s.spot])}


def prompt_turn(s: State, seat: int) -> Asked:
    """What the turn brings."""
    return ("last_turn" if s.last_round >= 0 else "turn"), {}


def prompt_more(s: State, seat: int) -> Asked:
    """Which cards may follow."""
    if s.opening:
        return "more_opening", {"value": ("value", s.opening)}
    extras = max(0, extras_left(s, seat))
    if not count_value(s, seat, s.series):
        return "more_extra", {"extras": extras}
    return "more", {"value": ("value", s.series), "extras": extras}


def prompt_full(s: State, seat: int) -> Asked:
    """A full space."""
    return "full", here(s)


def check_shop(s: State, seat: int, number: int) -> Refusal | None:
    """TO-3.1."""
    shop, step = divmod(number, SHOP_STEPS)
    kind, size, step = shop // 2, shop % 2 + 1, step + 1
    at = {"step": ("place", step)}
    if PRINTED[step]:
        return Refusal("TO-3.1", "printed_space", at)
    if s.shop[step]:
        return Refusal("TO-3.1", "lot_taken", at)
    placed = any(s.owner[t] == seat and s.shop[t] == kind + 1 and 1 + (s.double >> t & 1) == size
                 for t in range(1, FIRST_GATE))
    return Refusal("TO-3.1", "tile_placed", {"kind": ("kind", kind + 1), "size": size}) if placed else None


def check_back(s: State, seat: int, number: int) -> Refusal | None:
    """TO-2.4."""
    step = number + 1
    if step not in steps_of(s, seat):
        return Refusal("TO-2.4", "no_pawn", {"step": ("place", step)})
    return Refusal("TO-2.4", "stays_inside") if step >= FIRST_GATE else None


@dataclass(frozen=True)
class Chain:
    """What has been played this turn, and what could still be played."""

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
    hand = Counter(VALUE[c] for c in cards_in(s.hand[seat]))
    tiles = s.masters[seat][MASTERS.index("movement")]
    if s.readings & Reading.EXTRA_CARDS_ONE_PER_TURN and tiles:
        tiles = 1
    return Chain(hand, s.series, s.opening, tiles - s.extra_used)


def fits(s: State, seat: int, verb: str, value: int, step: int) -> Refusal | None:
    """TO-4 and TO-8."""
    if s.phase == Phase.FULL and step != s.spot:
        return Refusal("TO-4.4", "same_pawn", {"step": ("place", s.spot)})
    if step not in steps_of(s, seat):
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
    """TO-4.4: whether a landing has a free circle, somebody to challenge, or a card that leads on
    to such a one.
    """
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


def check_move(s: State, seat: int, number: int) -> Refusal | None:
    """TO-4: by a card of the series."""
    return fits(s, seat, "move", number // STEPS + 1, number % STEPS)


def check_extra(s: State, seat: int, number: int) -> Refusal | None:
    """TO-8.1: by a movement tile."""
    return fits(s, seat, "extra", number // STEPS + 1, number % STEPS)


def check_duel(s: State, seat: int, rival: int) -> Refusal | None:
    """TO-4.4."""
    if rival == seat:
        return Refusal("TO-4.4", "own_pawn")
    if rival not in circles(s).get(str(s.spot), []):
        known = rival < s.players
        return Refusal("TO-4.4", "rival_elsewhere" if known else "no_such_seat",
                       {"rival": ("seat", rival), "step": ("place", s.spot)})
    return None


TURN = Decision(Phase.TURN, {"draw": None, "shop": check_shop, "back": check_back, "move": check_move, "extra": check_extra},
                legal_turn, None, "TO-2", "one_action", prompt_turn, asks=holds_cards, name="turn")
MORE = Decision(Phase.MORE, {"move": check_move, "extra": check_extra, "end": None}, legal_more, None, "TO-2", "one_action",
                prompt_more, asks=holds_cards, name="more")
FULL = Decision(Phase.FULL, {"duel": check_duel, "move": check_move, "extra": check_extra}, legal_full, None, "TO-4.4",
                "resolve_first", prompt_full, asks=holds_cards, name="full")
