"""Positions of König & Intrigant: a state as the JSON of the notation (docs/notation.md §2).

Concealed states have None where the reader may not look; it comes out as null, unless it follows from what lies open.
"""
from __future__ import annotations

from typing import Any

from ...kernel import shapes
from ...kernel.dealing import members
from ...kernel.positions import Key, Position
from ..el_grande.inferring_open import BOARD_NEVER, REGION
from ..el_grande.position import BOARD_KEYS, DIALS, ROUND_KEYS, WORDS
from ..el_grande.tables import CABALLEROS, REGION_IDS
from .cards import has_deed, role_of
from .fields import FIELDS, Part, Phase, Role
from .inference import begin, infer, prepare
from .inferring_cards import CARD_NAMES, rounds_of
from .inferring_open import CARD, OPENING, REGION_SET, phase_of, region_names
from .invariants import Broken, broken_cards, broken_doubles, broken_limits, broken_pieces, broken_places
from .lying import LYING, LYING_CARD, lies, unseen_cards
from .options import options_of
from .state import State
from .tables import FORTY, JOKER, LIMIT

CARDS_HELD = shapes.members(CARD_NAMES, "card", each=CARD)
card_names = CARDS_HELD.writer()


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


def cards_needed(s: State, p: int) -> int:
    """How many cards a seat has still to lay, this round's too."""
    rounds = sum(n > s.marker or (n == s.marker and phase_of(s) in ("cards", "turns")) for n in rounds_of(s))
    return rounds - (phase_of(s) in ("cards", "turns") and s.played[p] not in (0, JOKER + 1))


# ------------------------------------------------------------ the keys

REGIONS_CHOSEN = shapes.per_seat(shapes.if_said(shapes.null(REGION, none=0)))
ROLE = shapes.null(shapes.word(("king", "intriguer", "card"), "role"), none=0)
HELD = shapes.per_seat(shapes.hidden(CARDS_HELD))
LYING_SHAPE = shapes.parts({"seat!": shapes.seat(), "value!": CARD, "region?": REGION})
CASTILLO = Key("castillo", "castillo beside", shapes.per_seat(shapes.hidden(shapes.number(0, CABALLEROS))), inside)
POSITION = Position("king_and_intriguer", FIELDS, WORDS, (
    Key("phase", shape=shapes.one_of(("discard", "dial", "cards", "turns", "scoring", "over"), "phase"), write=phase_of),
    ROUND_KEYS[0],
    Key("turn", "actor", shapes.hidden(shapes.seat()), turn_of),
    *ROUND_KEYS[1:],
    *(CASTILLO if key.name == "castillo" else key for key in BOARD_KEYS),
    Key("hands", "hand", HELD),
    Key("set_aside", "hand used", HELD, set_aside),
    Key("used", shape=shapes.per_seat(shapes.unsaid(CARDS_HELD)), apart=True),
    Key("played", shape=shapes.per_seat(shapes.if_said(shapes.null(CARD, none=0)))),
    Key("laid", shape=shapes.listed(shapes.seat()), write=lambda s: in_order(s.laid[:s.players])),
    Key("roles", "role", shapes.per_seat(shapes.if_said(ROLE)), apart=True),
    Key("vetoed"),
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
    DIALS,
    Key("open", "phase", shapes.hidden(OPENING.shape()), lambda s: None if s.phase == Phase.OVER else OPENING.write(s)),
    Key("knowledge", "double_rank", shapes.parts({"doubles": shapes.listed(shapes.seat())}),
        lambda s: {"doubles": in_order(s.double_rank)} if any(s.double_rank) else None, rare=True),
), options_of, begin, infer, prepare, also=("edition",), nicknames={"menu": ("open", {"decision": "menu"})}, laws=(
    (broken_pieces, {Broken.CABALLEROS: "court: a colour has 30 caballeros in regions, castillo, court, province and on a 75",
                     Broken.GRANDES: "grandes: those of players stand in regions",
                     Broken.BESIDE: "beside: something stands beside the castillo only while a collapse threatens ('collapse')"}),
    (broken_cards, {Broken.HANDS: "hands: a card is in hand that was shown"}),
    (broken_places, {Broken.KING: "king: he stands in a region",
                     Broken.TILES: "tiles, turned: tiles lie on different regions, and a turned one lies on the board"}),
    (broken_limits, {Broken.LIMITS: "lying: a region with a 66 holds at most six caballeros"}),
    (broken_doubles, {Broken.DOUBLES: "doubles: two seats have the same region; there is one card of each"}),
), never=(
    *BOARD_NEVER,
    (lambda s, given: s.phase == Phase.DISCARD and not s.waiting, "hands: all have 13 cards, so the phase is 'dial'"),
    (lambda s, given: s.phase == Phase.WHIRLWIND and not s.waiting, "played: all cards lie there, so the phase is 'turns'"),
    (lambda s, given: s.phase == Phase.MENU and s.parts & Part.ACTION and not has_deed(s, s.actor),
     "open: parts: a card without a special action has none to announce"),
    (lambda s, given: s.phase == Phase.RESTORE and s.left > s.court[s.actor], "open: left: as many as were swept are at court"),
    (lambda s, given: s.phase != Phase.DISCARD and any(
        (unseen_cards(s, p) & ~(1 << JOKER)).bit_count() < cards_needed(s, p) for p in range(s.players)),
     "used: a seat has too few cards left beside a Joker for the rounds that are still to come"),
    (lambda s, given: any(s.vetoed >> p & 1 and (s.played[p] != FORTY + 1 or phase_of(s) != "turns" or (
        role_of(s, p) != Role.OPEN and s.role[p] != Role.CARD)) for p in range(s.players)),
     "vetoed: a seat has no 40 on the table, or has a role instead of it"),
))
