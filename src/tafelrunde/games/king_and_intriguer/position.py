"""Positions of König & Intrigant: a state as the JSON of the notation (docs/notation.md §2).

Concealed states have None where the reader may not look; it comes out as null, unless it follows from what lies open.
"""
from __future__ import annotations

from typing import Any

from ...kernel import shapes
from ...kernel.dealing import members
from ...kernel.positions import Key, Position
from ...kernel.reading import refuse, shown, word
from ..el_grande.position import BOARD_KEYS, DECISION, DIALS, REGION, WORDS, open_frame
from ..el_grande.tables import CABALLEROS, PLACE_IDS, REGION_IDS
from .decisions import DECISIONS
from .fields import FIELDS, Part, Phase
from .inference import begin, infer, prepare
from .inferring_cards import CARD_NAMES
from .invariants import Broken, broken_cards, broken_doubles, broken_limits, broken_pieces, broken_places
from .lying import LYING, LYING_CARD, lies, unseen_cards
from .options import options_of
from .state import State
from .tables import CARD_IDS, DEEDS, LIMIT, VERB, Do

PHASES: dict[int, str] = {
    Phase.DISCARD: "discard", Phase.FIRST_DIAL: "dial", Phase.LAY: "cards", Phase.SECOND: "cards", Phase.WHIRLWIND: "cards",
    Phase.SPY: "scoring", Phase.OVER: "over",
}


def action_card(value: Any, where: str, seats: Any) -> int:
    """A card by its value, or "joker" or "blank_1"."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        refuse(f"{where}: expected a card's value or 'joker', not {shown(value)}")
    return word(str(value), where, CARD_IDS, "card")


CARD = shapes.Shape("number | string", action_card, lambda v: f"{CARD_NAMES!r}[{v}]")
CARDS_HELD = shapes.members(CARD_NAMES, "card", each=CARD)
PLACES_NAMED = shapes.members(PLACE_IDS[:10], "place")
card_names, region_names = CARDS_HELD.writer(), PLACES_NAMED.writer()


def phase_of(s: State) -> str:
    return "scoring" if s.part == Part.SCORING else PHASES.get(s.phase, "turns")


def turn_of(s: State) -> int | None:
    """The seat on turn; nobody's while a 113 is dialled."""
    return s.actor if phase_of(s) in ("cards", "turns") and s.phase != Phase.WHIRLWIND else None


def inside(s: State) -> list[int | None]:
    """Caballeros in the castillo, without those that stand beside it."""
    return [None if a is None else a - b for a, b in zip(s.castillo[:s.players], s.beside[:s.players], strict=True)]


def set_aside(s: State) -> list[list[int | str] | None]:
    """Cards that were never shown and are not in hand."""
    return [None if s.hand[p] is None else card_names(unseen_cards(s, p) & ~s.hand[p]) for p in range(s.players)]


def in_order(ranks: list[int]) -> list[int]:
    """The seats that have a rank, in its order."""
    return [p for _, p in sorted((rank, p) for p, rank in enumerate(ranks) if rank)]


def lying_cards(s: State) -> list[dict[str, Any]]:
    """Cards that lie on the table; a 66 on its region."""
    return [{"seat": p, "value": CARD_NAMES[LYING_CARD[which]],
             **({"region": REGION_IDS[s.limit_at[p] - 1]} if which == LIMIT else {})}
            for p in range(s.players) for which in range(LYING) if lies(s, p, which)]


def open_decision(s: State) -> dict[str, Any] | None:
    """The decision that is open, with all it needs; None when the game is over."""
    if s.phase == Phase.OVER:
        return None
    return open_frame(s, DECISIONS, phase_of(s), CARD_NAMES[s.played[s.actor] - 1], {"free": bool(s.free)}, open_deed)


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


# ------------------------------------------------------------ the keys

