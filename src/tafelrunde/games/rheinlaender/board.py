"""The board as a graph, read from a file and checked: `data/board.toml`, or another file of the
same form.

The printed board's graph is not known; the one in the package is a reconstruction.  Whoever types
the printed board in names the file in the environment variable TAFELRUNDE_RHEINLAENDER_DATA before
the game is imported.
"""
from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ...kernel import BadData

HERE = Path(__file__).parent
VARIABLE = "TAFELRUNDE_RHEINLAENDER_DATA"
LANDS = 54
"""Card numbers, which are also the numbers of lands."""
MOST_SITES = 26
"""Realm-centre tiles, and therefore the most sites that can be filled."""


@dataclass(frozen=True)
class Land:
    """What a card number names."""

    banks: tuple[int, int]
    river: int


@dataclass(frozen=True)
class Site:
    """A circle for a realm centre, between two neighbouring spaces."""

    name: str
    spaces: tuple[int, int]


@dataclass(frozen=True)
class Board:
    """Spaces by number in board order (banks, islands among them, before river spaces), lands and
    sites from 0.
    """

    name: str
    provenance: str
    spaces: tuple[str, ...]
    banks: int
    adjacent: tuple[tuple[int, ...], ...]
    lands: tuple[Land, ...]
    sites: tuple[Site, ...]

    def lands_of(self, space: int) -> tuple[int, ...]:
        """The lands a space belongs to, by number from 0; RH-3.3: two for an island space."""
        return tuple(n for n, land in enumerate(self.lands) if space in (*land.banks, land.river))

    def sites_of(self, space: int) -> tuple[int, ...]:
        """The sites next to a space."""
        return tuple(i for i, site in enumerate(self.sites) if space in site.spaces)


def read_board(path: Path) -> Board:
    """A board from a TOML or JSON file; BadData names the wrong entry."""
    try:
        text = path.read_text("utf-8")
        found = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise BadData(f"board {path.name}: cannot be read: {error}") from None
    return make_board(found)


def make_board(found: Any) -> Board:
    """A board from the tables of a file, checked."""
    tables = _table(found, "board file")
    about = _table(tables.get("board"), "board")
    adjacent = {space: _names(row, f"spaces.{space}") for space, row in _table(tables.get("spaces"), "spaces").items()}
    lands = _lands(_table(tables.get("lands"), "lands"), adjacent)
    sites = _sites(_table(tables.get("sites"), "sites"), adjacent)
    _check_spaces(adjacent)
    kinds = _kinds(lands, adjacent)
    order = sorted(adjacent, key=lambda space: kinds[space] == "river")
    number = {space: i for i, space in enumerate(order)}
    return Board(
        name=str(about.get("name", "")), provenance=str(about.get("provenance", "")), spaces=tuple(order),
        banks=sum(kind == "bank" for kind in kinds.values()),
        adjacent=tuple(tuple(sorted(number[b] for b in adjacent[a])) for a in order),
        lands=tuple(Land((number[banks[0]], number[banks[1]]), number[river]) for banks, river in lands),
        sites=tuple(Site(name, (number[spaces[0]], number[spaces[1]])) for name, spaces in sites))


def _lands(rows: Mapping[str, Any], adjacent: Mapping[str, list[str]]) -> list[tuple[list[str], str]]:
    """Every land has two banks and a river space."""
    if sorted(rows) != sorted(str(n) for n in range(1, LANDS + 1)):
        raise BadData(f"lands: expected the numbers 1 to {LANDS}, each once")
    lands: list[tuple[list[str], str]] = []
    for n in range(1, LANDS + 1):
        row = _table(rows[str(n)], f"lands.{n}")
        banks = _names(row.get("banks"), f"lands.{n}.banks")
        river = row.get("river")
        if len(banks) != 2 or banks[0] == banks[1]:
            raise BadData(f"lands.{n}.banks: a land has two banks, found {banks}")
        if not isinstance(river, str) or river in banks:
            raise BadData(f"lands.{n}.river: a land has its own river space, found {river!r}")
        for space in (*banks, river):
            if space not in adjacent:
                raise BadData(f"lands.{n}: there is no space {space!r}")
        for bank in banks:
            if river not in adjacent[bank]:
                raise BadData(f"lands.{n}: the bank {bank} does not adjoin the land's river {river}")
        lands.append((banks, river))
    return lands


def _sites(rows: Mapping[str, Any], adjacent: Mapping[str, list[str]]) -> list[tuple[str, list[str]]]:
    """Each site lies between two neighbouring spaces."""
    if not 1 <= len(rows) <= MOST_SITES or sorted(rows) != sorted(str(i) for i in range(1, len(rows) + 1)):
        raise BadData(f"sites: expected the numbers 1 to at most {MOST_SITES}, each once")
    sites: list[tuple[str, list[str]]] = []
    for i in range(1, len(rows) + 1):
        row = _table(rows[str(i)], f"sites.{i}")
        spaces = _names(row.get("spaces"), f"sites.{i}.spaces")
        for space in spaces:
            if space not in adjacent:
                raise BadData(f"sites.{i}: there is no space {space!r}")
        if len(spaces) != 2 or spaces[0] not in adjacent[spaces[1]]:
            raise BadData(f"sites.{i}.spaces: a site lies between two neighbouring spaces, found {spaces}")
        sites.append((str(row.get("name", i)), spaces))
    return sites


def _check_spaces(adjacent: Mapping[str, list[str]]) -> None:
    """Adjacency is symmetric, and no space adjoins itself."""
    for a, row in adjacent.items():
        if not (a.isascii() and a.replace("_", "").isalnum()):
            raise BadData(f"spaces.{a}: a name is made of ASCII letters, digits and _")
        for b in row:
            if b not in adjacent:
                raise BadData(f"spaces.{a}: there is no space {b!r}")
            if a == b or row.count(b) > 1:
                raise BadData(f"spaces.{a}: {b} stands here wrongly or twice")
            if a not in adjacent[b]:
                raise BadData(f"spaces.{a}: adjoins {b}, but {b} does not adjoin {a}")


def _kinds(lands: list[tuple[list[str], str]], adjacent: Mapping[str, list[str]]) -> dict[str, str]:
    """Bank or river; every space belongs to a land, a bank to one or two, a river space to one."""
    kinds: dict[str, str] = {}
    times: dict[str, int] = {}
    for n, (banks, river) in enumerate(lands, start=1):
        for space, kind in ((banks[0], "bank"), (banks[1], "bank"), (river, "river")):
            times[space] = times.get(space, 0) + 1
            if kinds.setdefault(space, kind) != kind:
                raise BadData(f"lands.{n}: {space} is both bank and river")
            if times[space] > (2 if kind == "bank" else 1):
                raise BadData(f"lands.{n}: {space} belongs to too many lands")
    for space in adjacent:
        if space not in kinds:
            raise BadData(f"spaces.{space}: belongs to no land")
    return {space: kinds[space] for space in adjacent}


def _table(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadData(f"{where}: expected a table")
    return cast("Mapping[str, Any]", value)


def _names(value: Any, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise BadData(f"{where}: expected a list of spaces")
    return cast("list[str]", value)


BOARD = read_board(Path(os.environ.get(VARIABLE) or HERE / "data" / "board.toml"))
"""The board in use."""
