"""Every kind of decision in Rheinländer: what is asked, what is legal, the rule that carries each
action out, and why not.
"""
from __future__ import annotations

from typing import Any

from ...kernel import Decision, Decisions, Refusal, allow, by_verb, rule
from ...kernel.decisions import Asked
from .actions import ACTIONS, Act
from .board import BOARD
from .fields import FORT, FREE, HOLDER_AT, SEAT_AT, Phase
from .placing import allow_banks, allow_forts, allow_land, can_lay_fort, can_support, is_land_open, support_places
from .readings import castle_knight_supports, fort_may_come_first, fort_takes_bank, passes_without_placement
from .state import State
from .tables import BANK_OF, BANK_WORDS, BANKS, HAND, RIVER_OF, SPACES
from .turn import end_turn, lay_fort_in_turn, place_by_number, place_in_support, place_nothing, play_card, swap_in_turn

RIVERS = range(BANKS, SPACES)
SITES_OF = [BOARD.sites_of(space) for space in range(SPACES)]


@rule
def pending(s):
    """The seat on turn decides, and nobody else."""
    if s.phase == Phase.OVER:
        return 0
    return 1 << s.turn


# ------------------------------------------------------------ what is legal


@rule
def legal_card(s, seat, mask):
    """RH-2.1: a card; RH-5.2: or a fortress before it."""
    if fort_may_come_first(s) and can_lay_fort(s, seat):
        allow_forts(s, mask)
    allow_cards(s, seat, mask)


@rule
def allow_cards(s, seat, mask):
    """RH-2.1, RH-4.3: the cards that lead to a placement; if none does, all (or none: RH-R9, an
    option).
    """
    support = can_support(s, seat)
    found = 0
    if s.supply[seat] > 0:
        for i in range(HAND):
            card = s.hand[seat][i]
            if card > 0 and (support or is_land_open(s, card - 1) or can_swap_in(s, seat, card - 1)):
                allow(mask, Act.CARD + card - 1)
                found = 1
    if not found:
        if passes_without_placement(s):
            allow(mask, Act.NOTHING)
        else:
            for i in range(HAND):
                if s.hand[seat][i] > 0:
                    allow(mask, Act.CARD + s.hand[seat][i] - 1)


@rule
def legal_knight(s, seat, mask):
    """RH-3, RH-4, RH-10.3: where the knight may go with the card played; `nothing` where it can go
    nowhere.
    """
    land = s.card - 1
    if s.supply[seat] == 0:
        allow(mask, Act.NOTHING)
    else:
        allow_land(s, land, mask)
        support = 0
        for word in range(BANK_WORDS):
            banks = support_places(s, seat, word)
            allow_banks(mask, Act.SUPPORT, word, banks)
            support |= banks
        if s.archbishop == seat:
            allow_swaps(s, seat, land, mask)
        if not (support or is_land_open(s, land) or can_swap_in(s, seat, land)):
            allow(mask, Act.NOTHING)


@rule
def can_swap(s, seat, space):
    """RH-10.3: whether another player's knight stands on a space."""
    return SEAT_AT[s.cell[space]] >= 0 and SEAT_AT[s.cell[space]] != seat


@rule
def can_swap_in(s, seat, land):
    """RH-10.3: whether the archbishop can replace a knight in a land."""
    if s.archbishop != seat:
        return False
    return (can_swap(s, seat, BANK_OF[land][0]) or can_swap(s, seat, BANK_OF[land][1])
            or can_swap(s, seat, RIVER_OF[land]))


@rule
def allow_swaps(s, seat, land, mask):
    """RH-10.3: other players' knights in the land."""
    for i in range(2):
        if can_swap(s, seat, BANK_OF[land][i]):
            allow(mask, Act.SWAP + BANK_OF[land][i])
    if can_swap(s, seat, RIVER_OF[land]):
        allow(mask, Act.SWAP + RIVER_OF[land])


@rule
def legal_end(s, seat, mask):
    """RH-5.2: a fortress after the knight, or the end of the turn."""
    allow_forts(s, mask)
    allow(mask, Act.END)


# ------------------------------------------------------------ what is asked


def prompt_card(s: State, seat: int) -> Asked:
    """A card, or a fortress before it."""
    if not any(can_play(s, seat, held - 1) for held in s.hand[seat] if held > 0):
        return ("pass" if passes_without_placement(s) else "card_for_nothing"), {}
    if can_lay_fort(s, seat) and fort_may_come_first(s):
        return "card_or_fort", {"forts": s.forts_left[seat]}
    return "card", {}


