"""Where compiled rules are stored, and under which name.

The name is a digest of everything that affects the code. Numba's own cache watches only the file of
the entry point and would go on playing the old game after a rule was edited. The digest is the same
for every target and on every machine, so kernels built here are found on a machine with a GPU that
has no compiler. The folder below it is named after the compiler's own part (`version`).
"""
from __future__ import annotations

import hashlib
import inspect
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from .. import bits, events
from ..law import Binder
from ..rules import RULES

if TYPE_CHECKING:
    from ..game import Game

PRIMITIVES = (bits.count_bits, bits.lowest_bit, bits.nth_bit, bits.clear, bits.count_actions, bits.nth_action, events.emit)
"""Functions that every target implements in its own fastest way."""


def cache_directory() -> Path:
    """Where compiled code is stored: TAFELRUNDE_CACHE, or the user's cache directory."""
    chosen = os.environ.get("TAFELRUNDE_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "tafelrunde"


def digest(game: Game, template: ModuleType, replace: Mapping[Any, Any]) -> str:
    """A hash of everything that a template reaches in a game, independent of what else this process
    has compiled.
    """
    reached = Binder(game.law, RULES, replace, ready={f: f for f in PRIMITIVES})
    for f in template.ENTRIES:
        reached.entry(f, template)
    functions = [*template.ENTRIES, *(f for f in reached.ready if isinstance(f, FunctionType))]
    constants = [repr(tuple(t)) for t in reached.converted.values()]
    fields = [(f.name, f.cell, f.shape) for f in game.fields]
    return source_digest(functions, f"{game.name} {fields} {game.actions.names} {constants}")


def source_digest(functions: Iterable[Any], extra: str = "") -> str:
    """A hash of every file that the functions are written in, of their data, and of whatever else
    affects the code.
    """
    found = list(functions)
    files = {Path(inspect.getsourcefile(f) or "") for f in found if not hasattr(f, "source")}
    for folder in {path.parent for path in files}:
        files |= {*folder.glob("data/*.toml"), *folder.glob("data/*.json")}
    hashed = hashlib.sha256(extra.encode())
    # Rules made from declarations
    for text in sorted(f.source for f in found if hasattr(f, "source")):
        hashed.update(text.encode())
    # Wherever they lie
    for content in sorted(hashlib.sha256(path.read_bytes()).digest() for path in files):
        hashed.update(content)
    return hashed.hexdigest()[:20]


def version(compiler: str, *others: object) -> str:
    """A short hash of a compiler's own file (in this folder) and of everything else its results
    depend on.
    """
    source = (Path(__file__).parent / compiler).read_bytes()
    return hashlib.sha256(source + " ".join(map(str, others)).encode()).hexdigest()[:8]
