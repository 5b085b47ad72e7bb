"""What a table tells about a view beside the position: what each duchy holds and is worth."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from .duchy import duchies


def notes(view: Mapping[str, Any]) -> dict[str, Any]:
    """The duchies with their centres, knights and worth: all of it lies open."""
    return {"duchies": [asdict(duchy) for duchy in duchies(view)]}