def can_play(s: State, seat: int, land: int) -> bool:
    """Whether a card leads to a placement."""
    return s.supply[seat] > 0 and bool(is_land_open(s, land) or can_support(s, seat) or can_swap_in(s, seat, land))


def prompt_knight(s: State, seat: int) -> Asked:
    """By number, as support, or by the archbishop: what the card played allows."""
    land = s.card - 1
    ways = [word for word, possible in (("number", is_land_open(s, land)), ("support", can_support(s, seat)),
                                        ("swap", can_swap_in(s, seat, land))) if possible and s.supply[seat] > 0]
    return "place_" + ("_".join(ways) or "nothing"), {"card": ("card", land)}


def prompt_end(s: State, seat: int) -> Asked:
    """A fortress, or the end of the turn."""
    return "end", {"forts": s.forts_left[seat]}


# ------------------------------------------------------------ why not: the law once more


def check_fort(s: State, seat: int, space: int) -> Refusal | None:
    """RH-5: one fortress a turn, before the card or after the knight, on a free bank."""
    where = {"space": ("space", space)}
    if s.fort_laid:
        return Refusal("RH-5.1", "one_fort_a_turn")
    if s.forts_left[seat] == 0:
        return Refusal("RH-5.1", "no_fort_left")
    if s.phase == Phase.KNIGHT:
        return Refusal("RH-5.2", "fort_not_now")
    if s.phase == Phase.CARD and not fort_may_come_first(s):
        return Refusal("RH-5.2", "fort_after_knight")
    if space in RIVERS:
        return Refusal("RH-5.1", "fort_on_river", where)
    return taken(s, space)


def taken(s: State, space: int) -> Refusal | None:
    """RH-3.1, RH-5.1: one piece on a space."""
    where = {"space": ("space", space)}
    if s.cell[space] >= FORT:
        return Refusal("RH-5.1", "taken_by_fort", where)
    if s.cell[space] != FREE:
        return Refusal("RH-3.1", "taken_by_knight", {**where, "other": ("seat", SEAT_AT[s.cell[space]])})
    return None


def check_card(s: State, seat: int, land: int) -> Refusal | None:
    """RH-2.1, RH-4.3: one card a turn, from the hand, and one that places a knight while any
    does.
    """
    number = {"card": ("card", land)}
    if s.phase != Phase.CARD:
        return Refusal("RH-2.1", "one_card_a_turn")
    if land + 1 not in s.hand[seat]:
        return Refusal("RH-2.1", "card_not_held", number)
    if places(s, seat, land):
        return None
    if any(places(s, seat, held - 1) for held in s.hand[seat] if held > 0):
        return Refusal("RH-4.3", "card_places_nothing", number)
    return Refusal("RH-4.3", "must_pass") if passes_without_placement(s) else None


def places(s: State, seat: int, land: int) -> bool:
    """Whether a card leads to a placement."""
    here = (*BOARD.lands[land].banks, BOARD.lands[land].river)
    return (any(fits_by_number(s, seat, land, x) is None or fits_by_swap(s, seat, land, x) is None for x in here)
            or any(check_support(s, seat, x) is None for x in range(BANKS)))


def fits_by_number(s: State, seat: int, land: int, space: int) -> Refusal | None:
    """RH-3.1: a free bank of the card's land, or its river when both banks are taken."""
    where: dict[str, Any] = {"space": ("space", space), "card": ("card", land)}
    if s.supply[seat] == 0:
        return Refusal("RH-11.2", "no_knight_left")
    banks, river = BOARD.lands[land].banks, BOARD.lands[land].river
    if space not in (*banks, river):
        return Refusal("RH-3.1", "other_land", where)
    refusal = taken(s, space)
    if refusal is not None or space != river:
        return refusal
    if any(s.cell[bank] == FREE for bank in banks):
        return Refusal("RH-3.1", "bank_first", where)
    if not fort_takes_bank(s) and any(s.cell[bank] >= FORT for bank in banks):
        return Refusal("RH-3.1", "fort_closes_river", where)
    return None


