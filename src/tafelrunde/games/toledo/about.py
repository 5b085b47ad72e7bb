"""About this edition: what is known of the printed game, from where, and what had to be
reconstructed.
"""
from __future__ import annotations

import re
from dataclasses import dataclass

from .components import FILES, FOLDER, read
from .tables import COMPONENTS

KINDS = ("seed", "public", "derived", "reconstructed")
"""Where a datum can come from; `seed` is the rulebook."""


@dataclass(frozen=True)
class Fact:
    """One datum: the texts say it under `about.<id>` and its kinds of source under
    `provenance.<kind>`.
    """

    id: str
    kinds: tuple[str, ...]
    provenance: str
    confidence: str


def facts() -> list[Fact]:
    """Every datum, in the order of the data files.  What a person's own values replace is marked
    `own`.

    >>> [fact.id for fact in facts() if fact.kinds == ("seed",)]
    ['stock', 'pawns']
    """
    found: list[Fact] = []
    for name in FILES:
        for row in read(FOLDER / f"{name}.toml")["fact"]:
            if row["of"] in COMPONENTS.replaced:
                found.append(Fact(row["id"], ("own",), "own", ""))
            else:
                kinds = tuple(k for k in KINDS if re.search(rf"\b{k}\b", row["provenance"]))
                found.append(Fact(row["id"], kinds, row["provenance"], row["confidence"]))
    return found
