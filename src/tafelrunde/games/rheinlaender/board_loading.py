"""Loading a position: realm centres, knights, fortresses and the duchies that they form."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel.reading import entries, mapping, numbered, refuse, shown, whole, word
from .bishops import appoint, crown
from .board import BOARD
from .duchies import leader
from .fields import (
    ALONE,
    FORT,
    FREE,
    HOLDER_AT,
    ONE,
    ONE_BISHOPRIC,
    SEAT_AT,
    TAKEN,
    knight_cell,
)
from .numbers import owned_by
from .placing import look_again
from .setup import lay_tile
from .state import State
from .tables import (
    BANKS,
    BANKS_IN,
    BESIDE,
    BISHOPRIC,
    BIT_OF,
    FORTS,
    KNIGHTS,
    SITES,
    SPACES,
    TILE_COUNT,
    TILES,
    WORD_OF,
)

SPACE_NUMBER = {name: i for i, name in enumerate(BOARD.spaces)}


def space_of(value: Any, where: str) -> int:
    """A space by its name."""
    if not isinstance(value, str) or value not in SPACE_NUMBER:
        refuse(f"{where}: there is no space {shown(value)}")
    return SPACE_NUMBER[value]


def site_of(key: str, where: str) -> int:
    """A site by its number, from 0 in the state."""
    return numbered(key, where, 1, SITES, "site") - 1


def read_tiles(s: State, position: Mapping[str, Any]) -> None:
    """RH-1.1: the realm centres; sites that are not named get what is left, drawn."""
    given = {site_of(k, "tiles"): v for k, v in mapping(position.get("tiles", {}), "tiles").items()}
    holders = {site_of(k, "castle_knights"): whole(v, f"castle_knights: site {k}", 0, s.players - 1)
               for k, v in mapping(position.get("castle_knights", {}), "castle_knights").items()}
    for site in holders:
        if given.setdefault(site, "castle") != "castle":
            refuse(f"castle_knights: on site {site + 1} lies {shown(given[site])}, no castle")
    s.tiles_left[:] = TILE_COUNT
    for site, name in given.items():
        kind = word(name, f"tiles: site {site + 1}", TILES, "tile")
        if s.tiles_left[kind] == 0:
            refuse(f"tiles: there are only {TILE_COUNT[kind]} of {name}")
        s.tiles_left[kind] -= 1
        s.centre[site] = TAKEN + holders[site] if site in holders else kind
    for site in range(SITES):
        if site not in given:
            lay_tile(s, site)


def read_board(s: State, position: Mapping[str, Any]) -> None:
    """Knights and fortresses on the board and beside it."""
    for name, seat in mapping(position.get("knights", {}), "knights").items():
        s.cell[space_of(name, "knights")] = knight_cell(whole(seat, f"knights: {name}", 0, s.players - 1), ALONE)
    for name, seat in mapping(position.get("forts", {}), "forts").items():
        space = space_of(name, "forts")
        if space >= BANKS:
            refuse(f"forts: {name} is river; a fortress stands on a bank")
        if s.cell[space] != FREE:
            refuse(f"forts: a knight stands on {name}")
        s.cell[space] = FORT + whole(seat, f"forts: {name}", 0, s.players - 1)
    for site in range(SITES):
        if HOLDER_AT[s.centre[site]] >= 0 and all(SEAT_AT[s.cell[x]] < 0 for x in BESIDE[site]):
            refuse(f"castle_knights: no knight stands beside site {site + 1}")
    seats = range(s.players)
    standing = [SEAT_AT[code] for code in s.cell] + [HOLDER_AT[centre] for centre in s.centre]
    read_supply(s.supply, position, "supply", [standing.count(p) for p in seats], KNIGHTS[s.players])
    read_supply(s.forts_left, position, "forts_left", [s.cell.count(FORT + p) for p in seats], FORTS)
    s.free[:] = BANKS_IN
    for space in range(BANKS):
        if s.cell[space] != FREE:
            s.free[WORD_OF[space]] &= ~BIT_OF[space]
    for space in range(BANKS):
        look_again(s, space)


def read_supply(cells: list[int], position: Mapping[str, Any], key: str, used: list[int], total: int) -> None:
    """Pieces beside the board: all that are not on it."""
    left = [total - n for n in used]
    if min(left) < 0:
        seat = left.index(min(left))
        refuse(f"{key}: seat {seat} has {used[seat]} pieces on the board, more than {total}")
    given = entries(position.get(key, left), key, len(used))
    for seat, n in enumerate(given):
        if whole(n, f"{key} of seat {seat}", 0, total) != left[seat]:
            refuse(f"{key}: seat {seat} has {used[seat]} pieces on the board and {n} beside it, of {total}")
    cells[:len(left)] = left


def groups(s: State) -> list[list[int]]:
    """Sets of connected knights, in board order."""
    seen: set[int] = set()
    found: list[list[int]] = []
    for start in range(SPACES):
        if SEAT_AT[s.cell[start]] >= 0 and start not in seen:
            group, rest = [start], [start]
            seen.add(start)
            while rest:
                for y in BOARD.adjacent[rest.pop()]:
                    if SEAT_AT[s.cell[y]] >= 0 and y not in seen:
                        seen.add(y)
                        group.append(y)
                        rest.append(y)
            found.append(sorted(group))
    return found


def read_duchies(s: State, position: Mapping[str, Any]) -> None:
    """RH-6: the duchies follow from the knights; their owners are given, or whoever leads."""
    named = owners_given(s, position)
    duchy = 0
    for group in groups(s):
        sites = [site for site in range(SITES) if any(x in BESIDE[site] for x in group)]
        knights = [SEAT_AT[s.cell[x]] for x in group]
        knights += [HOLDER_AT[s.centre[site]] for site in sites if HOLDER_AT[s.centre[site]] >= 0]
        owners = {named.pop(x) for x in group if x in named}
        if len(knights) < 2:
            if owners:
                refuse(f"duchies: the knight on {BOARD.spaces[group[0]]} is alone, no duchy")
            continue
        number = sum(ONE[p] for p in knights) + ONE_BISHOPRIC * sum(s.centre[site] == BISHOPRIC for site in sites)
        lead = leader(number)
        if len(owners) > 1:
            refuse(f"duchies: the duchy at {BOARD.spaces[group[0]]} is named with different owners")
        owner = owners.pop() if owners else lead
        if lead >= 0 and owner != lead:
            refuse(f"duchies: seat {lead} has strictly the most knights in the duchy at {BOARD.spaces[group[0]]}")
        s.duchy[duchy] = owned_by(number, owner)
        for x in group:
            s.cell[x] = knight_cell(SEAT_AT[s.cell[x]], duchy)
        appoint(s, duchy, 1)
        duchy += 1
    if named:
        refuse(f"duchies: no knight stands on {BOARD.spaces[min(named)]}")
    s.archbishop = -1
    crown(s)
    expected = s.archbishop if s.archbishop >= 0 else None
    given = position.get("archbishop", expected)
    if given != expected or isinstance(given, bool):
        refuse(f"archbishop: by the bishops it is {expected}, not {shown(given)}")


def owners_given(s: State, position: Mapping[str, Any]) -> dict[int, int]:
    """The owners that `duchies` names, by space; -1 for nobody.  One list of spaces is one duchy."""
    named: dict[int, int] = {}
    where = {x: i for i, group in enumerate(groups(s)) for x in group}
    for i, entry in enumerate(entries(position.get("duchies", []), "duchies")):
        row = mapping(entry, f"duchies {i}")
        if not {"spaces", "owner"} >= row.keys() or "spaces" not in row:
            refuse(f"duchies {i}: expected the keys spaces and owner")
        spaces = [space_of(name, f"duchies {i}") for name in entries(row["spaces"], f"duchies {i}: spaces")]
        if not spaces or len({where.get(x, -1 - x) for x in spaces}) > 1:
            refuse(f"duchies {i}: the spaces are not those of one duchy")
        owner = row.get("owner")
        for x in spaces:
            if named.setdefault(x, -1 if owner is None else whole(owner, f"duchies {i}: owner", 0, s.players - 1)) \
                    != (-1 if owner is None else owner):
                refuse(f"duchies: {BOARD.spaces[x]} is named with different owners")
    return named
