"""Reasons that many refusals of El Grande have in common: the law once more, from the rulebook's
side.
"""
from __future__ import annotations

from typing import Any

from ...kernel import Refusal
from .fields import Part
from .state import Shared, State
from .tables import CARD_IDS, CASTILLO, DATA, PLACE_IDS, REGION_IDS, STEPS, VERB

Answer = Refusal | None
IN_THE_BOOK = {r["id"]: r for r in DATA["region"]}
"""The regions as the data describe them: neighbours and borders."""


def no(rule: str, reason: str, **arguments: Any) -> Refusal:
    return Refusal(rule, reason, arguments)


def kings_region(s: Shared) -> int | None:
    """The closed place: where the king stands, unless he is abroad."""
    return s.king if s.king <= CASTILLO else None


def next_to_king(s: Shared) -> set[str]:
    """The regions that count as adjacent to the king's place."""
    where = PLACE_IDS[s.king]
    if where == "castillo":
        return set(REGION_IDS)
    if where in REGION_IDS:
        return set(IN_THE_BOOK[where]["neighbours"])
    return {id_ for id_, r in IN_THE_BOOK.items() if where in r["borders"]}


def step_verb(s: State) -> int:
    """What the current step does."""
    return STEPS[s.step][VERB]


def step_card(s: State) -> str:
    """The rule of the card, or of the ability, that is being carried out."""
    return "EG-12.3" if s.part == Part.ABILITY else f"EG-C-{CARD_IDS[s.card]}"


def none_there(s: Shared, colour: int, region: int, rule: str) -> Answer:
    """A colour must have a caballero in the region."""
    if s.regions[region][colour]:
        return None
    return no(rule, "none_there", region=("region", region), seat=("seat", colour))
