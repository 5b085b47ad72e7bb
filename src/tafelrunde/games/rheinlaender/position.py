"""The position of a game as JSON, with the keys of the notation."""
from __future__ import annotations

from typing import Any

from ..switches import start_of
from .board import BOARD
from .decisions import DECISIONS
from .fields import ALONE, DUCHY_AT, FORT, HOLDER_AT, KIND_AT, SEAT_AT, Stage
from .numbers import owner_of
from .state import State
from .tables import CARDS, HAND, SITES, SWITCHES, TILES


def position(s: State) -> dict[str, Any]:
    """The position; hidden values of a concealed state come out as null."""
    seats, seen = range(s.players), own(s)
    return {
        "game": "rheinlaender",
        "players": s.players,
        "options": options(s),
        "turn": s.turn,
        "start_player": s.start,
        "last_round": bool(s.last_round),
        "over": s.stage == Stage.OVER,
        "tiles": {str(site + 1): TILES[KIND_AT[s.centre[site]]] for site in range(SITES)},
        "knights": {BOARD.spaces[x]: SEAT_AT[code] for x, code in enumerate(s.cell) if SEAT_AT[code] >= 0},
        "castle_knights": {str(site + 1): HOLDER_AT[s.centre[site]]
                           for site in range(SITES) if HOLDER_AT[s.centre[site]] >= 0},
        "forts": {BOARD.spaces[x]: code - FORT for x, code in enumerate(s.cell) if code >= FORT},
        "duchies": duchies(s),
        "coins": seen["coins"],
        "hands": seen["hands"],
        "draw_pile": [None] * pile_size(s) if s.pile is None else members(s.pile),
        "discards": members(s.discards),
        "supply": [s.supply[p] for p in seats],
        "forts_left": [s.forts_left[p] for p in seats],
        "archbishop": s.archbishop if s.archbishop >= 0 else None,
        "open": open_decision(s),
    }


def own(s: State) -> dict[str, Any]:
    """The part of the position that a seat sees otherwise than a spectator."""
    seats = range(s.players)
    return {"coins": [s.coins[p] for p in seats], "hands": [hand(s, p) for p in seats]}


def options(s: State) -> dict[str, Any]:
    """The options by name."""
    return {**SWITCHES.unpacked(s.options), "start": start_of(s.first)}


def duchies(s: State) -> list[dict[str, Any]]:
    """The duchies in board order, each with its spaces and its owner."""
    spaces: dict[int, list[str]] = {}
    for x, code in enumerate(s.cell):
        if DUCHY_AT[code] != ALONE:
            spaces.setdefault(DUCHY_AT[code], []).append(BOARD.spaces[x])
    found: list[dict[str, Any]] = []
    for duchy, names in spaces.items():
        owner = owner_of(s, duchy)
        found.append({"spaces": names, "owner": owner if owner >= 0 else None})
    return found


def hand(s: State, seat: int) -> list[int | None]:
    """A hand, sorted; null for each card of a concealed one."""
    if s.hand[seat][0] is None:
        return [None] * hand_size(s, seat)
    return [*sorted(card for card in s.hand[seat] if card > 0)]


def hand_size(s: State, seat: int) -> int:
    """RH-2.1: five cards, and one less for the seat that has played one and not drawn yet."""
    return HAND - (seat == s.turn and s.card > 0)


def pile_size(s: State) -> int:
    """How many number cards are left in the draw pile."""
    held = sum(hand_size(s, seat) for seat in range(s.players))
    return CARDS - held - s.discards.bit_count()


def members(cards: int) -> list[int]:
    """The numbers of a set of cards."""
    return [n + 1 for n in range(CARDS) if cards >> n & 1]


def open_decision(s: State) -> dict[str, Any] | None:
    """What is open inside a turn; null when a turn has not begun."""
    if s.stage == Stage.OVER or (s.stage == Stage.CARD and not s.fort_laid):
        return None
    return {"decision": DECISIONS.of[s.stage].word, "card": s.card or None, "fort_laid": bool(s.fort_laid)}
