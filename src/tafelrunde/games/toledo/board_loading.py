"""Loading a position: shops on the road, pawns on it and in the Alcazar."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.reading import entries, mapping, numbered, per_seat, refuse, whole, word
from .fields import Phase
from .state import State
from .tables import (
    FIRST_GATE,
    GATE,
    KINDS,
    PAWNS,
    PRINTED,
)


def read_shops(s: State, position: Mapping[str, Any]) -> None:
    """Shop tiles on lots; what is not placed is in the supplies."""
    for key, given in mapping(position.get("shops", {}), "shops").items():
        step = numbered(key, "shops", 1, FIRST_GATE - 1, "step")
        where = f"shops: step {step}"
        if PRINTED[step]:
            refuse(f"{where} takes no shop")
        kind_word, size, owner = entries(given, where, 3)
        kind = word(kind_word, where, KINDS, "kind of shop")
        tile = kind * 2 + whole(size, where, 1, 2) - 1
        seat = whole(owner, where, 0, s.players - 1)
        if not s.supply[seat] >> tile & 1:
            refuse(f"{where}: seat {seat} has one such tile only")
        s.supply[seat] &= ~(1 << tile)
        s.shop[step], s.owner[step] = kind + 1, seat
        s.built |= 1 << step
        s.double |= (size - 1) << step
        s.room |= 1 << step


def read_pawns(s: State, position: Mapping[str, Any], now: dict[str, Any]) -> None:
    """Pawns on the cathedral, on circles (but the one in transit) and in the Alcazar."""
    transit = s.spot if s.phase == Phase.FULL else 0
    given = mapping(position.get("circles", {}), "circles")
    standing = {numbered(k, "circles", 1, FIRST_GATE - 1, "step"): sorted(whole(x, "circles", 0, s.players - 1) for x in
                entries(v, f"circles: step {k}")) for k, v in given.items()}
    if "pawns" in position:
        rows = per_seat(position, "pawns", s.players, [])
    else:
        rows = [[step for step, seats in standing.items() for x in seats if x == seat] +
                [transit] * (transit > 0 and seat == s.turn) for seat in range(s.players)]
    found: dict[int, list[int]] = {}
    for seat, row in enumerate(rows):
        steps = [whole(step, "pawns: a step", 0, FIRST_GATE + 1) for step in entries(row, f"pawns of seat {seat}")]
        if len(steps) > PAWNS:
            refuse(f"pawns: seat {seat} has {len(steps)}, not {PAWNS}")
        if transit and seat == s.turn:
            if transit not in steps:
                refuse("open: the pawn in transit is not among the pawns")
            steps.remove(transit)
            s.home[seat] -= 1
        for step in steps:
            if step:
                s.home[seat] -= 1
                place_pawn(s, seat, step)
                if step < FIRST_GATE:
                    found.setdefault(step, []).append(seat)
    if "circles" in position and {k: v for k, v in standing.items() if v} != found:
        refuse("pawns and circles do not agree")
    for step, seats in found.items():
        size = 1 + (s.double >> step & 1)
        if len(seats) > size:
            refuse(f"circles: {len(seats)} pawns on step {step}, which has room for {size}")
        if len(seats) == size:
            s.room &= ~(1 << step)


def place_pawn(s: State, seat: int, step: int) -> None:
    """One pawn on a circle or in the Alcazar."""
    if step >= FIRST_GATE:
        if not GATE[step]:
            refuse(f"pawns: there is no gate on step {step}")
        s.inside[seat][step - FIRST_GATE] += 1
    elif not s.built >> step & 1:
        refuse(f"pawns: nothing stands on step {step}, so no pawn can")
    elif s.one[seat] >> step & 1:
        s.two[seat] |= 1 << step
    else:
        s.one[seat] |= 1 << step
