"""The position of a game as JSON: the keys of the notation, and `known`, what everybody remembers of hidden cards."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...kernel import shapes
from ...kernel.positions import Key, Position
from ...kernel.reading import refuse, shown, whole
from ..switches import start_of
from . import tables
from .business import forgeable, is_worth_a_visit
from .components import MASTERS
from .decisions import DECISIONS
from .fields import FIELDS, SWITCHES, Phase
from .inference import begin, infer
from .invariants import Broken, broken_masters, broken_stock, broken_swords
from .pawns import circles, steps_of
from .resample import has_way_out
from .state import State
from .tables import CARD_IDS, CARDS, FIRST_GATE, KINDS, SPLIT, Kind

CAPS = ("none", "25", "50", "100", "200")
"""Turns of each seat after which a simulation stops."""
NUMBER = {card_id: number for number, card_id in enumerate(CARD_IDS)}
WORTH = [[c for c in range(CARDS) if tables.VALUE[c] == value] for value in range(tables.VALUES + 1)]
"""The cards of each value."""
ROAD = tuple(str(step) for step in range(1, FIRST_GATE))


def card(value: Any, where: str, seats: Any) -> int | list[int]:
    """A money card by its id; a position typed by hand may say its value only, which is read as the cards of that value."""
    if not isinstance(value, str):
        return WORTH[whole(value, where, 1, tables.VALUES)]
    return NUMBER[value] if value in NUMBER else refuse(f"{where}: there is no card {shown(value)}")


def sword(value: Any, where: str, seats: Any) -> int:
    """A sword tile by its prestige, read as the number of its kind."""
    if type(value) is not int or value not in tables.SWORD_VALUES:
        refuse(f"{where}: there is no sword of {shown(value)}")
    return tables.SWORD_VALUES.index(value)


def options(s: State) -> dict[str, Any]:
    """The options in force; `values` names a person's own components."""
    made = {"turn_cap": str(s.cap) if s.cap else "none", "start": start_of(s.first), **SWITCHES.unpacked(s.readings)}
    return {**made, "values": tables.COMPONENTS.own} if tables.COMPONENTS.own else made


def shops(s: State) -> dict[str, list[Any]]:
    """What each shop on the road sells, its circles and its owner."""
    return {str(step): [KINDS[s.shop[step] - 1], 1 + (s.double >> step & 1), s.owner[step]]
            for step in range(1, FIRST_GATE) if s.built >> step & 1 and s.shop[step] <= len(KINDS)}


def hand(s: State, seat: int) -> list[str | None]:
    """A hand: all its cards, or of a concealed one those that everybody has seen, and null for each other."""
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
    """What everybody remembers: cards seen going into hands, and cards drawn before the pile was made again."""
    if not s.made and min(s.known) >= 0:
        return None
    hidden = [c for c in range(CARDS) if s.known[c] >= 0 and c != s.front and not s.discards[c >= SPLIT] >> (c % SPLIT) & 1]
    shown = [[CARD_IDS[c] for c in shown_to_all(s, seat)] for seat in range(s.players)]
    earlier = [[CARD_IDS[c] for c in hidden if s.known[c] == making] for making in range(s.made)]
    return {**({"hands": shown} if any(shown) else {}), **({"earlier": [*filter(None, earlier)]} if any(earlier) else {})} or None


def paintings_of(s: State, seat: int) -> list[int]:
    """The worth of the paintings that a seat has; of -1, of those that nobody has."""
    return [tables.PAINTING[i] for i in range(tables.PAINTINGS) if s.painting[i] == seat]


def has_no_landing(s: State) -> bool:
    """TO-4.4, TO-5, TO-8: whether the open decision cannot arise where the pawn has landed."""
    if s.phase == Phase.FULL or not s.spot:
        return False
    if s.phase == Phase.DELIVER:
        return s.spot < FIRST_GATE or not s.inside[s.turn][s.spot - FIRST_GATE] or not s.blades[s.turn]
    return s.spot >= FIRST_GATE or not s.one[s.turn] >> s.spot & 1


