"""The components of Toledo, read from data files and checked: road, money cards, swords, tiles.

Much of the printed game's data is reconstructed.  Anybody who owns the box can write the true
values into a file of their own: any of the top-level keys of `data/board.toml`, `cards.toml`,
`swords.toml` and `tiles.toml`, each replacing ours as a whole.  The environment variable
TAFELRUNDE_TOLEDO_DATA names that file; it is read when the game is first used.
"""
from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...kernel import BadData

OWN = "TAFELRUNDE_TOLEDO_DATA"
"""The environment variable that names the owner's file."""
FOLDER = Path(__file__).parent / "data"
FILES = ("board", "cards", "swords", "tiles")
KEYS = ("gates", "row", "printed", "card", "sword", "masters", "stock", "paintings")

COLOURS = ("purple", "brown", "teal")
MASTERS = (*COLOURS, "movement")
FENCERS = ("attacker", "defender")
PRINTED = ("tavern", "artist")
SPACES = 19
TOTALS = {"cards": 84, "swords": 19, "metal": 23, "gems": 20, "masters": 16, "paintings": 6}


@dataclass(frozen=True)
class Space:
    """One space of the road: its row's price, and what is printed on it ("" on a lot)."""

    step: int
    row: str
    price: int
    printed: str = ""
    circles: int = 0


@dataclass(frozen=True)
class Card:
    """A money card: its value, and the duel picture's background and clearly drawn fencer."""

    id: str
    value: int
    background: str
    clear: str


@dataclass(frozen=True)
class Sword:
    """A sword tile: its prestige and what it is forged from."""

    value: int
    metal: int
    gems: int


@dataclass(frozen=True)
class Components:
    """All components.

    `own` is empty for the data of the house, else a short name of the person's own values, which
    replace the tables named in `replaced`.
    """

    spaces: tuple[Space, ...]
    gates: tuple[int, ...]
    cards: tuple[Card, ...]
    swords: tuple[Sword, ...]
    masters: tuple[int, ...]
    metal: int
    gems: int
    paintings: tuple[int, ...]
    own: str = ""
    replaced: tuple[str, ...] = ()


def load(own: Path | None = None) -> Components:
    """The components of the house, with a person's own values in their place where a file gives
    some.

    >>> len(load().cards)
    84
    """
    data: dict[str, Any] = {}
    for name in FILES:
        data |= read(FOLDER / f"{name}.toml")
    mark = ""
    theirs: dict[str, Any] = {}
    if own is not None:
        theirs = read(own)
        for key in theirs:
            if key not in (*KEYS, "fact"):
                raise BadData(f"{own.name}: unknown key {key!r} (known are {', '.join(KEYS)})")
        data |= theirs
        mark = "own-" + hashlib.sha256(own.read_bytes()).hexdigest()[:8]
    try:
        return checked(data, mark, tuple(key for key in KEYS if key in theirs))
    except BadData as error:
        raise BadData(f"{own.name if own else 'toledo'}: {error}") from None


def chosen() -> Components:
    """The components to play with: the person's own where the environment names a file, else those
    of the house.
    """
    path = os.environ.get(OWN)
    return load(Path(path) if path else None)


def read(path: Path) -> dict[str, Any]:
    """A TOML file; BadData if there is none or it cannot be read."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadData(f"{path.name}: cannot be read: {error}") from None


def checked(data: Mapping[str, Any], own: str = "", replaced: tuple[str, ...] = ()) -> Components:
    """Components from their tables; BadData names the wrong entry."""
    stock = table_of(data, "stock")
    masters = table_of(data, "masters")
    unknown = sorted({*stock} - {"metal", "gems"}) + sorted({*masters} - {*MASTERS})
    if unknown:
        raise BadData(f"stock and masters: unknown entry {unknown[0]!r}")
    made = Components(
        spaces=spaces_of(data), gates=gates_of(data), cards=cards_of(data), swords=swords_of(data),
        masters=tuple(number(masters, k, "masters", 0, 16) for k in MASTERS),
        metal=number(stock, "metal", "stock", 0, 99), gems=number(stock, "gems", "stock", 0, 99),
        paintings=paintings_of(data), own=own, replaced=replaced)
    found = {"cards": len(made.cards), "swords": len(made.swords), "metal": made.metal, "gems": made.gems,
             "masters": sum(made.masters), "paintings": len(made.paintings)}
    for what, total in TOTALS.items():
        if found[what] != total:
            raise BadData(f"{what}: there must be {total} in all, not {found[what]}")
    return made


def number(row: Mapping[str, Any], key: str, where: str, low: int, high: int) -> int:
    """A whole number between two bounds."""
    value = row.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadData(f"{where}: {key} must be a number from {low} to {high}, not {value!r}")
    return value


def word(row: Mapping[str, Any], key: str, where: str, words: tuple[str, ...]) -> str:
    """One of some words."""
    value = row.get(key)
    if value not in words:
        raise BadData(f"{where}: {key} must be one of {', '.join(words)}, not {value!r}")
    return str(value)


def table_of(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """A table under a key."""
    value = data.get(key)
    if not isinstance(value, Mapping):
        raise BadData(f"{key}: expected a table, not {value!r}")
    return value


def rows_of(data: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The tables of an array of tables, each with its name for messages ("card 3")."""
    rows = data.get(key)
    if not isinstance(rows, list) or not rows or not all(isinstance(r, Mapping) for r in rows):
        raise BadData(f"{key}: expected an array of tables")
    return [(f"{key} {i}", row) for i, row in enumerate(rows, 1)]


