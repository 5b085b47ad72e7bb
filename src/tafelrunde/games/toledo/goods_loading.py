"""Loading a position: metal, gems, swords, fencing tiles and paintings."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.reading import entries, mapping, per_seat, refuse, whole, word
from .components import MASTERS
from .fields import Phase
from .state import State
from .tables import (
    GEMS,
    MASTER_LIMIT,
    MASTER_TILES,
    METAL,
    OF_TYPE,
    PAINTING,
    PAINTINGS,
    SWORD_VALUES,
    SWORDS,
)


def read_goods(s: State, position: Mapping[str, Any]) -> None:
    """Metal and gems, held and in the stock."""
    stock = mapping(position.get("stock", {}), "stock")
    for key, total in (("metal", METAL), ("gems", GEMS)):
        held = [whole(n, key, 0, total) for n in per_seat(position, key, s.players, 0)]
        left = total - sum(held)
        if left < 0 or whole(stock.get(key, left), f"stock: {key}", 0, total) != left:
            refuse(f"{key}: there are {total} in all")
        getattr(s, key)[:s.players] = held
        setattr(s, f"{key}_left", left)


def read_swords(s: State, position: Mapping[str, Any]) -> None:
    """Sword tiles before the seats, in the Alcazar and on the board."""
    for key, target in (("swords", s.blades), ("delivered", s.delivered)):
        for seat, row in enumerate(per_seat(position, key, s.players, [])):
            for value in entries(row, f"{key} of seat {seat}"):
                target[seat] |= 1 << take_sword(s, value, key)
    for seat in range(s.players):
        if s.delivered[seat].bit_count() > sum(s.inside[seat]):
            refuse(f"delivered: seat {seat} has more swords in the Alcazar than pawns")
    if "swords_left" in position:
        rest = s.rack
        for value in entries(position["swords_left"], "swords_left"):
            take_sword(s, value, "swords_left")
        if s.rack:
            refuse(f"swords: there are {SWORDS} in all; some are missing")
        s.rack = rest


def take_sword(s: State, value: Any, where: str) -> int:
    """A sword tile of a prestige, taken from the board."""
    if type(value) is not int or value not in SWORD_VALUES:
        refuse(f"{where}: there is no sword of {value!r}")
    tiles = s.rack & OF_TYPE[SWORD_VALUES.index(value)]
    if not tiles:
        refuse(f"{where}: too many swords of {value}")
    s.rack &= ~(tiles & -tiles)
    return (tiles & -tiles).bit_length() - 1


def read_masters(s: State, position: Mapping[str, Any], now: dict[str, Any]) -> None:
    """Fencing tiles, held and on the board."""
    for seat, row in enumerate(per_seat(position, "masters", s.players, [])):
        kinds = [word(k, f"masters of seat {seat}", MASTERS, "fencing tile")
                 for k in entries(row, f"masters of seat {seat}")]
        limit = MASTER_LIMIT + (s.phase == Phase.RETURN and seat == s.turn)
        if len(kinds) > limit:
            refuse(f"masters: seat {seat} has {len(kinds)} fencing tiles, at most {limit} are allowed")
        for kind in kinds:
            s.masters[seat][kind] += 1
    for kind, name in enumerate(MASTERS):
        s.masters_left[kind] = MASTER_TILES[kind] - sum(s.masters[seat][kind] for seat in range(s.players))
        if s.masters_left[kind] < 0:
            refuse(f"masters: there are {MASTER_TILES[kind]} tiles of {name} only")
    for name, n in mapping(position.get("masters_left", {}), "masters_left").items():
        kind = word(name, "masters_left", MASTERS, "fencing tile")
        if whole(n, f"masters_left: {name}", 0, 16) != s.masters_left[kind]:
            refuse(f"masters_left: {name} does not add up")
    if s.phase == Phase.RETURN:
        old = [word(k, "open: old_tiles", MASTERS, "fencing tile") for k in entries(now.get("old_tiles"), "open: old_tiles", 3)]
        fresh = [k for k in range(len(MASTERS)) if s.masters[s.turn][k] == old.count(k) + 1]
        if len(fresh) != 1 or sum(s.masters[s.turn]) != MASTER_LIMIT + 1:
            refuse("open: the fencing tiles held must be the three old ones and a new one")
        s.taken = fresh[0]
    elif now.get("old_tiles") is not None:
        refuse("open: old_tiles belong to the phase return")


def read_paintings(s: State, position: Mapping[str, Any]) -> None:
    """Who has which painting; the others are left, in their order. In a game they go from the top, by hand any may be given."""
    for seat, row in enumerate(per_seat(position, "paintings", s.players, [])):
        for value in entries(row, f"paintings of seat {seat}"):
            wanted = whole(value, f"paintings of seat {seat}", 0, 20)
            free = next((i for i in range(PAINTINGS) if s.painting[i] < 0 and PAINTING[i] == wanted), None)
            if free is None:
                refuse(f"paintings: there are not so many worth {wanted} (the stack: {', '.join(map(str, PAINTING))})")
            s.painting[free] = seat
    left = [i for i in range(PAINTINGS) if s.painting[i] < 0]
    s.easel = left[0] if left else PAINTINGS
    if position.get("paintings_left", [PAINTING[i] for i in left]) != [PAINTING[i] for i in left]:
        refuse("paintings_left: the paintings do not add up")
