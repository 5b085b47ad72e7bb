"""The data files of El Grande: read, checked, and changed with the values of an owner's box.

A file of one's own has the same tables as `data/*.toml`; an entry names its id (or value) and
whatever differs.  The environment variable TAFELRUNDE_EL_GRANDE_DATA names it for a whole program;
`custom.build` makes one more game of it.
"""
from __future__ import annotations

import hashlib
import json
import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ...errors import BadData

FOLDER = Path(__file__).parent / "data"
ENTRIES = {"card": "id", "region": "id", "tile": "id", "power": "value", "modifier": "id"}
"""The lists of entries, and the key that names an entry."""
OWN = "TAFELRUNDE_EL_GRANDE_DATA"
"""The environment variable that names the owner's file."""
WHERE: dict[str, tuple[str, ...]] = {
    "card": ("name", "place", "copies", "steps", "edition_1995", "provenance", "confidence", "printed"),
    "region": ("name", "table_4_5", "table_2_3", "neighbours", "borders", "provenance"),
    "tile": ("table", "provenance"),
    "power": ("court", "provenance"),
    "modifier": ("value", "ability", "provenance", "confidence"),
}
"""What an override may change; ids, decks and sets are the frame that rules and notation stand
on.
"""


@dataclass(frozen=True)
class Deed:
    """What a step of a card may do.

    `takes` are its parameters with what each may be, `needs` those that it cannot do without, and
    `kind` is the kind of cards under which standing orders name it.
    """

    takes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    kind: str = ""


COUNT, FLAG, STEP = ("count",), ("flag",), ("step",)
VERBS = {
    "move": Deed({"own": COUNT, "opposing": COUNT, "any": COUNT, "from": ("one",), "must": FLAG}, kind="moving"),
    "place": Deed({"n": COUNT, "to": ("regions", "castillo"), "must": FLAG}, ("n", "to"), "moving"),
    "court": Deed({"n": COUNT}, ("n",)),
    "choose": Deed({"move": STEP, "place": STEP}, ("move", "place"), "moving"),
    "withdraw": Deed({"n": COUNT}, ("n",), "returning"),
    "battle": Deed({"n": COUNT, "at_least": COUNT, "everyone": FLAG}, ("n", "at_least"), "returning"),
    "levy": Deed({"n": COUNT}, ("n",), "returning"),
    "banish": Deed({"each": FLAG}, ("each",), "returning"),
    "score": Deed({"which": ("choice", "values", "firsts", "most", "fewest", "castillo"), "values": ("values",), "castillo": FLAG},
                  ("which",), "scoring"),
    "ballot": Deed(kind="scoring"),
    "tile": Deed(kind="tile"),
    "regain": Deed(),
    "grande": Deed(),
    "coup": Deed(kind="moving"),
    "king": Deed({"to": ("any", "adjacent", "abroad", "fewest", "castillo")}, ("to",), "king"),
    "escort": Deed({"n": COUNT}, ("n",), "king"),
    "throw_grandes": Deed(),
    "infiltrate": Deed(kind="king"),
    "swap": Deed(kind="king"),
    "hold_veto": Deed(kind="veto"),
}
"""The verbs that special actions and abilities are made of."""
ABILITIES = ("move", "place", "court", "banish")
"""Verbs that a modifier's ability may use."""
MOST = 9
"""The highest number that a card may name; "all" is beyond it."""


@cache
def printed() -> dict[str, Any]:
    """The data files, one dictionary of tables."""
    found: dict[str, Any] = {}
    for name in ("board", "cards", "power", "modifiers"):
        found |= tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    return found


def read(path: Path) -> dict[str, Any]:
    """A TOML file; BadData if there is none or it cannot be read."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadData(f"{path.name}: cannot be read: {error}") from None


def own_values(package: str, variable: str = OWN) -> Mapping[str, Any]:
    """A person's own values: those that the package was built with, or those of the file that the
    environment names.
    """
    given = getattr(sys.modules.get(package), "OWN_VALUES", None)
    if given is None and os.environ.get(variable):
        return read(Path(os.environ[variable]))
    return given or {}


def mark_of(own: Mapping[str, Any]) -> str:
    """A short name of the owner's values; empty if there are none."""
    text = json.dumps(own, sort_keys=True, default=str)
    return f"own-{hashlib.sha256(text.encode()).hexdigest()[:8]}" if own else ""


