"""What a table tells about a view beside the position: what each duchy holds and is worth."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from .duchy import Duchy, duchies

SHOWN = tuple(f.name for f in fields(Duchy))


def notes(view: Mapping[str, Any]) -> dict[str, Any]:
    """The duchies with their centres, knights and worth: all of it lies open."""
    return {"duchies": [{name: getattr(duchy, name) for name in SHOWN} for duchy in duchies(view)]}
