"""Why an action is not legal: the rulebook's side of the law, written apart from `legal.py`."""
from __future__ import annotations

from typing import Any

from ...kernel import Refusal
from .actions import ACTIONS, Act
from .board import BOARD
from .decisions import DECISIONS
from .fields import FORT, FREE, HOLDER_AT, SEAT_AT, Stage
from .readings import castle_knight_supports, fort_may_come_first, fort_takes_bank, passes_without_placement
from .state import State
from .tables import BANKS, SPACES

VERBS = [name.split()[0] for name in ACTIONS.names]
RIVERS = range(BANKS, SPACES)
SITES_OF = [BOARD.sites_of(space) for space in range(SPACES)]


def why_not(s: State, seat: int, action: int) -> Refusal | None:
    """The rule that forbids an action; None when it is legal."""
    if s.stage == Stage.OVER:
        return Refusal("RH-11.1", "game_over")
    if seat != s.turn:
        return Refusal("RH-2.1", "not_your_turn", {"seat": ("seat", s.turn)})
    verb = VERBS[action]
    if verb == "fort":
        return fort(s, seat, action - Act.FORT)
    if verb == "card":
        return card(s, seat, action - Act.CARD)
    if verb == "nothing":
        return nothing(s, seat)
    if verb == "end":
        return None if s.stage == Stage.END else wrong_moment(s)
    if s.stage != Stage.KNIGHT:
        return wrong_moment(s)
    land = s.card - 1
    if verb == "knight":
        return knight(s, seat, land, action - Act.KNIGHT)
    if verb == "support":
        return support(s, seat, action - Act.SUPPORT)
    return swap(s, seat, land, action - Act.SWAP)


def wrong_moment(s: State) -> Refusal:
    """RH-2.1: card, knight, then the end of the turn."""
    asked = DECISIONS.of[s.stage]
    return Refusal(asked.rule, asked.reason)


def fort(s: State, seat: int, space: int) -> Refusal | None:
    """RH-5: one fortress a turn, before the card or after the knight, on a free bank."""
    where = {"space": ("space", space)}
    if s.fort_laid:
        return Refusal("RH-5.1", "one_fort_a_turn")
    if s.forts_left[seat] == 0:
        return Refusal("RH-5.1", "no_fort_left")
    if s.stage == Stage.KNIGHT:
        return Refusal("RH-5.2", "fort_not_now")
    if s.stage == Stage.CARD and not fort_may_come_first(s):
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


def card(s: State, seat: int, land: int) -> Refusal | None:
    """RH-2.1, RH-4.3: one card a turn, from the hand, and one that places a knight while any does."""
    number = {"card": ("card", land)}
    if s.stage != Stage.CARD:
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
    return (any(knight(s, seat, land, x) is None or swap(s, seat, land, x) is None for x in here)
            or any(support(s, seat, x) is None for x in range(BANKS)))


def knight(s: State, seat: int, land: int, space: int) -> Refusal | None:
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


def support(s: State, seat: int, space: int) -> Refusal | None:
    """RH-4.2: a free bank beside a player's own knight and beside no other's."""
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


def swap(s: State, seat: int, land: int, space: int) -> Refusal | None:
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


def nothing(s: State, seat: int) -> Refusal | None:
    """RH-4.3: nothing is placed only where nothing can be; by an option (RH-R9) instead of playing a card."""
    if s.stage == Stage.END:
        return wrong_moment(s)
    if s.stage == Stage.CARD and not passes_without_placement(s):
        return wrong_moment(s)
    cards = [s.card] if s.stage == Stage.KNIGHT else [held for held in s.hand[seat] if held > 0]
    if any(places(s, seat, number - 1) for number in cards):
        return Refusal("RH-4.3", "must_place")
    return None
