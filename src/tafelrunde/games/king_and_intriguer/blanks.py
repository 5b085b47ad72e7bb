"""The two blank cards of the Players Edition: a table gives each a number, a name and the deed of a
known card (KI-5.5).
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel import BadOptions, Letters, Option, Phrase, Slot
from ..el_grande.sources import MOST as MOST_AT_COURT
from ..el_grande.tables import ALL
from .state import State
from .tables import BLANK, BLANK_IDS, CARD, CARD_IDS, DATA, DEEDS, MOST, TO_COURT, VALUE

NUMBERED = ("levy", "civil_war", "withdraw", "throw", "place", "arbitrate", "grande")
"""The deeds that have a number."""
BOUND = ("whirlwind", "spy", "limit", "stranger", "ally", "double")
"""Deeds that belong to one card of each player: what lies on the table, or was agreed, is kept once
for each of them.
"""
FORMS = ("name", "the", "The", "acc")
"""The forms of a card's name that sentences need; most languages use one for all."""
LETTERS = 20
"""The longest name."""
STEP = {c["id"]: c["steps"][0] for c in DATA["card"] if c["steps"] and c["steps"][0]["verb"] not in BOUND}
"""What the cards do whose deeds can be chosen."""
POINTS = ("4", "5", "6", "7")
"""What the first place of a region is worth on the board."""
SLOTS = (
    Slot("value", 11, 179),
    Slot("name", 1, LETTERS, text=True),
    Slot("deed", choices=tuple(STEP), meaning="card"),
    Slot("court", 0, MOST_AT_COURT),
    Slot("n", 1, MOST_AT_COURT, only=("deed", tuple(i for i, step in STEP.items() if step["verb"] in NUMBERED))),
    Slot("points", choices=POINTS, several=True, only=("deed", tuple(i for i, step in STEP.items() if "values" in step))),
)
EXAMPLES: tuple[list[dict[str, Any]], ...] = (
    [{"value": 47, "name": "Tribute", "deed": "30", "court": 2}],
    [{"value": 12, "name": "Raid", "deed": "50", "court": 6, "n": 1}, {"value": 179, "name": "Fair", "deed": "60", "court": 0,
                                                                      "points": ["4", "5"]}],
    [{"value": 88, "name": "Mercy", "deed": "30", "court": 1, "n": 2}, {"value": 61, "name": "Siege", "deed": "140", "court": 3,
                                                                       "n": 1}],
    [{"value": 104, "name": "Court day", "deed": "155", "court": 2, "n": 5}, {"value": 14, "name": "Feast", "deed": "15",
                                                                             "court": 9, "n": 9}],
    [{"value": 171, "name": "Unrest", "deed": "43", "court": 1, "n": 3}, {"value": 33, "name": "Train", "deed": "80",
                                                                         "court": 4, "n": 1}],
    [{"value": 99, "name": "Second queen", "deed": "153", "court": 2}, {"value": 29, "name": "Walk", "deed": "13", "court": 5}],
)
OPTION = Option("blank_cards", [], slots=SLOTS, most=len(BLANK_IDS), examples=EXAMPLES)


def check(entries: list[dict[str, Any]], players_edition: bool) -> None:
    """Whether blank cards that are filled in one by one go with each other and with the rest;
    BadOptions says what does not.
    """
    if entries and not players_edition:
        raise BadOptions("options.blank_cards: they belong to players_edition, which is not chosen", OPTION.name, "edition")
    used = {int(value) for value in VALUE}
    for number, entry in enumerate(entries):
        if entry["value"] in used:
            raise BadOptions(f"options.blank_cards.{number}.value: {entry['value']} is in use already", OPTION.name, "used",
                             n=entry["value"])
        used.add(entry["value"])


# ------------------------------------------------------------ written into a state, and read back


def fill(s: State, entries: list[dict[str, Any]]) -> None:
    """Write checked blank cards into an empty state, and offer them."""
    for k, entry in enumerate(entries):
        s.offered |= 1 << BLANK + k
        s.blank_value[k] = entry["value"]
        s.blank_court[k] = entry["court"]
        s.blank_like[k] = CARD[entry["deed"]] + 1
        points = sum(1 << int(p) for p in entry.get("points", ()))
        s.blank_most[k] = entry.get("n", points or DEEDS[CARD[entry["deed"]]][MOST])
        for i, letter in enumerate(entry["name"]):
            s.blank_name[k][i // Letters.EACH] |= ord(letter) << Letters.BITS * (i % Letters.EACH)


def name_of(cells: Any) -> str:
    """The name in some cells."""
    letters = (int(cell) >> Letters.BITS * i & (1 << Letters.BITS) - 1 for cell in cells for i in range(Letters.EACH))
    return "".join(chr(c) for c in letters if c)


def entries_of(s: State) -> list[dict[str, Any]]:
    """The blank cards of a state, in the form of an option."""
    found: list[dict[str, Any]] = []
    for k in range(len(BLANK_IDS)):
        if s.blank_value[k]:
            deed, most = CARD_IDS[s.blank_like[k] - 1], int(s.blank_most[k])
            entry = {"value": int(s.blank_value[k]), "name": name_of(s.blank_name[k]), "deed": deed,
                     "court": int(s.blank_court[k])}
            if most != DEEDS[CARD[deed]][MOST]:
                points = [p for p in POINTS if most >> int(p) & 1]
                entry |= {"points": points} if "values" in STEP[deed] else {"n": most}
            found.append(entry)
    return found


# ------------------------------------------------------------ their words


def words_of(options: Mapping[str, Any]) -> dict[str, str | Phrase]:
    """The names of a table's blank cards, and what they do."""
    found: dict[str, str | Phrase] = {}
    for id_, entry in zip(BLANK_IDS, options.get("blank_cards", ()), strict=False):
        named = {"n": entry["value"], "name": entry["name"]}
        found |= {f"card.{id_}.{form}": Phrase(f"own_card.{form}", named) for form in FORMS}
        found |= {f"card.{id_}.short": entry["name"], f"card.{id_}.says": says(entry), f"card.{id_}.court": str(entry["court"])}
    return found


def says(entry: Mapping[str, Any]) -> Phrase:
    """What a blank card does: the same as the known card, possibly with its own number."""
    if "points" in entry:
        return Phrase("deed.score", {"points": ", ".join(entry["points"])})
    if "n" in entry and entry["n"] != ALL:
        return Phrase(f"deed.{STEP[entry['deed']]['verb']}", {"n": entry["n"]})
    return Phrase(f"card.{entry['deed']}.says")


# ------------------------------------------------------------ what stands on a card of a view


def made(view: Mapping[str, Any], card: int | str) -> Mapping[str, Any] | None:
    """The blank card as the table has filled it in; None for any other card."""
    return view["options"]["blank_cards"][BLANK_IDS.index(str(card))] if card in BLANK_IDS else None


def number_on(view: Mapping[str, Any], card: int | str) -> int | str:
    """The number on a card; the Joker has none."""
    blank = made(view, card)
    return int(blank["value"]) if blank else card


def court_on(view: Mapping[str, Any], card: int | str) -> int:
    """How many caballeros a card brings to court."""
    blank = made(view, card)
    return int(blank["court"] if blank else TO_COURT[CARD[str(card)]])