REGION_SET = shapes.members(REGION_IDS, "region")
REGIONS_CHOSEN = shapes.per_seat(shapes.if_said(shapes.null(REGION, none=0)))
ROLE = shapes.null(shapes.word(("king", "intriguer", "card"), "role"), none=0)
HELD = shapes.per_seat(shapes.hidden(CARDS_HELD))
LYING_SHAPE = shapes.parts({"seat": shapes.seat(), "value": CARD, "region?": REGION})
OPEN = shapes.parts({"decision": shapes.one_of(tuple(DECISIONS.words().values()), "decision"), **DECISION,
                     "card?": CARD, "free?": shapes.flag(), "scored?": PLACES_NAMED, "regions?": REGION_SET})
CASTILLO = Key("castillo", "castillo beside", shapes.per_seat(shapes.hidden(shapes.number(0, CABALLEROS))), inside)
POSITION = Position("king_and_intriguer", FIELDS, WORDS, (
    Key("phase", shape=shapes.one_of(("discard", "dial", "cards", "turns", "scoring", "over"), "phase"), write=phase_of),
    Key("round", "marker", shapes.number(0, 9), lambda s: s.marker or 1 + s.short_game),
    Key("turn", "actor", shapes.hidden(shapes.seat()), turn_of),
    Key("over", "phase", shapes.flag(), lambda s: s.phase == Phase.OVER),
    *(CASTILLO if key.name == "castillo" else key for key in BOARD_KEYS),
    Key("hands", "hand", HELD),
    Key("set_aside", "hand used", HELD, set_aside),
    Key("used", shape=shapes.per_seat(shapes.unsaid(CARDS_HELD)), apart=True),
    Key("played", shape=shapes.per_seat(shapes.if_said(shapes.null(CARD, none=0)))),
    Key("laid", shape=shapes.listed(shapes.seat()), write=lambda s: in_order(s.laid[:s.players])),
    Key("roles", "role", shapes.per_seat(shapes.if_said(ROLE)), apart=True),
    Key("vetoed", apart=True),
    Key("whirlwind", shape=REGIONS_CHOSEN, apart=True),
    Key("doubles", "double_at", REGIONS_CHOSEN),
    Key("alliances", "allies", shapes.listed(REGION_SET, bag=True),
        lambda s: [region_names(pair) for pair in sorted(filter(None, s.allies), key=members)]),
    Key("turned"),
    Key("lying", "spies limit_at strangers", shapes.listed(LYING_SHAPE, bag=True), lying_cards),
    Key("strangers", shape=shapes.per_seat(shapes.number(0, 1))),
    Key("protected"),
    Key("queen", shape=shapes.flag()),
    Key("castillo_at"),
    Key("collapse", shape=shapes.flag()),
    Key("beside", shape=shapes.per_seat(shapes.number(0, CABALLEROS))),
    Key("dials", "dial", DIALS, apart=True),
    Key("open", "phase", shapes.hidden(OPEN), open_decision),
    Key("knowledge", "double_rank", shapes.parts({"doubles": shapes.listed(shapes.seat())}),
        lambda s: {"doubles": in_order(s.double_rank)} if any(s.double_rank) else None, rare=True),
), options_of, begin, infer, prepare, also=("edition", "menu"), laws=(
    (broken_pieces, {Broken.CABALLEROS: "court: a colour has 30 caballeros in regions, castillo, court, province and on a 75",
                     Broken.GRANDES: "grandes: those of players stand in regions",
                     Broken.BESIDE: "beside: something stands beside the castillo only while a collapse threatens ('collapse')"}),
    (broken_cards, {Broken.HANDS: "hands: a card is in hand that was shown"}),
    (broken_places, {Broken.KING: "king: he stands in a region",
                     Broken.TILES: "tiles, turned: tiles lie on different regions, and a turned one lies on the board"}),
    (broken_limits, {Broken.LIMITS: "lying: a region with a 66 holds at most six caballeros"}),
    (broken_doubles, {Broken.DOUBLES: "doubles: two seats have the same region; there is one card of each"})))
