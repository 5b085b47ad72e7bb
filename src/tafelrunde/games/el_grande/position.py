"""Positions of El Grande: a state as the JSON of the notation (docs/notation.md §2).

Concealed states have None where the reader may not look; it comes out as null, unless it follows from what lies open.
"""
from __future__ import annotations

from functools import cache
from typing import Any

from ...kernel import shapes
from ...kernel.dealing import members
from ...kernel.positions import Key, Position
from ...kernel.reading import whole, word
from . import tables
from .fields import FIELDS, SHOWN_MODIFIERS, Phase
from .inference import ENDING, begin, infer, prepare
from .inferring_cards import ALTERNATIVES, composition, deck_of
from .inferring_open import BOARD_NEVER, CARD, OPENING, REGION, open_decision, phase_of
from .invariants import Broken, broken_pieces, broken_places
from .laying_out import alternatives_of
from .options import options_of
from .powers import total
from .state import State
from .tables import CARD_IDS, MODIFIER_IDS, POWERS, REGION_IDS, YOUR_MAJESTY
from .vetoes import next_marker, took_veto_now

BY_NAME = sorted(range(len(CARD_IDS)), key=CARD_IDS.__getitem__)
"""The action cards in the order of their names."""
REGION_SET, POWER_SET = shapes.members(REGION_IDS, "region", by_name=True), shapes.members(range(1, POWERS + 1), "value", first=1)
MODIFIER_SET = shapes.members(MODIFIER_IDS, "modifier", by_name=True)
region_names, power_values, modifier_names = REGION_SET.writer(), POWER_SET.writer(), MODIFIER_SET.writer()
open_cards = shapes.members(CARD_IDS, "action card", by_name=True).writer()


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
    return modifier_names(shown if s.acted >> seat & 1 else shown & ~(1 << s.played_modifier[seat] >> 1))


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
    for c in [*members(s.open), *[tables.VETO] * s.vetoes, *([s.card] if s.card >= 0 and not took_veto_now(s) else [])]:
        counts[c] += 1
    return counts