def has_no_business(s: State) -> bool:
    """TO-5.3, TO-5.4: whether the open decision is none of the shop where the pawn has landed."""
    kind = s.shop[s.spot]
    return (s.phase == Phase.BUSINESS and not is_worth_a_visit(s, s.turn, kind)) or (
        s.phase == Phase.SWORD and (kind != Kind.SMITH or not forgeable(s, s.turn))) or (
        s.phase in (Phase.MASTER, Phase.RETURN) and kind != Kind.FENCING)


# ------------------------------------------------------------ the keys

WORTH_OF = shapes.number(0, 20)
CARD, FENCING = shapes.Shape("string", card), shapes.word(MASTERS, "fencing tile")
TILES, IDS = shapes.counted(MASTERS, "fencing tile"), shapes.listed(shapes.word(CARD_IDS, "card"))
tile_names, CARDS_IN = TILES.writer(), shapes.members(CARD_IDS, "card")
OPEN_CARDS = replace(shapes.listed(CARD), source=lambda v: CARDS_IN.source(f"({v}[0] | {v}[1] << {SPLIT})"))
CARD_LIST, card_ids = shapes.listed(shapes.hidden(CARD)), OPEN_CARDS.writer()
SWORDS = replace(shapes.listed(shapes.Shape("number", sword), bag=True), source=shapes.members(tables.SWORD_VALUE, "sword").source)
sword_values = SWORDS.writer()
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
    Key("paintings_left", "painting", shapes.listed(WORTH_OF), lambda s: paintings_of(s, -1), follows=True),
    Key("paintings", "painting", shapes.per_seat(shapes.listed(WORTH_OF, bag=True)),
        lambda s: [sorted(paintings_of(s, seat)) for seat in range(s.players)]),
    Key("first_card", "series", shapes.hidden(shapes.number(1, tables.VALUES)), lambda s: s.series or None, loose=True),
    Key("extra_used"),
    Key("last_round"),
    Key("open", "phase", shapes.hidden(OPEN), open_decision, loose=True),
    Key("known", shape=shapes.parts({"hands?": shapes.per_seat(IDS), "earlier?": shapes.listed(IDS)}), write=remembered, rare=True),
    Key("turns", write=lambda s: s.turns if s.cap else None, rare=True, follows=True),
), options, begin, infer, laws=(
    (broken_stock, {Broken.METAL: f"metal: there are {tables.METAL} in all", Broken.GEMS: f"gems: there are {tables.GEMS} in all"}),
    (broken_swords, {Broken.DELIVERED: "delivered: a seat has more swords in the Alcazar than pawns"}),
    (broken_masters, {Broken.MASTERS: "masters: there are fewer fencing tiles of a kind",
                      Broken.MASTER_LIMIT: "masters: a seat has at most 3 fencing tiles"}),
), never=(
    (lambda s, given: s.opening and (s.series or s.extra_used != 1),
     "open: an opening card is the only card played so far, by a movement tile"),
    (lambda s, given: ("phase" in given.get("open", {})) != bool(s.series or s.opening or s.extra_used),
     "open: a move action has a phase, and has begun with a first card or an opening card"),
    (lambda s, given: bool(s.spot) != (s.phase not in (Phase.TURN, Phase.MORE, Phase.OVER)),
     "open: the phase and the pawn that has landed do not go together"),
    (lambda s, given: s.phase == Phase.FULL and (s.spot >= FIRST_GATE or not s.built & ~s.room & 1 << s.spot),
     "open: the pawn in transit is not on a full space"),
    (lambda s, given: s.phase == Phase.FULL and not has_way_out(s),
     "open: the pawn in transit can neither challenge anybody nor go on"),
    (lambda s, given: has_no_landing(s), "open: no pawn of the seat on turn has landed there, or none with a sword at that gate"),
    (lambda s, given: has_no_business(s),
     "open: there is no sword to forge, no fencing master or nothing to gain where the pawn has landed"),
))
