"""A game's invariants alone, compiled.  A template, like `kernel/proving.py`, which compiles the
whole rules with them.
"""
from __future__ import annotations

from tafelrunde.kernel.proving import broken


def broken_at(pool, i):  # type: ignore[no-untyped-def]  # compiled
    """What is broken in a state."""
    return broken(pool[i])


ENTRIES = (broken_at,)
