"""The position of a game as JSON, with the keys of the notation."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...kernel import shapes
from ...kernel.positions import Key, Position
from . import fields
from .board import BOARD
from .decisions import DECISIONS
from .fields import ALONE, FORT, HOLDER_AT, SEAT_AT, Phase
from .inference import hand_size, infer
from .invariants import SAID
from .numbers import owner_of
from .options import options_of
from .state import State
from .tables import CARDS, SITES, TILES

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
    if s.phase == Phase.OVER or (s.phase == Phase.CARD and not s.fort_laid):
        return None
    return {"decision": DECISIONS.of[s.phase].word, "card": s.card or None, "fort_laid": s.fort_laid != 0}


# ------------------------------------------------------------ the keys

SITE_NUMBERS = tuple(str(site + 1) for site in range(SITES))
CARD = shapes.word(range(1, CARDS + 1), "card")
CARDS_SEEN = shapes.listed(shapes.hidden(CARD))
"""Cards, null for those that are hidden."""
cards_of = shapes.members(range(1, CARDS + 1), "card").writer()
TILE = shapes.looked_up(shapes.word(TILES, "tile"), fields.KIND_AT)
DUCHY = shapes.parts({"spaces!": shapes.listed(shapes.word(BOARD.spaces, "space")), "owner": shapes.null(shapes.seat())})
OPEN = shapes.parts({"decision": shapes.named({word: phase for phase, word in DECISIONS.words().items()}, "decision"),
                     "card": shapes.not_zero(shapes.number(1, CARDS)), "fort_laid": shapes.flag()})


def duchies_agree(given: list[dict[str, Any]], found: list[dict[str, Any]]) -> bool:
    """Whether each duchy that is named, by any of its spaces, is one that there is."""
    return all(any({*some["spaces"]} <= {*duchy["spaces"]} and some.get("owner", duchy["owner"]) == duchy["owner"]
                   for duchy in found) for some in given)


POSITION = Position("rheinlaender", fields.FIELDS, {}, (
    Key("turn"),
    Key("start_player", "start"),
    Key("last_round", shape=shapes.flag()),
    Key("over", "phase", shapes.flag(), lambda s: s.phase == Phase.OVER),
    Key("tiles", "centre", shapes.keyed(SITE_NUMBERS, "site", TILE), apart=True),
    Key("knights", "cell", shapes.standing(BOARD.spaces, "space", shapes.seat(), SEAT_AT), apart=True),
    Key("castle_knights", "centre", shapes.standing(SITE_NUMBERS, "site", shapes.seat(), HOLDER_AT), apart=True),
    Key("forts", "cell", shapes.standing(BOARD.spaces, "space", shapes.seat(), FORT_AT), apart=True),
    Key("duchies", "cell duchy", replace(shapes.listed(DUCHY), agrees=duchies_agree), duchies),
    Key("coins"),
    Key("hands", "hand", shapes.per_seat(shapes.unsaid(CARDS_SEEN)), hands, loose=True),
    Key("draw_pile", "pile", CARDS_SEEN, draw_pile, loose=True),
    Key("discards", shape=shapes.listed(CARD, bag=True), write=lambda s: cards_of(s.discards)),
    Key("supply", follows=True),
    Key("forts_left", follows=True),
    Key("archbishop", follows=True),
    Key("open", "phase", shapes.hidden(OPEN), open_now),
), options_of, infer, laws=SAID)
