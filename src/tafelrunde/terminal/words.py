"""The table's own words in four languages: menus, keys, messages.

A game's words come from its own folder.
"""
from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..games import folder_of, names
from ..match.messages import render
from ..match.texts import LANGUAGES, UnknownLanguage
from ..words import read, under

HERE = Path(__file__).parent
NATIVE = {"en": "English", "hu": "magyar", "cs": "čeština", "de": "Deutsch"}
"""Each language's name for itself."""


@lru_cache(maxsize=8)
def tables(lang: str) -> dict[str, Any]:
    """Everything in a language: the table's own words, and under each title's name what its texts
    say under `terminal`.
    """
    titles = {title: read(folder_of(title), lang).get("terminal") for title in names()}
    return read(HERE, lang) | {title: words for title, words in titles.items() if words}


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
        """The raw message under a dotted key; None if there is none."""
        return next((found for source in self._sources if (found := under(source, key)) is not None), None)

    def __call__(self, key: str, /, **arguments: object) -> str:
        """The message under a dotted key with its arguments: numbers and words."""
        message = self.find(key)
        if message is None:
            raise KeyError(key)
        return render(message, self.lang, lambda name, form: str(arguments[name]),
                      lambda name: int(str(arguments[name])), lambda name: str(arguments[name]))


def usual_language() -> str:
    """The language of this terminal if we have texts in it; English otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        lang = os.environ.get(name, "")[:2].lower()
        if lang:
            return lang if lang in LANGUAGES else "en"
    return "en"
