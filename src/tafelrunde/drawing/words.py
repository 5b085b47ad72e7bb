"""The words on a picture: our own, what a game's texts say under `picture`, and names from them.

A game's texts are read from its own folder; a caller's mapping overrides both. A name that nobody
has translated is its id made readable, so a picture never fails because of a missing word.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ..words import LANGUAGES, read
from .seats import SEATS

HERE = Path(__file__).parent


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    words: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, str):
            words[prefix + key] = value
        elif isinstance(value, dict):
            words |= _flat(value, f"{prefix}{key}.")
    return words


@cache
def _read(folder: Path, language: str) -> dict[str, str]:
    return _flat(read(folder, language))


@cache
def _drawn(folder: Path, language: str) -> dict[str, str]:
    return _flat(read(folder, language).get("picture", {}))


def readable(identity: str) -> str:
    """An id as a name.

    >>> readable("royal_adviser")
    'Royal adviser'
    """
    return identity.replace("_", " ").capitalize()


class Words:
    """The words of one picture in one language; `bases` are the folders of games that the game
    extends.
    """

    def __init__(self, folder: Path, language: str = "en", own: Mapping[str, str] | None = None,
                 bases: Sequence[Path] = ()) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no texts in {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self._own = own or {}
        self._game = {lang: _read(folder, lang) for lang in dict.fromkeys((language, "en"))}
        self._table = dict(_read(HERE, language))
        for one in (*reversed(bases), folder):
            self._table |= _drawn(one, language)

    def __call__(self, key: str, /, **values: object) -> str:
        """A word with its values filled in."""
        return (self._own.get(key) or self._table[key]).format(**values)

    def find(self, key: str) -> str | None:
        """The caller's or the game's text under a key; English is the last resort."""
        return next((table[key] for table in (self._own, *self._game.values()) if key in table), None)

    def named(self, key: str, known: Mapping[str, str] | None = None) -> str:
        """A name by its key: the caller's, the game's, or the one in the data; this language before
        English.
        """
        names = known or {}
        for language, texts in self._game.items():
            found = self._own.get(key) or texts.get(key) or names.get(language)
            if found:
                return found
        return readable(key.removesuffix(".name").rsplit(".", 1)[-1])

    def seat(self, seat: int) -> str:
        """The name of a seat's colour."""
        return self(f"seat.{SEATS[seat].name}")
