"""What a table tells about a view besides the position: what each duchy holds and is worth, and
everybody's bishops.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from .duchy import Duchy, duchies

SHOWN = tuple(f.name for f in fields(Duchy))
ONE_PER_BISHOPRIC = "one_per_bishopric"


def notes(view: Mapping[str, Any]) -> dict[str, Any]:
    """The duchies with their centres, knights and worth, and the bishops. All of it is public."""
    found = duchies(view)
    return {"duchies": [{name: getattr(duchy, name) for name in SHOWN} for duchy in found], "bishops": bishops(view, found)}


def bishops(view: Mapping[str, Any], found: Sequence[Duchy]) -> list[int]:
    """RH-10.1: by seat, how many bishops it has."""
    each = view["options"].get("bishops_counted") == ONE_PER_BISHOPRIC
    counts = [0] * view["players"]
    for duchy in found:
        beside = sum(view["tiles"].get(site) == "bishopric" for site in duchy.centres)
        if duchy.owner is not None and beside:
            counts[duchy.owner] += beside if each else 1
    return counts