def fits_by_swap(s: State, seat: int, land: int, space: int) -> Refusal | None:
    """RH-10.3: the archbishop replaces another player's knight in the card's land."""
    where: dict[str, Any] = {"space": ("space", space), "card": ("card", land)}
    if s.archbishop != seat:
        return Refusal("RH-10.3", "not_archbishop")
    if s.supply[seat] == 0:
        return Refusal("RH-10.3", "no_knight_left")
    if space not in (*BOARD.lands[land].banks, BOARD.lands[land].river):
        return Refusal("RH-10.3", "other_land", where)
    if s.cell[space] >= FORT:
        return Refusal("RH-10.3", "swap_fort", where)
    if s.cell[space] == FREE:
        return Refusal("RH-10.3", "swap_nobody", where)
    return Refusal("RH-10.3", "swap_own", where) if SEAT_AT[s.cell[space]] == seat else None


def check_knight(s: State, seat: int, space: int) -> Refusal | None:
    """RH-3.1: with the card played."""
    return fits_by_number(s, seat, s.card - 1, space)


def check_swap(s: State, seat: int, space: int) -> Refusal | None:
    """RH-10.3: with the card played."""
    return fits_by_swap(s, seat, s.card - 1, space)


def check_support(s: State, seat: int, space: int) -> Refusal | None:
    """RH-4.2: a free bank next to one of the player's knights and to no other player's."""
    where: dict[str, Any] = {"space": ("space", space)}
    if s.supply[seat] == 0:
        return Refusal("RH-11.2", "no_knight_left")
    if space in RIVERS:
        return Refusal("RH-4.2", "support_on_river", where)
    refusal = taken(s, space)
    if refusal is not None:
        return refusal
    near = {SEAT_AT[s.cell[x]] for x in BOARD.adjacent[space]}
    if castle_knight_supports(s):
        near |= {HOLDER_AT[s.centre[site]] for site in SITES_OF[space]}
    others = near - {-1, seat}
    if others:
        return Refusal("RH-4.2", "support_beside_other", {**where, "other": ("seat", min(others))})
    return None if seat in near else Refusal("RH-4.2", "support_beside_nobody", where)


def check_nothing(s: State, seat: int, number: int) -> Refusal | None:
    """RH-4.3: nothing is placed only where nothing can be; by an option (RH-R9) instead of playing
    a card.
    """
    if s.phase == Phase.END:
        return wrong_moment(s)
    if s.phase == Phase.CARD and not passes_without_placement(s):
        return wrong_moment(s)
    cards = [s.card] if s.phase == Phase.KNIGHT else [held for held in s.hand[seat] if held > 0]
    if any(places(s, seat, number - 1) for number in cards):
        return Refusal("RH-4.3", "must_place")
    return None


def wrong_moment(s: State) -> Refusal:
    """RH-2.1: card, knight, then the end of the turn."""
    asked = DECISIONS.of[s.phase]
    return Refusal(asked.rule, asked.reason)


# ------------------------------------------------------------ all of them

AT_ANY_TIME = {"FORT": check_fort, "CARD": check_card, "NOTHING": check_nothing}
"""Checks that say themselves when the moment is wrong."""
DECISIONS = Decisions(
    "phase", Phase.OVER, ACTIONS,
    Decision(Phase.CARD, {"fort": check_fort, "card": check_card, "nothing": check_nothing}, legal_card, None,
             "RH-2.1", "card_first", prompt_card, asks=True, name="card"),
    Decision(Phase.KNIGHT, {"knight": check_knight, "support": check_support, "swap": check_swap, "nothing": check_nothing},
             legal_knight, None, "RH-2.1", "knight_first", prompt_knight),
    Decision(Phase.END, {"fort": check_fort, "end": None}, legal_end, None, "RH-2.1", "knight_placed", prompt_end, name="end"),
)
apply = by_verb("apply", ACTIONS, {
    "fort": lay_fort_in_turn, "card": play_card, "knight": place_by_number, "support": place_in_support, "swap": swap_in_turn,
    "nothing": place_nothing, "end": end_turn,
})
"""RH-2: carry out a legal action."""


def why_not(s: State, seat: int, action: int) -> Refusal | None:
    """The rule that forbids an action; None when it is legal."""
    if s.phase == Phase.OVER:
        return Refusal("RH-11.1", "over")
    if seat != s.turn:
        return Refusal("RH-2.1", "not_your_turn", {"seat": ("seat", s.turn)})
    label = ACTIONS.verb_of[action].label
    if label in AT_ANY_TIME:
        return AT_ANY_TIME[label](s, seat, action - getattr(Act, label))
    return DECISIONS.refusal(s, seat, action)
