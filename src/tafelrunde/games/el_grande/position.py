"""Positions of El Grande: a state as the JSON of the notation (docs/notation.md §2).

Concealed states have None where the reader may not look; it comes out as null, unless it follows from what lies open.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ...kernel import shapes
from ...kernel.dealing import members
from ...kernel.decisions import Decisions
from ...kernel.positions import Key, Position
from ...kernel.reading import whole, word
from . import tables
from .decisions import DECISIONS
from .fields import FIELDS, SHOWN_MODIFIERS, Part, Phase
from .inference import begin, infer, prepare
from .inferring_cards import composition
from .inferring_open import second_step
from .invariants import Broken, broken_pieces, broken_places
from .laying_out import alternatives_of
from .options import options_of
from .state import State
from .tables import CARD_IDS, MODIFIER_IDS, PLACE_IDS, POWERS, REGION_IDS, STEPS, VERB, Do
from .vetoes import took_veto_now

PHASES = {Phase.PASS: "setup", Phase.POWER: "power", Phase.MODIFIER: "power", Phase.OVER: "over"}
PARTS = {Part.PLACE: "place", Part.ACTION: "action", Part.COURT: "court", Part.ABILITY: "ability"}
REGION_SET = shapes.members(REGION_IDS, "region", by_name=True)
region_names = REGION_SET.writer()
BY_NAME = sorted(range(len(CARD_IDS)), key=CARD_IDS.__getitem__)
"""The action cards in the order of their names."""
modifier_names = shapes.members(MODIFIER_IDS, "modifier", by_name=True).writer()
open_cards = shapes.members(CARD_IDS, "action card", by_name=True).writer()
POWER_SET = shapes.members(range(1, POWERS + 1), "value", first=1)
power_values = POWER_SET.writer()


def phase_of(s: State) -> str:
    if s.phase == Phase.DIAL and s.part == Part.SCORING:
        return "scoring"
    return PHASES.get(s.phase, "turns")


def hands(s: State) -> list[list[int] | None]:
    """Every hand."""
    return [hand_of(s, p) for p in range(s.colours)]


def hand_of(s: State, seat: int) -> list[int] | None:
    """A hand; what is left in the dummy's deck is what it has not shown."""
    if s.hand[seat] is None:
        return power_values(tables.FULL_HAND & ~s.shown[seat]) if seat == tables.DUMMY and s.players == 2 else None
    return power_values(s.hand[seat])


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


def visible_cards(s: State) -> list[int]:
    """The cards that lie open, were discarded or are in somebody's hands, by number."""
    counts = s.discard[:]
    for c in members(s.open):
        counts[c] += 1
    counts[tables.VETO] += s.vetoes
    if s.card >= 0 and not took_veto_now(s):
        counts[s.card] += 1
    return counts


