"""The data files as tables of numbers that rules can index: action cards, caballero cards,
roles.
"""
from __future__ import annotations

from typing import Any

from ...kernel import names, table
from ..el_grande.tables import ALL, Travel
from .sources import data_for

DATA, VALUES = data_for(__package__)
"""The data, and the mark of an owner's values (empty for the built-in ones)."""

BLANK = len(DATA["card"])
"""The first of the two blank cards."""
BLANK_IDS = ("blank_1", "blank_2")
CARD_IDS = (*(c["id"] for c in DATA["card"]), *BLANK_IDS)
"""Action cards by value, then the Joker, then the blank ones."""
CARDS = len(CARD_IDS)
CARD = {id_: i for i, id_ in enumerate(CARD_IDS)}
JOKER = CARD["joker"]
TEN, FORTY, WHIRLWIND, HIGHEST = (CARD[i] for i in ("10", "40", "113", "180"))
LYING_IDS = tuple(c["id"] for c in DATA["card"] if c.get("stays"))
"""The cards that stay face up: 25, 66, 75."""
SPY, LIMIT, STRANGER = range(3)
"""Their numbers among the lying cards."""
SETS = (*(c["set"] for c in DATA["card"]), *("blank" for _ in BLANK_IDS))
VALUE = table([c.get("value", 0) for c in DATA["card"]])
TO_COURT = table([c.get("court", 0) for c in DATA["card"]])
HAND = DATA["hand"]["size"]
LIMITED_TO = next(c for c in DATA["card"] if c["id"] == "66")["steps"][0]["n"]
"""How many caballeros a region with a 66 has room for."""


def cards_of(name: str) -> int:
    """The cards of a set, as a bit set."""
    return sum(1 << i for i, kind in enumerate(SETS) if kind == name)


BASE, PLAYERS_EDITION, EXTRA_CARDS = cards_of("base"), cards_of("players_edition"), cards_of("extra_cards")
CABALLERO_CARDS = table([(0,) * 5 if str(n) not in DATA["caballero_cards"] else
                         (*sorted(DATA["caballero_cards"][str(n)], reverse=True), 0, 0, 0, 0)[:5] for n in range(6)])
"""By players and by how many have had their turn: how many caballeros the turn places (KI-1.2,
KI-2.2).
"""

# ------------------------------------------------------------ special actions

Do = names("Do", "NOTHING", *(verb.upper() for verb in dict.fromkeys(
    step["verb"] for row in (*DATA["card"], *DATA["role"]) for step in row["steps"])))
Scoring = names("Scoring", "CHOICE", "VALUES", "CASTILLO", "BEHIND", "CLEAR")
VERB, MOST, KIND = range(3)
"""The columns of DEEDS."""


READ = frozenset({"verb", "n", "bring", "which", "values", "to"})
"""What a step in the data may contain."""


def _deed(steps: list[dict[str, Any]]) -> tuple[int, int, int]:
    """What a special action does: its verb, a number, a kind."""
    if not steps:
        return 0, 0, 0
    step, kind = steps[0], 0
    if not step.keys() <= READ:
        raise ValueError(f"steps: nothing reads {', '.join(sorted(step.keys() - READ))}")
    most = step.get("n", step.get("bring", 0))
    if step["verb"] == "score":
        kind = getattr(Scoring, step["which"].upper())
        most = sum(1 << v for v in step.get("values", ()))
    elif step["verb"] == "king":
        kind = getattr(Travel, step["to"].upper())
    return getattr(Do, step["verb"].upper()), ALL if most == "all" else most, kind


ROLE_IDS = tuple(r["id"] for r in DATA["role"])
NOTHING_OF_ITS_OWN = tuple((0, 0, 0) for _ in BLANK_IDS)
DEEDS = table([*(_deed(c["steps"]) for c in DATA["card"]), *NOTHING_OF_ITS_OWN, *(_deed(r["steps"]) for r in DATA["role"])])
"""The special actions: of the cards by number (a blank card has another one's), then of the
roles.
"""
MUST = table([*(int(c["must"]) for c in DATA["card"]), *(0 for _ in BLANK_IDS), *(1 for _ in DATA["role"])])
"""Whether a special action has to be carried out (KI-3.4)."""
