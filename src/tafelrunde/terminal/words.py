"""The table's own words in four languages: menus, keys, messages.  A game's words come from its own folder."""
from __future__ import annotations

import os
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..games import folder_of, names
from ..match.messages import render
from ..match.texts import LANGUAGES, UnknownLanguage

HERE = Path(__file__).parent / "text"
NATIVE = {"en": "English", "hu": "magyar", "cs": "čeština", "de": "Deutsch"}
"""Each language's name for itself."""


@lru_cache(maxsize=8)
def tables(lang: str) -> dict[str, Any]:
    """Everything in a language: the table's own words, and under each title's name what its `text/terminal.<lang>.toml` adds."""
    found = tomllib.loads((HERE / f"{lang}.toml").read_text("utf-8"))
    titles = {title: folder_of(title) / "text" / f"terminal.{lang}.toml" for title in names()}
    return found | {title: tomllib.loads(path.read_text("utf-8")) for title, path in titles.items() if path.exists()}


class Words:
    """The words in one language.

    >>> Words("en")("undo.done")
    'Taken back.'
    """

    def __init__(self, lang: str = "en") -> None:
        if lang not in LANGUAGES:
            raise UnknownLanguage(f"language: {lang!r} is not one of {', '.join(LANGUAGES)}")
        self.lang = lang
        self._sources = [tables(one) for one in dict.fromkeys([lang, "en"])]

    def find(self, key: str) -> str | None:
        """The message under a dotted key, as it is written; None where there is none."""
        for source in self._sources:
            value: Any = source
            for step in key.split("."):
                value = value.get(step) if isinstance(value, dict) else None
            if isinstance(value, str):
                return value
        return None

    def __call__(self, key: str, /, **arguments: object) -> str:
        """The message under a dotted key with its arguments: numbers and words."""
        message = self.find(key)
        if message is None:
            raise KeyError(key)
        return render(message, self.lang, lambda name, form: str(arguments[name]),
                      lambda name: int(str(arguments[name])), lambda name: str(arguments[name]))


def usual_language() -> str:
    """The language of this terminal, where we speak it; English otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        lang = os.environ.get(name, "")[:2].lower()
        if lang:
            return lang if lang in LANGUAGES else "en"
    return "en"