@cache
def _cards_of(decks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(c for c in BY_NAME if tables.DECK_OF[c] in decks)


def decks_of(s: State) -> dict[str, list[str] | None]:
    """What is left in each deck.  Hidden ones follow from what was seen, unless cards went into the box unseen."""
    left, unknown = s.deck, s.deck[0] is None
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
        known["regained"] = [[power_values(pool & tables.FULL_HAND) + modifier_names(pool >> SHOWN_MODIFIERS)
                              for pool in row if pool] for row in s.pool[:s.players]]
    return known or None


def played_by(s: State) -> list[int]:
    """The colours whose power card counts: not that of the seat that may still add a modifier."""
    return [p for p in range(s.colours) if s.played[p] and not (s.phase == Phase.MODIFIER and p == s.actor)]


def regained(value: Any, where: str, seats: Any) -> int:
    """A power value or a modifier, read as its number among all that a seat can have shown."""
    if isinstance(value, str):
        return SHOWN_MODIFIERS + word(value, where, MODIFIER_IDS, "modifier")
    return whole(value, where, 1, POWERS)


# ------------------------------------------------------------ the keys


CARDS_NAMED = shapes.listed(CARD, bag=True)
INSIDE = shapes.word(tables.PLACE_IDS[:tables.CASTILLO + 1], "place")
ROUND_KEYS = (
    Key("round", "marker", shapes.number(0, 9), lambda s: s.marker or 1 + s.short_game),
    Key("over", "phase", shapes.flag(), lambda s: s.phase == Phase.OVER),
    Key("acted"),
    Key("start_player", "starter"),
)
BOARD_KEYS = (
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
WORDS = {"region": REGION_IDS, "place": tables.PLACE_IDS, "tile": tables.TILE_IDS, "modifier": MODIFIER_IDS}
DIALS = Key("dials", "dial", shapes.per_seat(shapes.null(REGION), dummy=True), apart=True)
MAYBE_MODIFIER = shapes.null(shapes.word(MODIFIER_IDS, "modifier"), none=0)
REGAINED = shapes.listed(shapes.listed(shapes.Shape("number | string", regained)))
KNOWLEDGE = shapes.parts({"passed?": shapes.per_seat(MAYBE_MODIFIER), "regained?": shapes.per_seat(REGAINED)})
MODIFIER_SETS = shapes.per_seat(shapes.hidden(MODIFIER_SET), dummy=True)
POSITION = Position("el_grande", FIELDS, WORDS, (
    Key("phase", shape=shapes.one_of(("setup", "power", "turns", "scoring", "over"), "phase"), write=phase_of),
    ROUND_KEYS[0],
    Key("turn", "actor", shapes.hidden(shapes.seat()), lambda s: s.actor if phase_of(s) in ("power", "turns") else None),
    *ROUND_KEYS[1:],
    *BOARD_KEYS,
    Key("hands", "hand", shapes.per_seat(shapes.hidden(POWER_SET), dummy=True),
        lambda s: [hand_of(s, p) for p in range(s.colours)]),
    Key("played", shape=shapes.per_seat(shapes.if_said(shapes.not_zero(shapes.number(1, POWERS))), dummy=True)),
    Key("modifiers", shape=MODIFIER_SETS, apart=True),
    Key("played_modifiers", "played_modifier", shapes.per_seat(MAYBE_MODIFIER, dummy=True)),
    Key("modifier_discards", "modifier_discard", MODIFIER_SETS, lambda s: [discarded_modifiers(s, p) for p in range(s.colours)]),
    Key("open_cards", "open", CARDS_NAMED, lambda s: open_cards(s.open)),
    Key("decks", "deck", shapes.keyed(("1", "2", "3", "4", "5"), "deck", shapes.hidden(CARDS_NAMED)), decks_of),
    Key("box", "boxed", shapes.hidden(CARDS_NAMED), box_of),
    Key("discards", "discard", CARDS_NAMED, lambda s: listed(s.discard)),
    Key("vetoes", shape=shapes.listed(shapes.parts({"seat!": shapes.seat(), "until_round": shapes.number(0, 10)})),
        write=lambda s: [{"seat": s.veto_seat[i], "until_round": s.veto_until[i]} for i in range(s.vetoes)], loose=True),
    Key("region_cards", shape=REGION_SET, write=lambda s: region_names(s.region_cards) if s.players == 2 else None, rare=True),
    DIALS,
    Key("open", "phase", shapes.hidden(OPENING.shape({"rest?": OPENING.shape()})), open_decision),
    Key("knowledge", "passed pool", KNOWLEDGE, knowledge_of, rare=True),
), options_of, begin, infer, prepare, (Key("edition", shape=shapes.word(tables.EDITIONS, "edition")),),
    nicknames={"menu": ("open", {"decision": "menu"})}, laws=(
    (broken_pieces, {Broken.CABALLEROS: "court: a colour has 30 caballeros in regions, castillo, court and province, not more"}),
    (broken_places, {Broken.TILES: "tiles: both lie on one place; a table has room for one",
                     Broken.KING: "king: only New Regent sends him abroad or to the castillo; add it to the modules",
                     Broken.GRANDES: "grandes: those of players stand in regions; only New Regent (a module) throws one into "
                                     "the castillo"}),
), never=(
    *BOARD_NEVER,
    (lambda s, given: s.players == 2 and (s.court[2] or s.score[2] or s.grande[2] >= 0),
     "court, scores, grandes: the dummy has caballeros on the board and nothing else (EG-9)"),
    (lambda s, given: len({deck_of(s, c) for c in members(s.open)}) < s.open.bit_count(), "open_cards: each deck shows one card"),
    (lambda s, given: s.discard[YOUR_MAJESTY], "discards: your_majesty is never discarded; it goes back to deck 5"),
    (lambda s, given: any(s.boxed[c] for c in ALTERNATIVES) or any(
        sum(s.boxed[c] for c in _cards_of((deck,))) != alternatives_of(s, deck) for deck in range(1, 6)),
     "box: as many cards of a deck lie in it as alternative cards are in that deck"),
    (lambda s, given: any(not s.marker + (phase_of(s) in ENDING) <= until <= next_marker(s) for until in s.veto_until[:s.vetoes]),
     "vetoes: until_round: this round or the next one that is played"),
    (lambda s, given: s.phase == Phase.PASS and (not s.waiting or any(n.bit_count() != 3 for n in s.modifiers[:s.players])),
     "modifiers: in the phase 'setup' all have three, and not all have passed one on; Power Shift has it (modules)"),
    (lambda s, given: s.phase == Phase.MODIFIER and (
        not s.played[s.actor] or not s.modifiers[s.actor] or s.played_modifier[s.actor]),
     "open: a modifier is played after a power card, once, by a seat that holds one"),
    (lambda s, given: any(m and not (v and s.shift) for v, m in zip(s.played, s.played_modifier, strict=True)),
     "played_modifiers: a modifier is played with a power card, in games with Power Shift (modules)"),
    (lambda s, given: len({total(s, p) for p in played_by(s)}) < len(played_by(s)), "played: two seats have played the same value"),
    (lambda s, given: s.players == 2 and s.played[2] and s.hand[2] >> s.played[2] & 1,
     "hands: the dummy's power card lies open and is not in its deck"),
    (lambda s, given: s.phase == Phase.ABILITY and not tables.ABILITY[s.played_modifier[s.actor]],
     "open: the seat on turn has played no modifier with an ability"),
))
