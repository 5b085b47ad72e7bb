"""The position of a game as JSON; `known` is what everybody remembers of hidden cards."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...kernel import shapes
from ...kernel.positions import Key, Position
from . import tables
from .components import MASTERS
from .decisions import DECISIONS
from .fields import FIELDS, Phase
from .inference import infer
from .invariants import SAID
from .options import options_of
from .pawns import circles, steps_of
from .state import State
from .tables import CARD_IDS, CARDS, FIRST_GATE, KINDS, SPLIT

ROAD = tuple(str(step) for step in range(1, FIRST_GATE))


def shops(s: State) -> dict[str, list[Any]]:
    """What each shop on the road sells, its circles and its owner."""
    return {str(step): [KINDS[s.shop[step] - 1], 1 + (s.double >> step & 1), s.owner[step]]
            for step in range(1, FIRST_GATE) if s.built >> step & 1 and s.shop[step] <= len(KINDS)}


def hand(s: State, seat: int) -> list[str | None]:
    """A hand; of a concealed one what everybody has seen, and null for each other card."""
    if s.hand[seat][0] is not None:
        return [*card_ids(s.hand[seat])]
    seen = [CARD_IDS[c] for c in shown_to_all(s, seat)]
    return [*seen, *[None] * (s.held[seat] - len(seen))]


def shown_to_all(s: State, seat: int) -> list[int]:
    """The cards that were paid into a hand openly and are still there."""
    return [c for c in range(CARDS) if s.known[c] == -1 - seat]


def open_decision(s: State) -> dict[str, Any] | None:
    """What is open inside a move action; null between turns."""
    if s.phase in (Phase.TURN, Phase.OVER):
        return None
    old = [n - (s.phase == Phase.RETURN and kind == s.taken) for kind, n in enumerate(s.masters[s.turn])]
    return {"phase": DECISIONS.of[s.phase].word, "pawn": s.spot or None, "front": CARD_IDS[s.front] if s.front >= 0 else None,
            "opening": s.opening or None, "old_tiles": tile_names(old) if s.phase == Phase.RETURN else None}


def remembered(s: State) -> dict[str, Any] | None:
    """Cards that all saw going into hands, and cards drawn before the pile was made again."""
    if not s.made and min(s.known) >= 0:
        return None
    hidden = [c for c in range(CARDS) if s.known[c] >= 0 and c != s.front and not s.discards[c >= SPLIT] >> (c % SPLIT) & 1]
    shown = [[CARD_IDS[c] for c in shown_to_all(s, seat)] for seat in range(s.players)]
    earlier = [[CARD_IDS[c] for c in hidden if s.known[c] == making] for making in range(s.made)]
    return {**({"hands": shown} if any(shown) else {}), **({"earlier": [*filter(None, earlier)]} if any(earlier) else {})} or None


def paintings_of(s: State, seat: int) -> list[int]:
    """The worth of the paintings that a seat has; of -1, of those that nobody has."""
    return [tables.PAINTING[i] for i in range(tables.PAINTINGS) if s.painting[i] == seat]


# ------------------------------------------------------------ the keys

BY_ID, BY_VALUE = shapes.word(CARD_IDS, "card"), shapes.alike(tables.VALUE, "card worth")
CARD = replace(BY_ID, read=lambda value, *where: (BY_ID if isinstance(value, str) else BY_VALUE).read(value, *where))
PAINTING, FENCING = shapes.alike(tables.PAINTING, "painting worth"), shapes.word(MASTERS, "fencing tile")
TILES, IDS = shapes.counted(MASTERS, "fencing tile"), shapes.listed(BY_ID)
tile_names, CARDS_IN = TILES.writer(), shapes.members(CARD_IDS, "card")
OPEN_CARDS = replace(shapes.listed(CARD), source=lambda v: CARDS_IN.source(f"({v}[0] | {v}[1] << {SPLIT})"))
CARD_LIST, card_ids = shapes.listed(shapes.hidden(CARD)), OPEN_CARDS.writer()
SWORDS = replace(shapes.listed(shapes.alike(tables.SWORD_VALUE, "sword of"), bag=True),
                 source=shapes.members(tables.SWORD_VALUE, "sword").source)
PHASES = {word: phase for phase, word in DECISIONS.words().items() if phase != Phase.TURN}
"""What can be open inside a turn."""
OPEN = shapes.parts({
    "phase": shapes.named(PHASES, "phase"), "pawn": shapes.not_zero(shapes.number(1, FIRST_GATE + 1)), "front": shapes.hidden(CARD),
    "opening": shapes.not_zero(shapes.number(1, tables.VALUES)), "old_tiles": shapes.hidden(shapes.listed(FENCING, 3))})
SHOP = shapes.row(shapes.word(KINDS, "kind of shop"), shapes.number(1, 2), shapes.seat())
STANDING = shapes.keyed(ROAD, "step", shapes.listed(shapes.seat(), bag=True), complete=True)
PAWN_STEPS = shapes.per_seat(shapes.listed(shapes.number(0, FIRST_GATE + 1)))
STOCK = shapes.parts({"metal": shapes.number(0, tables.METAL), "gems": shapes.number(0, tables.GEMS)})
POSITION = Position("toledo", FIELDS, {"master": MASTERS}, (
    Key("turn"),
    Key("over", "phase", shapes.flag(), lambda s: s.phase == Phase.OVER, follows=True),
    Key("pawns", "one two inside", PAWN_STEPS, lambda s: [steps_of(s, p) for p in range(s.players)], loose=True),
    Key("shops", "shop", shapes.keyed(ROAD, "step", SHOP), shops),
    Key("circles", "one two", STANDING, circles, follows=True),
    Key("hands", "hand", shapes.per_seat(CARD_LIST), lambda s: [hand(s, seat) for seat in range(s.players)], loose=True),
    Key("draw_pile", "pile", CARD_LIST, lambda s: [None] * s.pile_left if s.pile[0] is None else card_ids(s.pile), loose=True),
    Key("discards", shape=OPEN_CARDS, apart=True, loose=True),
    Key("metal"),
    Key("gems"),
    Key("stock", "metal_left gems_left", STOCK, follows=True),
    Key("swords_left", "rack", SWORDS, follows=True),
    Key("swords", "blades", shapes.per_seat(SWORDS), apart=True),
    Key("delivered", shape=shapes.per_seat(SWORDS), apart=True),
    Key("masters", shape=shapes.per_seat(TILES)),
    Key("masters_left", follows=True),
    Key("paintings_left", "painting", shapes.listed(PAINTING), lambda s: paintings_of(s, -1), follows=True),
    Key("paintings", "painting", shapes.per_seat(shapes.listed(PAINTING, bag=True)),
        lambda s: [sorted(paintings_of(s, seat)) for seat in range(s.players)]),
    Key("first_card", "series", shapes.hidden(shapes.number(1, tables.VALUES)), lambda s: s.series or None, follows=True),
    Key("extra_used"),
    Key("last_round"),
    Key("open", "phase", shapes.hidden(OPEN), open_decision, loose=True),
    Key("known", shape=shapes.parts({"hands?": shapes.per_seat(IDS), "earlier?": shapes.listed(IDS)}), write=remembered, rare=True),
    Key("turns", write=lambda s: s.turns if s.cap else None, rare=True, follows=True),
), options_of, infer, laws=SAID)
