"""The position of a game as JSON: the keys of the notation, and `known`, what everybody remembers of hidden cards."""
from __future__ import annotations

from typing import Any

from ...kernel import shapes
from ...kernel.positions import Key, Position
from ...kernel.reading import refuse, shown, whole
from ..switches import start_of
from . import tables
from .components import MASTERS
from .decisions import DECISIONS
from .fields import FIELDS, SWITCHES, Phase
from .inference import begin, infer
from .invariants import Broken, broken_masters, broken_road, broken_stock, broken_swords
from .state import State
from .tables import CARD_IDS, CARDS, FIRST_GATE, KINDS, SPLIT

CAPS = ("none", "25", "50", "100", "200")
"""Turns of each seat after which a simulation stops."""
NUMBER = {card_id: number for number, card_id in enumerate(CARD_IDS)}
cards_in = shapes.members(CARD_IDS, "card").writer()
ROAD = tuple(str(step) for step in range(1, FIRST_GATE))


def card(value: Any, where: str, seats: Any) -> int:
    """A money card by its id; a position typed by hand may say its value only, which is read as minus that value."""
    if not isinstance(value, str):
        return -whole(value, where, 1, tables.VALUES)
    if value not in NUMBER:
        refuse(f"{where}: there is no card {shown(value)}")
    return NUMBER[value]


def sword(value: Any, where: str, seats: Any) -> int:
    """A sword tile by its prestige, read as the number of its kind."""
    if type(value) is not int or value not in tables.SWORD_VALUES:
        refuse(f"{where}: there is no sword of {shown(value)}")
    return tables.SWORD_VALUES.index(value)


def options(s: State) -> dict[str, Any]:
    """The options in force; `values` names a person's own components."""
    made = {"turn_cap": str(s.cap) if s.cap else "none", "start": start_of(s.first), **SWITCHES.unpacked(s.readings)}
    return {**made, "values": tables.COMPONENTS.own} if tables.COMPONENTS.own else made


def pawns(s: State, seat: int) -> list[int]:
    """The steps of a seat's pawns, the one in transit included."""
    steps = [0] * s.home[seat]
    for step in range(1, FIRST_GATE):
        steps += [step] * ((s.one[seat] >> step & 1) + (s.two[seat] >> step & 1))
        if s.phase == Phase.FULL and s.turn == seat and s.spot == step:
            steps.append(step)
    return steps + [FIRST_GATE] * s.inside[seat][0] + [FIRST_GATE + 1] * s.inside[seat][1]


def shops(s: State) -> dict[str, list[Any]]:
    """What each shop on the road sells, its circles and its owner."""
    return {str(step): [KINDS[s.shop[step] - 1], 1 + (s.double >> step & 1), s.owner[step]]
            for step in range(1, FIRST_GATE) if s.built >> step & 1 and s.shop[step] <= len(KINDS)}


def circles(s: State) -> dict[str, list[int]]:
    """Who stands on the circles of each step where somebody does."""
    found: dict[str, list[int]] = {}
    for step in range(1, FIRST_GATE):
        here = [seat for seat in range(s.players)
                for _ in range((s.one[seat] >> step & 1) + (s.two[seat] >> step & 1))]
        if here:
            found[str(step)] = here
    return found


def members(words: Any) -> list[int]:
    """The cards of a set in two words."""
    return [c for c in range(CARDS) if words[c >= SPLIT] >> (c % SPLIT) & 1]


def card_ids(words: Any) -> list[str]:
    """The ids of the cards of a set in two words."""
    return [*cards_in(words[0] | words[1] << SPLIT)]


def hands(s: State) -> list[list[str | None]]:
    return [hand(s, seat) for seat in range(s.players)]


def hand(s: State, seat: int) -> list[str | None]:
    """A hand: all its cards, or of a concealed one those that everybody has seen, and null for each other."""
    if s.hand[seat][0] is not None:
        return [*card_ids(s.hand[seat])]
    seen = [CARD_IDS[c] for c in shown_to_all(s, seat)]
    return [*seen, *[None] * (s.held[seat] - len(seen))]


def shown_to_all(s: State, seat: int) -> list[int]:
    """The cards that were paid into a hand openly and are still there."""
    return [c for c in range(CARDS) if s.known[c] == -1 - seat]


def sword_values(swords: int) -> list[int]:
    """The prestige of some sword tiles, ascending."""
    return [tables.SWORD_VALUE[i] for i in range(tables.SWORDS) if swords >> i & 1]


def tiles(counts: list[int]) -> list[str]:
    """Fencing tiles as a sorted list of kinds."""
    return sorted(kind for kind, n in zip(MASTERS, counts, strict=True) for _ in range(n))


def open_decision(s: State) -> dict[str, Any] | None:
    """What is open inside a move action; null between turns."""
    if s.phase in (Phase.TURN, Phase.OVER):
        return None
    old = s.masters[s.turn][:]
    if s.phase == Phase.RETURN:
        old[s.taken] -= 1
    return {
        "phase": DECISIONS.of[s.phase].word,
        "pawn": s.spot or None,
        "front": CARD_IDS[s.front] if s.front >= 0 else None,
        "opening": s.opening or None,
        "old_tiles": tiles(old) if s.phase == Phase.RETURN else None,
    }


