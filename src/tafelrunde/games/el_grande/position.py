"""Positions of El Grande: a state as the JSON of the notation (docs/notation.md §2).

Concealed states have None where the reader may not look; it comes out as null, unless it follows from what lies open.
"""
from __future__ import annotations

from functools import cache
from typing import Any

from .decisions import DECISIONS
from .fields import SHOWN_MODIFIERS, Part, Phase
from .laying_out import alternatives_of, deck_copies
from .options import options_of
from .state import State
from .tables import (
    BESIDE,
    CARD_IDS,
    CARD_STEPS,
    CARDS,
    DECK_OF,
    DUMMY,
    EDITIONS,
    FULL_HAND,
    GRAND_STRATEGY,
    MODIFIER_IDS,
    ONE_REGION,
    PLACE_IDS,
    POWERS,
    REGION_IDS,
    SECRET_BALLOT,
    STEPS,
    TILE_IDS,
    VERB,
    VETO,
    Do,
)
from .vetoes import took_veto_now

PHASES = {Phase.PASS: "setup", Phase.POWER: "power", Phase.MODIFIER: "power", Phase.OVER: "over"}
PARTS = {Part.PLACE: "place", Part.ACTION: "action", Part.COURT: "court", Part.ABILITY: "ability"}
BY_NAME = sorted(range(len(CARD_IDS)), key=CARD_IDS.__getitem__)
"""The action cards in the order of their names."""


def members(bits: int, first: int = 0) -> list[int]:
    """The members of a set, ascending."""
    return [i + first for i in range(bits.bit_length()) if bits >> i & 1]


def place_name(place: int) -> str | None:
    """The word of a place; None for a tile beside the board and a grande that does not exist."""
    return None if place == BESIDE else PLACE_IDS[place]


def phase_of(s: State) -> str:
    """The coarse phase."""
    if s.phase == Phase.DIAL and s.part == Part.SCORING:
        return "scoring"
    return PHASES.get(s.phase, "turns")


def position(s: State) -> dict[str, Any]:
    """The complete position, or what is known of it."""
    n = s.colours
    phase, seen = phase_of(s), own(s)
    found: dict[str, Any] = {
        "game": "el_grande",
        "edition": EDITIONS[s.edition],
        "players": s.players,
        "options": options_of(s),
        "phase": phase,
        "round": s.marker or 1 + s.short_game,
        "turn": s.actor if phase in ("power", "turns") else None,
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
        "played": [v or None for v in s.played[:n]],
        "modifiers": seen["modifiers"],
        "played_modifiers": [MODIFIER_IDS[m - 1] if m else None for m in s.played_modifier[:n]],
        "modifier_discards": seen["modifier_discards"],
        "open_cards": sorted(CARD_IDS[c] for c in members(s.open)),
        "decks": decks_of(s),
        "box": box_of(s),
        "discards": listed(s.discard),
        "vetoes": [{"seat": s.veto_seat[i], "until_round": s.veto_until[i]} for i in range(s.vetoes)],
    }
    if s.players == 2:
        found["region_cards"] = sorted(REGION_IDS[r] for r in members(s.region_cards))
    found["dials"] = seen["dials"]
    found["open"] = open_decision(s)
    if "knowledge" in seen:
        found["knowledge"] = seen["knowledge"]
    return found


def own(s: State) -> dict[str, Any]:
    """The part of the position that a seat sees otherwise than a spectator."""
    n = s.colours
    found: dict[str, Any] = {
        "castillo": s.castillo[:n],
        "hands": [hand_of(s, p) for p in range(n)],
        "modifiers": [None if m is None else modifier_names(m) for m in s.modifiers[:n]],
        "modifier_discards": [discarded_modifiers(s, p) for p in range(n)],
        "dials": [None if d is None or d < 0 else REGION_IDS[d] for d in s.dial[:n]],
    }
    known = knowledge_of(s)
    return found | {"knowledge": known} if known else found


def modifier_names(bits: int) -> list[str]:
    """Modifiers by name, sorted."""
    return sorted(MODIFIER_IDS[m] for m in members(bits)) if bits else []


def hand_of(s: State, seat: int) -> list[int] | None:
    """A hand; what is left in the dummy's deck is what it has not shown."""
    if s.hand[seat] is None:
        return members(FULL_HAND & ~s.shown[seat]) if seat == DUMMY and s.players == 2 else None
    return members(s.hand[seat])


def discarded_modifiers(s: State, seat: int) -> list[str] | None:
    """Discarded modifiers; to others what was shown, unless one of them was taken back unseen."""
    if s.modifier_discard[seat] is not None:
        return modifier_names(s.modifier_discard[seat])
    if any(pool >> SHOWN_MODIFIERS for pool in s.pool[seat]):
        return None
    shown = s.shown[seat] >> SHOWN_MODIFIERS
    if s.played_modifier[seat] and not s.acted >> seat & 1:
        shown &= ~(1 << (s.played_modifier[seat] - 1))
    return modifier_names(shown)