def spaces_of(data: Mapping[str, Any]) -> tuple[Space, ...]:
    """The 19 spaces: rows that follow each other and grow dearer, two taverns and an artist printed
    on them.
    """
    spaces: list[Space] = []
    for where, row in rows_of(data, "row"):
        first = number(row, "first", where, 1, SPACES)
        last = number(row, "last", where, first, SPACES)
        price = number(row, "price", where, 1, 6)
        if first != len(spaces) + 1:
            raise BadData(f"{where}: it must begin on step {len(spaces) + 1}, where the row before it ends")
        if spaces and price <= spaces[-1].price:
            raise BadData(f"{where}: a higher row must cost more than the one below")
        spaces += [Space(step, str(row.get("name", "")), price) for step in range(first, last + 1)]
    if len(spaces) != SPACES:
        raise BadData(f"row: the road has {SPACES} spaces, the rows have {len(spaces)}")
    for where, row in rows_of(data, "printed"):
        at = number(row, "step", where, 1, SPACES)
        if spaces[at - 1].printed:
            raise BadData(f"{where}: two things are printed on step {at}")
        kind, circles = word(row, "kind", where, PRINTED), number(row, "circles", where, 1, 2)
        spaces[at - 1] = Space(at, spaces[at - 1].row, spaces[at - 1].price, kind, circles)
    printed = sorted(space.printed for space in spaces if space.printed)
    if printed != ["artist", "tavern", "tavern"]:
        raise BadData("printed: there are two taverns and one artist on the road")
    return tuple(spaces)


def gates_of(data: Mapping[str, Any]) -> tuple[int, ...]:
    """The steps of the two gates."""
    gates = data.get("gates")
    if not isinstance(gates, list) or len(gates) != 2 or any(type(g) is not int or g not in (20, 21) for g in gates):
        raise BadData(f"gates: expected the steps of the two gates, each 20 or 21, not {gates!r}")
    return tuple(sorted(gates))


def cards_of(data: Mapping[str, Any]) -> tuple[Card, ...]:
    """The money cards, numbered within their value in the order of the rows."""
    made: dict[int, list[Card]] = {value: [] for value in range(1, 7)}
    for where, row in rows_of(data, "card"):
        value = number(row, "value", where, 1, 6)
        background = word(row, "background", where, (*COLOURS, "neutral"))
        clear = word(row, "clear", where, FENCERS)
        for _ in range(number(row, "copies", where, 1, 84)):
            made[value].append(Card(f"M{value}-{len(made[value]) + 1:02}", value, background, clear))
    return tuple(card for value in range(1, 7) for card in made[value])


def swords_of(data: Mapping[str, Any]) -> tuple[Sword, ...]:
    """The sword tiles by ascending prestige; one recipe per prestige."""
    made: list[Sword] = []
    for where, row in rows_of(data, "sword"):
        sword = Sword(number(row, "value", where, 1, 99), number(row, "metal", where, 0, 23),
                      number(row, "gems", where, 0, 20))
        if any(s.value == sword.value for s in made):
            raise BadData(f"{where}: there is another recipe for a sword of {sword.value}")
        if sword.metal + sword.gems == 0:
            raise BadData(f"{where}: a sword is forged from something")
        made += [sword] * number(row, "copies", where, 1, 19)
    return tuple(sorted(made, key=lambda s: s.value))


def paintings_of(data: Mapping[str, Any]) -> tuple[int, ...]:
    """The paintings from the top of the stack, the most valuable first."""
    values = data.get("paintings")
    if not isinstance(values, list) or any(type(v) is not int or not 0 <= v <= 20 for v in values):
        raise BadData("paintings: expected their values from the top, each from 0 to 20")
    if values != sorted(values, reverse=True):
        raise BadData("paintings: the most valuable lies on top")
    return tuple(values)
