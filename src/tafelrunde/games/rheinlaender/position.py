"""The position of a game as JSON, with the keys of the notation."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...kernel import shapes
from ...kernel.positions import Key, Position
from ..switches import start_of
from .board import BOARD
from .decisions import DECISIONS
from .fields import ALONE, DUCHY_AT, FIELDS, FORT, HOLDER_AT, KIND_AT, SEAT_AT, Stage
from .inference import begin, hand_size, infer
from .invariants import Broken, broken_neighbours, broken_owners, broken_pieces
from .numbers import owner_of
from .state import State
from .tables import CARDS, FORTS, SITES, SWITCHES, TILES

SITE_NUMBERS = tuple(str(site + 1) for site in range(SITES))
CARD = shapes.number(1, CARDS)
CARDS_SEEN = shapes.listed(shapes.hidden(CARD))
"""Cards, null for those that are hidden."""
STAGES = {word: stage for stage, word in DECISIONS.words().items()}
cards_of = shapes.members(range(1, CARDS + 1), "card").writer()


def pile(value: Any, where: str, seats: Any) -> Any:
    """Number cards; the reshuffle card, which is always in the draw pile, may be named."""
    return CARDS_SEEN.read([card for card in value if card != "shuffle"] if isinstance(value, list) else value, where, seats)


def options(s: State) -> dict[str, Any]:
    return {**SWITCHES.unpacked(s.options), "start": start_of(s.first)}


def tiles(s: State) -> dict[str, str]:
    """The realm centre on each site."""
    return {SITE_NUMBERS[site]: TILES[KIND_AT[centre]] for site, centre in enumerate(s.centre)}


def knights(s: State) -> dict[str, int]:
    """Whose knight stands on a space."""
    return {BOARD.spaces[x]: SEAT_AT[code] for x, code in enumerate(s.cell) if SEAT_AT[code] >= 0}


def castle_knights(s: State) -> dict[str, int]:
    """Whose knight stands on a castle."""
    return {SITE_NUMBERS[site]: HOLDER_AT[centre] for site, centre in enumerate(s.centre) if HOLDER_AT[centre] >= 0}


def forts(s: State) -> dict[str, int]:
    """Whose fortress stands on a space."""
    return {BOARD.spaces[x]: code - FORT for x, code in enumerate(s.cell) if code >= FORT}


def duchies(s: State) -> list[dict[str, Any]]:
    """The duchies in board order, each with its spaces and its owner."""
    spaces: dict[int, list[str]] = {}
    for x, code in enumerate(s.cell):
        if DUCHY_AT[code] != ALONE:
            spaces.setdefault(DUCHY_AT[code], []).append(BOARD.spaces[x])
    owners = {duchy: owner_of(s, duchy) for duchy in spaces}
    return [{"spaces": names, "owner": owners[duchy] if owners[duchy] >= 0 else None} for duchy, names in spaces.items()]


def hands(s: State) -> list[list[int | None]]:
    """Each hand, sorted; null for each card of a concealed one."""
    return [[None] * hand_size(s, seat) if s.hand[seat][0] is None else [*sorted(card for card in s.hand[seat] if card)]
            for seat in range(s.players)]


def draw_pile(s: State) -> list[int | None]:
    """The number cards left in the draw pile; null for each where they are concealed."""
    if s.pile is not None:
        return [*cards_of(s.pile)]
    return [None] * (CARDS - s.discards.bit_count() - sum(hand_size(s, seat) for seat in range(s.players)))


def open_now(s: State) -> dict[str, Any] | None:
    """What is open inside a turn; null when a turn has not begun."""
    if s.stage == Stage.OVER or (s.stage == Stage.CARD and not s.fort_laid):
        return None
    return {"decision": DECISIONS.of[s.stage].word, "card": s.card or None, "fort_laid": s.fort_laid != 0}


STANDING = shapes.keyed(BOARD.spaces, "space", shapes.seat())
DUCHY = shapes.parts({"spaces": shapes.listed(shapes.word(BOARD.spaces, "space")), "owner": shapes.null(shapes.seat())})
OPEN = shapes.parts({"decision": shapes.named(STAGES, "decision"), "card": shapes.not_zero(CARD), "fort_laid": shapes.flag()})
POSITION = Position("rheinlaender", FIELDS, {}, (
    Key("turn"),
    Key("start_player", "start"),
    Key("last_round", shape=shapes.flag()),
    Key("over", "stage", shapes.flag(), lambda s: s.stage == Stage.OVER),
    Key("tiles", "centre", shapes.keyed(SITE_NUMBERS, "site", shapes.word(TILES, "tile")), tiles),
    Key("knights", "cell", STANDING, knights),
    Key("castle_knights", "centre", shapes.keyed(SITE_NUMBERS, "site", shapes.seat()), castle_knights),
    Key("forts", "cell", STANDING, forts),
    Key("duchies", "cell duchy", shapes.listed(DUCHY), duchies, loose=True),
    Key("coins"),
    Key("hands", "hand", shapes.per_seat(shapes.unsaid(CARDS_SEEN)), hands, loose=True),
    Key("draw_pile", "pile", replace(CARDS_SEEN, read=pile), draw_pile, loose=True),
    Key("discards", shape=shapes.listed(CARD, bag=True), write=lambda s: cards_of(s.discards)),
    Key("supply", follows=True),
    Key("forts_left", follows=True),
    Key("archbishop", follows=True),
    Key("open", "stage", shapes.hidden(OPEN), open_now, loose=True),
), options, begin, infer, laws=(
    (broken_pieces, {Broken.KNIGHTS: "knights: a seat has more on the board than there are",
                     Broken.FORTS: f"forts: a seat has {FORTS}, and they stand on banks, not on the river"}),
    (broken_neighbours, {Broken.CASTLES: "castle_knights: no knight stands beside the castle"}),
    (broken_owners, {Broken.OWNERS: "duchies: a seat that has strictly the most knights in a duchy is its owner"})))
