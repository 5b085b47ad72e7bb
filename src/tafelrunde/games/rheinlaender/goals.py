"""Goals of exercises that only this game has: `exercises.toml` names them, and here they are judged
from the table's notes.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def owns(notes: Mapping[str, Any], seat: int, at: str) -> tuple[bool, str, dict[str, Any]]:
    """Whether the duchy of a space is the seat's."""
    duchy = next((duchy for duchy in notes["duchies"] if at in duchy["spaces"]), None)
    if duchy is None:
        return False, "no_duchy", {}
    knights = dict(duchy["knights"])
    best = max((n for other, n in knights.items() if other != seat), default=0)
    return duchy["owner"] == seat, "owns", {"mine": knights.get(seat, 0), "best": best}


GOALS = {"owns": owns}
