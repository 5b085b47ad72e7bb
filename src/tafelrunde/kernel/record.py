"""The compiled body of a state: one NumPy record, made from the same field declarations."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .fields import Field


def state_dtype(fields: Sequence[Field]) -> np.dtype[Any]:
    """The record type of a state.  Wide cells come first, so that alignment wastes nothing."""
    ordered = sorted(fields, key=lambda f: -int(f.cell[1]))
    return np.dtype([(f.name, f.cell, f.shape) if f.shape else (f.name, f.cell) for f in ordered], align=True)


def to_record(s: Any, fields: Sequence[Field], records: Any, i: int) -> None:
    """Write an interpreted state into records[i]."""
    for f in fields:
        records[f.name][i] = getattr(s, f.name)


def from_record(s: Any, fields: Sequence[Field], records: Any, i: int) -> None:
    """Read records[i] into an interpreted state."""
    for f in fields:
        setattr(s, f.name, records[f.name][i].tolist())
