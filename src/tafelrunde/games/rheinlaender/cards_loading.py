"""Loading a position: hands, draw pile and discards."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel import count_bits, draw_bit
from ...kernel.reading import entries, refuse, whole
from .position import hand_size
from .state import State
from .tables import (
    CARDS,
    EVERY_CARD,
    HAND,
)


def cards_of(value: Any, where: str) -> list[int]:
    """Different number cards, from 0 in the state; unknown ones (null) are left out."""
    cards = [whole(c, where, 1, CARDS) - 1 for c in entries(value, where) if c is not None]
    if len(set(cards)) != len(cards):
        refuse(f"{where}: a card is there twice")
    return cards


def read_cards(s: State, position: Mapping[str, Any]) -> None:
    """Hands, draw pile and discards hold every card once; cards in hands that are not given are drawn."""
    hands: list[list[int]] = []
    for seat, row in enumerate(entries(position.get("hands", [None] * s.players), "hands", s.players)):
        hands.append([] if row is None else cards_of(row, f"hands of seat {seat}"))
        if len(hands[-1]) > hand_size(s, seat):
            refuse(f"hands: seat {seat} has more than {hand_size(s, seat)} cards")
    named = [c for hand in hands for c in hand]
    played = [s.card - 1] if s.card else []
    pile = cards_of([c for c in entries(position["draw_pile"], "draw_pile") if c != "shuffle"], "draw_pile") \
        if known(position, "draw_pile") else None
    discards = cards_of(position["discards"], "discards") if known(position, "discards") else None
    if (s.card and s.card - 1 in (named + (pile or []))) or (discards is not None and not {*played} <= {*discards}):
        refuse(f"open: card {s.card} was played and lies on the discards")
    fixed = named + (pile or []) + (played if discards is None else discards)
    if len(set(fixed)) != len(fixed):
        refuse(f"hands, draw_pile, discards: card {1 + next(c for c in fixed if fixed.count(c) > 1)} is there twice")
    rest = EVERY_CARD
    for c in fixed:
        rest &= ~(1 << c)
    for seat, row in enumerate(hands):
        while len(row) < hand_size(s, seat):
            if not rest:
                refuse("hands: too few cards are left to fill them")
            row.append(draw_bit(s, rest))
            rest &= ~(1 << row[-1])
        s.hand[seat][:] = [c + 1 for c in row] + [0] * (HAND - len(row))
    if pile is None:
        s.pile, s.discards = rest, sum(1 << c for c in (played if discards is None else discards))
    elif discards is None:
        s.pile, s.discards = sum(1 << c for c in pile), rest | sum(1 << c for c in played)
    elif rest:
        refuse(f"hands, draw_pile, discards: {count_bits(rest)} cards are missing")
    else:
        s.pile, s.discards = sum(1 << c for c in pile), sum(1 << c for c in discards)


def known(position: Mapping[str, Any], key: str) -> bool:
    """Whether a list of cards is given, and not concealed."""
    value = position.get(key)
    return value is not None and None not in entries(value, key)
