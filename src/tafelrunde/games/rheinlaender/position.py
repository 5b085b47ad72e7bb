"""The position of a game as JSON, with the keys of the notation."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...kernel import shapes
from ...kernel.positions import Key, Position
from ..switches import start_of
from . import fields
from .board import BOARD
from .decisions import DECISIONS
from .fields import ALONE, FORT, HOLDER_AT, SEAT_AT, Stage
from .inference import begin, hand_size, infer
from .invariants import Broken, broken_neighbours, broken_owners, broken_pieces
from .numbers import owner_of
from .placing import can_lay_fort
from .readings import passes_without_placement
from .state import State
from .tables import CARDS, FORTS, SITES, SWITCHES, TILES

FORT_AT = [code - FORT if code >= FORT else -1 for code in range(256)]
"""Whose fortress stands on a space, by its cell; -1 for none."""

def hands(s: State) -> list[list[int | None]]:
    """Each hand, sorted; null for each card of a concealed one."""
    return [[None] * hand_size(s, seat) if s.hand[seat][0] is None else [*sorted(card for card in s.hand[seat] if card)]
            for seat in range(s.players)]


def draw_pile(s: State) -> list[int | None]:
    """The number cards left in the draw pile; null for each where they are concealed."""
    if s.pile is not None:
        return [*cards_of(s.pile)]
    return [None] * (CARDS - s.discards.bit_count() - sum(hand_size(s, seat) for seat in range(s.players)))


def duchies(s: State) -> list[dict[str, Any]]:
    """The duchies in board order, each with its spaces and its owner."""
    spaces: dict[int, list[str]] = {}
    for x, code in enumerate(s.cell):
        if fields.DUCHY_AT[code] != ALONE:
            spaces.setdefault(fields.DUCHY_AT[code], []).append(BOARD.spaces[x])
    owners = {duchy: owner_of(s, duchy) for duchy in spaces}
    return [{"spaces": names, "owner": owners[duchy] if owners[duchy] >= 0 else None} for duchy, names in spaces.items()]


def open_now(s: State) -> dict[str, Any] | None:
    """What is open inside a turn; null when a turn has not begun."""
    if s.stage == Stage.OVER or (s.stage == Stage.CARD and not s.fort_laid):
        return None
    return {"decision": DECISIONS.of[s.stage].word, "card": s.card or None, "fort_laid": s.fort_laid != 0}


# ------------------------------------------------------------ the keys

SITE_NUMBERS = tuple(str(site + 1) for site in range(SITES))
CARD = shapes.word(range(1, CARDS + 1), "card")
CARDS_SEEN = shapes.listed(shapes.hidden(CARD))
"""Cards, null for those that are hidden."""
cards_of = shapes.members(range(1, CARDS + 1), "card").writer()
TILE = shapes.looked_up(shapes.word(TILES, "tile"), fields.KIND_AT)
DUCHY = shapes.parts({"spaces": shapes.listed(shapes.word(BOARD.spaces, "space")), "owner": shapes.null(shapes.seat())})
OPEN = shapes.parts({"decision": shapes.named({word: stage for stage, word in DECISIONS.words().items()}, "decision"),
                     "card": shapes.not_zero(shapes.number(1, CARDS)), "fort_laid": shapes.flag()})


def pile(value: Any, where: str, seats: Any) -> Any:
    """Number cards; the reshuffle card, which is always in the draw pile, may be named."""
    return CARDS_SEEN.read([card for card in value if card != "shuffle"] if isinstance(value, list) else value, where, seats)


POSITION = Position("rheinlaender", fields.FIELDS, {}, (
    Key("turn"),
    Key("start_player", "start"),
    Key("last_round", shape=shapes.flag()),
    Key("over", "stage", shapes.flag(), lambda s: s.stage == Stage.OVER),
    Key("tiles", "centre", shapes.keyed(SITE_NUMBERS, "site", TILE), apart=True),
    Key("knights", "cell", shapes.standing(BOARD.spaces, "space", shapes.seat(), SEAT_AT), apart=True),
    Key("castle_knights", "centre", shapes.standing(SITE_NUMBERS, "site", shapes.seat(), HOLDER_AT), apart=True),
    Key("forts", "cell", shapes.standing(BOARD.spaces, "space", shapes.seat(), FORT_AT), apart=True),
    Key("duchies", "cell duchy", shapes.listed(DUCHY), duchies, loose=True),
    Key("coins"),
    Key("hands", "hand", shapes.per_seat(shapes.unsaid(CARDS_SEEN)), hands, loose=True),
    Key("draw_pile", "pile", replace(CARDS_SEEN, read=pile), draw_pile, loose=True),
    Key("discards", shape=shapes.listed(CARD, bag=True), write=lambda s: cards_of(s.discards)),
    Key("supply", follows=True),
    Key("forts_left", follows=True),
    Key("archbishop", follows=True),
    Key("open", "stage", shapes.hidden(OPEN), open_now, loose=True),
), lambda s: {**SWITCHES.unpacked(s.options), "start": start_of(s.first)}, begin, infer, laws=(
    (broken_pieces, {Broken.KNIGHTS: "knights: a seat has more on the board than there are",
                     Broken.FORTS: f"forts: a seat has {FORTS}, and they stand on banks, not on the river"}),
    (broken_neighbours, {Broken.CASTLES: "castle_knights: no knight stands beside the castle"}),
    (broken_owners, {Broken.OWNERS: "duchies: a seat that has strictly the most knights in a duchy is its owner"}),
), never=(
    (lambda s, given: (s.card > 0) != (s.stage in (Stage.KNIGHT, Stage.END)) and not (
        s.stage == Stage.END and passes_without_placement(s)),
     "open: a card lies there exactly when the knight or the end of the turn is to be decided"),
    (lambda s, given: "open" in given and "turn" not in given, "turn: it must be given where a decision is open inside a turn"),
    (lambda s, given: s.stage == Stage.OVER and (not s.last_round or s.turn != s.start or "open" in given),
     "over: a game ends with the last round, before the start player's turn"),
    (lambda s, given: s.fort_laid and s.forts_left[s.turn] == FORTS,
     "open: fort_laid: the seat on turn has no fortress on the board"),
    (lambda s, given: s.stage == Stage.CARD and s.last_round and s.supply[s.turn] == 0,
     "turn: in the last round a seat without knights is passed over"),
    (lambda s, given: s.stage == Stage.END and not can_lay_fort(s, s.turn), "open: no fortress can be laid, so the turn has ended"),
))
