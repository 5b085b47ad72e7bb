"""Positions of El Grande: a state as the JSON of the notation (docs/notation.md §2).

Concealed states have None where the reader may not look; it comes out as null, unless it follows
from what lies open.
"""
from __future__ import annotations

from functools import cache
from typing import Any

from ...kernel import shapes
from ...kernel.positions import Key, Position
from . import tables
from .fields import FIELDS, SHOWN_MODIFIERS, Phase
from .inference import DECKS, infer
from .inferring_open import CARD, OPENING, REGION, open_decision
from .invariants import SAID, copies_in_game, copies_seen
from .laying_out import alternatives_of, clear_board
from .options import options_of
from .state import State
from .tables import CARD_IDS, MODIFIER_IDS, POWERS, REGION_IDS

BY_NAME = sorted(range(len(CARD_IDS)), key=CARD_IDS.__getitem__)
"""The action cards in the order of their names."""
COMPOSITIONS: dict[tuple[int, ...], list[int]] = {}
"""The cards of a game by its options, as far as they were asked for."""
REGION_SET, POWER_SET = shapes.members(REGION_IDS, "region", by_name=True), shapes.members(range(1, POWERS + 1), "value", first=1)
MODIFIER_SET = shapes.members(MODIFIER_IDS, "modifier", by_name=True)
POOL = shapes.members((*range(1, POWERS + 1), *MODIFIER_IDS), "card", first=1)
region_names, power_values, modifier_names = REGION_SET.writer(), POWER_SET.writer(), MODIFIER_SET.writer()
pool_names = POOL.writer()
CARD_COUNTS = shapes.counted(CARD_IDS, "action card", CARD)
card_names = CARD_COUNTS.writer()


def hand_of(s: State, seat: int) -> list[int] | None:
    """A hand; what is left in the dummy's deck is what it has not shown."""
    if s.hand[seat] is None:
        return power_values(tables.FULL_HAND & ~s.shown[seat]) if seat == tables.DUMMY and s.players == 2 else None
    return power_values(s.hand[seat])


def discarded_modifiers(s: State, seat: int) -> list[str] | None:
    """Discarded modifiers; to others what was shown, unless one of them was taken back unseen."""
    if s.modifier_discard[seat] is not None:
        return modifier_names(s.modifier_discard[seat])
    if max(s.pool[seat]) >> SHOWN_MODIFIERS:
        return None
    shown = s.shown[seat] >> SHOWN_MODIFIERS
    return modifier_names(shown if s.acted >> seat & 1 else shown & ~(1 << s.played_modifier[seat] >> 1))


def box_of(s: State) -> list[str] | None:
    """Cards in the box; nobody may know them, but everybody knows when there are none."""
    if s.boxed[0] is None:
        return None if any(s.extra) else []
    return card_names(s.boxed)


def composition(s: State) -> list[int]:
    """How many there are of every card, wherever they lie."""
    chosen = (s.edition, s.regent, *s.extra)
    if chosen not in COMPOSITIONS:
        COMPOSITIONS[chosen] = [copies_in_game(s, c) for c in range(tables.CARDS)]
    return COMPOSITIONS[chosen]


