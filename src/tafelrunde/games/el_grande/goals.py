"""Goals of exercises that only this board has: `exercises.toml` names them, and here they are
judged from the table's notes.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .tables import PLACE_IDS


def leads(notes: Mapping[str, Any], seat: int, at: str) -> tuple[bool, str, dict[str, Any]]:
    """Whether a seat would get more than anybody else if a place were scored now."""
    paid = notes["forecast"][at]
    mine, best = paid[seat], max(n for other, n in enumerate(paid) if other != seat)
    return mine > best, "leads", {"place": ("place", PLACE_IDS.index(at)), "mine": mine, "best": best}


GOALS = {"leads": leads}