def remembered(s: State) -> dict[str, Any] | None:
    """What everybody remembers: cards seen going into hands, and cards drawn before the pile was made again."""
    if not s.made and min(s.known) >= 0:
        return None
    hidden = [c for c in range(CARDS) if s.known[c] >= 0 and c != s.front
              and not s.discards[c >= SPLIT] >> (c % SPLIT) & 1]
    shown = [[CARD_IDS[c] for c in shown_to_all(s, seat)] for seat in range(s.players)]
    earlier = [[CARD_IDS[c] for c in hidden if s.known[c] == making] for making in range(s.made)]
    made: dict[str, Any] = {}
    if any(shown):
        made["hands"] = shown
    if any(earlier):
        made["earlier"] = [cards for cards in earlier if cards]
    return made or None


def paintings_of(s: State, seat: int) -> list[int]:
    """The worth of the paintings that a seat has; of -1, of those that nobody has."""
    return [tables.PAINTING[i] for i in range(tables.PAINTINGS) if s.painting[i] == seat]


WORTH = shapes.number(0, 20)
CARD, FIRST_CARD, SWORD = shapes.Shape("string", card), shapes.Shape("number", card), shapes.Shape("number", sword)
IDS = shapes.listed(shapes.word(CARD_IDS, "card"))
CARD_LIST = shapes.listed(shapes.hidden(CARD))
SWORD_LIST = shapes.per_seat(shapes.listed(SWORD, bag=True))
PHASES = {word: phase for phase, word in DECISIONS.words().items() if phase != Phase.TURN}
"""What can be open inside a turn."""
FENCING = shapes.word(MASTERS, "fencing tile")
OPEN = shapes.parts({
    "phase": shapes.named(PHASES, "phase"), "pawn": shapes.not_zero(shapes.number(1, FIRST_GATE + 1)), "front": shapes.hidden(CARD),
    "opening": shapes.not_zero(shapes.number(1, tables.VALUES)), "old_tiles": shapes.hidden(shapes.listed(FENCING, 3))})
SHOP = shapes.row(shapes.word(KINDS, "kind of shop"), shapes.number(1, 2), shapes.seat())
STANDING = shapes.keyed(ROAD, "step", shapes.listed(shapes.seat(), bag=True), complete=True)
PAWN_STEPS = shapes.per_seat(shapes.listed(shapes.number(0, FIRST_GATE + 1)))
POSITION = Position("toledo", FIELDS, {"master": MASTERS}, (
    Key("turn"),
    Key("over", "phase", shapes.flag(), lambda s: s.phase == Phase.OVER, follows=True),
    Key("pawns", "one two inside", PAWN_STEPS, lambda s: [pawns(s, p) for p in range(s.players)], loose=True),
    Key("shops", "shop", shapes.keyed(ROAD, "step", SHOP), shops),
    Key("circles", "one two", STANDING, circles, follows=True),
    Key("hands", "hand", shapes.per_seat(CARD_LIST), hands, loose=True),
    Key("draw_pile", "pile", CARD_LIST, lambda s: [None] * s.pile_left if s.pile[0] is None else card_ids(s.pile),
        loose=True),
    Key("discards", shape=shapes.listed(CARD), write=lambda s: card_ids(s.discards), loose=True),
    Key("metal"),
    Key("gems"),
    Key("stock", "metal_left gems_left",
        shapes.parts({"metal": shapes.number(0, tables.METAL), "gems": shapes.number(0, tables.GEMS)}),
        lambda s: {"metal": s.metal_left, "gems": s.gems_left}, follows=True),
    Key("swords_left", "rack", shapes.listed(SWORD, bag=True), lambda s: sword_values(s.rack), follows=True),
    Key("swords", "blades", SWORD_LIST, lambda s: [sword_values(tiles) for tiles in s.blades[:s.players]]),
    Key("delivered", shape=SWORD_LIST, write=lambda s: [sword_values(tiles) for tiles in s.delivered[:s.players]]),
    Key("masters", shape=shapes.per_seat(shapes.listed(FENCING, bag=True)),
        write=lambda s: [tiles(s.masters[seat]) for seat in range(s.players)]),
    Key("masters_left", follows=True),
    Key("paintings_left", "painting", shapes.listed(WORTH), lambda s: paintings_of(s, -1), follows=True),
    Key("paintings", "painting", shapes.per_seat(shapes.listed(WORTH, bag=True)),
        lambda s: [sorted(paintings_of(s, seat)) for seat in range(s.players)]),
    Key("first_card", "series", shapes.hidden(FIRST_CARD), lambda s: s.series or None, loose=True),
    Key("extra_used"),
    Key("last_round"),
    Key("open", "phase", shapes.hidden(OPEN), open_decision, loose=True),
    Key("known", shape=shapes.parts({"hands?": shapes.per_seat(IDS), "earlier?": shapes.listed(IDS)}), write=remembered, rare=True),
    Key("turns", write=lambda s: s.turns if s.cap else None, rare=True, follows=True),
), options, begin, infer, laws=(
    (broken_stock, {Broken.METAL: f"metal: there are {tables.METAL} in all", Broken.GEMS: f"gems: there are {tables.GEMS} in all"}),
    (broken_swords, {Broken.DELIVERED: "delivered: a seat has more swords in the Alcazar than pawns"}),
    (broken_masters, {Broken.MASTERS: "masters: there are not so many fencing tiles of a kind",
                      Broken.MASTER_LIMIT: "masters: a seat has at most 3 fencing tiles"}),
    (broken_road, {Broken.CIRCLES: "circles: more pawns stand on a step than it has room for",
                   Broken.ROOM: "circles: more pawns stand on a step than it has room for",
                   Broken.PAWNS: f"pawns: a seat has {tables.PAWNS} of them"})))