@cache
def _cards_of(decks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(c for c in BY_NAME if tables.DECK_OF[c] in decks)


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


def knowledge_of(s: State) -> dict[str, Any] | None:
    """What was passed on, and what cards taken back unseen may be; None where there is nothing of it."""
    known: dict[str, Any] = {}
    if s.shift:
        known["passed"] = [MODIFIER_IDS[m - 1] if m else None for m in s.passed[:s.players]]
    if any(pool for row in s.pool for pool in row):
        known["regained"] = [[card_names(pool) for pool in row if pool] for row in s.pool[:s.players]]
    return known or None


def card_names(pool: int) -> list[int | str]:
    """Power values and modifiers of a set."""
    return [*power_values(pool & tables.FULL_HAND), *modifier_names(pool >> SHOWN_MODIFIERS)]


# ------------------------------------------------------------ the open decision


def open_frame(s: Any, decisions: Decisions, phase: str, card: Any, mark: dict[str, bool], step: Callable[[Any], dict[str, Any]]
               ) -> dict[str, Any]:
    """What an open decision says in both titles of the board: its word and seat, and in a turn what is under way."""
    decision = decisions.of[s.phase]
    found: dict[str, Any] = {"decision": decision.word}
    if not decision.together:
        found["seat"] = members(s.waiting)[0]
    if phase == "turns":
        if card is not None:
            parts = [word for part, word in ((Part.PLACE, "place"), (Part.ACTION, "action")) if s.parts & part]
            found |= {"card": card, "parts": parts, **mark}
        if s.part in PARTS:
            found["part"] = PARTS[s.part]
        if s.part in (Part.ACTION, Part.ABILITY) and s.phase != Phase.VETO:
            found |= step(s)
        if decision.counted:
            found["left"] = s.left
    return found


def open_decision(s: State) -> dict[str, Any] | None:
    """The decision that is open, with all it needs; None when the game is over."""
    if s.phase == Phase.OVER:
        return None
    found = open_frame(s, DECISIONS, phase_of(s), None if s.card < 0 else CARD_IDS[s.card], {"infiltration": bool(s.infiltration)},
                       open_step)
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
        if STEPS[s.step][tables.ONE_REGION]:
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


def regained(value: Any, where: str, seats: Any) -> int:
    """A power value or a modifier, read as its number among all that a seat can have shown."""
    if isinstance(value, str):
        return SHOWN_MODIFIERS + word(value, where, MODIFIER_IDS, "modifier")
    return whole(value, where, 1, POWERS)


# ------------------------------------------------------------ the keys


REGION, CARD = shapes.word(REGION_IDS, "region"), shapes.word(CARD_IDS, "action card", tables.OLD_IDS)
CARDS_NAMED = shapes.listed(CARD, bag=True)
INSIDE = shapes.word(PLACE_IDS[:tables.CASTILLO + 1], "place")
BOARD_KEYS = (
    Key("acted"),
    Key("start_player", "starter"),
    Key("king"),
    Key("regions"),
    Key("castillo"),
    Key("court"),
    Key("province", follows=True),
    Key("grandes", "grande", shapes.per_seat(shapes.null(INSIDE), dummy=True)),
    Key("tiles", "tile_at", shapes.keyed(tables.TILE_IDS, "tile", shapes.null(INSIDE))),
    Key("scores", "score"),
)
"""The board, as far as König & Intrigant has it too."""
WORDS = {"region": REGION_IDS, "place": PLACE_IDS, "tile": tables.TILE_IDS, "modifier": MODIFIER_IDS}
DIALS = shapes.per_seat(shapes.null(REGION), dummy=True)
DECISION: dict[str, shapes.Shape] = {
    "seat?": shapes.seat(), "parts?": shapes.listed(shapes.named({"place": Part.PLACE, "action": Part.ACTION}, "part")),
    "part?": shapes.one_of(tuple(PARTS.values()), "part"), "left?": shapes.number(1, tables.ALL), "region?": REGION,
    "taken?": shapes.row(shapes.seat(dummy=True), REGION), "of?": shapes.seat(dummy=True)}
"""What an open decision says in both titles."""
STEP: dict[str, shapes.Shape] = {
    "decision": shapes.one_of(tuple(DECISIONS.words().values()), "decision"), **DECISION,
    "card?": CARD, "infiltration?": shapes.flag(), "step?": shapes.number(1, 2),
    "option?": shapes.named({"move": tables.MOVE_HALF, "place": tables.PLACE_HALF}, "option"),
    "own?": shapes.number(0, tables.ALL), "opposing?": shapes.number(0, tables.ALL), "from?": REGION}
MAYBE_MODIFIER = shapes.null(shapes.word(MODIFIER_IDS, "modifier"), none=0)
REGAINED = shapes.listed(shapes.listed(shapes.Shape("number | string", regained)))
KNOWLEDGE = shapes.parts({"passed?": shapes.per_seat(MAYBE_MODIFIER), "regained?": shapes.per_seat(REGAINED)})
MODIFIER_SETS = shapes.per_seat(shapes.hidden(shapes.members(MODIFIER_IDS, "modifier", by_name=True)), dummy=True)
POSITION = Position("el_grande", FIELDS, WORDS, (
    Key("phase", shape=shapes.one_of(("setup", "power", "turns", "scoring", "over"), "phase"), write=phase_of),
    Key("round", "marker", shapes.number(0, 9), lambda s: s.marker or 1 + s.short_game),
    Key("turn", "actor", shapes.hidden(shapes.seat()), lambda s: s.actor if phase_of(s) in ("power", "turns") else None),
    Key("over", "phase", shapes.flag(), lambda s: s.phase == Phase.OVER),
    *BOARD_KEYS,
    Key("hands", "hand", shapes.per_seat(shapes.hidden(POWER_SET), dummy=True), hands),
    Key("played", shape=shapes.per_seat(shapes.if_said(shapes.not_zero(shapes.number(1, POWERS))), dummy=True)),
    Key("modifiers", shape=MODIFIER_SETS, apart=True),
    Key("played_modifiers", "played_modifier", shapes.per_seat(MAYBE_MODIFIER, dummy=True)),
    Key("modifier_discards", "modifier_discard", MODIFIER_SETS, lambda s: [discarded_modifiers(s, p) for p in range(s.colours)]),
    Key("open_cards", "open", CARDS_NAMED, lambda s: open_cards(s.open)),
    Key("decks", "deck", shapes.keyed(("1", "2", "3", "4", "5"), "deck", shapes.hidden(CARDS_NAMED)), decks_of),
    Key("box", "boxed", shapes.hidden(CARDS_NAMED), box_of),
    Key("discards", "discard", CARDS_NAMED, lambda s: listed(s.discard)),
    Key("vetoes", shape=shapes.listed(shapes.parts({"seat": shapes.seat(), "until_round": shapes.number(0, 10)})),
        write=lambda s: [{"seat": s.veto_seat[i], "until_round": s.veto_until[i]} for i in range(s.vetoes)], loose=True),
    Key("region_cards", shape=REGION_SET, write=lambda s: region_names(s.region_cards) if s.players == 2 else None, rare=True),
    Key("dials", "dial", DIALS, apart=True),
    Key("open", "phase", shapes.hidden(shapes.parts({**STEP, "rest?": shapes.parts(STEP)})), open_decision),
    Key("knowledge", "passed pool", KNOWLEDGE, knowledge_of, rare=True),
), options_of, begin, infer, prepare, (Key("edition", shape=shapes.word(tables.EDITIONS, "edition")),), also=("menu",), laws=(
    (broken_pieces, {Broken.CABALLEROS: "court: a colour has 30 caballeros in regions, castillo, court and province, not more"}),
    (broken_places, {Broken.TILES: "tiles: both lie on one place; a table has room for one",
                     Broken.KING: "king: only New Regent sends him abroad or to the castillo; add it to the modules",
                     Broken.GRANDES: "grandes: those of players stand in regions; only New Regent (a module) throws one into "
                                     "the castillo"})))