def data_for(package: str) -> tuple[dict[str, Any], str]:
    """The data that a package's tables are made of, and the mark of a person's own values among
    them.
    """
    own = own_values(package)
    return merged(printed(), own), mark_of(own)


def merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The data with some entries changed; BadData names the entry and what is wrong with it."""
    result = dict(base)
    for table, entries in own.items():
        if table not in ENTRIES:
            raise BadData(f"{table}: there is no such table (there are: {', '.join(ENTRIES)})")
        if not isinstance(entries, list):
            raise BadData(f"{table}: expected a list of entries ([[{table}]])")
        result[table] = with_entries(table, base[table], entries, ENTRIES[table], WHERE[table])
    for entry in result["card"]:
        check_card(entry)
    for entry in result["modifier"]:
        where = f"modifier {entry['id']}"
        check_number(f"{where}: value", entry["value"], -6, 6)
        _check_steps(f"{where}: ability", entry["ability"], ABILITIES, 1)
    for entry in result["power"]:
        check_number(f"power {entry['value']}: court", entry["court"], 0, MOST)
    for entry in [*result["region"], *result["tile"]]:
        for key in ("table_4_5", "table_2_3", "table"):
            if key in entry:
                _check_table(f"{entry['id']}: {key}", entry[key])
    _check_neighbours(result["region"])
    _check_decks(result["card"])
    return result


def with_entries(table: str, base: list[dict[str, Any]], own: list[Any], by: str, allowed: tuple[str, ...]) -> list[dict[str, Any]]:
    """A table's entries, named by the key `by`, with what a person changes; BadData for what cannot
    be changed.
    """
    changed = {entry[by]: dict(entry) for entry in base}
    for entry in own:
        if not isinstance(entry, dict) or by not in entry:
            raise BadData(f"{table}: every entry needs its {by!r}")
        name = entry[by]
        if name not in changed:
            raise BadData(f"{table} {name!r}: there is no such {table} (there are: {', '.join(map(str, changed))})")
        for key, value in entry.items():
            if key != by and key not in allowed:
                raise BadData(f"{table} {name}: {key!r} cannot be changed (these can: {', '.join(allowed)})")
            old = changed[name].get(key)
            changed[name][key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return list(changed.values())


def check_card(card: Mapping[str, Any]) -> None:
    """BadData if a card's numbers or steps are impossible."""
    where = f"card {card['id']}"
    check_number(f"{where}: place", card["place"], 0, MOST)
    check_number(f"{where}: copies", card["copies"], 0, 10)
    _check_steps(f"{where}: steps", card["steps"], tuple(VERBS), 2)
    old = card.get("edition_1995", {})
    if old:
        check_number(f"{where}: edition_1995.copies", old.get("copies"), 0, 11)
        _check_steps(f"{where}: edition_1995.steps", old.get("steps", card["steps"]), tuple(VERBS), 2)


