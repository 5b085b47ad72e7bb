"""Text files: what `text/<name>.toml` of a folder says under a dotted key.

Every room and every game keeps its sentences so: `text/de.toml`, `text/picture.de.toml`.  This is
the one loader for them.
"""
from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "hu", "cs", "de")


@lru_cache(maxsize=128)
def read(folder: Path, name: str) -> dict[str, Any]:
    """A folder's texts of a name, such as a language; empty when it has none."""
    path = folder / "text" / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def under(texts: Mapping[str, Any], key: str) -> str | None:
    """The sentence under a dotted key; None where there is none.

    >>> under({"error": {"lost": "It is gone."}}, "error.lost")
    'It is gone.'
    """
    found: Any = texts
    for step in key.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found if isinstance(found, str) else None
