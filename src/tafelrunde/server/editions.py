"""About an edition: where its data come from and what is reconstructed, told from the data files'
own provenance.
"""
from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import tafelrunde

from ..kernel import Game
from ..match.texts import Texts, read
from .saying import FOLDER, say

KINDS = ("reconstructed", "derived", "public", "printed")
"""How a datum is known, the least certain first."""
SHOWN = ("name", "effect", "place", "court", "value", "recipe")
"""The data that a thing shows on the table; how many copies there are and in which deck it does not
show.
"""
_known_already: dict[tuple[str, str], list[dict[str, Any]]] = {}


def about(game: Game, texts: Texts) -> list[dict[str, Any]]:
    """Paragraphs with a title, a text and a source: the title's own, else what the data files say
    of each thing.
    """
    key = game.name, texts.lang
    if key not in _known_already:
        rows = [*_own(texts), *_facts(game, texts)]
        _known_already[key] = rows if len(rows) > 1 else [*rows, *_things(game, texts)]
    return _known_already[key]


def _own(texts: Texts) -> Iterator[dict[str, Any]]:
    """What the title itself says about its edition."""
    said: dict[str, Any] = texts.find("about") or {}
    if "intro" in said:
        yield _row("", str(said["intro"]), "", False)
    for note in said.values():
        if isinstance(note, dict):
            yield _row(str(note.get("title", "")), str(note.get("text", "")), str(note.get("source", "")),
                       bool(note.get("reconstructed", False)))


def _facts(game: Game, texts: Texts) -> Iterator[dict[str, Any]]:
    """Facts that the data files number and the title's texts say."""
    for tables in _files(game):
        for fact in tables.get("fact", []):
            said, source = texts.find(f"about.{fact['id']}"), str(fact.get("provenance", ""))
            if isinstance(said, str):
                yield _row("", said, _readable(source, texts), _kind(source) == "reconstructed")


def _things(game: Game, texts: Texts) -> Iterator[dict[str, Any]]:
    """Every thing of which something is reconstructed, with what is known how; then how many more
    there are.
    """
    certain = 0
    for tables in _files(game):
        for kind, found in tables.items():
            if kind == "fact":
                continue
            for thing in found if isinstance(found, list) else [found]:
                source = thing.get("provenance") if isinstance(thing, dict) else None
                if not source:
                    continue
                data = source if isinstance(source, dict) else {"value": source}
                if not any(_kind(str(one)) == "reconstructed" for one in data.values()):
                    certain += 1
                    continue
                name = str(thing.get("id", thing.get("value", "")))
                yield _row(_title(kind, name, texts), _known(data, texts), "; ".join(_remarks(data, texts)), True)
    if certain:
        yield _row("", say(texts.lang, "edition.certain", n=certain), "", False)


def reconstructed(game: Game, texts: Texts) -> dict[str, dict[str, str]]:
    """By kind and name of a thing, which of its data that a table shows are reconstructed: `card`,
    `conspiracy`: "name".
    """
    found: dict[str, dict[str, str]] = {}
    for tables in _files(game):
        for kind, things in tables.items():
            for thing in things if isinstance(things, list) and kind != "fact" else []:
                source = thing.get("provenance") if isinstance(thing, dict) else None
                data = source if isinstance(source, dict) else {"value": source or ""}
                guessed = [datum for datum, one in data.items() if datum in SHOWN and _kind(str(one)) == "reconstructed"]
                which = [_label(datum, texts) for datum in guessed]
                name = thing.get("id", thing.get("value")) if which else None
                if name is not None:
                    found.setdefault(kind, {})[str(name)] = ", ".join(which)
    return found


def _known(data: dict[str, Any], texts: Texts) -> str:
    """`reconstructed: deck, copies; from the rulebook: name`."""
    parts: list[str] = []
    for kind in KINDS:
        which = [_label(datum, texts) for datum, source in data.items() if _kind(str(source)) == kind]
        if which:
            parts.append(f"{say(texts.lang, f'edition.{kind}')}: {', '.join(which)}")
    return "; ".join(parts)


def _remarks(data: dict[str, Any], texts: Texts) -> Iterator[str]:
    """What the sources say beyond their kind, without repetition."""
    for one in dict.fromkeys(str(source) for source in data.values()):
        if one not in ("seed", "reconstructed", "derived", "placeholder"):
            yield _readable(one, texts)


def _kind(source: str) -> str:
    for kind, marks in (("reconstructed", ("reconstructed", "placeholder")), ("derived", ("derived",)), ("public", ("public",))):
        if any(mark in source for mark in marks):
            return kind
    return "printed"


def _readable(source: str, texts: Texts) -> str:
    """A source as the data files name it, in the reader's language: phrase by phrase, the longest
    first; names stay.
    """
    said = source.replace("seed", "rulebook")
    if texts.lang == "en":
        return said
    pattern, words = _phrases(texts.game.name, texts.lang)
    return pattern.sub(lambda found: words[found.group(0)], said)


@lru_cache(maxsize=32)
def _phrases(game: str, lang: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Phrases of the game's own and of all games, with what they are in a language."""
    words: dict[str, str] = {}
    for english, said in zip(_said(game, "en"), _said(game, lang), strict=True):
        words |= {phrase: said[key] for key, phrase in english.items()}
    longest = sorted(words, key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(phrase)}(?!\w)" for phrase in longest)), words


def _said(game: str, lang: str) -> tuple[dict[str, str], dict[str, str]]:
    own: dict[str, str] = Texts(tafelrunde.game(game), lang).find("edition.phrase") or {}
    return read(FOLDER, lang)["edition"]["phrase"], own


def _title(kind: str, name: str, texts: Texts) -> str:
    found = texts.find(f"{kind}.{name}") if name else None
    if isinstance(found, dict):
        found = found.get("name")
    if isinstance(found, str):
        return found
    return f"{texts.find(f'edition.kind.{kind}') or kind} {name}".strip()


def _label(datum: str, texts: Texts) -> str:
    found = texts.find(f"about.{datum}") or texts.find(f"edition.datum.{datum}")
    if isinstance(found, str):
        return found
    said = say(texts.lang, f"edition.datum.{datum}")
    return datum.replace("_", " ") if said.startswith("edition.") else said


def _files(game: Game) -> Iterator[dict[str, Any]]:
    for path in sorted((game.folder / "data").glob("*.toml")):
        yield tomllib.loads(path.read_text("utf-8"))


def _row(title: str, text: str, source: str, reconstructed: bool) -> dict[str, Any]:
    return {"title": title, "text": text, "source": source, "reconstructed": reconstructed}