def check_number(where: str, value: Any, low: int, high: int) -> None:
    """BadData if something is not a number in the given range."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadData(f"{where}: expected a number from {low} to {high}, not {value!r}")


def _check_steps(where: str, steps: Any, verbs: tuple[str, ...], most: int) -> None:
    if not isinstance(steps, list) or len(steps) > most:
        raise BadData(f"{where}: expected a list of at most {most} steps, not {steps!r}")
    for step in steps:
        verb = step.get("verb") if isinstance(step, dict) else None
        if verb not in verbs:
            raise BadData(f"{where}: {verb!r} is none of the verbs {', '.join(verbs)}")
        _check_parameters(where, verb, {k: v for k, v in step.items() if k != "verb"})


def _check_parameters(where: str, verb: str, parameters: Mapping[str, Any]) -> None:
    known = VERBS[verb].takes
    for key, value in parameters.items():
        if key not in known:
            raise BadData(f"{where}: {verb!r} has no parameter {key!r} (it has: {', '.join(known) or 'none'})")
        _check_parameter(where, key, value, known[key])
    for key in VERBS[verb].needs:
        if key not in parameters:
            raise BadData(f"{where}: {verb!r} needs {key!r}")
    if verb == "move" and not any(k in parameters for k in ("own", "opposing", "any")):
        raise BadData(f"{where}: 'move' needs 'own', 'opposing' or 'any'")
    if parameters.get("which") == "values" and "values" not in parameters:
        raise BadData(f"{where}: 'score' by values needs 'values'")


def _check_parameter(where: str, key: str, value: Any, kinds: tuple[str, ...]) -> None:
    if kinds == ("count",):
        if value != "all":
            check_number(f"{where}: {key}", value, 1, MOST)
    elif kinds == ("flag",):
        if not isinstance(value, bool):
            raise BadData(f"{where}: {key}: expected true or false, not {value!r}")
    elif kinds == ("values",):
        if not isinstance(value, list) or not value:
            raise BadData(f"{where}: {key}: expected a list of points, not {value!r}")
        for v in value:
            check_number(f"{where}: {key}", v, 1, 30)
    elif kinds == ("step",):
        if not isinstance(value, dict):
            raise BadData(f"{where}: {key}: expected the parameters of {key!r}, not {value!r}")
        _check_parameters(where, key, value)
    elif value not in kinds:
        raise BadData(f"{where}: {key}: expected one of {', '.join(kinds)}, not {value!r}")


def _check_table(where: str, values: Any) -> None:
    if not isinstance(values, list) or len(values) != 3:
        raise BadData(f"{where}: expected the points of three places, not {values!r}")
    for v in values:
        check_number(where, v, 0, 30)


def _check_neighbours(regions: list[dict[str, Any]]) -> None:
    ids = [r["id"] for r in regions]
    for r in regions:
        for key, allowed in (("neighbours", ids), ("borders", ["france", "portugal"])):
            if not isinstance(r[key], list) or any(n not in allowed for n in r[key]):
                raise BadData(f"region {r['id']}: {key}: expected some of {', '.join(allowed)}, not {r[key]!r}")
        for n in r["neighbours"]:
            if r["id"] not in next(o for o in regions if o["id"] == n)["neighbours"]:
                raise BadData(f"region {r['id']}: {n} is its neighbour, but not the other way round")
    for country in ("france", "portugal"):
        if not any(country in r["borders"] for r in regions):
            raise BadData(f"region: no region borders {country}")


def _check_decks(cards: list[dict[str, Any]]) -> None:
    """Every deck has a card for each of the nine rounds, and the sets their size."""
    for deck in (1, 2, 3, 4):
        held = sum(c["copies"] for c in cards if c["deck"] == deck and c["set"] == "base")
        if held < 10:
            raise BadData(f"card: deck {deck} has {held} cards; it needs at least 10")
    regent = sum(c["copies"] for c in cards if c["set"] == "new_regent")
    if regent < 9:
        raise BadData(f"card: New Regent has {regent} cards; it needs at least 9")
    for c in cards:
        if c["id"] in ("your_majesty", "grand_strategy", "secret_ballot") and c["copies"] != 1:
            raise BadData(f"card {c['id']}: there is exactly one of it, not {c['copies']}")
        if c["id"] == "veto" and c["copies"] != 2:
            raise BadData(f"card veto: there are exactly two of it, not {c['copies']}")
        if any(step["verb"] == "hold_veto" for step in c["steps"]) != (c["id"] == "veto"):
            raise BadData(f"card {c['id']}: 'hold_veto' is what veto does, and no other card")
        if c["id"] == "empowerment" and c["copies"] > 2:
            raise BadData(f"card empowerment: there are at most two of it, not {c['copies']}")