@cache
def _cards_of(decks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(c for c in BY_NAME if tables.DECK_OF[c] in decks)


def left_unseen(s: State) -> list[int]:
    """How many of every card have not been seen; of most of them nothing has."""
    left = [*composition(s)]
    told = s.open | 1 << tables.VETO | (1 << s.card if s.card >= 0 else 0)
    for card, n in enumerate(s.discard):
        if n or told >> card & 1:
            left[card] -= copies_seen(s, card)
    return left


def decks_of(s: State) -> dict[str, list[str] | None]:
    """What each deck has left; a hidden one follows from what was seen, unless cards are boxed."""
    left, unknown = s.deck, s.deck[0] is None
    if unknown:
        left = left_unseen(s)
    decks: dict[str, list[str] | None] = {}
    for deck in (1, 2, 4, 5) if s.merged else DECKS:
        both = (2, 3) if s.merged and deck == 2 else (deck,)
        hidden = unknown and alternatives_of(s, deck)
        decks[str(deck)] = None if hidden else [CARD_IDS[c] for c in _cards_of(both) for _ in range(left[c])]
    return decks


def knowledge_of(s: State) -> dict[str, Any] | None:
    """What was passed on, and what cards taken back unseen may be; None for nothing."""
    known: dict[str, Any] = {}
    if s.shift:
        known["passed"] = [MODIFIER_IDS[m - 1] if m else None for m in s.passed[:s.players]]
    if any(map(any, s.pool)):
        known["regained"] = [[pool_names(pool) for pool in row if pool] for row in s.pool[:s.players]]
    return known or None


# ------------------------------------------------------------ the keys


INSIDE = shapes.word(tables.PLACE_IDS[:tables.CASTILLO + 1], "place")
ROUND_KEYS = (
    Key("round", "marker", shapes.number(0, 9), lambda s: s.marker or 1 + s.short_game),
    Key("over", "phase", shapes.flag(), lambda s: s.phase == Phase.OVER),
    Key("acted"),
    Key("start_player", "starter", fresh=True),
)
BOARD_KEYS = (
    Key("king", fresh=True),
    Key("regions"),
    Key("castillo"),
    Key("court"),
    Key("province", follows=True),
    Key("grandes", "grande", shapes.per_seat(shapes.null(INSIDE), dummy=True), fresh=True),
    Key("tiles", "tile_at", shapes.keyed(tables.TILE_IDS, "tile", shapes.null(INSIDE))),
    Key("scores", "score"),
)
"""The board, as far as König & Intrigant has it too."""
WORDS = {"region": REGION_IDS, "place": tables.PLACE_IDS, "tile": tables.TILE_IDS, "modifier": MODIFIER_IDS}
DIALS = Key("dials", "dial", shapes.per_seat(shapes.null(REGION), dummy=True), apart=True)
MAYBE_MODIFIER = shapes.null(shapes.word(MODIFIER_IDS, "modifier"), none=0)
KNOWLEDGE = shapes.parts({"passed?": shapes.per_seat(MAYBE_MODIFIER), "regained?": shapes.per_seat(shapes.listed(POOL))})
MODIFIER_SETS = shapes.per_seat(shapes.hidden(MODIFIER_SET), dummy=True)
POSITION = Position("el_grande", FIELDS, WORDS, (
    Key("phase", shape=shapes.one_of(("setup", "power", "turns", "scoring", "over"), "phase"), write=OPENING.phase),
    ROUND_KEYS[0],
    Key("turn", "actor", shapes.hidden(shapes.seat()), lambda s: s.actor if OPENING.phase(s) in ("power", "turns") else None),
    *ROUND_KEYS[1:],
    *BOARD_KEYS,
    Key("hands", "hand", shapes.per_seat(shapes.hidden(POWER_SET), dummy=True),
        lambda s: [hand_of(s, p) for p in range(s.colours)]),
    Key("played", shape=shapes.per_seat(shapes.if_said(shapes.not_zero(shapes.number(1, POWERS))), dummy=True)),
    Key("modifiers", shape=MODIFIER_SETS, apart=True),
    Key("played_modifiers", "played_modifier", shapes.per_seat(MAYBE_MODIFIER, dummy=True)),
    Key("modifier_discards", "modifier_discard", MODIFIER_SETS, lambda s: [discarded_modifiers(s, p) for p in range(s.colours)]),
    Key("open_cards", "open", shapes.members(CARD_IDS, "action card", by_name=True, each=CARD)),
    Key("decks", "deck", shapes.keyed([*map(str, DECKS)], "deck", shapes.hidden(CARD_COUNTS)), decks_of, follows=True),
    Key("box", "boxed", shapes.hidden(CARD_COUNTS), box_of),
    Key("discards", "discard", CARD_COUNTS),
    Key("vetoes", shape=shapes.listed(shapes.parts({"seat!": shapes.seat(), "until_round": shapes.number(0, 10)})),
        write=lambda s: [{"seat": s.veto_seat[i], "until_round": s.veto_until[i]} for i in range(s.vetoes)], loose=True),
    Key("region_cards", shape=REGION_SET, write=lambda s: region_names(s.region_cards) if s.players == 2 else None, rare=True),
    DIALS,
    Key("open", "phase", shapes.hidden(OPENING.shape({"rest?": OPENING.shape()})), open_decision),
    Key("knowledge", "passed pool", KNOWLEDGE, knowledge_of, rare=True),
), options_of, infer, clear_board, (Key("edition", shape=shapes.word(tables.EDITIONS, "edition")),), SAID,
    nicknames={"menu": ("open", {"decision": "menu"})})
