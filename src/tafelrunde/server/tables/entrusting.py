"""Whether the bots of a table may think on their opponent's own device (docs/fairness.md §7)."""
from __future__ import annotations

from functools import lru_cache
from typing import Literal

import tafelrunde

from ...bots.device import openness
from .table import Config, Table

Thinking = Literal["server", "open", "all"]


def lone_person(table: Table) -> int | None:
    """The seat of the only person of a casual game against bots; None at every other table.

    The answers of such a device affect nobody else, and no result is compared with others'.
    """
    people = [i for i, seat in enumerate(table.seats) if seat.kind == "person"]
    alone = len(people) == 1 and all(seat.kind == "bot" for i, seat in enumerate(table.seats) if i != people[0])
    return people[0] if alone and stays_casual(table.config) else None


def stays_casual(config: Config) -> bool:
    """Whether a game counts for nobody: it is not rated, not a day's deal, no part of anything
    else.
    """
    return not (config.rated or config.daily or config.tournament or config.exercise or config.hotseat)


def thinking(table: Table) -> Thinking:
    """Where the bots of a table may think.

    `open`: on their opponent's device where they know no more than that person.  `all`: there, with
    their cards.
    """
    if lone_person(table) is None:
        return "server"
    if table.config.cards_here:
        return "all"
    return "open" if _is_open(table.config.game) else "server"


@lru_cache(maxsize=32)
def _is_open(game: str) -> bool:
    return openness(tafelrunde.game(game)) is not None
