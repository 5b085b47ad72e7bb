"""The server's own sentences in the reader's language."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from ..match.messages import render
from ..words import LANGUAGES, read, under

FOLDER = Path(__file__).parent


def say(lang: str, key: str, **arguments: Any) -> str:
    """The sentence under a dotted key; English if a language lacks it.

    >>> say("en", "error.not_found")
    'There is nothing here.'
    """
    for one in dict.fromkeys((lang, "en")):
        found = under(read(FOLDER, one), key)
        if found is not None:
            return render(found, one, lambda name, form: str(arguments[name]), lambda name: int(arguments[name]),
                          lambda name: str(arguments[name]))
    return key


def language(*wishes: str | None) -> str:
    """The first language among the wishes that there are texts in; each may be an Accept-Language
    header.

    >>> language(None, "fr, hu;q=0.8, en;q=0.5")
    'hu'
    """
    for wish in wishes:
        for part in (wish or "").split(",")[:20]:
            one = part.partition(";")[0].strip().lower()[:2]
            if one in LANGUAGES:
                return one
    return "en"
