"""Training data: positions that were searched, in games whose end is known.

A lesson is the same for any number of players and any options: the rows of weights that a position
adds up (`features.py`), what was legal and how it was searched, what the search thought of
everybody's chances, and who won.  Lessons lie in files (shards), so several processes can play
while one learns.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

CANDIDATES = 12
"""How many actions of a search are kept, the most visited ones."""
HUNDRED = 255
"""A share of 1 in the files."""
SUFFIX = ".lessons.npz"


@dataclass
class Lessons:
    """Some positions; every array has one row for each.

    `rows` is filled up with the number of rows there are.  `legal` has one bit for every action, as
    the seat sees them; `actions` and `shares` are the most visited ones.  `searched` and `won` are
    everybody's chances, own seat first.
    """

    rows: Any
    legal: Any
    actions: Any
    shares: Any
    searched: Any
    won: Any
    players: Any
    games: Any

    def __len__(self) -> int:
        return int(self.rows.shape[0])

    def part(self, which: Any) -> Lessons:
        """Some of the positions."""
        return Lessons(*(getattr(self, f.name)[which] for f in fields(self)))

    def on(self, xp: Any) -> Lessons:
        """The same as arrays of another type."""
        return Lessons(*(xp.asarray(getattr(self, f.name)) for f in fields(self)))

    def save(self, path: Path) -> None:
        """Write them to a file, whole or not at all."""
        import numpy as np

        part = path.with_name(f".{path.name}.part")
        with part.open("wb") as out:
            arrays: dict[str, Any] = {f.name: plain(getattr(self, f.name)) for f in fields(self)}
            np.savez(out, **arrays)
        part.replace(path)


def joined(lessons: Iterable[Lessons], xp: Any) -> Lessons:
    """Several joined into one."""
    found = list(lessons)
    return Lessons(*(xp.concatenate([getattr(one, f.name) for one in found]) for f in fields(Lessons)))


def read(path: Path) -> Lessons | None:
    """The lessons of a file; None if it cannot be read."""
    import numpy as np

    try:
        with np.load(path) as found:
            return Lessons(*(found[f.name] for f in fields(Lessons)))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None


class Shelf:
    """A folder of shards, each read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: set[str] = set()

    def new(self) -> list[Lessons]:
        """The lessons that arrived since the last look."""
        found = []
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            if path.name not in self.known:
                self.known.add(path.name)
                lessons = read(path)
                if lessons is not None and len(lessons):
                    found.append(lessons)
        return found


def plain(array: Any) -> Any:
    """An array in main memory."""
    return array.get() if hasattr(array, "get") else array


def candidates(xp: Any, policy: Any) -> tuple[Any, Any]:
    """The likeliest actions of every policy, and their shares of HUNDRED."""
    actions = xp.argsort(-policy, axis=1)[:, :CANDIDATES]
    shares = xp.take_along_axis(policy, actions, axis=1)
    shares = xp.rint(HUNDRED * shares / xp.maximum(shares.sum(axis=1, keepdims=True), 1e-9))
    return actions.astype(xp.int16), shares.astype(xp.uint8)


def packed(xp: Any, flags: Any) -> Any:
    """Eight flags in a byte, line by line."""
    n, width = flags.shape
    full = xp.zeros((n, -(-width // 8) * 8), bool)
    full[:, :width] = flags
    return xp.packbits(full.reshape(-1)).reshape(n, -1)
