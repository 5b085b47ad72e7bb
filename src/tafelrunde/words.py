"""Text files: what `text/<name>.toml` of a folder says under a dotted key.

Every room and every game keeps its sentences so: `text/de.toml`.  This is the one loader for them.

A sentence stands once.  Where another key says the same, the table `same` names the key that has
it: in the same file or, with the way from folder to folder, in another one.
`"card.30.says" = "el_grande/card.loss_of_authority.says"` is a line of such a table.
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
    """A folder's texts with a name, such as a language; empty if it has none."""
    path = folder / "text" / f"{name}.toml"
    texts = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    for key, named in texts.pop("same", {}).items():
        where, _, other = named.rpartition("/")
        said = under(read((folder.parent / where).resolve(), name) if where else texts, other)
        if said is None:
            raise KeyError(f"{path}: same: {named} says nothing")
        *above, last = key.split(".")
        table = texts
        for step in above:
            table = table.setdefault(step, {})
        table[last] = said
    return texts


def under(texts: Mapping[str, Any], key: str) -> str | None:
    """The sentence under a dotted key; None if there is none.

    >>> under({"error": {"lost": "It is gone."}}, "error.lost")
    'It is gone.'
    """
    found: Any = texts
    for step in key.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found if isinstance(found, str) else None
