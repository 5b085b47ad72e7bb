"""Positions of König & Intrigant: a state as the JSON of the notation (docs/notation.md §2).

Concealed states have None where the reader may not look; it comes out as null, unless it follows from what lies open.
"""
from __future__ import annotations

from typing import Any

from ..el_grande.position import members, place_name
from ..el_grande.tables import PLACE_IDS, REGION_IDS, TILE_IDS
from .decisions import DECISIONS
from .fields import Part, Phase
from .lying import LYING, LYING_CARD, lies, unseen_cards
from .options import options_of
from .state import State
from .tables import CARD_IDS, DEEDS, JOKER, LIMIT, VALUE, VERB, Do

PHASES: dict[int, str] = {
    Phase.DISCARD: "discard", Phase.FIRST_DIAL: "dial", Phase.LAY: "cards", Phase.SECOND: "cards", Phase.WHIRLWIND: "cards",
    Phase.SPY: "scoring", Phase.OVER: "over",
}
ROLES = (None, "king", "intriguer", "card")
PARTS = {Part.PLACE: "place", Part.ACTION: "action", Part.COURT: "court"}


def card_name(card: int) -> int | str:
    """A card as a position writes it: its value, "joker", or "blank_1"."""
    return int(VALUE[card]) if card < JOKER else CARD_IDS[card]


def card_names(cards: int) -> list[int | str]:
    """Cards by value, the Joker last."""
    return [card_name(c) for c in members(cards)]


def region_names(regions: int) -> list[str]:
    """Regions of a set in the order of the board."""
    return [PLACE_IDS[r] for r in members(regions)]


def region_at(number: int | None) -> str | None:
    """A region that is kept as its number + 1; None for none."""
    return REGION_IDS[number - 1] if number else None


def phase_of(s: State) -> str:
    """The coarse phase."""
    return "scoring" if s.part == Part.SCORING else PHASES.get(s.phase, "turns")


def position(s: State) -> dict[str, Any]:
    """The complete position, or what is known of it."""
    n, phase, seen = s.players, phase_of(s), own(s)
    seats = range(n)
    found: dict[str, Any] = {
        "game": "king_and_intriguer",
        "players": n,
        "options": options_of(s),
        "phase": phase,
        "round": s.marker or 1 + s.short_game,
        "turn": s.actor if phase in ("cards", "turns") and s.phase != Phase.WHIRLWIND else None,
        "over": phase == "over",
        "acted": members(s.acted),
        "start_player": s.starter,
        "king": PLACE_IDS[s.king],
        "regions": {id_: s.regions[r][:n] for r, id_ in enumerate(REGION_IDS)},
        "castillo": seen["castillo"],
        "court": s.court[:n],
        "province": s.province[:n],
        "grandes": [place_name(g) for g in s.grande[:n]],
        "tiles": {id_: place_name(at) for id_, at in zip(TILE_IDS, s.tile_at, strict=True)},
        "scores": s.score[:n],
        "hands": seen["hands"],
        "set_aside": seen["set_aside"],
        "used": [card_names(s.used[p]) for p in seats],
        "played": [card_name(s.played[p] - 1) if s.played[p] else None for p in seats],
        "laid": [p for _, p in sorted((s.laid[p], p) for p in seats if s.laid[p])],
        "roles": [ROLES[s.role[p]] for p in seats],
        "vetoed": members(s.vetoed),
        "whirlwind": seen["whirlwind"],
        "doubles": seen["doubles"],
        "alliances": [region_names(pair) for pair in sorted(filter(None, s.allies), key=members)],
        "turned": [TILE_IDS[t] for t in members(s.turned)],
        "lying": [lying_card(s, p, which) for p in seats for which in range(LYING) if lies(s, p, which)],
        "strangers": s.strangers[:n],
        "protected": region_names(s.protected),
        "queen": bool(s.queen),
        "castillo_at": place_name(s.castillo_at),
        "collapse": bool(s.collapse),
        "beside": s.beside[:n],
        "dials": seen["dials"],
        "open": open_decision(s),
    }
    order = [p for _, p in sorted((s.double_rank[p], p) for p in seats if s.double_rank[p])]
    if order:
        found["knowledge"] = {"doubles": order}
    return found


def own(s: State) -> dict[str, Any]:
    """The part of the position that a seat sees otherwise than a spectator."""
    n = s.players
    seats = range(n)
    return {
        "castillo": [None if a is None else a - b for a, b in zip(s.castillo[:n], s.beside[:n], strict=True)],
        "hands": [None if s.hand[p] is None else card_names(s.hand[p]) for p in seats],
        "set_aside": [None if s.hand[p] is None else card_names(unseen_cards(s, p) & ~s.hand[p]) for p in seats],
        "whirlwind": [region_at(s.whirlwind[p]) for p in seats],
        "doubles": [region_at(s.double_at[p]) for p in seats],
        "dials": [None if d is None or d < 0 else REGION_IDS[d] for d in s.dial[:n]],
    }


def lying_card(s: State, seat: int, which: int) -> dict[str, Any]:
    """A card that lies on the table."""
    found: dict[str, Any] = {"seat": seat, "value": card_name(LYING_CARD[which])}
    if which == LIMIT:
        found["region"] = region_at(s.limit_at[seat])
    return found


# ------------------------------------------------------------ the open decision


def open_decision(s: State) -> dict[str, Any] | None:
    """The decision that is open, with all it needs; None when the game is over."""
    phase = s.phase
    if phase == Phase.OVER:
        return None
    found: dict[str, Any] = {"decision": DECISIONS.of[phase].word}
    if not DECISIONS.of[phase].together:
        found["seat"] = members(s.waiting)[0]
    if phase_of(s) != "turns":
        return found
    found["card"] = card_name(s.played[s.actor] - 1)
    found["parts"] = [word for part, word in ((Part.PLACE, "place"), (Part.ACTION, "action")) if s.parts & part]
    found["free"] = bool(s.free)
    if s.part in PARTS:
        found["part"] = PARTS[s.part]
    if s.part == Part.ACTION and phase != Phase.VETO:
        found |= open_deed(s)
    if DECISIONS.of[phase].counted:
        found["left"] = s.left
    return found


def open_deed(s: State) -> dict[str, Any]:
    """What the special action under way needs beside the board."""
    phase = s.phase
    if phase in (Phase.TAKE, Phase.TO):
        found: dict[str, Any] = {"region": REGION_IDS[s.source]} if s.source >= 0 else {}
        return found | ({"taken": [s.held, REGION_IDS[s.held_from]]} if phase == Phase.TO else {})
    if phase == Phase.GATHER:
        return {"taken": [s.held, REGION_IDS[s.held_from]]}
    if phase in (Phase.RETURN_OF, Phase.THROW):
        return {"of": s.asked}
    if phase == Phase.STRANGER:
        return {"scored": region_names(s.targets)}
    if phase in (Phase.REGION, Phase.NAME) and DEEDS[s.step][VERB] in (Do.ALLY, Do.ARBITRATE):
        return {"regions": region_names(s.named)}
    if phase == Phase.SCORE and DEEDS[s.step][VERB] == Do.ARBITRATE:
        return {"regions": region_names(s.targets)}
    return {}
