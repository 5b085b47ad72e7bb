"""The two blank cards of the Players Edition: a person gives each a number, a name and the deed of a known card (KI-5.5)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import BadData
from ..el_grande.sources import MOST, check_number

BLANKS = 2
KEYS = ("value", "name", "deed", "court", "must", "n", "values", "says")
NEEDED = ("value", "name", "deed", "court")
NUMBERS = {"levy": (1, MOST), "civil_war": (0, MOST), "withdraw": (1, MOST), "throw": (1, MOST), "place": (1, MOST),
           "arbitrate": (2, MOST), "grande": (0, MOST)}
"""The deeds that have a number, and what it may be."""
BOUND = ("whirlwind", "spy", "limit", "stranger", "ally", "double")
"""Deeds that belong to one card of each player: what lies on the table, or was agreed, is kept once for each of them."""
LANGUAGES = ("en", "hu", "cs", "de")


def with_blanks(cards: list[dict[str, Any]], blanks: Any) -> list[dict[str, Any]]:
    """The cards with the blank ones among them, by value, the Joker last; BadData names the field that is wrong."""
    if not isinstance(blanks, list):
        raise BadData("blank: expected a list of entries ([[blank]])")
    if len(blanks) > BLANKS:
        raise BadData(f"blank: the box has {BLANKS} blank cards, not {len(blanks)}")
    made = list(cards)
    for number, blank in enumerate(blanks, 1):
        made.append(card_of(made, blank, f"blank {number}"))
    return sorted(made, key=lambda c: (c["id"] == "joker", c.get("value", 0)))


def card_of(cards: list[dict[str, Any]], blank: Any, where: str) -> dict[str, Any]:
    """A blank card, filled in."""
    if not isinstance(blank, Mapping):
        raise BadData(f"{where}: expected keys such as value, name and deed")
    for key in blank:
        if key not in KEYS:
            raise BadData(f"{where}: {key!r} is not known (there are: {', '.join(KEYS)})")
    for key in NEEDED:
        if key not in blank:
            raise BadData(f"{where}: {key!r} is missing")
    check_number(f"{where}: value", blank["value"], 11, 179)
    if any(c.get("value") == blank["value"] for c in cards):
        raise BadData(f"{where}: value: {blank['value']} is in use already")
    check_number(f"{where}: court", blank["court"], 0, MOST)
    if not isinstance(blank.get("must", True), bool):
        raise BadData(f"{where}: must: expected true or false, not {blank['must']!r}")
    known = next((c for c in cards if c["id"] == str(blank["deed"])), None)
    if known is None or not known["steps"] or known["steps"][0]["verb"] in BOUND:
        able = ", ".join(c["id"] for c in cards if c["steps"] and c["steps"][0]["verb"] not in BOUND)
        raise BadData(f"{where}: deed: {blank['deed']!r} is no card whose special action can be used (these can: {able})")
    steps = steps_of(known, blank, where)
    says = words(blank["says"], f"{where}: says") if "says" in blank else {}
    if steps != known["steps"] and not says:
        raise BadData(f"{where}: says: the deed differs from that of {known['id']}, so say what the card does")
    return {**known, "id": str(blank["value"]), "value": blank["value"], "name": words(blank["name"], f"{where}: name"),
            "printed": [], "set": "players_edition", "court": blank["court"], "must": blank.get("must", known["must"]),
            "steps": steps, "says": says, "like": known["id"], "provenance": {"effect": "own"}, "confidence": "own"}


def steps_of(known: Mapping[str, Any], blank: Mapping[str, Any], where: str) -> list[dict[str, Any]]:
    """The deed with its parameters: a number, or the points of the regions that are scored."""
    step = dict(known["steps"][0])
    verb = step["verb"]
    if "n" in blank:
        if verb not in NUMBERS:
            raise BadData(f"{where}: n: the deed of {known['id']} has no number")
        if not (verb == "levy" and blank["n"] == "all"):
            check_number(f"{where}: n", blank["n"], *NUMBERS[verb])
        step["bring" if verb == "grande" else "n"] = blank["n"]
    if "values" in blank:
        if step.get("which") != "values":
            raise BadData(f"{where}: values: the deed of {known['id']} does not score regions by their points")
        if not isinstance(blank["values"], list) or not blank["values"]:
            raise BadData(f"{where}: values: expected a list of points, not {blank['values']!r}")
        for value in blank["values"]:
            check_number(f"{where}: values", value, 1, 12)
        step["values"] = blank["values"]
    return [step]


def words(given: Any, where: str) -> dict[str, str]:
    """A text for all languages, or one for each of some."""
    found = {lang: given for lang in LANGUAGES} if isinstance(given, str) else given
    if not isinstance(found, Mapping) or not found or set(found) - set(LANGUAGES):
        raise BadData(f"{where}: expected a text, or one for each of {', '.join(LANGUAGES)}")
    for text in found.values():
        if not isinstance(text, str) or not text.strip() or len(text) > 300:
            raise BadData(f"{where}: expected 1 to 300 characters")
    return dict(found)