def listed(counts: list[int]) -> list[str]:
    """A multiset of cards as sorted names."""
    return [CARD_IDS[c] for c in BY_NAME for _ in range(counts[c])]


def box_of(s: State) -> list[str] | None:
    """Cards in the box; nobody may know them, but everybody knows when there are none."""
    if s.boxed[0] is None:
        return None if any(s.extra) else []
    return listed(s.boxed)


def composition(s: State) -> list[int]:
    """All cards of the game by number: in decks, open, discarded, in the box, before their takers."""
    counts = [deck_copies(s, c) for c in range(CARDS)]
    for card, n in zip((GRAND_STRATEGY, VETO, SECRET_BALLOT), s.extra, strict=True):
        counts[card] += n
    return counts


def visible_cards(s: State) -> list[int]:
    """The cards that lie open, were discarded or are in somebody's hands, by number."""
    counts = s.discard[:]
    for c in members(s.open):
        counts[c] += 1
    counts[VETO] += s.vetoes
    if s.card >= 0 and not took_veto_now(s):
        counts[s.card] += 1
    return counts


@cache
def _cards_of(decks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(c for c in BY_NAME if DECK_OF[c] in decks)


def decks_of(s: State) -> dict[str, list[str] | None]:
    """What is left in each deck.  Hidden ones follow from what was seen, unless cards went into the box unseen."""
    left = s.deck
    unknown = left[0] is None
    if unknown:
        left = [a - b for a, b in zip(composition(s), visible_cards(s), strict=True)]
    decks: dict[str, list[str] | None] = {}
    for deck in (1, 2, 4, 5) if s.merged else (1, 2, 3, 4, 5):
        both = (2, 3) if s.merged and deck == 2 else (deck,)
        hidden = unknown and any(alternatives_of(s, d) for d in both)
        decks[str(deck)] = None if hidden else [CARD_IDS[c] for c in _cards_of(both) for _ in range(left[c])]
    return decks


def knowledge_of(s: State) -> dict[str, Any]:
    """What was passed on, and what cards taken back unseen may be; empty where there is nothing of it."""
    known: dict[str, Any] = {}
    if s.shift:
        known["passed"] = [MODIFIER_IDS[m - 1] if m else None for m in s.passed[:s.players]]
    if any(pool for row in s.pool for pool in row):
        known["regained"] = [[card_names(pool) for pool in row if pool] for row in s.pool[:s.players]]
    return known


def card_names(pool: int) -> list[int | str]:
    """Power values and modifiers of a set."""
    return [*range_of(pool), *modifier_names(pool >> SHOWN_MODIFIERS)]


def range_of(pool: int) -> list[int]:
    """The power values of a set."""
    return [v for v in range(1, POWERS + 1) if pool >> v & 1]


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
    if s.card >= 0:
        found["card"] = CARD_IDS[s.card]
        found["parts"] = [word for part, word in ((Part.PLACE, "place"), (Part.ACTION, "action")) if s.parts & part]
        found["infiltration"] = bool(s.infiltration)
    if s.part in PARTS:
        found["part"] = PARTS[s.part]
    if s.part in (Part.ACTION, Part.ABILITY) and phase != Phase.VETO:
        found |= open_step(s)
    if DECISIONS.of[phase].counted:
        found["left"] = s.left
    if s.paused:
        inside = s.clone()
        inside.phase, inside.waiting, inside.paused = s.paused, s.paused_for, 0
        found["rest"] = open_decision(inside)
    return found


def open_step(s: State) -> dict[str, Any]:
    """What the step under way needs beside the board."""
    phase, found = s.phase, dict[str, Any]()
    if s.part == Part.ACTION:
        found["step"] = 1 if s.next_step or not second_step(s) else 2
        if CARD_IDS[s.card] == "grand_strategy" and STEPS[s.step][VERB] != Do.CHOOSE:
            found["option"] = "move" if STEPS[s.step][VERB] == Do.MOVE else "place"
    if phase in (Phase.TAKE, Phase.TO):
        found["own"], found["opposing"] = s.own_left, s.foe_left
        if STEPS[s.step][ONE_REGION]:
            found["region"] = REGION_IDS[s.source]
    if phase == Phase.TO:
        found["taken"] = [s.held, REGION_IDS[s.held_from]]
    if phase == Phase.RETURN_OF and s.asked >= 0:
        found["of"] = s.asked
    if phase == Phase.DIAL and STEPS[s.step][VERB] == Do.COUP:
        found["region"] = REGION_IDS[s.source]
    if phase == Phase.ESCORT:
        found["from"] = REGION_IDS[s.source]
    return found


def second_step(s: State) -> int:
    """The second step of the card on turn; 0 for none."""
    return CARD_STEPS[s.card + s.edition * CARDS][1]
